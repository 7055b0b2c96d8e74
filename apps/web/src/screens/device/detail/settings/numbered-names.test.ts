import { OPERATIONS } from '@sightline/contract';
import { describe, expect, it } from 'vitest';
import { isTooLong, nameRows, namesInput, namesOf } from './numbered-names.ts';

describe('names of channels and inputs', () => {
  it('have a row for each channel, and for names above their number', () => {
    expect(nameRows([{ id: 2, name: 'Road' }], 2)).toEqual([
      { id: 1, name: '' },
      { id: 2, name: 'Road' },
    ]);
    expect(nameRows([{ id: 3, name: 'Door' }], 1).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(nameRows([], 0)).toEqual([]);
    expect(nameRows([], 99)).toHaveLength(32);
  });

  it('are sent as the contract takes them, without the empty ones', () => {
    const text = namesInput([
      { id: 1, name: ' Front ' },
      { id: 2, name: '  ' },
    ]);
    expect(text).toBe('[{"id":1,"name":"Front"}]');
    const { input } = OPERATIONS['device.expand.save.channel.name'];
    expect(input.safeParse({ deviceId: '1', channelName: text }).success).toBe(true);
    expect(input.safeParse({ deviceId: '1', channelName: namesInput([]) }).success).toBe(true);
    expect(namesOf(text)).toEqual([{ id: 1, name: 'Front' }]);
  });

  it('are checked before the server does so', () => {
    expect(isTooLong([{ id: 1, name: 'x'.repeat(32) }])).toBe(false);
    expect(isTooLong([{ id: 1, name: 'x'.repeat(33) }])).toBe(true);
  });

  it('are none in an answer that holds none', () => {
    expect(namesOf('')).toEqual([]);
    expect(namesOf('{}')).toEqual([]);
    expect(namesOf('[1, null, {"id":1}]')).toEqual([]);
  });
});
