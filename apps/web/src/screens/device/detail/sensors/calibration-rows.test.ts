import { calibrationFault, conversionOf, unitChoiceOf, type Conversion } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountShown,
  amountStored,
  drawnRows,
  numberOf,
  pastedRows,
  sorted,
  withCell,
  withoutRow,
  withPasted,
  withRow,
} from './calibration-rows.ts';

describe('numbers of a spreadsheet', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234,5', 1234.5],
    ['-3', -3],
    ['.5', 0.5],
    ['', null],
    ['l', null],
    ['1e9', null],
    ['12.5.1', null],
  ])('%j is %j', (text, number) => expect(numberOf(text)).toBe(number));
});

describe('what is pasted', () => {
  it('is rows of two columns, without their head and empty lines', () => {
    expect(pastedRows('mm\tl\r\n0\t0\r\n\r\n100\t52,5\r\n')).toEqual([
      { raw: 0, value: 0 },
      { raw: 100, value: 52.5 },
    ]);
    expect(pastedRows('0;0\n100;50')).toEqual([
      { raw: 0, value: 0 },
      { raw: 100, value: 50 },
    ]);
    expect(pastedRows(' 0   0\n 100 50 ')).toHaveLength(2);
  });

  it('keeps an empty cell empty, so that the row is named', () => {
    expect(pastedRows('0\t0\n100\t')).toEqual([
      { raw: 0, value: 0 },
      { raw: 100, value: null },
    ]);
  });

  it('is left to the cell when it is one number, or no table', () => {
    expect(pastedRows('12.5')).toBeNull();
    expect(pastedRows('')).toBeNull();
    expect(pastedRows('raw\tvalue')).toBeNull();
  });

  it('goes over the rows from the cell on, and no further than the longest table', () => {
    const two = [
      { raw: 0, value: 0 },
      { raw: 9, value: 9 },
    ];
    const pasted = [
      { raw: 1, value: 1 },
      { raw: 2, value: 2 },
    ];
    expect(withPasted(two, 1, pasted)).toEqual([two[0], ...pasted]);
    expect(withPasted(two, 0, pasted)).toEqual(pasted);
    expect(
      withPasted(
        [],
        0,
        Array.from({ length: 300 }, (_, i) => ({ raw: i, value: i })),
      ),
    ).toHaveLength(200);
  });
});

describe('the table', () => {
  const rules = [
    { raw: 5, value: 50 },
    { raw: null, value: 1 },
    { raw: 1, value: 10 },
  ];

  it('is changed cell by cell and row by row', () => {
    expect(withCell(rules, 1, { raw: 3 })[1]).toEqual({ raw: 3, value: 1 });
    expect(withRow(rules, 1)).toHaveLength(4);
    expect(withRow(rules, 1)[1]).toEqual({ raw: null, value: null });
    expect(withoutRow(rules, 0)).toEqual(rules.slice(1));
  });

  it('is sorted with its unfinished rows last, after which it rises', () => {
    expect(sorted(rules).map((rule) => rule.raw)).toEqual([1, 5, null]);
    expect(calibrationFault(sorted(rules).slice(0, 2))).toBeNull();
  });

  it('is drawn through its finished rows', () => {
    expect(drawnRows(rules)).toEqual([
      [1, 10],
      [5, 50],
    ]);
  });
});

describe('amounts in the unit of the person', () => {
  const gallons = conversionOf(unitChoiceOf({ oilQuantityUnit: 'ukGallon' }), 'l') as Conversion;

  it('stay as they are stored when they are looked at or typed again', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100_000, noNaN: true }), (litres) => {
        expect(amountStored(amountShown(litres, gallons), gallons, [litres])).toBe(litres);
      }),
    );
    expect([amountShown(300, null), amountStored(300, null, [1]), amountStored(null, gallons, [1])]).toEqual([300, 300, null]);
  });

  it('a full tank is full, whatever its last decimal would say', () => {
    expect(amountShown(300, gallons)).toBe(65.991);
    // 65.991 gallons are 300.0010 litres: more than fits in.
    expect(amountStored(65.991, gallons, [null, 300])).toBe(300);
    expect(amountStored(66, gallons, [null, 300])).toBe(300.04194);
  });
});
