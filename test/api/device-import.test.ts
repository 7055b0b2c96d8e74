import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createUser, insertCommands } from '@sightline/db';
import { ERROR_CODE, OPERATIONS, type FileLink, type TaskInfo } from '@sightline/contract';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { readSheet } from '@sightline/server/files/xlsx/read-sheet';
import { writeSheet, type SheetCell } from '@sightline/server/files/xlsx/write-sheet';
import { allJobs } from '@sightline/server/services/worker/all-jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let token: string;
let a: Call;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-import-'));
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), { jobs: allJobs() });
  token = await api.signIn(world.a.account, PASSWORD);
  const client = api.client(token);
  a = (id, input) => client.call(id, input);
});
afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Uploads a spreadsheet and gives back its file id. */
async function upload(headers: readonly string[], rows: readonly (readonly SheetCell[])[]): Promise<string> {
  const path = join(folder, `${count++}.xlsx`);
  await pipeline(
    writeSheet(
      'Sheet',
      headers.map((header) => ({ header })),
      rows,
    ),
    createWriteStream(path),
  );
  const response = await fetch(`${api.url}/gps${OPERATIONS['common.upload'].path}?name=fleet.xlsx`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: token },
    body: readFileSync(path),
  });
  return ((await response.json()) as { data: { fileId: string } }).data.fileId;
}

const ended = async (task: TaskInfo): Promise<TaskInfo> =>
  await eventually(
    async () => {
      const now = await a('task.info', { taskId: task.id });
      return now.finishTime === null ? null : now;
    },
    `the end of ${task.job}`,
    200_000,
  );

async function bytesOf({ url }: FileLink): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${api.url}${url}`)).arrayBuffer());
}
async function sheetOf(link: FileLink): Promise<string[][]> {
  const path = join(folder, `${count++}.xlsx`);
  writeFileSync(path, await bytesOf(link));
  return (await readSheet(path)).map((r) => [...r.cells]);
}

test('imports the good rows, gives the others back with their reasons, and takes them again when they are mended', async () => {
  const [template] = await sheetOf(await a('device.import.template', {}));
  expect(template?.slice(0, 4)).toEqual(['Device ID (IMEI)', 'Device name', 'Model', 'Tags']);
  // Another order, another language, a column that nobody knows.
  const headers = ['型号', 'Device ID (IMEI) *', 'Colour', '设备名称', 'Tags', 'Time zone'];
  const fileId = await upload(headers, [
    ['Tracker', '490154203237518', 'red', '=1+1', 'aachen LABEL', 'Europe/Berlin'],
    ['', 351756051523985, '', 'By number', '', ''],
    ['No such model', '351756051523993', '', '', '', ''],
    ['T1', world.b.deviceId, '', '', '', ''],
    ['T1', '490154203237518', '', 'Twice', '', ''],
    ['T1', '12345', '', '', '', ''],
    ['T1', '351756051523977', '', '', 'nobody has this', ''],
    ['T1', '351756051523977', '', '', '', 'Mars/Olympus'],
  ]);
  const task = await ended(await a('device.import', { fileId, customerId: world.a.subCustomerId, deviceType: 'C4' }));
  expect(task).toMatchObject({ state: 'success', summary: { total: 8, added: 2, failed: 6 }, fileName: 'fleet (failed).xlsx' });
  expect(await a('device.info', { deviceId: '490154203237518' })).toMatchObject({
    deviceName: '=1+1',
    deviceType: 'T1',
    labelNames: 'Aachen label',
    timezone: 'Europe/Berlin',
    customerId: world.a.subCustomerId,
  });
  expect(await a('device.info', { deviceId: '351756051523985' })).toMatchObject({ deviceName: 'By number', deviceType: 'C4' });

  const failed = await sheetOf(await a('device.batch.getFailedExcelUrl', { taskId: task.id }));
  expect(failed.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ['351756051523993', 'The device could not be added: Model'],
    [world.b.deviceId, 'The IMEI is already registered'],
    ['490154203237518', 'The IMEI is already registered'],
    ['12345', 'Invalid parameters: Device ID (IMEI)'],
    ['351756051523977', 'The tag was not found: nobody has this'],
    ['351756051523977', 'Invalid parameters: Time zone'],
  ]);
  const [header, first] = failed as [string[], string[]];
  first[2] = 'T1';
  const again = await ended(await a('device.import', { fileId: await upload(header, [first]) }));
  expect(again.summary).toMatchObject({ added: 1, failed: 0 });
  expect(again.fileExpirationTime).toBeNull();
  const log = await a('log.page', { operation: 'device.import' });
  expect(log.records[0]?.detail).toMatchObject({ rows: 1, fileName: 'fleet.xlsx' });
});

test('what is wrong with a file as a whole is told at once', async () => {
  const of = async (headers: string[], rows: SheetCell[][]) => codeOf(a('device.import', { fileId: await upload(headers, rows) }));
  expect(await of(['Something else'], [['1']])).toBe(ERROR_CODE.wrongExcelType);
  expect(await of(['Device ID (IMEI)'], [])).toBe(ERROR_CODE.emptyFile);
  const many = Array.from({ length: 5001 }, (_, i) => [String(100_000_000_000 + i)]);
  expect(await of(['deviceId'], many)).toBe(ERROR_CODE.batchImportLimit);
  const fileId = await upload(['deviceId'], many);
  expect(await codeOf(a('device.batch.batchUpdate', { fileId }))).toBe(ERROR_CODE.tooManyDevicesInChange);
});

test('five thousand devices in one go, and out again with the chosen columns', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => [String(600_000_000_000 + i), `Fleet ${i}`]);
  const begun = await a('device.import', {
    fileId: await upload(['deviceId', 'deviceName'], rows),
    customerId: world.a.subCustomerId,
    deviceType: 'T1',
  });
  expect((await ended(begun)).summary).toMatchObject({ added: 5000, failed: 0 });
  const { total } = await a('device.page', { customerId: world.a.subCustomerId });

  const task = await ended(
    await a('report.export.device', { customerId: world.a.subCustomerId, columns: 'deviceName,id,createTime', format: 'csv' }),
  );
  expect(task).toMatchObject({ state: 'success', summary: { devices: total }, done: total });
  const lines = (await bytesOf(await a('task.download', { taskId: task.id }))).toString('utf8').replace(/\r\n$/, '').split('\r\n');
  expect(lines).toHaveLength(total + 1);
  expect(lines[0]).toBe('\uFEFFDevice ID,Device name,Registered');
  expect(lines.filter((l) => l.startsWith('600000000042,Fleet 42,'))).toHaveLength(1);
  expect(lines.some((l) => l.includes("'=1+1"))).toBe(true);

  const one = await ended(await a('report.export.device', { deviceIdOrName: '600000000042' }));
  const sheet = await sheetOf(await a('task.download', { taskId: one.id }));
  expect(sheet[1]?.slice(0, 4)).toEqual(['600000000042', 'Fleet 42', 'Tracker', 'Aachen sub']);
  expect(await ended(await a('report.export.device', { deviceIdOrName: 'nothing like this' }))).toMatchObject({
    state: 'empty',
    status: 4,
  });
  expect(await codeOf(a('report.export.device', { columns: 'passwordHash' }))).toBe(ERROR_CODE.invalidParameters);
}, 300_000);

test('customers go out as the list shows them, those of the own scope alone', async () => {
  const listed = await a('customer.page', { pageSize: 100, orderBy: 'customerName' });
  const task = await ended(
    await a('report.export.customer', { orderBy: 'customerName', columns: 'totalCount,customerName,parentName,account', format: 'csv' }),
  );
  expect(task).toMatchObject({ state: 'success', jobName: 'Export customers', summary: { customers: listed.total }, done: listed.total });
  const text = (await bytesOf(await a('task.download', { taskId: task.id }))).toString('utf8');
  expect(text.replace(/\r\n$/, '').split('\r\n')).toEqual([
    '\uFEFFCustomer name,Belongs to,Main account,All devices',
    ...listed.records.map((c) => [c.customerName, c.parentName ?? '', c.account ?? '', c.totalCount].join(',')),
  ]);
  expect(listed.records.map((c) => c.id)).toEqual(expect.arrayContaining([world.a.customerId, world.a.subCustomerId]));

  const one = await ended(await a('report.export.customer', { customerId: world.a.subCustomerId }));
  const sheet = await sheetOf(await a('task.download', { taskId: one.id }));
  expect(sheet.slice(1).map((row) => row[0])).toEqual(['Aachen sub']);
  expect(sheet[1]?.slice(1, 5)).toEqual(['Customer', 'Aachen dealer', '', 'Active']);
  expect(await ended(await a('report.export.customer', { customerName: 'nothing like this' }))).toMatchObject({ state: 'empty' });
  expect(await codeOf(a('report.export.customer', { customerId: world.b.customerId }))).toBe(ERROR_CODE.dataNotFound);
  expect(await codeOf(a('report.export.customer', { columns: 'menuIds' }))).toBe(ERROR_CODE.invalidParameters);
});

test('the history of commands goes out as it is searched, in the language and the zone of the asker, to those who may see it', async () => {
  const command = async (
    of: TwoTenants['a'],
    more: { readonly command: string; readonly params: object; readonly refused: string | null },
  ) => {
    const added = await insertCommands(api.database.system, {
      devices: [{ deviceKey: String(of.deviceKey), refused: more.refused, offline: true, expiresAt: new Date(Date.now() + 3_600_000) }],
      batchId: null,
      userId: of.userId,
      account: of.account,
      command: more.command,
      params: { ...more.params },
      maskedParams: null,
      repeatable: false,
      timeoutS: 20,
      condition: null,
    });
    return [...added.values()][0]!;
  };
  const reboot = await command(world.a, { command: 'reboot', params: {}, refused: null });
  await command(world.a, { command: 'text', params: { text: '=1+1' }, refused: 'unsupported' });
  await command(world.b, { command: 'reboot', params: {}, refused: null });
  await api.database.pool.query(`UPDATE device_command SET created_at = '2026-03-01T20:00:00Z' WHERE id = $1`, [reboot]);
  const settings = async (timezone: string, language: string): Promise<void> => {
    await api.database.pool.query('UPDATE app_user SET timezone = $2, language = $3 WHERE id = $1', [world.a.userId, timezone, language]);
    api.publish('principal.changed', { userId: world.a.userId });
  };
  await settings('+08:00', 'en_US');

  const { total } = await a('device.command.page', {});
  const whole = await ended(await a('report.export.command', {}));
  expect(whole).toMatchObject({ state: 'success', summary: { commands: total, timezone: '+08:00' }, done: total });
  const rows = await sheetOf(await a('task.download', { taskId: whole.id }));
  expect(rows).toHaveLength(total + 1);
  expect(rows[0]?.slice(0, 7)).toEqual(['Asked for', 'Device name', 'Device ID', 'Customer', 'Command', 'Parameters', 'State']);
  expect(rows.flat().join()).not.toContain('Zanzibar');
  const refused = rows.find((row) => row[5]?.includes('1+1'));
  expect([refused?.[2], refused?.[6]]).toEqual([world.a.deviceId, 'Rejected: Not supported']);

  const filter = { createTimeStart: '2026-03-01T00:00:00Z', createTimeEnd: '2026-03-02T00:00:00Z' };
  await settings('+08:00', 'zh_CN');
  const few = await ended(await a('report.export.command', { ...filter, columns: 'status,createTime,deviceId', format: 'csv' }));
  expect((await bytesOf(await a('task.download', { taskId: few.id }))).toString('utf8')).toBe(
    `\uFEFF下发时间,设备编号,状态\r\n2026-03-02 04:00:00,${world.a.deviceId},待下发\r\n`,
  );
  expect(few.fileName).toMatch(/^指令记录 .*\.csv$/);
  expect(await ended(await a('report.export.command', { ...filter, status: 'executed' }))).toMatchObject({ state: 'empty' });
  expect(await codeOf(a('report.export.command', { deviceIds: world.b.deviceId }))).toBe(ERROR_CODE.deviceNotFound);
  expect(await codeOf(a('report.export.command', { columns: 'requestHex' }))).toBe(ERROR_CODE.invalidParameters);
  await settings('UTC', 'en_US');

  // To export is not enough: the history must be the asker's to see.
  const grants = { user_type: 3, customer_id: world.a.customerId, password_hash: await hashPassword(PASSWORD), name: 'X' };
  await createUser(api.database.system, { ...grants, account: 'exporter', menu_ids: ['3000', '3000:export'] });
  await createUser(api.database.system, { ...grants, account: 'looker', menu_ids: ['3000', '3000:details'] });
  await createUser(api.database.system, { ...grants, account: 'both', menu_ids: ['3000', '3000:details', '3000:export'] });
  for (const [account, code] of [
    ['exporter', ERROR_CODE.noPermission],
    ['looker', ERROR_CODE.noPermission],
    ['both', ERROR_CODE.success],
  ] as const) {
    const client = api.client(await api.signIn(account, PASSWORD));
    expect(await codeOf(client.call('report.export.command', {})), account).toBe(code);
  }
}, 120_000);

test('changes devices by spreadsheet: empty cells leave what is there, strangers and repeats fail', async () => {
  const [header, row] = (await sheetOf(await a('device.batch.getDeviceBatchUpdateExcelUrl', { deviceIds: world.a.deviceId }))) as [
    string[],
    string[],
  ];
  expect([header[0], row[0], row[1]]).toEqual(['Device ID (IMEI)', world.a.deviceId, 'Aachen one']);
  const fileId = await upload(
    ['Device ID (IMEI)', 'Device name', 'Plate', 'Remark'],
    [
      [world.a.deviceId, '', 'AC-1', 'new'],
      [world.b.deviceId, 'Mine now', '', ''],
      [world.a.deviceId, 'Again', '', ''],
      [world.a.subDeviceId, 'x'.repeat(65), '', ''],
      ['600000000001', '', '', ''],
    ],
  );
  const task = await ended(await a('device.batch.batchUpdate', { fileId }));
  expect(task.summary).toEqual({ total: 5, changed: 1, unchanged: 1, failed: 3 });
  expect(await a('device.info', { deviceId: world.a.deviceId })).toMatchObject({ deviceName: 'Aachen one', plate: 'AC-1', remark: 'new' });
  const failed = await sheetOf(await a('device.batch.getFailedExcelUrl', { taskId: task.id }));
  expect(failed.slice(1).map((r) => r.at(-1))).toEqual([
    'The device was not found',
    'The data already exists',
    'Invalid parameters: Device name',
  ]);
  const history = (call: Call) => call('device.batch.listDeviceBatchUpdateRecord', {});
  expect((await history(a)).records.find((r) => r.id === task.id)).toMatchObject({ account: world.a.account });

  // A colleague sees it with the rows that failed; it stays the task of who started it.
  const made = { user_type: 3, password_hash: await hashPassword(PASSWORD), name: 'X', menu_ids: ['3000', '3000:edit'] };
  const signedIn = async (account: string, more: object): Promise<Call> => {
    await createUser(api.database.system, { ...made, customer_id: world.a.customerId, account, ...more });
    const client = api.client(await api.signIn(account, PASSWORD));
    return (id, input) => client.call(id, input);
  };
  const colleague = await signedIn('colleague', {});
  expect((await history(colleague)).records.map((r) => r.id)).toContain(task.id);
  const { url } = await colleague('device.batch.getFailedExcelUrl', { taskId: task.id });
  expect((await fetch(`${api.url}${url}`)).status).toBe(200);
  for (const id of ['task.info', 'task.cancel', 'task.download'] as const)
    expect(await codeOf(colleague(id, { taskId: task.id })), id).toBe(ERROR_CODE.recordNotFound);
  expect((await colleague('task.page', {})).total).toBe(0);
  // Not below, not for those who are held to some devices, and no other kind of task.
  const others = [await signedIn('below', { customer_id: world.a.subCustomerId }), await signedIn('held', { device_limited: true })];
  for (const other of others) {
    expect((await history(other)).total).toBe(0);
    expect(await codeOf(other('device.batch.getFailedExcelUrl', { taskId: task.id }))).toBe(ERROR_CODE.recordNotFound);
  }
  const imported = (await a('task.page', { job: 'device.import' })).records[0]!;
  expect(await codeOf(colleague('device.batch.getFailedExcelUrl', { taskId: imported.id }))).toBe(ERROR_CODE.recordNotFound);
});
