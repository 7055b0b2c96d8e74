import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useState } from 'react';
import { initI18n } from '../i18n/i18n.ts';
import { enterSession, fillBrowserGaps } from '../testing/signed-in.tsx';
import { UnitNumber } from './unit-number.tsx';

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
afterEach(cleanup);

let told: (number | null)[] = [];
beforeEach(() => {
  told = [];
});

const Asked = ({ start }: { start: number | null }) => {
  const [value, setValue] = useState(start);
  return (
    <UnitNumber
      aria-label="Speed"
      value={value}
      unit="km/h"
      min={10}
      max={255}
      step={1}
      tellsSent
      onChange={(next) => {
        told.push(next);
        setValue(next);
      }}
    />
  );
};
const field = (): HTMLInputElement => screen.getByRole('spinbutton', { name: 'Speed' });
const type = (text: string): void => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
};

it('asks in miles, tells what the device is sent, and changes nothing that nobody types over', () => {
  enterSession({ settings: { speedUnit: 'mph' } });
  render(<Asked start={100} />);
  expect(field().value).toBe('62.1');
  expect(screen.getByText('Sent as 100 km/h')).toBeTruthy();
  fireEvent.focus(field());
  fireEvent.blur(field());
  type('62.1');
  expect(told.filter((value) => value !== 100)).toEqual([]);
  type('70');
  expect(told.at(-1)).toBe(113);
  expect(screen.getByText('Sent as 113 km/h')).toBeTruthy();
  // The device takes whole kilometres an hour: the field says which speed that is.
  expect(field().value).toBe('70.2');
  type('');
  expect(told.at(-1)).toBeNull();
  expect(screen.queryByText(/Sent as/)).toBeNull();
});

it('is a plain number in the unit of the device', () => {
  enterSession();
  render(<Asked start={100} />);
  expect([field().value, screen.queryByText(/Sent as/)]).toEqual(['100', null]);
  type('120');
  expect(told).toEqual([120]);
});
