/** The first bytes of each kind of file that may be uploaded, by content type. */
const SIGNATURES: readonly (readonly [contentType: string, signature: readonly number[]])[] = [
  // APPNOTE.TXT 4.3.7: a local file header; an xlsx is a zip
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [0x50, 0x4b, 0x03, 0x04]],
  // ISO/IEC 10918-1 B.1.1.3: SOI and the first byte of the next marker
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  // ISO/IEC 15948 5.2
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** A kind of file that devices send. */
export interface MediaType {
  readonly contentType: string;
  readonly extension: string;
  readonly kind: 'picture' | 'sound' | 'video';
}

/** Files of devices by what stands at an offset of them; -1 stands for any octet. */
const MEDIA_SIGNATURES: readonly (readonly [type: MediaType, at: number, signature: readonly number[]])[] = [
  [{ contentType: 'image/jpeg', extension: 'jpg', kind: 'picture' }, 0, [0xff, 0xd8, 0xff]],
  [{ contentType: 'image/png', extension: 'png', kind: 'picture' }, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  // TIFF 6.0, section 2: byte order and 42
  [{ contentType: 'image/tiff', extension: 'tif', kind: 'picture' }, 0, [0x49, 0x49, 0x2a, 0x00]],
  [{ contentType: 'image/tiff', extension: 'tif', kind: 'picture' }, 0, [0x4d, 0x4d, 0x00, 0x2a]],
  // RIFF, a size, and the form
  [{ contentType: 'audio/wav', extension: 'wav', kind: 'sound' }, 0, [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x41, 0x56, 0x45]],
  [
    { contentType: 'video/x-msvideo', extension: 'avi', kind: 'video' },
    0,
    [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x41, 0x56, 0x49, 0x20],
  ],
  [{ contentType: 'audio/mpeg', extension: 'mp3', kind: 'sound' }, 0, [0x49, 0x44, 0x33]],
  // ISO/IEC 11172-3 2.4.1.3: sync word, MPEG-1 or -2, layer III
  [{ contentType: 'audio/mpeg', extension: 'mp3', kind: 'sound' }, 0, [0xff, 0xfb]],
  [{ contentType: 'audio/mpeg', extension: 'mp3', kind: 'sound' }, 0, [0xff, 0xf3]],
  // RFC 4867, 5.1
  [{ contentType: 'audio/amr', extension: 'amr', kind: 'sound' }, 0, [0x23, 0x21, 0x41, 0x4d, 0x52, 0x0a]],
  // The head object of an ASF file
  [{ contentType: 'video/x-ms-wmv', extension: 'wmv', kind: 'video' }, 0, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]],
  // ISO/IEC 14496-12, 4.3
  [{ contentType: 'video/mp4', extension: 'mp4', kind: 'video' }, 4, [0x66, 0x74, 0x79, 0x70]],
];

/** What a file of a device is by its first bytes; null for anything that is not kept. */
export const mediaTypeOf = (head: Uint8Array): MediaType | null =>
  MEDIA_SIGNATURES.find(([, at, signature]) => signature.every((octet, i) => octet === -1 || head[at + i] === octet))?.[0] ?? null;

/** As many bytes as have to be seen to tell. */
export const SIGNATURE_BYTES = 8;

/** Whether the first bytes of a file are those of its content type. */
export function hasContentOf(contentType: string, head: Uint8Array): boolean {
  const signature = SIGNATURES.find(([type]) => type === contentType)?.[1];
  return signature !== undefined && signature.every((byte, i) => head[i] === byte);
}
