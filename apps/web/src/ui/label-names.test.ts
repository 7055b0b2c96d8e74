import { expect, it } from 'vitest';
import { labelOptions, labelTexts } from './label-names.ts';

const label = (labelName: string, customerName: string) => ({ labelName, customerName });

it('names the customer only where a name stands more than once', () => {
  expect(labelTexts([label('Cold', 'Isar'), label('North', 'Isar'), label('cold', 'Donau')])).toEqual([
    'Cold · Isar',
    'North',
    'cold · Donau',
  ]);
});

it('chooses by id', () => {
  expect(labelOptions([{ id: '7', ...label('Cold', 'Isar') }])).toEqual([{ value: '7', label: 'Cold' }]);
  expect(labelOptions([])).toEqual([]);
});
