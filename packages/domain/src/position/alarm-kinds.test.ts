import { describe, expect, it } from 'vitest';
import { activeAlarms, ALARM_KINDS, alarmKindsOf, alarmNumber, alarmOfNumber, NO_ALARM } from './alarm-kinds.ts';

describe('alarm kinds', () => {
  it('are each there once and have a number of one octet', () => {
    expect(new Set(ALARM_KINDS).size).toBe(ALARM_KINDS.length);
    expect(ALARM_KINDS.length).toBeLessThan(255);
  });

  it('come back from their number; what only tells something is no alarm', () => {
    const told = ALARM_KINDS.filter((kind) => alarmNumber(kind) !== NO_ALARM);
    for (const kind of told) expect(alarmOfNumber(alarmNumber(kind))).toBe(kind);
    expect(ALARM_KINDS.filter((kind) => !told.includes(kind))).toContain('ignitionOn');
    expect(told).toEqual(expect.arrayContaining(['sos', 'powerCut', 'overspeed', 'general']));
  });

  it('are told the most urgent first, each once', () => {
    expect(alarmKindsOf('overspeed,sos,overspeed,')).toEqual(['overspeed', 'sos']);
    expect(activeAlarms('ignitionOff,overspeed,sos')).toEqual(['sos', 'overspeed']);
    expect(alarmOfNumber(alarmNumber('lowBattery,powerCut,vibration'))).toBe('powerCut');
  });

  it('that nobody knows are general; nothing is no alarm', () => {
    expect(alarmOfNumber(alarmNumber('rainOfFrogs'))).toBe('general');
    expect(activeAlarms('rainOfFrogs')).toEqual(['rainOfFrogs']);
    expect(alarmOfNumber(250)).toBe('general');
    for (const none of [undefined, null, '', ',', 7, true]) expect(alarmNumber(none)).toBe(NO_ALARM);
    expect(alarmOfNumber(NO_ALARM)).toBeNull();
  });
});
