import { expect, it } from 'vitest';
import { connectionStatus, motionStatus } from './status.ts';

it('online until the time-out, inactive when never heard', () => {
  expect([connectionStatus(null, 10, 5), connectionStatus(5, 10, 5), connectionStatus(4, 10, 5)]).toEqual([
    'inactive',
    'online',
    'offline',
  ]);
});
it('moving by speed, else idle or stopped by ignition', () => {
  expect([
    motionStatus(5, null, 5),
    motionStatus(4.9, true, 5),
    motionStatus(0, false, 0),
    motionStatus(null, null, 5),
    motionStatus(1, false, 0),
  ]).toEqual(['moving', 'idle', 'stopped', 'stopped', 'moving']);
});
