import { expect, it } from 'vitest';
import type { FormDefinition } from './form-definition.ts';
import { inputOf, isChanged } from './form-input.ts';

const definition: FormDefinition<'customer.info.save'> = {
  id: 'test.changes',
  operation: 'customer.info.save',
  sendsChanges: true,
  fixed: { customerId: '5' },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'customerName', label: 'ui.devices.name' },
        { kind: 'text', name: 'contact', label: 'ui.devices.id' },
        { kind: 'number', name: 'forcePasswordDays', label: 'ui.devices.type' },
      ],
    },
  ],
};
const { sendsChanges: _, ...whole } = definition;
const fields = definition.groups.flatMap((group) => group.fields);
const initial = { customerName: 'Blue River', contact: 'Rita', forcePasswordDays: 90 };
const sent = (values: object) => inputOf(definition, fields, initial, { ...initial, ...values });

it('sends of an object that is edited what was changed, and nothing that a colleague may have changed meanwhile', () => {
  expect(sent({ contact: ' Rosa ' })).toEqual({ customerId: '5', contact: 'Rosa' });
  expect(sent({ customerName: 'Blue River ' })).toEqual({ customerId: '5' });
  expect(inputOf(whole, fields, initial, initial)).toEqual({ customerId: '5', ...initial });
});

it('sends what was emptied as the contract wants it', () => {
  expect(sent({ contact: '', forcePasswordDays: null })).toEqual({ customerId: '5', contact: null, forcePasswordDays: null });
});

it('tells a change from other ways of writing the same', () => {
  expect(isChanged('a', { a: null }, { a: '  ' })).toBe(false);
  expect(isChanged('a', {}, { a: [] })).toBe(false);
  expect(isChanged('a', { a: ['1', '2'] }, { a: ['2', '1'] })).toBe(true);
  expect(isChanged('a', { a: false }, { a: true })).toBe(true);
});
