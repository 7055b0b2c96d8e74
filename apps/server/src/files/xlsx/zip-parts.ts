import yauzl from 'yauzl';
import { noWorkbook, tooLarge, unreadable, type SheetLimits } from './limits.ts';

/** The parts of a package, opened one at a time; all bytes that come out count against one budget. */
export class ZipParts {
  private left: number;

  private constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly entries: ReadonlyMap<string, yauzl.Entry>,
    private readonly limits: SheetLimits,
  ) {
    this.left = limits.unpackedBytes;
  }

  /** @throws 9004 for something that is no zip, 9006 for one that is no package, 9011 for one with too many entries. */
  static async open(path: string, limits: SheetLimits): Promise<ZipParts> {
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
      yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, file) =>
        error ? reject(unreadable(error.message)) : resolve(file),
      );
    });
    try {
      if (zip.entryCount > limits.entries) throw tooLarge('entries', limits.entries);
      const entries = await directory(zip);
      if (!entries.has('[Content_Types].xml')) throw noWorkbook('not an Office package');
      return new ZipParts(zip, entries, limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The bytes of a part as they are unpacked. A claim of size is not believed: what comes out is counted. @throws 9004, 9011 */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw noWorkbook(`${name} is missing`);
    if (entry.isEncrypted()) throw unreadable('encrypted');
    if (entry.uncompressedSize > this.left) throw tooLarge('unpacked', this.limits.unpackedBytes);
    const stream = await new Promise<NodeJS.ReadableStream & { destroy(): void }>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, opened) => (error ? reject(unreadable(error.message)) : resolve(opened)));
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.left -= chunk.length;
        if (this.left < 0) throw tooLarge('unpacked', this.limits.unpackedBytes);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && error.name === 'ApiError' ? error : unreadable((error as Error).message);
    } finally {
      stream.destroy();
    }
  }

  close(): void {
    this.zip.close();
  }
}

async function directory(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(unreadable(error.message)));
    zip.on('end', () => resolve());
    zip.on('entry', (entry: yauzl.Entry) => {
      // Two parts of one name are a way to show one thing to a scanner and another to a reader.
      if (entries.has(entry.fileName)) return reject(unreadable(`${entry.fileName} is there twice`));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}
