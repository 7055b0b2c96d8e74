import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnWidths, type ColumnNeed } from './column-widths.ts';

const column = (key: string, width: number, grows = true): ColumnNeed => ({ key, width, grows });
const needs = fc
  .array(fc.tuple(fc.integer({ min: 40, max: 320 }), fc.boolean()), { minLength: 1, maxLength: 15 })
  .map((columns) => columns.map(([width, grows], i) => column(String(i), width, grows)));

it('leaves out from the end what does not fit, and never the first', () => {
  const columns = [column('name', 200), column('code', 160), column('tags', 200)];
  expect([...columnWidths(columns, 400, true)]).toEqual([
    ['name', 222],
    ['code', 178],
  ]);
  expect([...columnWidths(columns, 50, true)]).toEqual([['name', 200]]);
});

it('shows all that were chosen, however little room there is', () => {
  const columns = [column('name', 200), column('code', 160, false)];
  expect([...columnWidths(columns, 100, false).values()]).toEqual([200, 160]);
  expect([...columnWidths(columns, null, true).values()]).toEqual([200, 160]);
});

it('fills the room to the pixel and makes no column narrower than it asks', () => {
  fc.assert(
    fc.property(needs, fc.integer({ min: 0, max: 4000 }), fc.boolean(), (columns, room, fits) => {
      const widths = columnWidths(columns, room, fits);
      const shown = columns.slice(0, widths.size);
      expect([...widths.keys()]).toEqual(shown.map(({ key }) => key));
      for (const { key, width, grows } of shown) {
        if (grows) expect(widths.get(key)).toBeGreaterThanOrEqual(width);
        else expect(widths.get(key)).toBe(width);
      }
      const total = [...widths.values()].reduce((sum, width) => sum + width, 0);
      const asked = shown.reduce((sum, { width }) => sum + width, 0);
      if (asked <= room && shown.some(({ grows }) => grows)) expect(total).toBe(room);
      else expect(total).toBe(asked);
      if (fits && widths.size > 1) expect(asked).toBeLessThanOrEqual(room);
    }),
  );
});
