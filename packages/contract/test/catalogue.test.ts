import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiError, codeWords, ERROR_CODE, ERROR_ROWS, errorRow, operationList } from '../src/index.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** The codes that the product's specification lists, ranges written out. */
const SPECIFIED = [
  0,
  400,
  401,
  403,
  404,
  405,
  423,
  429,
  500,
  501,
  900,
  901,
  902,
  999,
  9002,
  9003,
  ...range(9004, 9012),
  10000,
  10002,
  10003,
  ...range(15001, 15007),
  15009,
  15010,
  15012,
  ...range(15014, 15019),
  ...range(20000, 20007),
  ...range(20011, 20021),
  ...range(20023, 20026),
  20028,
  25001,
  25002,
  25005,
  25006,
  ...range(30001, 30006),
  ...range(35001, 35003),
  ...range(40001, 40010),
  ...range(50002, 50012),
  55001,
  55002,
  ...range(60001, 60016),
  61000,
  61001,
  63000,
  63001,
  64001,
  64002,
];

describe('error catalogue', () => {
  it('has every specified code and -1, each once, with both texts', () => {
    const codes = ERROR_ROWS.map((r) => r.code as number);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(ERROR_ROWS.map((r) => r.name)).size).toBe(codes.length);
    expect(codes.toSorted((a, b) => a - b)).toEqual([-1, ...SPECIFIED].toSorted((a, b) => a - b));
    for (const r of ERROR_ROWS) {
      expect(r.en).toMatch(/^[\x20-\x7e]+$/);
      expect(r.zh).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it('answers an unknown code with 999 and names a known one', () => {
    expect(errorRow(123_456).code).toBe(999);
    expect(errorRow(20007).name).toBe('deviceNotFound');
    expect([codeWords(-1, 'en'), codeWords(-1, 'zh'), codeWords(401, 'en')]).toEqual([
      'The server reported',
      '服务器返回',
      'Please sign in',
    ]);
    const error = apiError('tooManyDevicesInQuery', { max: 100 });
    expect([error.code, error.message, error.data]).toEqual([ERROR_CODE.tooManyDevicesInQuery, errorRow(10003).en, { max: 100 }]);
  });
});

describe('operations', () => {
  it('have an audit text in both languages when they write, and a way in of their own', () => {
    const routes = new Set(operationList.map((o) => `${o.method} ${o.path}`));
    expect(routes.size).toBe(operationList.length);
    for (const o of operationList) {
      expect(o.summary.zh).toMatch(/[\u4e00-\u9fff]/);
      if (o.writes) expect(o.audit, o.id).toBeDefined();
      expect((o.permission === 'public') === (o.scope === 'public'), o.id).toBe(true);
    }
  });

  it('that ask something of the camera of a device say that its licence must have video', () => {
    const ofCameras = operationList.filter((o) => {
      const { required = [] } = z.toJSONSchema(o.input, { io: 'input', unrepresentable: 'any' });
      return /^\/v2\/(video|audio|device\/capture)/.test(o.path) && required.includes('deviceId');
    });
    expect(ofCameras.length).toBeGreaterThan(3);
    for (const o of ofCameras) expect(['video', 'ai'], o.id).toContain(o.feature);
  });
});
