import { isDateFormat, isDateFormatId } from './dates.ts';
import { noWorkbook, tooLarge } from './limits.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

const MAX_SHARED_STRINGS = 300_000;
const MAX_STYLES = 70_000;

export interface Workbook {
  readonly sheetPart: string;
  readonly date1904: boolean;
  readonly strings: readonly string[];
  /** By the number of a cell's style: whether it shows a date. */
  readonly dateStyles: readonly boolean[];
}

const resolve = (base: string, target: string): string => {
  const parts = target.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '' && step !== '.') parts.push(step);
  }
  return parts.join('/');
};

interface Relation {
  readonly type: string;
  readonly part: string;
}

/** Relations of a part, by id. Those that point outside of the package are left out. */
async function relations(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const found = new Map<string, Relation>();
  if (!zip.has(name)) return found;
  await readXml(zip.read(name), {
    open: (tag, a) => {
      if (tag !== 'Relationship' || a['TargetMode'] === 'External') return;
      found.set(a['Id'] ?? '', { type: (a['Type'] ?? '').split('/').at(-1) ?? '', part: resolve(part, a['Target'] ?? '') });
    },
  });
  return found;
}

/** The first worksheet of a workbook with what its cells refer to. @throws 9004, 9006, 9011 */
export async function openWorkbook(zip: ZipParts): Promise<Workbook> {
  const main = [...(await relations(zip, '')).values()].find((r) => r.type === 'officeDocument')?.part;
  if (main === undefined || !zip.has(main)) throw noWorkbook('no workbook');
  let firstSheet: string | null = null;
  let date1904 = false;
  let isWorkbook = false;
  await readXml(zip.read(main), {
    open: (tag, a) => {
      if (tag === 'workbook') isWorkbook = true;
      if (tag === 'workbookPr') date1904 = a['date1904'] === '1' || a['date1904'] === 'true';
      if (tag === 'sheet') firstSheet ??= Object.entries(a).find(([key]) => key.endsWith(':id'))?.[1] ?? null;
    },
  });
  if (!isWorkbook) throw noWorkbook('not a workbook');
  const parts = await relations(zip, main);
  const sheet = firstSheet === null ? undefined : parts.get(firstSheet);
  if (sheet?.type !== 'worksheet' || !zip.has(sheet.part)) throw noWorkbook('no worksheet');
  const partOf = (type: string): string | undefined => [...parts.values()].find((r) => r.type === type && zip.has(r.part))?.part;
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    sheetPart: sheet.part,
    date1904,
    strings: strings === undefined ? [] : await sharedStrings(zip, strings),
    dateStyles: styles === undefined ? [] : await dateStyles(zip, styles),
  };
}

/** Texts by number; the runs of a rich text are joined, phonetic hints left out (ISO/IEC 29500-1, 18.4). */
async function sharedStrings(zip: ZipParts, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text: string | null = null;
  let inText = false;
  let phonetic = 0;
  await readXml(zip.read(part), {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') phonetic++;
      else if (tag === 't') inText = phonetic === 0;
    },
    text: (piece) => {
      if (inText && text !== null) text += piece;
    },
    close: (tag) => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') phonetic--;
      else if (tag === 'si') {
        strings.push(text ?? '');
        text = null;
        if (strings.length > MAX_SHARED_STRINGS) throw tooLarge('texts', MAX_SHARED_STRINGS);
      }
    },
  });
  return strings;
}

async function dateStyles(zip: ZipParts, part: string): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  await readXml(zip.read(part), {
    open: (tag, a) => {
      if (tag === 'numFmt') own.set(Number(a['numFmtId']), isDateFormat(a['formatCode'] ?? ''));
      else if (tag === 'cellXfs') inCellStyles = true;
      else if (tag === 'xf' && inCellStyles) {
        const id = Number(a['numFmtId'] ?? 0);
        styles.push(own.get(id) ?? isDateFormatId(id));
        if (styles.length > MAX_STYLES) throw tooLarge('styles', MAX_STYLES);
      }
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}
