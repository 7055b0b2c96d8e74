import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTES, NUMBERED_ATTRIBUTES } from '../position/attributes.ts';
import { conversionOf } from '../units/conversion.ts';
import { unitChoiceOf } from '../units/units.ts';
import { COMPARISONS, CONDITION_SOURCE_IDS, sourceOf } from './condition-sources.ts';
import { attributeOf, conditionFault, type Condition } from './condition.ts';
import { isDaySpan, isWithinSpans, minutesOfClock, overlappingSpans } from './day-span.ts';

const sound = (source: (typeof CONDITION_SOURCE_IDS)[number]): Condition => {
  const definition = sourceOf(source);
  const value = definition.kind === 'number' ? definition.max : definition.options[0];
  return {
    source,
    comparison: definition.comparisons[0],
    value,
    ...(definition.numbers === undefined ? {} : { number: definition.numbers.to }),
  };
};

describe.each(CONDITION_SOURCE_IDS)('source %s', (source) => {
  const definition = sourceOf(source);

  it('takes each of its comparisons and numbers, both ends of its values, and nothing beyond', () => {
    const base = sound(source);
    for (const comparison of COMPARISONS) {
      const fault = conditionFault({ ...base, comparison });
      expect(fault, comparison).toBe(definition.comparisons.includes(comparison) ? null : 'comparison');
    }
    const { numbers } = definition;
    for (const number of [undefined, -1, 0, 1, 2, 33]) {
      const takes = numbers === undefined ? number === undefined : number !== undefined && number >= numbers.from && number <= numbers.to;
      expect(conditionFault({ ...base, number }), String(number)).toBe(takes ? null : 'number');
    }
    if (definition.kind === 'choice') {
      for (const value of definition.options) expect(conditionFault({ ...base, value })).toBeNull();
      for (const value of ['', 'maybe', 1]) expect(conditionFault({ ...base, value })).toBe('value');
      return;
    }
    const { min, max, step } = definition;
    for (const value of [min, max]) expect(conditionFault({ ...base, value })).toBeNull();
    for (const value of [min - 1, max + 1, NaN, Infinity, 'on']) expect(conditionFault({ ...base, value }), String(value)).toBe('value');
    expect(conditionFault({ ...base, value: min + 0.05 })).toBe(step === undefined ? null : 'value');
    if (step !== undefined) expect(conditionFault({ ...base, value: min + 3 * step })).toBeNull();
  });

  it('reads an attribute that devices send, by their name of it', () => {
    const name = attributeOf(sound(source));
    expect(name !== null).toBe(definition.reads === 'attribute');
    if (definition.attribute === undefined) return;
    const { numbers } = definition;
    const families: readonly string[] = NUMBERED_ATTRIBUTES;
    if (numbers !== undefined) {
      expect(families).toContain(definition.attribute);
      expect(name).toBe(`${definition.attribute}${numbers.to}`);
    }
    // `fuel` is a family and an attribute; `temp` and `in` are families alone.
    if (numbers === undefined || numbers.from === 0) expect(Object.keys(ATTRIBUTES)).toContain(definition.attribute);
    expect(attributeOf({ source, number: 0 })).toBe(definition.attribute);
  });

  it('has a unit that is converted for who has another one, or that nobody chooses', () => {
    if (definition.kind !== 'number') return;
    const british = unitChoiceOf({ speedUnit: 'mph', temperatureUnit: 'fahrenheit', oilQuantityUnit: 'ukGallon' });
    expect(conversionOf(british, definition.unit) === null).toBe(['V', '%', 'min'].includes(definition.unit));
  });
});

describe('spans of the day', () => {
  it('are times of the clock, and last', () => {
    expect(['00:00', '23:59', '24:00'].map(minutesOfClock)).toEqual([0, 1439, 1440]);
    for (const text of ['24:01', '7:00', '12:60', '', '12:00:00', 'ab:cd']) expect(minutesOfClock(text)).toBeNull();
    expect(isDaySpan({ from: '22:00', to: '06:00' })).toBe(true);
    expect(isDaySpan({ from: '22:00', to: '24:00' })).toBe(true);
    expect(isDaySpan({ from: '22:00', to: '00:00' })).toBe(true);
    expect(isDaySpan({ from: '08:00', to: '08:00' })).toBe(false);
    expect(isDaySpan({ from: '24:00', to: '06:00' })).toBe(false);
  });

  it('over midnight belong to the day on which they begin', () => {
    const night = [{ from: '22:00', to: '06:00' }];
    const at = (text: string): number => Date.parse(`${text}:00Z`);
    // 2026-11-20 is a Friday.
    expect(isWithinSpans(at('2026-11-20T23:00'), [5], night)).toBe(true);
    expect(isWithinSpans(at('2026-11-21T05:59'), [5], night)).toBe(true);
    expect(isWithinSpans(at('2026-11-21T06:00'), [5], night)).toBe(false);
    expect(isWithinSpans(at('2026-11-20T05:00'), [5], night)).toBe(false);
    expect(isWithinSpans(at('2026-11-21T23:00'), [5], night)).toBe(false);
    // From Sunday into Monday.
    expect(isWithinSpans(at('2026-11-23T01:00'), [7], night)).toBe(true);
    expect(isWithinSpans(at('2026-11-22T12:00'), [7], [])).toBe(true);
  });

  it('overlap exactly when some minute of the day lies in both', () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
    const span = fc.record({ from: clock, to: clock }).filter(isDaySpan);
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    fc.assert(
      fc.property(span, span, (one, other) => {
        const minutes = Array.from({ length: 1440 }, (_, minute) => minute * 60_000);
        const shared = minutes.some((ms) => isWithinSpans(ms, everyDay, [one]) && isWithinSpans(ms, everyDay, [other]));
        expect(overlappingSpans([one, other]) !== null).toBe(shared);
      }),
      { numRuns: 60 },
    );
  });
});
