import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, matchTotp, newTotpKey, totpCode, totpStep, totpUri } from './totp.ts';

const KEY = Buffer.from('12345678901234567890', 'ascii');

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, appendix B (the last six of its eight digits)', () => {
    const vectors: [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ];
    for (const [seconds, code] of vectors) expect([seconds, totpCode(KEY, totpStep(seconds * 1000))]).toEqual([seconds, code]);
  });

  it('are those of RFC 4226, appendix D', () => {
    expect([0, 1, 2, 3, 9].map((counter) => totpCode(KEY, counter))).toEqual(['755224', '287082', '359152', '969429', '520489']);
  });

  it('hold for the step before and the step after, and no longer', () => {
    const at = 1_700_000_000_000;
    const step = totpStep(at);
    for (const shift of [-1, 0, 1]) expect(matchTotp(KEY, totpCode(KEY, step + shift), at)).toBe(step + shift);
    for (const shift of [-3, -2, 2, 3]) expect(matchTotp(KEY, totpCode(KEY, step + shift), at)).toBeNull();
    for (const code of ['', '1', '1234567', 'abcdef']) expect(matchTotp(KEY, code, at)).toBeNull();
  });
});

describe('keys', () => {
  it('are written as RFC 4648 has it', () => {
    const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
    for (const [plain, text] of Object.entries(vectors)) expect(base32(Buffer.from(plain))).toBe(text);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => base32(bytes).length === Math.ceil((bytes.length * 8) / 5)));
    expect(newTotpKey().equals(newTotpKey())).toBe(false);
  });

  it('are told to apps with who they are for', () => {
    const uri = totpUri(KEY, 'Alpha & Co: Fleet', 'anna@north');
    expect(uri).toMatch(/^otpauth:\/\/totp\/Alpha%20%26%20Co%20%20Fleet:anna%40north\?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Alpha & Co  Fleet');
  });
});
