/**
 * Cameras with HiSilicon encoders put `00 01 XX 00` in front of each block of audio, XX being half of its length in octets. It belongs to
 * no standard; a device that sends it wants it in front of what it receives.
 */
export const hasHisiliconHeader = (body: Uint8Array): boolean =>
  body.length > 4 && body[0] === 0 && body[1] === 1 && body[3] === 0 && body[2] === ((body.length - 4) / 2) % 256;

export const withoutHisiliconHeader = (body: Uint8Array): Uint8Array => (hasHisiliconHeader(body) ? body.subarray(4) : body);

export function withHisiliconHeader(block: Uint8Array): Uint8Array {
  const body = new Uint8Array(block.length + 4);
  body[1] = 1;
  body[2] = (block.length / 2) & 0xff;
  body.set(block, 4);
  return body;
}
