import { whyUnable } from '@sightline/contract';
import { expect, it } from 'vitest';
import { DEVICE_TYPES } from './device-types.ts';

it.each(DEVICE_TYPES)('$code understands what its protocol and its parts can, each command once', (type) => {
  const device = { protocol: type.protocol, camCount: type.cam_count, modelCommands: null };
  expect(type.commands.filter((id) => whyUnable(id, device) !== null)).toEqual([]);
  expect(new Set(type.commands).size).toBe(type.commands.length);
  expect(type.commands).toContain('positionQuery');
});
