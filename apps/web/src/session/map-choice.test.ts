import { expect, it } from 'vitest';
import { offeredMapType } from './map-choice.ts';

it('keeps a map type that is offered, and falls back to the default, then to the first one', () => {
  const look = { mapTypes: ['yandex', 'offline'], defaultMapType: null } as const;
  expect(offeredMapType('openStreet', null)).toBe('openStreet');
  expect(offeredMapType('offline', { ...look, mapTypes: [...look.mapTypes] })).toBe('offline');
  expect(offeredMapType('openStreet', { ...look, mapTypes: [...look.mapTypes] })).toBe('yandex');
  expect(offeredMapType('openStreet', { mapTypes: ['yandex', 'offline'], defaultMapType: 'offline' })).toBe('offline');
});
