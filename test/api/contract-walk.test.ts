import { ERROR_CODE, operationList, type IdKind } from '@sightline/contract';
import { writeSheet } from '@sightline/server/files/xlsx/write-sheet';
import { insertCustomerMail, insertPasskey } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../dev-env/mail-server.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { idFields, sampleInput, type Samples } from './sample-input.ts';
import { seedCustomization, type CustomizationIds } from './customization-world.ts';
import { seedHelp, type HelpIds } from './help-world.ts';
import { takeSnapshot } from './world-snapshot.ts';
import { FOREIGN_MARK, PASSWORD, POSITION_TIME_MS, seedTwoTenants, type Tenant, type TwoTenants } from './two-tenants.ts';

/** What "nothing found" may be called, besides an empty answer. */
const NOT_FOUND = new Set<number>(
  (
    [
      'notFound',
      'dataNotFound',
      'recordNotFound',
      'deviceNotFound',
      'alarmNotFound',
      'fenceNotFound',
      'templateNotFound',
      'labelNotFound',
      'vehicleNotFound',
      'driverNotFound',
      'sensorNotFound',
      'licenseNotFound',
      'ruleNotFound',
    ] as const
  ).map((name) => ERROR_CODE[name]),
);

/** Codes that say that a question was not even considered. */
const REFUSALS = new Set<number>([
  ...NOT_FOUND,
  ...(
    [
      'invalidParameters',
      'notLoggedIn',
      'noPermission',
      'wrongMethod',
      'tooFrequent',
      'systemError',
      'notImplemented',
      'demoMode',
      'demoCannot',
      'passwordMustBeUpdated',
    ] as const
  ).map((name) => ERROR_CODE[name]),
]);

let api: TestApi;
let mail: TestMailServer;
let world: TwoTenants;
let restoreWorld: () => Promise<void>;
const tokens = new Map<string, string>();
/** Ids of what each tenant asked and is told. */
const helpIds: Record<string, HelpIds> = {};
const passkeyIds: Record<string, string> = {};
const customizationIds: Record<string, CustomizationIds> = {};
const tokenOf = (account: string): string => tokens.get(account)!;

beforeAll(async () => {
  mail = await startMailServer();
  const { env } = mail;
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), { env });
  for (const account of [world.owner, world.a.account, world.b.account, world.withoutPermissions, world.demo]) {
    tokens.set(account, await api.signIn(account, PASSWORD));
  }
  await putUploads();
  for (const t of [world.a, world.b]) helpIds[t.account] = await seedHelp(api.database, t);
  for (const t of [world.a, world.b]) {
    customizationIds[t.account] = await seedCustomization(api.client(tokenOf(t.account)), t, t === world.b ? FOREIGN_MARK : 'Own');
  }
  for (const t of [world.a, world.b]) await insertCustomerMail(api.database.system, t.customerId, 'mail@example.test', 'Mail');
  for (const t of [world.a, world.b]) {
    const key = { host: 'fleet.example.com', publicKey: Buffer.from('key'), counter: 0, transports: [], synced: false };
    const made = { ...key, userId: t.userId, credentialId: Buffer.from(t.account), name: `${t === world.b ? FOREIGN_MARK : 'Own'} key` };
    passkeyIds[t.account] = (await insertPasskey(api.database.system, made)).id;
  }
  restoreWorld = await takeSnapshot(api.database);
});
afterAll(async () => {
  await api?.stop();
  await mail?.stop();
});

const idsOf = (t: Tenant): Record<IdKind, string> => ({
  device: t.deviceId,
  customer: t.customerId,
  user: t.userId,
  label: t.labelId,
  share: t.shareId,
  sensor: t.sensorId,
  trip: t.tripId,
  task: t.taskId,
  file: t.fileId,
  media: t.mediaId,
  license: t.licenseId,
  licenseBatch: t.licenseBatchId,
  licenseSale: t.licenseSaleId,
  command: t.commandId,
  commandBatch: t.commandBatchId,
  clip: t.clipId,
  recycledDevice: t.recycledDeviceKey,
  alarm: t.alarmId,
  userEmail: t.userEmailId,
  session: t.sessionId,
  passkey: passkeyIds[t.account]!,
  ...helpIds[t.account]!,
  ...customizationIds[t.account]!,
});
const samplesOf = (t: Tenant): Samples => ({ ids: idsOf(t), timeMs: POSITION_TIME_MS });

const isNothing = (data: unknown): boolean => {
  if (data === null) return true;
  if (Array.isArray(data)) return data.length === 0;
  const page = data as { records?: unknown[]; total?: number };
  return Array.isArray(page.records) && page.records.length === 0 && page.total === 0;
};

/** Everything that belongs to a tenant, to see that a call has not touched it. */
async function fingerprint(t: Tenant): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT coalesce(string_agg(x, E'\n' ORDER BY x), '') AS text FROM (
      SELECT c::text AS x FROM customer c WHERE ${t.customerId} = ANY(string_to_array(c.path::text, '.'))
      UNION ALL SELECT u::text FROM app_user u WHERE u.customer_id IN (${t.customerId}, ${t.subCustomerId})
      UNION ALL SELECT d::text FROM device d WHERE d.customer_id IN (${t.customerId}, ${t.subCustomerId})
      UNION ALL SELECT l::text FROM label l WHERE l.customer_id = ${t.customerId}
      UNION ALL SELECT c::text FROM device_command c JOIN device d ON d.key = c.device_key WHERE d.customer_id = ${t.customerId}
      UNION ALL SELECT s::text FROM share_link s JOIN device d ON d.key = s.device_key WHERE d.customer_id = ${t.customerId}
      UNION ALL SELECT m::text FROM media_file m WHERE m.customer_id = ${t.customerId}
      UNION ALL SELECT s::text FROM sensor s JOIN device d ON d.key = s.device_key WHERE d.customer_id = ${t.customerId}
      UNION ALL SELECT a::text FROM device_allowance a JOIN device d ON d.key = a.device_key WHERE d.customer_id = ${t.customerId}
      UNION ALL SELECT s::text FROM device_alarm_setting s JOIN device d ON d.key = s.device_key WHERE d.customer_id = ${t.customerId}
      UNION ALL SELECT l::text FROM license l WHERE l.customer_id IN (${t.customerId}, ${t.subCustomerId})
      UNION ALL SELECT m::text FROM license_movement m WHERE m.to_customer_id = ${t.customerId}
      UNION ALL SELECT a::text FROM customize_alarm a WHERE a.customer_id = ${t.customerId}
      UNION ALL SELECT r::text FROM config_rule r WHERE r.customer_id = ${t.customerId}
      UNION ALL SELECT x::text FROM config_rule_device x JOIN config_rule r ON r.id = x.rule_id WHERE r.customer_id = ${t.customerId}
    ) all_rows`.execute(api.database.system);
  return rows[0]!.text;
}

/** The bytes of the uploads that the tenants have rows for. */
async function putUploads(): Promise<void> {
  for (const { fileId } of [world.a, world.b]) {
    const { storageName } = await api.files.store.write(writeSheet('S', [{ header: 'Device ID (IMEI)' }], [['1']]), 100_000);
    await sql`UPDATE stored_file SET storage_name = ${storageName} WHERE id = ${fileId}`.execute(api.database.system);
  }
}

/** After a call that may have thrown away what the next one asks for. */
async function restore(): Promise<void> {
  await restoreWorld();
  api.publish('principal.changed', { userId: null });
}

describe.each(operationList.map((o) => [o.id, o] as const))('%s', (_id, operation) => {
  const path = `/gps${operation.path}`;
  const call = async (account: string | null, input: unknown) =>
    await api.raw(operation.method, path, account === null ? null : tokenOf(account), input);

  if (operation.permission === 'public') {
    it('answers without a token, and says nothing of a tenant', async () => {
      const answer = await call(null, sampleInput(operation, samplesOf(world.b)));
      expect(answer.status).toBe(200);
      const { success, wrongCredentials, wrongAccountOrCode, dataNotFound } = ERROR_CODE;
      expect([success, wrongCredentials, wrongAccountOrCode, dataNotFound]).toContain(answer.code);
      expect(answer.text).not.toContain(FOREIGN_MARK);
    });
  } else {
    it('refuses a call without a token or with a made-up one', async () => {
      for (const token of [null, 'x'.repeat(43)]) {
        const answer = await api.raw(operation.method, path, token, {});
        expect([answer.status, answer.code]).toEqual([401, ERROR_CODE.notLoggedIn]);
      }
    });
  }

  if (Array.isArray(operation.permission)) {
    it('refuses a user without the permission, whatever the input', async () => {
      for (const input of [{}, sampleInput(operation, samplesOf(world.a))]) {
        const answer = await call(world.withoutPermissions, input);
        expect([answer.status, answer.code]).toEqual([200, ERROR_CODE.noPermission]);
      }
    });
  }

  if (operation.scope === 'platform') {
    it('is for the platform owner alone', async () => {
      expect((await call(world.a.account, sampleInput(operation, samplesOf(world.a)))).code).toBe(ERROR_CODE.noPermission);
      expect((await call(world.owner, sampleInput(operation, samplesOf(world.a)))).code).toBe(ERROR_CODE.success);
      if (operation.writes) await restore();
    });
  }

  if (operation.writes) {
    it('is refused to a demo account, and nothing changes', async () => {
      const before = await fingerprint(world.a);
      // What is the platform owner's alone is refused for that reason first.
      const refusal = operation.scope === 'platform' ? 'noPermission' : (operation.demoRefusal ?? 'demoMode');
      expect((await call(world.demo, sampleInput(operation, samplesOf(world.a)))).code).toBe(ERROR_CODE[refusal]);
      expect((await call(world.demo, sampleInput(operation, samplesOf(world.a)))).code).toBe(
        // What is the platform owner's alone is refused before anything else.
        ERROR_CODE[operation.scope === 'platform' ? 'noPermission' : (operation.demoRefusal ?? 'demoMode')],
      );
      expect(await fingerprint(world.a)).toBe(before);
    });
  }

  for (const field of operation.scope === 'platform' || operation.permission === 'public' ? [] : idFields(operation)) {
    it(`finds nothing for the ${field.name} of another tenant, which that tenant itself does find`, async () => {
      const foreign = idsOf(world.b)[field.kind];
      const value = field.array ? [foreign] : foreign;
      const before = await fingerprint(world.b);
      const own = samplesOf(world.a);
      const answer = await call(world.a.account, { ...sampleInput(operation, own), [field.name]: value });
      expect(answer.text).not.toContain(FOREIGN_MARK);
      if (answer.code === ERROR_CODE.success) expect(isNothing(answer.data), answer.text).toBe(true);
      else expect(NOT_FOUND, answer.text).toContain(answer.code);
      expect(await fingerprint(world.b)).toBe(before);

      // The control: the same question of the one who owns it has an answer, so the refusal above was not for another reason.
      const control = await call(world.b.account, { ...sampleInput(operation, samplesOf(world.b)), [field.name]: value });
      if (operation.writes) await restore();
      expect(REFUSALS, control.text).not.toContain(control.code);
      if (!operation.writes && control.code === ERROR_CODE.success) expect(isNothing(control.data), control.text).toBe(false);
    });
  }
});

it('walks over operations of every kind', () => {
  expect(operationList.length).toBeGreaterThan(40);
  const kinds = new Set(operationList.flatMap((o) => idFields(o).map((f) => f.kind)));
  expect([...kinds].toSorted()).toEqual([
    'alarm',
    'announcement',
    'clip',
    'command',
    'commandBatch',
    'customer',
    'customizeAlarm',
    'device',
    'faq',
    'faqEntry',
    'file',
    'label',
    'license',
    'licenseBatch',
    'licenseSale',
    'media',
    'passkey',
    'recycledDevice',
    'rule',
    'sensor',
    'session',
    'share',
    'task',
    'trip',
    'user',
    'userEmail',
  ]);
  expect(operationList.filter((o) => o.writes).length).toBeGreaterThan(10);
});
