import { describe, expect, it } from 'vitest';
import { DecodeError } from './errors.ts';
import { counted, fieldContext, fixedText, hexRest, ifMore, sizedText, struct, u16, u32, u8, wallTime, when } from './fields.ts';
import { fromHex, toHex } from './hex.ts';
import { ByteReader } from './reader.ts';
import { ByteWriter } from './writer.ts';

const sample = struct({
  flags: u8,
  limit: when((c) => (Number(c.parent['flags']) & 1) === 1, u16),
  names: counted(u8, sizedText(u8)),
  at: ifMore(wallTime),
});
const write = (value: unknown): string => {
  const writer = new ByteWriter(1);
  sample.write(writer, value as never, '', fieldContext(0));
  return toHex(writer.finish());
};

describe('fields', () => {
  it('reads and writes a structure from one definition', () => {
    const value = { flags: 1, limit: 0x1234, names: ['ab', '沪'], at: '2025-11-18 09:30:15' };
    const hex = '01' + '1234' + '02' + '026162' + '02bba6' + '251118093015';
    expect(write(value)).toBe(hex);
    expect(sample.read(new ByteReader(fromHex(hex)), '', fieldContext(0))).toEqual(value);
    expect(sample.read(new ByteReader(fromHex('0000')), '', fieldContext(0))).toEqual({ flags: 0, names: [] });
  });

  it('says what is missing, where and in which field', () => {
    const read = () => sample.read(new ByteReader(fromHex('000102')), '', fieldContext(0));
    expect(read).toThrow(expect.objectContaining({ code: 'truncated', offset: 3, field: 'names[0]' }));
  });

  it.each([
    [{ flags: 256, names: [] }, 'flags'],
    [{ flags: 1, names: [] }, 'limit'],
    [{ flags: 0, names: 'x' }, 'names'],
    [{ flags: 0, names: [7] }, 'names[0]'],
    [{ flags: 0, names: [], at: 'noon' }, 'at'],
  ])('refuses %j', (value, field) => {
    expect(() => write(value)).toThrow(expect.objectContaining({ code: 'bad-value', field }));
    expect(() => write(value)).toThrow(DecodeError);
  });

  it('tells where each field lies', () => {
    const spans: string[] = [];
    const context = fieldContext(0, { span: (path, offset, size) => void spans.push(`${path} ${offset}+${size}`) });
    struct({ id: u32, inner: struct({ name: fixedText(4), rest: hexRest }) }).read(
      new ByteReader(fromHex('00000001414200000203')),
      '',
      context,
    );
    expect(spans).toEqual(['id 0+4', 'inner.name 4+4', 'inner.rest 8+2', 'inner 4+6']);
  });

  it('keeps all bytes while the buffer grows', () => {
    const writer = new ByteWriter(1);
    for (let i = 0; i < 50; i++) writer.u8(i).u16(i).u32(i);
    expect(writer.finish()).toHaveLength(350);
    expect(toHex(writer.finish().subarray(-7))).toBe('31003100000031');
  });
});
