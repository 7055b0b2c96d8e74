import type { TripSegment } from '@sightline/contract';
import { DEFAULT_UNITS, unitChoiceOf, type UnitChoice } from '@sightline/domain';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { fillBrowserGaps } from '../../testing/signed-in.tsx';
import { unitsFor } from '../../units/user-units.ts';
import type { PointInfo } from '../port.ts';
import { TripFuel } from './trip-fuel.tsx';

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
afterEach(cleanup);

const START = '2026-03-10T08:00:00.000Z';
const trip = (totalMileage: number) =>
  ({ deviceId: '1', startTime: START, endTime: '2026-03-10T09:00:00.000Z', totalMileage }) as TripSegment;

/** The counter at the beginning and at the end of the trip; no such position: the server refuses. */
const shown = async (counters: readonly (number | null)[], totalMileage: number, choice: UnitChoice): Promise<string> => {
  const asked: number[] = [];
  const point = async (_: string, timeMs: number): Promise<PointInfo> => {
    asked.push(timeMs);
    const fuelUsed = counters[timeMs === Date.parse(START) ? 0 : 1];
    if (fuelUsed === undefined) throw new Error('no such position');
    return { attributes: fuelUsed === null ? {} : { fuelUsed }, receivedTime: START, rejectedBecause: [] };
  };
  const { container, unmount } = render(<TripFuel trip={trip(totalMileage)} port={{ point }} units={unitsFor(choice, undefined, 'USD')} />);
  await waitFor(() => expect(asked).toHaveLength(2));
  // What the answers lead to is drawn when this ends.
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  const text = container.textContent;
  unmount();
  return text;
};

it('tells fuel and consumption in the person’s units', async () => {
  const american = unitChoiceOf({ oilQuantityUnit: 'usGallon', oilConsumptionUnit: 'milesPerUsGallon' });
  expect(await shown([1200, 1230], 100_000, DEFAULT_UNITS)).toBe('fuel 30.0 L, 30.0 L/100km');
  expect(await shown([1200, 1230], 100_000, american)).toBe('fuel 7.9 gal (US), 7.8 mpg (US)');
});

it('tells the fuel alone of a trip that went nowhere, or used none that could be reckoned on', async () => {
  expect(await shown([1200, 1201], 0, DEFAULT_UNITS)).toBe('fuel 1.0 L');
  expect(await shown([1200, 1200], 5000, unitChoiceOf({ oilConsumptionUnit: 'milesPerUkGallon' }))).toBe('fuel 0.0 L');
});

it('tells nothing where the device has no counter, began it anew, or the server does not say', async () => {
  expect(await shown([null, 1201], 5000, DEFAULT_UNITS)).toBe('');
  expect(await shown([1200, 4], 5000, DEFAULT_UNITS)).toBe('');
  expect(await shown([1200], 5000, DEFAULT_UNITS)).toBe('');
});
