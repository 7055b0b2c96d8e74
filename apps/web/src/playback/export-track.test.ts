import { measuresIn, unitChoiceOf, UTC_ZONE } from '@sightline/domain';
import { expect, it } from 'vitest';
import { exportLines } from './export-track.ts';
import { trackOf } from './test-track.ts';
import { EMPTY_DIGEST, extendDigest } from './track/digest.ts';
import type { PlayedDevice } from './use-tracks.ts';

it('a table has speeds in the person’s unit; the formats of tracks have their own', () => {
  const track = trackOf([
    { t: 0, kph: 100 },
    { t: 10_000, kph: 36 },
  ]);
  const device = { deviceId: '1', name: 'T', track, digest: extendDigest(EMPTY_DIGEST, track), segments: [] } as unknown as PlayedDevice;
  const british = measuresIn(unitChoiceOf({ speedUnit: 'mph' }));
  const speeds = [...exportLines(device, 'csv', UTC_ZONE, british, ['time'])]
    .join('')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[3]);
  expect(speeds).toEqual(['62.1', '22.4']);
  expect([...exportLines(device, 'gpx', UTC_ZONE, british, [])].join('')).toContain('<gpxtpx:speed>10</gpxtpx:speed>');
});
