/** The first bytes of each kind of file that may be uploaded, by content type. */
const SIGNATURES: readonly (readonly [contentType: string, signature: readonly number[]])[] = [
  // APPNOTE.TXT 4.3.7: a local file header; an xlsx is a zip
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [0x50, 0x4b, 0x03, 0x04]],
  // ISO/IEC 10918-1 B.1.1.3: SOI and the first byte of the next marker
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  // ISO/IEC 15948 5.2
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** As many bytes as have to be seen to tell. */
export const SIGNATURE_BYTES = 8;

/** Whether the first bytes of a file are those of its content type. */
export function hasContentOf(contentType: string, head: Uint8Array): boolean {
  const signature = SIGNATURES.find(([type]) => type === contentType)?.[1];
  return signature !== undefined && signature.every((byte, i) => head[i] === byte);
}
