import { Readable } from 'node:stream';
import { ERROR_CODE, FILE_ROUTES, OPERATIONS, type TaskInfo } from '@sightline/contract';
import { insertTask, findTask } from '@sightline/db';
import { startJob, defineJob, type JobContext } from '@sightline/server/features/jobs/job.service';
import { JobRunner } from '@sightline/server/features/jobs/job-runner';
import { Sessions } from '@sightline/server/features/auth/sessions.service';
import { scopeOf, type Principal } from '@sightline/server/features/principal';
import { cleanFiles } from '@sightline/server/services/worker/file-cleaning';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually as poll } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let token: string;
let principal: Principal;
/** What the job does in the test of the moment. */
let behaviour: (context: JobContext<{ text: string }>) => Promise<{ empty?: boolean; summary?: Record<string, unknown> }>;
let runner: JobRunner;
const runners: JobRunner[] = [];

const input = z.object({ text: z.string() });
const plain = defineJob({ id: 'device.export', input, run: (context) => behaviour(context) });
const atomic = defineJob({ id: 'device.import', input, atomic: true, run: (context) => behaviour(context) });
const exclusive = defineJob({ id: 'device.batchUpdate', input, onePerCustomer: true, run: (context) => behaviour(context) });
const JOBS = [plain, atomic, exclusive];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  token = await api.signIn(world.a.account, PASSWORD);
  const sessions = new Sessions(api.database, api.context.bus);
  principal = (await sessions.resolve(token))!;
  sessions.close();
  runner = await newRunner();
});
afterEach(() => void (behaviour = async () => ({})));
afterAll(async () => {
  for (const r of runners) await r.stop();
  await api?.stop();
});

async function newRunner(recoverMs?: number): Promise<JobRunner> {
  const made = new JobRunner(api.context, api.files, JOBS, recoverMs);
  runners.push(made);
  await made.start();
  return made;
}

const begin = async (job: (typeof JOBS)[number] = plain, who = principal): Promise<TaskInfo> =>
  await api.database.scoped(scopeOf(who), (trx) => startJob(trx, job, { text: 'hello' }, { principal: who, language: 'en_US' }));
const eventually = <T>(condition: () => T | Promise<T>) => poll(condition, 'the state of a task');
const info = (id: string, as = token) => api.client(as).call('task.info', { taskId: id });
const ended = (id: string) =>
  eventually(async () => {
    const task = await info(id);
    return task.finishTime === null ? null : task;
  });

test('runs in the scope of its user, tells how far it is, and leaves a file that only that user can fetch', async () => {
  behaviour = async (context) => {
    const seen = await context.trx((trx) => trx.selectFrom('device').select('id').where('recycled_at', 'is', null).orderBy('id').execute());
    await context.progress(1, 2);
    await context.resultFile('Geräte 1.csv', 'text/csv', Readable.from(['a,b\r\n', seen.map((d) => d.id).join()]));
    return { summary: { devices: seen.length, text: context.input.text } };
  };
  const socket = io(api.url, { path: '/gps/socket.io', query: { token }, transports: ['websocket'] });
  const notices: { id: string; status: number; fileName: string; systemModule: number }[] = [];
  socket.on('push_notice_report_export', (notice: (typeof notices)[number]) => notices.push(notice));
  await eventually(async () => (socket.connected ? true : null));
  const begun = await begin();
  expect(begun).toMatchObject({ state: 'queued', status: 3, progress: 0, jobName: 'Export devices' });
  const task = await ended(begun.id);
  expect(task).toMatchObject({
    state: 'success',
    status: 1,
    progress: 100,
    fileName: 'Geräte 1.csv',
    summary: { devices: 2, text: 'hello' },
  });
  await eventually(async () => (notices.some((n) => n.id === begun.id && n.status === 1) ? true : null));
  expect(notices.at(-1)).toMatchObject({ fileName: 'Geräte 1.csv', systemModule: 1 });
  socket.close();

  const { url } = await api.client(token).call('task.download', { taskId: task.id });
  const byLink = await fetch(`${api.url}${url}`);
  expect(byLink.headers.get('content-disposition')).toContain("filename*=UTF-8''Ger%C3%A4te%201.csv");
  expect(await byLink.text()).toBe(`a,b\r\n${world.a.deviceId},${world.a.subDeviceId}`);
  const byToken = (as: string | null) => api.raw('GET', `${FILE_ROUTES.download}?taskId=${task.id}`, as);
  expect((await byToken(token)).text).toContain(world.a.deviceId);
  expect((await byToken(null)).status).toBe(401);
  expect((await byToken(await api.signIn(world.b.account, PASSWORD))).code).toBe(ERROR_CODE.dataNotFound);
  const forged = url.replace(/ticket=(\d+)\./, (_all, id: string) => `ticket=${Number(id) + 1}.`);
  expect((await fetch(`${api.url}${forged}`)).status).toBe(401);

  // A link dies with its user's right to sign in.
  await sql`UPDATE app_user SET status = 'stopped' WHERE id = ${world.a.userId}`.execute(api.database.system);
  expect((await fetch(`${api.url}${url}`)).status).toBe(401);
  await sql`UPDATE app_user SET status = 'active' WHERE id = ${world.a.userId}`.execute(api.database.system);
});

test("is nobody else's: neither of the owner above nor of a colleague", async () => {
  const task = await ended((await begin()).id);
  for (const account of [world.owner, world.b.account, world.singleLogin]) {
    const other = await api.signIn(account, PASSWORD);
    expect(await codeOf(info(task.id, other))).toBe(ERROR_CODE.recordNotFound);
    const page = await api.client(other).call('task.page', { pageSize: 200 });
    expect(page.records.map((t) => t.id)).not.toContain(task.id);
  }
});

test('ends with the code of what went wrong; nothing to give is no failure', async () => {
  behaviour = () => Promise.resolve({ empty: true });
  expect(await ended((await begin()).id)).toMatchObject({ state: 'empty', status: 4 });
  behaviour = async (context) => {
    await context.upload('999999');
    return {};
  };
  expect(await ended((await begin()).id)).toMatchObject({ state: 'failed', status: 0, errorCode: ERROR_CODE.dataNotFound });
  behaviour = () => Promise.reject(new Error('with a secret in it'));
  const broken = await ended((await begin()).id);
  expect(broken.errorCode).toBe(ERROR_CODE.systemError);
  expect(JSON.stringify(broken)).not.toContain('secret');
});

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });

test('a running task is cancelled, and what it had written is undone', async () => {
  behaviour = async (context) => {
    await context.trx((trx) => trx.updateTable('device').set({ remark: 'half done' }).execute());
    await context.progress(1, 3);
    return await untilAborted(context.signal);
  };
  const { id } = await begin(atomic);
  await eventually(async () => ((await info(id)).done === 1 ? true : null));
  await api.client(token).call('task.cancel', { taskId: id });
  expect(await ended(id)).toMatchObject({ state: 'cancelled', status: 0 });
  const { rows } = await sql`SELECT 1 FROM device WHERE remark = 'half done'`.execute(api.database.system);
  expect(rows).toHaveLength(0);
  // A second time changes nothing.
  expect((await api.client(token).call('task.cancel', { taskId: id })).state).toBe('cancelled');
});

test('one of a kind for each customer, counted by the database', async () => {
  behaviour = (context) => untilAborted(context.signal);
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(begin(exclusive))));
  expect(codes.toSorted()).toEqual([0, ...Array.from({ length: 5 }, () => ERROR_CODE.taskRunning)]);
  const { records } = await api.client(token).call('task.page', { job: 'device.batchUpdate' });
  await api.client(token).call('task.cancel', { taskId: records[0]!.id });
  await ended(records[0]!.id);
  behaviour = () => Promise.resolve({});
  expect((await ended((await begin(exclusive)).id)).state).toBe('success');
});

test('a user cannot fill the queue', async () => {
  await runner.stop();
  const begun = await Promise.all(Array.from({ length: 25 }, () => begin().catch(() => null)));
  expect(begun.filter((t) => t !== null)).toHaveLength(20);
  for (const task of begun) if (task) expect((await api.client(token).call('task.cancel', { taskId: task.id })).state).toBe('cancelled');
  runner = await newRunner();
});

test('a process that stops gives its task back; the next one finishes it', async () => {
  let runs = 0;
  behaviour = async (context) => {
    runs++;
    await context.progress(1, 2);
    return runs === 1 ? await untilAborted(context.signal) : { summary: { runs } };
  };
  const { id } = await begin();
  await eventually(async () => ((await info(id)).done === 1 ? true : null));
  await runner.stop();
  expect((await info(id)).state).toBe('queued');
  runner = await newRunner();
  expect(await ended(id)).toMatchObject({ state: 'success', summary: { runs: 2 } });
  const row = await findTask(api.database.system, id, null);
  expect([row?.run_no, row?.attempts]).toEqual([2, 1]);
});

test('a run that lost its lock leaves nothing behind, another one takes over at once; after three it is given up', async () => {
  await runner.stop();
  // It does not look by itself within this test.
  runner = await newRunner(86_400_000);
  let runs = 0;
  const dropLock = () =>
    // Locks of this database alone: other tests run their tasks on the same server.
    sql`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND classid = ${0x7461736b} AND granted AND objsubid = 2`.execute(
      api.database.system,
    );
  behaviour = async (context) => {
    runs++;
    await context.trx((trx) =>
      trx
        .updateTable('device')
        .set({ remark: `run ${runs}` })
        .where('id', '=', world.a.deviceId)
        .execute(),
    );
    await dropLock();
    return await untilAborted(context.signal);
  };
  const { id } = await begin(atomic);
  await eventually(async () => (runs === 1 ? true : null));
  // Found by itself as soon as each of them has ended.
  await eventually(async () => ((await info(id)).finishTime === null ? null : true));
  expect(runs).toBe(3);
  expect(await info(id)).toMatchObject({ state: 'failed', errorCode: ERROR_CODE.tryLater, errorDetail: { reason: 'interrupted' } });
  const { rows } = await sql`SELECT 1 FROM device WHERE remark LIKE 'run %'`.execute(api.database.system);
  expect(rows).toHaveLength(0);
});

test('a task of a user who may no longer sign in does not run', async () => {
  await runner.stop();
  let ran = false;
  behaviour = () => {
    ran = true;
    return Promise.resolve({});
  };
  const task = await insertTask(api.database.system, {
    job: 'device.export',
    userId: world.b.userId,
    customerId: world.b.customerId,
    input: { text: 'x' },
    language: 'en_US',
    fileName: null,
    exclusiveKey: null,
  });
  await sql`UPDATE app_user SET status = 'stopped' WHERE id = ${world.b.userId}`.execute(api.database.system);
  runner = await newRunner();
  const row = await eventually(async () => {
    const found = await findTask(api.database.system, task!.id, null);
    return found?.finished_at ? found : null;
  });
  expect([row.state, row.error_code, ran]).toEqual(['failed', ERROR_CODE.accountGone, false]);
  await sql`UPDATE app_user SET status = 'active' WHERE id = ${world.b.userId}`.execute(api.database.system);
});

test('results go after seven days, and so do bytes without a row', async () => {
  behaviour = async (context) => {
    await context.resultFile('r.csv', 'text/csv', Readable.from(['1']));
    return {};
  };
  const task = await ended((await begin()).id);
  const days = (Date.parse(task.fileExpirationTime!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
  const orphan = await api.files.store.write(Readable.from(['x']), 10);
  await sql`UPDATE stored_file SET expires_at = now() WHERE id = (SELECT file_id FROM task WHERE id = ${task.id})`.execute(
    api.database.system,
  );
  expect((await info(task.id)).state).toBe('success');
  expect(await codeOf(api.client(token).call('task.download', { taskId: task.id }))).toBe(ERROR_CODE.dataNotFound);
  await cleanFiles(api.database, api.files.store, Date.now());
  expect(await api.files.store.exists(orphan.storageName)).toBe(true);
  await cleanFiles(api.database, api.files.store, Date.now() + 7_200_000);
  expect(await api.files.store.exists(orphan.storageName)).toBe(false);
  expect((await info(task.id)).fileExpirationTime).toBeNull();
});

const upload = async (name: string, body: Uint8Array | string, as: string | null = token) => {
  const response = await fetch(`${api.url}/gps${OPERATIONS['common.upload'].path}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(as === null ? {} : { authorization: as }) },
    body,
  });
  return { status: response.status, ...((await response.json()) as { code: number; data: { fileId: string; fileName: string } }) };
};

test('an upload is checked by its content, kept under a generated name and belongs to its user', async () => {
  const zip = new Uint8Array([0x50, 0x4b, 3, 4, 5, 6, 7, 8, 9]);
  const answer = await upload('../../etc/Flotte Ä.xlsx', zip);
  expect(answer).toMatchObject({ code: 0, data: { fileName: 'Flotte Ä.xlsx' } });
  const row = await api.database.system
    .selectFrom('stored_file')
    .selectAll()
    .where('id', '=', answer.data.fileId)
    .executeTakeFirstOrThrow();
  expect(row.storage_name).toMatch(/^[0-9a-f]{32}$/);
  expect([row.user_id, row.purpose, row.size_bytes]).toEqual([world.a.userId, 'upload', '9']);
  expect((await upload('a.xlsx', 'no spreadsheet at all')).code).toBe(ERROR_CODE.fileTypeNotAllowed);
  expect((await upload('a.xlsx', 'PK')).code).toBe(ERROR_CODE.fileTypeNotAllowed);
  expect((await upload('a.exe', zip)).code).toBe(ERROR_CODE.fileTypeNotAllowed);
  expect((await upload('a.xlsx', '')).code).toBe(ERROR_CODE.emptyFile);
  expect((await upload('', zip)).code).toBe(ERROR_CODE.invalidParameters);
  expect((await upload('a.xlsx', zip, null)).status).toBe(401);
  expect((await upload('a.xlsx', zip, await api.signIn(world.demo, PASSWORD))).code).toBe(ERROR_CODE.demoMode);
  // The client of the contract sends it likewise, and the log says who did.
  const sent = await api.client(token).call('common.upload', { name: 'fleet.xlsx' }, { file: new Blob([zip]) });
  expect(sent).toMatchObject({ fileName: 'fleet.xlsx', sizeBytes: 9 });
  const { records } = await api.client(token).call('log.page', { pageSize: 1 });
  expect(records[0]).toMatchObject({ operation: 'common.upload', detail: { fileId: sent.fileId, fileName: 'fleet.xlsx' } });
  // Where no file is taken, bytes are no input.
  const bytes = { method: 'POST', headers: { 'content-type': 'application/octet-stream', authorization: token }, body: zip };
  expect(await (await fetch(`${api.url}/gps/v2/task/page`, bytes)).json()).toMatchObject({ code: ERROR_CODE.invalidParameters });
  const before = await filesOnDisk();
  const big = new Uint8Array(10_485_761);
  big.set(zip);
  expect((await upload('a.xlsx', big).catch(() => ({ code: ERROR_CODE.fileTooLarge }))).code).toBe(ERROR_CODE.fileTooLarge);
  expect(await filesOnDisk()).toBe(before);
});

async function filesOnDisk(): Promise<number> {
  let count = 0;
  for await (const files of api.files.store.list()) count += files.length;
  return count;
}
