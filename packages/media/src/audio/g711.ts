/** G.711 (ITU-T), 8000 samples a second, one octet a sample. */

const ALAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = bits & 15;
  const magnitude = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
});
const ULAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
});

const decodedBy =
  (table: Int16Array) =>
  (bytes: Uint8Array): Int16Array => {
    const samples = new Int16Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) samples[i] = table[bytes[i]!]!;
    return samples;
  };

/** A-law (table 1a) to 16-bit samples. */
export const decodeAlaw = decodedBy(ALAW);
/** µ-law (table 2a) to 16-bit samples. */
export const decodeUlaw = decodedBy(ULAW);

/** 16-bit samples to A-law. */
export function encodeAlaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!;
    // 13 bits of magnitude; -1 is the smallest negative one
    const magnitude = (sample >= 0 ? sample : ~sample) >> 4;
    const exponent = magnitude < 32 ? (magnitude < 16 ? 0 : 1) : 27 - Math.clz32(magnitude) + 1;
    const mantissa = exponent < 2 ? magnitude & 15 : (magnitude >> (exponent - 1)) & 15;
    bytes[i] = ((sample >= 0 ? 0x80 : 0) | (exponent << 4) | mantissa) ^ 0x55;
  }
  return bytes;
}

/** 16-bit samples to µ-law. */
export function encodeUlaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!;
    const magnitude = Math.min(32_635, Math.abs(sample)) + 0x84;
    const exponent = 24 - Math.clz32(magnitude);
    bytes[i] = ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 0xff;
  }
  return bytes;
}
