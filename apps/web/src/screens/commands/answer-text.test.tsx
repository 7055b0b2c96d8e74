import type { CommandRecord } from '@sightline/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { AnswerText } from './answer-text.tsx';

beforeAll(async () => await initI18n('en_US'));
afterEach(cleanup);

it('calls alarms by their names, and one that nobody knows as the device does', () => {
  const answer = { speedKph: 61.5, alarms: 'overspeed, gnssFault, madeUp' };
  render(<AnswerText record={{ answer, answerText: null } as unknown as CommandRecord} />);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['61.5 km/h', 'overspeed, GNSS fault, madeUp']);
});
