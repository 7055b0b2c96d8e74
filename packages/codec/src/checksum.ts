/** XOR of all octets of `bytes[start, end)`. JT/T 808 §4.4.4 and others. */
export function xor8(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let x = 0;
  for (let i = start; i < end; i++) x ^= bytes[i]!;
  return x;
}

function table16(polynomial: number): Uint16Array {
  const table = new Uint16Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ polynomial : c >>> 1;
    table[n] = c;
  }
  return table;
}

const X25 = table16(0x8408);
const IBM = table16(0xa001);

/** CRC-16/X-25 (reflected 0x1021, init and final XOR 0xffff): GT06 "CRC-ITU". */
export function crc16X25(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ X25[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc & 0xffff;
}

/** CRC-16/ARC, also called CRC-16/IBM (reflected 0x8005, init 0): Teltonika. */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ IBM[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}

/** FNV-1a over `bytes[start, end)` as a signed 32-bit integer: the identity of a record among those of one instant. */
export function fnv1a32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let h = 0x811c9dc5;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193);
  return h | 0;
}
