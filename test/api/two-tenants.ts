import {
  EMPTY_BATCH,
  attachLabels,
  beginCameraLook,
  bindLicenses,
  createLicenseBatch,
  devicesForLicensing,
  insertMovement,
  insertSession,
  insertUserEmail,
  moveLicenses,
  saveLicenseType,
  createCustomer,
  createLabel,
  createUser,
  insertClipTask,
  insertCommands,
  insertDevices,
  insertMediaFile,
  insertRawFrames,
  insertSensor,
  insertShareLink,
  insertStoredFile,
  insertTask,
  nextCommandBatch,
  upsertDeviceTypes,
  type Database,
  type PositionStore,
} from '@sightline/db';
import { UPLOAD_TYPES } from '@sightline/contract';
import { sql } from 'kysely';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { tokenHash } from '@sightline/server/features/auth/sessions.service';
import { newLicenseCodes } from '@sightline/server/features/licenses/license.service';
import { tripId } from '@sightline/server/features/tracks/track-view';
import { collisionOf, fixAt, stateOf, tripOf } from './tenant-facts.ts';

export const PASSWORD = 'secret-12';
/** When the devices of the tenants were heard last; also the time of their last position. */
export const POSITION_TIME_MS = Math.floor(Date.now() / 60_000) * 60_000 - 60_000;
/** Stands in every name of the second tenant: it must never be seen by the first. */
export const FOREIGN_MARK = 'Zanzibar';

export interface Tenant {
  readonly customerId: string;
  readonly subCustomerId: string;
  readonly userId: string;
  readonly account: string;
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly subDeviceId: string;
  readonly subDeviceKey: number;
  readonly labelId: string;
  readonly shareId: string;
  readonly shareToken: string;
  readonly sensorId: string;
  readonly tripId: string;
  /** In the recycle bin. */
  readonly recycledDeviceKey: string;
  /** An upload. */
  readonly fileId: string;
  /** A picture (a row only). */
  readonly mediaId: string;
  /** A task that has ended with a result file (a row only). */
  readonly taskId: string;
  /** One of five unused licences in its stock. */
  readonly licenseId: string;
  /** Made for it alone. */
  readonly licenseBatchId: string;
  readonly licenseSaleId: string;
  readonly commandId: string;
  readonly commandBatchId: string;
  /** With files that it was asked for an hour ago. */
  readonly alarmId: string;
  readonly clipId: string;
  /** Of its main account. */
  readonly userEmailId: string;
  /** Of its main account; nobody has its token. */
  readonly sessionId: string;
}

export interface TwoTenants {
  readonly owner: string;
  readonly a: Tenant;
  readonly b: Tenant;
  /** Accounts of tenant a: nothing granted, and a demo account that may everything. */
  readonly withoutPermissions: string;
  readonly demo: string;
  readonly singleLogin: string;
}

const HOUR_MS = 3_600_000;
/** Codes in the platform's stock; the first is the example of the contract. */
export const PRINTED_CODES = ['7K2M0QWE4RTY9HJE'];

/** A platform with two dealers that know nothing of each other; each has a sub-customer, devices, a label, a link and a trip. */
export async function seedTwoTenants(database: Database, positions: PositionStore): Promise<TwoTenants> {
  const db = database.system;
  const passwordHash = await hashPassword(PASSWORD);
  await upsertDeviceTypes(db, [
    { code: 'T1', name: 'Tracker', protocol: 'jt808', basic_type: 1 },
    { code: 'C4', name: 'Camera', protocol: 'jt808', basic_type: 2, cam_count: 4 },
    { code: 'GT06N', name: 'GT06N', protocol: 'gt06', basic_type: 1 },
  ]);
  const root = await createCustomer(db, { parentId: null, name: 'Platform', customerType: 1 });
  await createUser(db, { customer_id: root.id, account: 'owner', name: 'Owner', password_hash: passwordHash, user_type: 1 });
  await db.insertInto('unknown_device').values({ protocol: 'gt06', device_id: '490154203237526', remote: null }).execute();
  await positions.ensurePartitions(Date.now(), 2);
  await saveLicenseType(db, {
    code: 'annual',
    name_en: 'Annual',
    name_zh: '年度',
    validity_months: 1,
    features: ['tracking'],
    basic_type: null,
    transferable: true,
    unbindable: true,
  });
  await createLicenseBatch(db, { typeCode: 'annual', codes: PRINTED_CODES, customerId: root.id, remark: null, createdBy: null });
  /** Five licences in the stock of a customer and one on its device, as if sold to it. */
  const licensed = async (customerId: string, deviceId: string) => {
    const licenseBatchId = await createLicenseBatch(db, {
      typeCode: 'annual',
      codes: newLicenseCodes(6),
      customerId: root.id,
      remark: null,
      createdBy: null,
    });
    const { rows } = await sql<{ id: string }>`SELECT id FROM license WHERE batch_id = ${licenseBatchId} ORDER BY id`.execute(db);
    const licenseIds = rows.map((r) => r.id);
    await moveLicenses(db, { ids: licenseIds, from: root.id, to: customerId, kind: 'sale' });
    const licenseSaleId = await insertMovement(db, {
      kind: 'sale',
      typeCode: 'annual',
      licenseIds,
      fromCustomerId: root.id,
      toCustomerId: customerId,
      remark: null,
      createdBy: null,
    });
    const [device] = await devicesForLicensing(db, [deviceId]);
    await bindLicenses(db, [{ licenseId: licenseIds[5]!, device: device! }], null);
    // Soon enough to be told of, whatever the length of this month.
    await sql`UPDATE license SET expires_at = now() + interval '20 days' WHERE id = ${licenseIds[5]!}`.execute(db);
    return { licenseId: licenseIds[0]!, licenseBatchId, licenseSaleId };
  };

  const tenant = async (mark: string, digit: string, lat: number): Promise<Tenant> => {
    const account = `main.${mark.toLowerCase()}`;
    const customer = await createCustomer(db, { parentId: root.id, name: `${mark} dealer`, customerType: 1 });
    const sub = await createCustomer(db, { parentId: customer.id, name: `${mark} sub`, customerType: 2 });
    const user = await createUser(db, {
      customer_id: customer.id,
      account,
      name: `${mark} main`,
      password_hash: passwordHash,
      user_type: 2,
    });
    const deviceId = `${digit}00000000001`;
    const subDeviceId = `${digit}00000000002`;
    const keys = await insertDevices(db, [
      { id: deviceId, customer_id: customer.id, name: `${mark} one`, type_code: 'T1', activated_at: new Date() },
      { id: subDeviceId, customer_id: sub.id, name: `${mark} two`, type_code: 'C4', cam_count: 4 },
    ]);
    const deviceKey = Number(keys.get(deviceId));
    const recycled = await insertDevices(db, [
      { id: `${digit}00000000009`, customer_id: customer.id, name: `${mark} old`, type_code: 'T1', recycled_at: new Date() },
    ]);
    const recycledDeviceKey = recycled.get(`${digit}00000000009`)!;
    const labelId = await createLabel(db, customer.id, `${mark} label`);
    await attachLabels(db, [{ deviceKey: String(deviceKey), labelId }]);
    const shareToken = `${mark.toLowerCase()}-share-token-0123456789`;
    const shareId = await insertShareLink(db, {
      hash: tokenHash(shareToken),
      deviceKey: String(deviceKey),
      customerPath: customer.path,
      createdBy: user.id,
      expiresAt: new Date(Date.now() + HOUR_MS),
    });
    const file = (purpose: 'upload' | 'result', name: string) =>
      insertStoredFile(db, {
        storage_name: `${digit}${purpose === 'upload' ? '0' : '1'}`.padEnd(32, '0'),
        file_name: `${mark} ${name}`,
        content_type: UPLOAD_TYPES.xlsx,
        size_bytes: '4',
        purpose,
        user_id: user.id,
        customer_id: customer.id,
        expires_at: new Date(Date.now() + HOUR_MS),
      });
    const fileId = await file('upload', 'upload.xlsx');
    const task = await insertTask(db, {
      job: 'device.export',
      userId: user.id,
      customerId: customer.id,
      input: {},
      language: 'en_US',
      fileName: `${mark} devices.xlsx`,
      exclusiveKey: null,
    });
    const taskId = task!.id;
    await db
      .updateTable('task')
      .set({ state: 'success', file_id: await file('result', 'devices.xlsx') })
      .where('id', '=', taskId)
      .execute();
    const { id: userEmailId } = (await insertUserEmail(db, user.id, `${mark.toLowerCase()}@example.com`))!;
    const session = { hash: tokenHash(`${mark} session`), userId: user.id, expiresAt: new Date(Date.now() + HOUR_MS) };
    await insertSession(db, { ...session, remote: '10.1.2.3', agent: `${mark} browser` });
    const { id: sessionId } = await db.selectFrom('session_token').select('id').where('hash', '=', session.hash).executeTakeFirstOrThrow();
    const sensorId = await insertSensor(db, String(deviceKey), {
      name: `${mark} tank`,
      type: 'fuel',
      item_code: 'fuelLevel',
      unit: 'l',
      peripheral_id: null,
      tank: { shape: 'cuboid', lengthMm: 1000, widthMm: 500, heightMm: 400, capacityL: 200, fuelType: 'diesel' },
      calibration: null,
    });
    await insertRawFrames(database, 1, [
      {
        deviceKey,
        atMs: POSITION_TIME_MS,
        direction: 'up',
        protocolId: 'jt808',
        remote: '10.1.2.3',
        connection: 1,
        number: 1,
        answers: 0,
        size: 15,
        // 0x0002 of 013800138000
        bytes: Buffer.from('7e000200000138001380000001a97e', 'hex'),
        errorCode: null,
        error: null,
      },
    ]);
    await beginCameraLook(db, {
      nonce: null,
      device: { key: String(deviceKey), id: deviceId, name: `${mark} one`, customer_id: customer.id },
      channel: 1,
      kind: 'live',
      stream: 1,
      userId: user.id,
      account,
      fromAbove: false,
      remote: null,
    });
    const picture = await insertMediaFile(db, {
      deviceKey,
      channel: 1,
      kind: 'picture',
      source: 'capture',
      eventCode: 0,
      takenAt: new Date(POSITION_TIME_MS),
      untilAt: null,
      lat,
      lon: 12,
      speedKph: 36,
      storageName: `${digit}2`.padEnd(32, '0'),
      contentType: 'image/jpeg',
      fileName: `${mark} picture.jpg`,
      sizeBytes: 4,
      sha256: Buffer.alloc(32, 1),
      alarmId: null,
      expiresAt: null,
    });
    const clip = await insertClipTask(
      db,
      {
        device: { key: String(deviceKey), id: deviceId, name: `${mark} one`, customer_id: customer.id },
        channel: 1,
        from: new Date(Date.now() - HOUR_MS),
        to: new Date(Date.now() - HOUR_MS + 60_000),
        userId: user.id,
        account,
      },
      { againAfterS: 0, unfinishedPerUser: 1 },
    );
    if (typeof clip === 'string') throw new Error(clip);
    const commandBatchId = await nextCommandBatch(db);
    const commands = await insertCommands(db, {
      devices: [{ deviceKey: String(deviceKey), refused: null, offline: true, expiresAt: new Date(Date.now() + HOUR_MS) }],
      batchId: commandBatchId,
      userId: user.id,
      account,
      command: 'text',
      params: { text: `${mark} text` },
      maskedParams: null,
      repeatable: false,
      timeoutS: 30,
      condition: null,
    });
    const first = fixAt(POSITION_TIME_MS - 60_000, lat, 12, -5);
    const last = fixAt(POSITION_TIME_MS, lat, 12.008, 7);
    const segment = tripOf(first, last);
    const writer = positions.writer();
    await writer.write({
      ...EMPTY_BATCH,
      positions: [first, last].map((position) => ({ deviceKey, position, late: false })),
      states: [stateOf(deviceKey, deviceId, last)],
      segments: [{ deviceKey, segment }],
      alarms: [collisionOf(deviceKey, last)],
    });
    await writer.close();
    const { rows: alarms } = await sql<{ id: string }>`
      UPDATE device_alarm SET upload_asked_at = now() - interval '1 hour', upload_state = 'failed' WHERE device_key = ${deviceKey} RETURNING id`.execute(
      db,
    );
    return {
      customerId: customer.id,
      subCustomerId: sub.id,
      userId: user.id,
      account,
      deviceId,
      deviceKey,
      subDeviceId,
      subDeviceKey: Number(keys.get(subDeviceId)),
      labelId,
      shareId,
      shareToken,
      sensorId,
      tripId: tripId(deviceKey, segment),
      recycledDeviceKey,
      fileId,
      mediaId: picture!.file.id,
      taskId,
      ...(await licensed(customer.id, subDeviceId)),
      commandId: commands.get(String(deviceKey))!,
      commandBatchId,
      alarmId: alarms[0]!.id,
      clipId: clip.id,
      userEmailId,
      sessionId,
    };
  };
  const a = await tenant('Aachen', '1', 50.7);
  const b = await tenant(FOREIGN_MARK, '2', -6.2);
  const common = { customer_id: a.customerId, password_hash: passwordHash, user_type: 3 };
  await createUser(db, { ...common, account: 'nobody', name: 'Nobody', menu_ids: [] });
  await createUser(db, { ...common, account: 'demo', name: 'Demo', user_type: 2, demo: true });
  await createUser(db, { ...common, account: 'single', name: 'Single', concurrent_login: false });
  return { owner: 'owner', a, b, withoutPermissions: 'nobody', demo: 'demo', singleLogin: 'single' };
}
