import { expect, it } from 'vitest';
import { PHOTO_EVENT, PHOTO_PARAMETERS, Photographs, timedPhotoParameter } from './photographs.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const taken = (photos: Photographs, parameters: Map<number, string>, ms: number, odometerM: number | null = null) =>
  photos.take(parameters, NOW + ms, odometerM).map((p) => [p.mediaId, p.channel, p.event]);

it('takes what it is ordered to, one after the other, until it is told to stop', () => {
  const photos = new Photographs('862000000000001', 2);
  const none = new Map<number, string>();
  expect(photos.order(2, 3, 10, NOW)).toEqual([1, 2, 3]);
  expect(taken(photos, none, 0)).toEqual([[1, 2, PHOTO_EVENT.ordered]]);
  expect(taken(photos, none, 9_999)).toEqual([]);
  expect(taken(photos, none, 10_000)).toEqual([[2, 2, PHOTO_EVENT.ordered]]);
  photos.cancel(2);
  expect(taken(photos, none, 60_000)).toEqual([]);
});

it('takes pictures by time and by distance, as its parameters say', () => {
  const photos = new Photographs('862000000000001', 2);
  const parameters = new Map<number, string>([[PHOTO_PARAMETERS.timed, timedPhotoParameter(1)]]);
  expect(taken(photos, parameters, 0)).toEqual([[1, 1, PHOTO_EVENT.timed]]);
  expect(taken(photos, parameters, 59_999)).toEqual([]);
  expect(taken(photos, parameters, 60_000)).toEqual([[2, 1, PHOTO_EVENT.timed]]);
  parameters.delete(PHOTO_PARAMETERS.timed);
  // Channels 1, 2 and 5 of two, each 500 m.
  parameters.set(PHOTO_PARAMETERS.distance, ((0b10011 | (500 << 17)) >>> 0).toString(16).padStart(8, '0'));
  expect(taken(photos, parameters, 61_000, 1_000)).toEqual([]);
  expect(taken(photos, parameters, 62_000, 1_499)).toEqual([]);
  expect(taken(photos, parameters, 63_000, 1_500)).toEqual([
    [3, 1, PHOTO_EVENT.distance],
    [4, 2, PHOTO_EVENT.distance],
  ]);
  expect(taken(photos, parameters, 64_000, 1_900)).toEqual([]);
});
