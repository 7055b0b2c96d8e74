import { expect, it } from 'vitest';
import { problemOf, wireValue } from './field-rules.ts';
import type { FieldDefinition } from './form-definition.ts';

const labels: FieldDefinition = { kind: 'labels', name: 'labelIds', label: 'device.labels' };

it('takes chosen ids where the contract wants a comma list, required or not', () => {
  for (const operation of ['label.bind', 'device.add'] as const) {
    expect(wireValue(operation, 'labelIds', ['3', '10'])).toBe('3,10');
    expect(problemOf(operation, labels, ['3', '10'])).toBeNull();
    expect(problemOf(operation, labels, ['no id'])).not.toBeNull();
  }
});

it('sends things by their ids, and leaves lists alone where the contract wants one', () => {
  expect(wireValue('label.bind', 'deviceIds', [{ id: '7', deviceName: 'Truck' }, { id: '8' }])).toBe('7,8');
  expect(wireValue('device.add.batch', 'devices', [{ deviceId: '123456789012' }])).toEqual([{ deviceId: '123456789012' }]);
  expect(wireValue('label.bind', 'deviceIds', '7,8')).toBe('7,8');
});
