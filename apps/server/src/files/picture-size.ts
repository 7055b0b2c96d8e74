/** What a picture is by its own bytes, and how many pixels it has. */
export interface PictureSize {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean => bytes.toString('latin1', at, at + text.length) === text;

/** ISO/IEC 15948, 11.2.2: IHDR is the first chunk, width and height are its first fields. */
const sizeOfPng = (bytes: Buffer): PictureSize | null =>
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') && bytes.length >= 24 && startsWith(bytes, 12, 'IHDR')
    ? { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** ITU-T T.81, B.1.1.3: markers of a frame header; not the tables DHT (C4), JPG (C8) and DAC (CC) among them. */
const isFrameHeader = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.81, B.1.1.4 and B.2.2: segments with their length follow each other up to the frame header. */
function sizeOfJpeg(bytes: Buffer): PictureSize | null {
  if (!startsWith(bytes, 0, '\xff\xd8')) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) return { contentType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** RFC 9649, sections 2.5 to 2.7: a RIFF file of the form WEBP; the first chunk says how wide and high it is. */
function sizeOfWebp(bytes: Buffer): PictureSize | null {
  if (!startsWith(bytes, 0, 'RIFF') || !startsWith(bytes, 8, 'WEBP') || bytes.length < 30) return null;
  const contentType = 'image/webp';
  if (startsWith(bytes, 12, 'VP8X')) return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = bytes.readUInt32LE(21);
    return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // RFC 6386, 9.1: after the frame tag and the start code, 14 bits each.
  if (startsWith(bytes, 12, 'VP8 '))
    return { contentType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return null;
}

/** Kind and size of a PNG, JPEG or WebP picture; null for anything else. Nothing of it is unpacked. */
export const pictureSize = (bytes: Buffer): PictureSize | null => sizeOfPng(bytes) ?? sizeOfJpeg(bytes) ?? sizeOfWebp(bytes);
