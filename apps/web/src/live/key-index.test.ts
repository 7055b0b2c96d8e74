import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyIndex } from './key-index.ts';
import { SlotSet } from './slot-set.ts';

describe('KeyIndex', () => {
  it('finds every key at its slot and nothing else, whatever the keys', () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 0xffffffff }));
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 300 }), fc.array(key), (keys, others) => {
        const index = new KeyIndex(keys);
        keys.forEach((one, slot) => expect(index.slotOf(one)).toBe(slot));
        for (const other of others) expect(index.slotOf(other)).toBe(keys.indexOf(other));
      }),
    );
  });
});

describe('SlotSet', () => {
  it('is a set that keeps the order, over any number of rounds', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 39 }))), (rounds) => {
        const set = new SlotSet();
        set.reset(40);
        for (const round of rounds) {
          for (const slot of round) set.add(slot);
          expect(set.size).toBe(new Set(round).size);
          expect([...set.take()]).toEqual([...new Set(round)]);
          expect(set.size).toBe(0);
        }
      }),
    );
  });

  it('passes over what it has no room for', () => {
    const set = new SlotSet();
    set.reset(2);
    set.add(2);
    set.add(1);
    expect([...set.take()]).toEqual([1]);
  });
});
