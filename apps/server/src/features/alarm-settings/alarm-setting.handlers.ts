import {
  ALARM_SETTING_LIMITS,
  apiError,
  whyUnable,
  type AlarmSettingPlan,
  type AlarmSettings,
  type OutputOf,
  type ParsedInputOf,
} from '@sightline/contract';
import { deviceIdsOfType, lockDevices, pageAlarmSettingDevices, wantAlarmSettings, type CommandDevice } from '@sightline/db';
import { withAttachments, type AlarmSettingGroup } from '@sightline/domain';
import { abilitiesOf, isOnline, namedCommandDevices } from '../commands/command.service.ts';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { limitDeviceCount } from '../devices/device.service.ts';
import { onlineSinceMs } from '../devices/online.service.ts';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import { requireFeature } from '../licenses/license-guard.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { rowView, settingsView } from './alarm-setting-view.ts';
import {
  askForSettings,
  reachOf,
  sendSettings,
  settingsByDevice,
  wantedOf,
  type SettingsByGroup,
  type Waiting,
} from './alarm-setting.service.ts';

type Call = Pick<ScopedCall<'alarmSetting.find'>, 'trx' | 'context' | 'principal' | 'audit'>;
type Sent = OutputOf<'alarmSetting.sync'>;

/** The unit whose settings are meant. @throws 20002, 20018 when it has none. */
function requireUnit(device: CommandDevice): void {
  const unable = whyUnable('alarmSettingsWrite', abilitiesOf(device));
  if (unable) throw apiError(unable === 'protocol' ? 'commandNotSupported' : 'modelNotSupported', { deviceId: device.id });
}

async function show({ trx, context }: Call, device: CommandDevice): Promise<AlarmSettings> {
  const rows = (await settingsByDevice(trx, [device.key])).get(device.key) ?? [];
  return settingsView(device, isOnline(context, device), rows);
}

async function namedUnit({ trx }: Pick<Call, 'trx'>, deviceId: string): Promise<CommandDevice> {
  const device = (await namedCommandDevices(trx, [deviceId]))[0]!;
  requireUnit(device);
  return device;
}

/** What `want` says is wanted of every device that can take it, and is sent to it. */
async function sendTo(
  call: Call,
  devices: readonly CommandDevice[],
  waiting: Waiting,
  want: (device: CommandDevice) => { readonly wanted: SettingsByGroup | null; readonly sent: SettingsByGroup },
): Promise<Sent> {
  await lockDevices(
    call.trx,
    devices.map((d) => d.key),
  );
  const reach = await reachOf(call, devices, 'alarmSettingsWrite', waiting);
  const all = reach.devices.map((device) => ({ device, ...want(device) }));
  const orders = all.filter(({ sent }) => Object.values(sent).some((values) => values !== undefined && Object.keys(values).length > 0));
  const changed = orders.flatMap(({ device, wanted }) => (wanted ? [{ deviceKey: device.key, settings: wanted }] : []));
  const batchId =
    orders.length === 0
      ? null
      : await sendSettings(
          call,
          orders.map(({ device, sent }) => ({ device, settings: sent })),
          waiting,
        );
  // after the commands: what ends one of them holds it, and then waits for these rows
  if (changed.length > 0) await wantAlarmSettings(call.trx, changed, call.principal.account);
  const plan = withoutPlace(
    reach.plan,
    all.filter((one) => !orders.includes(one)).map((one) => one.device),
  );
  call.audit({ batchId, devices: devices.length, refused: plan.refused });
  return { ...plan, batchId };
}

/** Units that have told that they have no place for anything of it are passed over as well. */
function withoutPlace(plan: AlarmSettingPlan, devices: readonly CommandDevice[]): AlarmSettingPlan {
  const skipped = devices.map((d) => ({ deviceId: d.id, deviceName: d.name, reason: 'unsupported' }));
  return {
    ...plan,
    accepted: plan.accepted - devices.length,
    refused: plan.refused + devices.length,
    skipped: [...plan.skipped, ...skipped].slice(0, ALARM_SETTING_LIMITS.named),
  };
}

/** The source and those that get what is wanted of it. @throws 20007, 20021, 60008, 60015, 20018 and 9009 of the source. */
async function copyTo(
  call: Call,
  source: CommandDevice,
  targets: readonly CommandDevice[],
  { groups, ...waiting }: Waiting & { readonly groups?: readonly AlarmSettingGroup[] | undefined },
): Promise<Sent> {
  const settings = await sourceSettings(call, source, targets, groups);
  return await sendTo(call, targets, waiting, (device) => ({ wanted: device.key === source.key ? null : settings, sent: settings }));
}

async function sourceSettings(
  { trx, principal }: Call,
  source: CommandDevice,
  targets: readonly CommandDevice[],
  groups: readonly AlarmSettingGroup[] | undefined,
): Promise<SettingsByGroup> {
  requireUnit(source);
  await requireFeature(trx, principal, { keys: [source.key] }, 'ai');
  const other = targets.find((d) => d.type_code !== source.type_code);
  if (other) throw apiError('sameModelRequired', { deviceId: other.id });
  return await wantedOf(trx, source, groups);
}

/** All devices of a model that belong to a customer or below. @throws 9002, 9007 over 5000. */
async function devicesOfType({ trx, principal }: Call, typeCode: string, customerId: string | undefined): Promise<CommandDevice[]> {
  const path = await namedCustomerPath(trx, principal, customerId);
  const max = ALARM_SETTING_LIMITS.devicesOfType;
  const ids = await deviceIdsOfType(trx, typeCode, path, max + 1);
  if (ids.length > max) throw apiError('tooManyDevicesInChange', { max });
  return ids.length === 0 ? [] : await namedCommandDevices(trx, ids);
}

async function namedTargets({ trx }: Call, ids: readonly string[]): Promise<CommandDevice[]> {
  limitDeviceCount(ids);
  return await namedCommandDevices(trx, ids);
}

type Wanting = ScopedCall<'alarmSetting.add'> | ScopedCall<'alarmSetting.update'>;

/** Keeps what is wanted of a device; `exists`: whether something must have been before, or must not. @throws 9003, 9009 */
async function want(call: Wanting, exists: boolean): Promise<AlarmSettings> {
  const { trx, input, principal, audit } = call;
  const device = await namedUnit(call, input.deviceId);
  await lockDevices(trx, [device.key]);
  const rows = (await settingsByDevice(trx, [device.key])).get(device.key) ?? [];
  if (rows.some((row) => row.wanted !== null) !== exists)
    throw apiError(exists ? 'recordNotFound' : 'alreadyExists', { deviceId: device.id });
  await wantAlarmSettings(trx, [{ deviceKey: device.key, settings: input.settings }], principal.account);
  audit({ groups: Object.keys(input.settings) });
  return await show(call, device);
}

/** Settings of active safety: what is wanted of devices, what they have, and how it gets there. */
export const alarmSettingHandlers = () =>
  defineHandlers({
    'alarmSetting.page': async ({ input, principal, trx, context }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const { rows, total } = await pageAlarmSettingDevices(
        trx,
        {
          path,
          text: input.deviceIdOrName,
          typeCodes: input.deviceTypes?.length ? input.deviceTypes : undefined,
          states: input.states?.length ? input.states : undefined,
          seesLocked: principal.platform,
        },
        { orderBy: input.orderBy ?? 'deviceName', descending: input.orderDirection === 'desc', ...limitOf(input) },
      );
      const settings = await settingsByDevice(
        trx,
        rows.map((d) => d.key),
      );
      const since = onlineSinceMs(context);
      return pageOfRows(
        input,
        rows.map((d) => rowView(d, d.last_contact_ms !== null && d.last_contact_ms >= since, settings.get(d.key) ?? [])),
        total,
      );
    },

    'alarmSetting.find': async (call) => await show(call, await namedUnit(call, call.input.deviceId)),
    'alarmSetting.add': async (call) => await want(call, false),
    'alarmSetting.update': async (call) => await want(call, true),

    'alarmSetting.read': async (call) => {
      const { deviceIds, ...waiting } = call.input;
      const devices = await namedTargets(call, deviceIds);
      const reach = await reachOf(call, devices, 'alarmSettingsRead', waiting);
      const batchId = reach.devices.length === 0 ? null : await askForSettings(call, reach.devices, waiting);
      call.audit({ batchId, devices: devices.length, refused: reach.plan.refused });
      return { ...reach.plan, batchId };
    },

    'alarmSetting.sync.preview': async (call) => {
      const { deviceId, deviceIds, customerId, groups, offline } = call.input;
      const source = (await namedCommandDevices(call.trx, [deviceId]))[0]!;
      const targets = deviceIds ? await namedTargets(call, deviceIds) : await devicesOfType(call, source.type_code, customerId);
      await sourceSettings(call, source, targets, groups);
      return (await reachOf(call, targets, 'alarmSettingsWrite', { offline }, false)).plan;
    },

    'alarmSetting.sync': async (call) => {
      const { deviceId, deviceIds, ...rest } = call.input;
      const targets = await namedTargets(call, deviceIds);
      const source = (await namedCommandDevices(call.trx, [deviceId]))[0]!;
      return await copyTo(call, source, targets, rest);
    },

    'alarmSetting.syncByType': async (call) => {
      const { deviceId, deviceType, customerId, ...rest } = call.input;
      const source = (await namedCommandDevices(call.trx, [deviceId]))[0]!;
      const targets = await devicesOfType(call, deviceType, customerId);
      if (deviceType !== source.type_code) throw apiError('sameModelRequired', { deviceType: source.type_code });
      return await copyTo(call, source, targets, rest);
    },

    'alarmSetting.attachments': async (call) => await setAttachments(call, call.input),
  });

async function setAttachments(call: Call, input: ParsedInputOf<'alarmSetting.attachments'>): Promise<Sent> {
  const { deviceIds, photos, videoS, groups, ...waiting } = input;
  if (photos === null && videoS === null)
    throw apiError('invalidParameters', [{ path: 'photos', message: 'pictures, or seconds of clips' }]);
  const devices = await namedTargets(call, deviceIds);
  const keys = devices.map((d) => d.key);
  await lockDevices(call.trx, keys);
  const rows = await settingsByDevice(call.trx, keys);
  return await sendTo(call, devices, waiting, (device) => {
    const wanted: Partial<Record<AlarmSettingGroup, SettingsByGroup[AlarmSettingGroup]>> = {};
    const sent: Partial<Record<AlarmSettingGroup, SettingsByGroup[AlarmSettingGroup]>> = {};
    for (const group of groups) {
      const row = rows.get(device.key)?.find((r) => r.family === group);
      const told = row?.told_values;
      // where the unit has told what it has a place for, nothing else is wanted of it
      const numbers = Object.fromEntries(
        Object.entries(withAttachments(group, { photos: photos ?? undefined, videoS: videoS ?? undefined })).filter(
          ([key]) => !told || told[key] !== undefined,
        ),
      );
      if (Object.keys(numbers).length === 0) continue;
      sent[group] = numbers;
      wanted[group] = { ...row?.wanted, ...numbers };
    }
    return { wanted, sent };
  });
}
