import { CONDITION_SOURCE_IDS, measuresIn, sourceOf, unitChoiceOf, type Condition } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { AlertCondition, alertText, conditionText, sourceName } from '../src/index.ts';

const METRIC = measuresIn(unitChoiceOf({}));
const BRITISH = measuresIn(unitChoiceOf({ speedUnit: 'mph', temperatureUnit: 'fahrenheit', oilQuantityUnit: 'ukGallon' }));

describe('conditions in words', () => {
  it('of every source, with each of its comparisons, in both languages, and as the contract takes them', () => {
    for (const source of CONDITION_SOURCE_IDS) {
      const definition = sourceOf(source);
      for (const comparison of definition.comparisons) {
        const value = definition.kind === 'number' ? definition.min : definition.options[0];
        const condition: Condition = {
          source,
          comparison,
          value,
          ...(definition.numbers === undefined ? {} : { number: definition.numbers.to }),
        };
        expect(AlertCondition.safeParse(condition).success, source).toBe(true);
        const [en, zh] = [conditionText(condition, 'en', METRIC), conditionText(condition, 'zh', METRIC)];
        expect(en).toMatch(/^[a-zA-Z]/);
        expect(en).not.toContain('undefined');
        expect(zh).toMatch(/[\u4e00-\u9fff]/);
      }
      expect(sourceName(source, 'zh')).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it('are numbers of the person, with the decimals that they have and no dust', () => {
    const speed: Condition = { source: 'speed', comparison: 'gt', value: 96.56064 };
    expect(conditionText(speed, 'en', BRITISH)).toBe('speed over 60 mph');
    expect(conditionText(speed, 'en', METRIC)).toBe('speed over 96.56 km/h');
    expect(conditionText({ source: 'temperature', number: 2, comparison: 'le', value: -18.5 }, 'en', METRIC)).toBe(
      'temperature 2 at most -18.5 °C',
    );
    expect(conditionText({ source: 'temperature', number: 2, comparison: 'le', value: -18 }, 'en', BRITISH)).toBe(
      'temperature 2 at most -0.4 °F',
    );
    expect(conditionText({ source: 'fuel', number: 0, comparison: 'lt', value: 45.4609 }, 'en', BRITISH)).toBe('fuel under 10 gal (UK)');
    expect(conditionText({ source: 'temperature', number: 2, comparison: 'gt', value: 8 }, 'zh', METRIC)).toBe('温度 2 高于 8 °C');
    expect(conditionText({ source: 'power', comparison: 'lt', value: 11.5 }, 'zh', BRITISH)).toBe('外部电压低于 11.5 V');
  });

  it('make one sentence of an alert', () => {
    const conditions: Condition[] = [
      { source: 'speed', comparison: 'gt', value: 90 },
      { source: 'ignition', comparison: 'eq', value: 'on' },
    ];
    expect(alertText({ match: 'all', conditions, holdS: 30 }, 'en', METRIC)).toBe('Speed over 90 km/h and ignition on, for 30 s');
    expect(alertText({ match: 'all', conditions, holdS: 600 }, 'en', METRIC)).toBe('Speed over 90 km/h and ignition on, for 10 min');
    expect(alertText({ match: 'all', conditions, holdS: 90 }, 'zh', METRIC)).toBe('速度高于 90 km/h 且 点火开，持续 90 秒');
    expect(alertText({ match: 'any', conditions, holdS: 0 }, 'zh', METRIC)).toBe('速度高于 90 km/h 或 点火开');
    const others: Condition[] = [
      { source: 'motion', comparison: 'ne', value: 'moving' },
      { source: 'alarm', comparison: 'eq', value: 'sos' },
      { source: 'noContact', comparison: 'ge', value: 30 },
    ];
    expect(alertText({ match: 'all', conditions: others, holdS: 0 }, 'en', METRIC)).toBe(
      'Not moving and alarm “SOS” and no contact for 30 min',
    );
  });
});
