import { z } from 'zod';
import { InspectorReport, RawExchange } from '../entities/inspector.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idOf } from '../schema/primitives.ts';

export const inspectorOperations = defineOperations({
  'device.raw.page': {
    method: 'POST',
    path: '/v2/device/raw/page',
    summary: { en: 'The last raw frames of a device, explained octet by octet, and what was answered', zh: '设备最近的原始报文及应答' },
    input: pageInput({ deviceId: idOf('device') }, { maxSize: 50 }),
    output: pageOf(RawExchange),
    permission: ['3000:details', '4000:details'],
    scope: 'tenant',
    writes: false,
    rateLimit: { max: 120, windowS: 60 },
  },
  'device.raw.findings': {
    method: 'POST',
    path: '/v2/device/raw/findings',
    summary: { en: 'What seems to be wrong with a device, from its last frames', zh: '根据最近报文给出的设备诊断' },
    input: z.object({ deviceId: idOf('device') }),
    output: InspectorReport,
    permission: ['3000:details', '4000:details'],
    scope: 'tenant',
    writes: false,
    rateLimit: { max: 120, windowS: 60 },
  },
});
