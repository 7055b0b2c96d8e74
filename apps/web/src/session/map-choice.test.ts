import { expect, it } from 'vitest';
import { offeredMapType } from './map-choice.ts';

it('keeps a map type that is offered, and falls back to the default, then to the first one', () => {
  const look = { mapTypes: ['yandex', 'offline'], defaultMapType: null } as const;
  expect(offeredMapType('openStreet', null)).toBe('openStreet');
  expect(offeredMapType('offline', { ...look, mapTypes: [...look.mapTypes] })).toBe('offline');
  expect(offeredMapType('openStreet', { ...look, mapTypes: [...look.mapTypes] })).toBe('yandex');
  expect(offeredMapType('openStreet', { mapTypes: ['yandex', 'offline'], defaultMapType: 'offline' })).toBe('offline');
});

it('shows whoever had chosen the own map the default once there is none', () => {
  expect(offeredMapType('own', null)).toBe('openStreet');
  expect(offeredMapType('own', { mapTypes: ['yandex', 'offline'], defaultMapType: 'offline' })).toBe('offline');
  expect(offeredMapType('own', { mapTypes: ['offline', 'own'], defaultMapType: 'offline' })).toBe('own');
});
