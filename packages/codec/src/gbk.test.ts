import { describe, expect, it } from 'vitest';
import { decodeGbk, encodeGbk } from './gbk.ts';
import { fromHex, toHex } from './hex.ts';

describe('GBK', () => {
  it('reads and writes Chinese, ASCII and the euro sign', () => {
    expect(decodeGbk(fromHex('bba641313233343580'))).toBe('沪A12345€');
    expect(toHex(encodeGbk('沪A12345€'))).toBe('bba641313233343580');
  });

  it('writes every pair that it reads back to the same octets', () => {
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const pair = Uint8Array.of(lead, trail);
        const text = decodeGbk(pair);
        // a few characters have two codes: the text survives in any case
        if (text.length === 1) expect(decodeGbk(encodeGbk(text))).toBe(text);
      }
    }
  });

  it('falls back to UTF-8, then to Latin-1, and gives those octets back', () => {
    expect(decodeGbk(fromHex('c3a9ff'))).toBe('Ã©ÿ');
    expect(decodeGbk(fromHex('f09f9a97'))).toHaveLength(2);
    expect(toHex(encodeGbk('ÿ'))).toBe('ff');
    expect(toHex(encodeGbk('\u{1f697}'))).toBe('3f');
  });
});
