const ASCII_LIMIT = 0x80;

/** Decoders are stateless in non-stream use; a fatal one tells GBK from other encodings. */
const gbkFatal = new TextDecoder('gbk', { fatal: true });
const utf8Fatal = new TextDecoder('utf-8', { fatal: true });

/**
 * Text of `bytes` in GBK (code page 936). Where they are not valid GBK they are read as UTF-8, else as Latin-1: many
 * devices outside China send those. Nothing is trimmed.
 */
export function decodeGbk(bytes: Uint8Array): string {
  let ascii = '';
  for (const b of bytes) {
    if (b >= ASCII_LIMIT) return decodeWide(bytes);
    ascii += String.fromCharCode(b);
  }
  return ascii;
}

function decodeWide(bytes: Uint8Array): string {
  // FF stands in no GBK character, yet some platforms' decoders give it a private one
  for (const decoder of bytes.includes(0xff) ? [utf8Fatal] : [gbkFatal, utf8Fatal]) {
    try {
      return decoder.decode(bytes);
    } catch {
      // not this encoding
    }
  }
  return Array.from(bytes, (b) => String.fromCharCode(b)).join('');
}

/** Code point -> two octets, built once from the platform's own decoder: there is no GBK encoder in the Encoding standard. */
let reverse: Map<string, number> | null = null;

function reverseTable(): Map<string, number> {
  if (reverse) return reverse;
  reverse = new Map();
  const lenient = new TextDecoder('gbk');
  const pair = new Uint8Array(2);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      pair[0] = lead;
      pair[1] = trail;
      const text = lenient.decode(pair);
      if (text.length === 1 && text !== '\ufffd' && !reverse.has(text)) reverse.set(text, (lead << 8) | trail);
    }
  }
  return reverse;
}

/** GBK octets of `text`; what GBK cannot say becomes `?` (Latin-1 characters their own octet). */
export function encodeGbk(text: string): Uint8Array {
  const out: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < ASCII_LIMIT) out.push(code);
    else if (code === 0x20ac) out.push(ASCII_LIMIT);
    else {
      const pair = reverseTable().get(char);
      // a Latin-1 character that GBK lacks can only come from the fallback above: give its octet back
      if (pair === undefined) out.push(code <= 0xff ? code : 0x3f);
      else out.push(pair >>> 8, pair & 0xff);
    }
  }
  return Uint8Array.from(out);
}
