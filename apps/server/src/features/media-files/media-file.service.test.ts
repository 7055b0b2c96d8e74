import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { findMediaFile, mediaUsage, pageMediaFiles } from '@sightline/db';
import { createLogger, EventBus, loadConfig } from '@sightline/runtime';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/dev-env/database.ts';
import { registerDevices } from '../../../../../test/dev-env/gateway-devices.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import { cleanFiles } from '../../services/worker/file-cleaning.ts';
import { openFiles } from '../files/file.service.ts';
import { addMediaFile, removeMediaFiles, type MediaDraft, type MediaParts } from './media-file.service.ts';

const DEVICE = '13800138000';
let own: TestDatabase;
let folder: string;
let deviceKey: number;
let customerId: string;
beforeEach(async () => {
  own = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-media-'));
  deviceKey = (await registerDevices(own.database, [DEVICE])).get(DEVICE)!;
  customerId = (await own.database.system.selectFrom('device').select('customer_id').executeTakeFirstOrThrow()).customer_id;
});
afterEach(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

const partsOf = (env: Record<string, string> = {}): MediaParts => {
  const { config } = loadConfig([], { SIGHTLINE_DATA: folder, ...env });
  return {
    context: { config, database: own.database, logger: createLogger('silent'), bus: new EventBus(() => undefined) },
    files: openFiles(config),
  };
};
const picture = (change: Partial<MediaDraft> = {}): MediaDraft => ({
  deviceKey,
  channel: 2,
  kind: 'picture',
  source: 'capture',
  takenAt: new Date('2026-06-01T10:00:00Z'),
  contentType: 'image/jpeg',
  fileName: 'picture.jpg',
  ...change,
});
let made = 0;
/** Different ones each time. */
const bytesOf = (size: number): Uint8Array => new Uint8Array(size).fill(++made % 256);
const onDisk = async (): Promise<number> =>
  (await readdir(path.join(folder, 'files'), { recursive: true }).catch(() => [])).filter((f) => /[0-9a-f]{32}$/.test(f)).length;
const viewer = () => ({ customerId, seesLocked: false });

test('a file has its device, its check value and a date on which it goes', async () => {
  const parts = partsOf({ SIGHTLINE_MEDIA_DAYS: '3' });
  const bytes = bytesOf(1000);
  const { file } = await addMediaFile(
    parts,
    picture({ lat: 48.1, lon: 11.5, speedKph: 36.5, eventCode: 1 }),
    Readable.from([bytes.subarray(0, 300), bytes.subarray(300)]),
  );
  expect(file).toMatchObject({
    device_id: DEVICE,
    device_name: DEVICE,
    customer_id: customerId,
    channel: 2,
    size_bytes: '1000',
    lat: 48.1,
    speed_kph: 36.5,
    event_code: 1,
  });
  expect(file.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true);
  const days = (file.expires_at!.getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThanOrEqual(3);
  const chunks: Buffer[] = [];
  for await (const chunk of parts.files.store.read(file.storage_name)) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true);
  expect((await addMediaFile(parts, picture({ keepDays: 0 }), bytesOf(1000))).file.expires_at).toBeNull();
  expect(await mediaUsage(own.database.system, customerId)).toBe(2000);
});

test('a file that the device sends again is the same file, also at the same time; a clip is not', async () => {
  const parts = partsOf();
  const bytes = bytesOf(500);
  const added = await Promise.all(Array.from({ length: 8 }, () => addMediaFile(parts, picture(), bytes)));
  expect(new Set(added.map((a) => a.file.id)).size).toBe(1);
  expect(added.filter((a) => !a.repeated)).toHaveLength(1);
  expect(await onDisk()).toBe(1);
  expect(await mediaUsage(own.database.system, customerId)).toBe(500);
  for (const other of [{ channel: 3 }, { takenAt: new Date('2026-06-01T10:00:01Z') }, { alarmId: '7' }])
    expect(await addMediaFile(parts, picture(other), bytes)).toMatchObject({ repeated: false });
  const clips = [
    await addMediaFile(parts, picture({ source: 'clip' }), bytes),
    await addMediaFile(parts, picture({ source: 'clip' }), bytes),
  ];
  expect(clips[0]!.file.id).not.toBe(clips[1]!.file.id);
  expect(await onDisk()).toBe(6);
});

test('nothing is left of a file that is refused', async () => {
  const parts = partsOf({ SIGHTLINE_MEDIA_QUOTA: '1' });
  await expect(addMediaFile(parts, picture({ maxBytes: 999 }), bytesOf(1000))).rejects.toThrow(FileTooLargeError);
  await expect(addMediaFile(parts, picture(), bytesOf(1_048_577))).rejects.toMatchObject({ reason: 'quota' });
  await expect(addMediaFile(parts, picture({ deviceKey: deviceKey + 999 }), bytesOf(10))).rejects.toMatchObject({ reason: 'deviceGone' });
  await expect(addMediaFile(parts, picture({ alarmId: 'x' }), bytesOf(10))).rejects.toThrow();
  await own.database.pool.query('UPDATE device SET recycled_at = now()');
  await expect(addMediaFile(parts, picture(), bytesOf(10))).rejects.toMatchObject({ reason: 'deviceGone' });
  expect(await onDisk()).toBe(0);
  expect(await mediaUsage(own.database.system, customerId)).toBe(0);
});

test('with a full allowance the oldest files make room, those of alarms last, also when many come at once', async () => {
  const parts = partsOf({ SIGHTLINE_MEDIA_QUOTA: '1' });
  const size = 100_000;
  const { file: alarm } = await addMediaFile(parts, picture({ alarmId: '7' }), bytesOf(size));
  const { file: first } = await addMediaFile(parts, picture(), bytesOf(size));
  const added = await Promise.all(Array.from({ length: 24 }, () => addMediaFile(parts, picture(), bytesOf(size))));
  const rows = await own.database.system.selectFrom('media_file').select(['id', 'size_bytes']).execute();
  expect(rows).toHaveLength(10);
  expect(rows.map((r) => r.id)).toContain(alarm.id);
  expect(rows.map((r) => r.id)).not.toContain(first.id);
  expect(new Set(added.map((f) => f.file.id)).size).toBe(24);
  expect(await mediaUsage(own.database.system, customerId)).toBe(10 * size);
  expect(await onDisk()).toBe(10);
  // Nothing but evidence is left: then the oldest of that goes.
  for (let i = 0; i < 11; i++) await addMediaFile(parts, picture({ alarmId: '8' }), bytesOf(size));
  expect(await findMediaFile(own.database.system, alarm.id, viewer())).toBeUndefined();
  expect(await mediaUsage(own.database.system, customerId)).toBe(10 * size);
});

test('files go by people, by their time and with their device, and their bytes after them', async () => {
  const parts = partsOf();
  const scope = { customerPath: '1', userId: '1', platform: false };
  const { file: one } = await addMediaFile(parts, picture(), bytesOf(10));
  const { file: two } = await addMediaFile(parts, picture({ keepDays: 1 }), bytesOf(20));
  await addMediaFile(parts, picture(), bytesOf(30));
  let work: (() => Promise<void>) | null = null;
  await own.database.scoped(scope, (trx) => removeMediaFiles(parts, trx, [one.id], (w) => (work = w)));
  expect(await onDisk()).toBe(3);
  await work!();
  expect(await onDisk()).toBe(2);
  await own.database.pool.query(`UPDATE media_file SET expires_at = now() - interval '1 second' WHERE id = $1`, [two.id]);
  expect(await findMediaFile(own.database.system, two.id, viewer())).toBeUndefined();
  const later = Date.now() + 7_200_000;
  expect(await cleanFiles(own.database, parts.files.store, later)).toMatchObject({ media: 1, removed: 1 });
  expect(await onDisk()).toBe(1);
  await own.database.pool.query('DELETE FROM device');
  expect(await cleanFiles(own.database, parts.files.store, later)).toMatchObject({ media: 0, removed: 1 });
  expect(await onDisk()).toBe(0);
  expect(await mediaUsage(own.database.system, customerId)).toBe(0);
});

test('a page leaves out what superiors may not watch and what the licence hides', async () => {
  const parts = partsOf();
  const { file } = await addMediaFile(parts, picture(), bytesOf(10));
  const page = (change: { customerId?: string; seesLocked?: boolean }, more: object = {}) =>
    pageMediaFiles(own.database.system, { viewer: { ...viewer(), ...change }, limit: 10, offset: 0, ...more });
  const ids = async (...given: Parameters<typeof page>) => (await page(...given)).rows.map((r) => r.id);
  expect(await ids({ customerId: '999' })).toEqual([file.id]);
  await own.database.system.updateTable('customer').set({ superior_may_watch: false }).execute();
  expect(await ids({ customerId: '999' })).toEqual([]);
  expect(await ids({ customerId })).toEqual([file.id]);
  await sql`UPDATE device SET locked_at = now()`.execute(own.database.system);
  expect(await ids({ customerId })).toEqual([]);
  expect(await ids({ customerId, seesLocked: true })).toEqual([file.id]);
  const seen = { customerId, seesLocked: true };
  for (const [filter, found] of [
    [{ channel: 2 }, true],
    [{ channel: 1 }, false],
    [{ deviceIds: [DEVICE] }, true],
    [{ deviceIds: [] }, false],
    [{ sources: ['capture'] }, true],
    [{ sources: ['timed'] }, false],
    [{ kinds: ['picture'] }, true],
    [{ kinds: ['video'] }, false],
    [{ path: '1' }, true],
    [{ path: '1.2' }, false],
    [{ alarmIds: ['1'] }, false],
    [{ from: file.taken_at }, true],
    [{ to: file.taken_at }, false],
  ] as const)
    expect([filter, await ids(seen, filter)]).toEqual([filter, found ? [file.id] : []]);
});
