import { ALARM_SETTING_LIMITS, apiError, commandDefinition, type AlarmSettingPlan } from '@sightline/contract';
import {
  alarmSettingsOf,
  followAlarmSettings,
  insertCommands,
  nextCommandBatch,
  supersedeAlarmSettings,
  type AlarmSettingRecord,
  type CommandDevice,
  type NewCommand,
  type ScopedTransaction,
} from '@sightline/db';
import { ALARM_SETTING_GROUPS, type AlarmSettingGroup, type AlarmSettingValues } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import { commandExpiry, isOnline, refusals, REFUSAL_ERRORS } from '../commands/command.service.ts';
import type { Principal } from '../principal.ts';

export type SettingsByGroup = Readonly<Partial<Record<AlarmSettingGroup, AlarmSettingValues | undefined>>>;

export interface Waiting {
  readonly offline: boolean;
  readonly expireHours: number;
}

interface Caller {
  readonly trx: ScopedTransaction;
  readonly context: AppContext;
  readonly principal: Principal;
}

type Command = 'alarmSettingsRead' | 'alarmSettingsWrite';

/** Which devices take a command now, and which do not and why. */
export interface Reach {
  readonly devices: readonly CommandDevice[];
  readonly plan: AlarmSettingPlan;
}

/** Looks which of the devices take a command. @throws 20001, 20002, 20018, 60008, 60015, 61001 when it is a single one that does not. */
export async function reachOf(
  caller: Caller,
  devices: readonly CommandDevice[],
  commandType: Command,
  waiting: Pick<Waiting, 'offline'>,
  aloneThrows = true,
): Promise<Reach> {
  const refused = await refusals(caller.trx, caller.context, caller.principal, devices, {
    commandType,
    params: {},
    expireHours: 1,
    ...waiting,
  });
  const [only] = devices;
  const reason = only && devices.length === 1 ? refused.get(only.key) : undefined;
  if (only && reason && aloneThrows) throw apiError(REFUSAL_ERRORS[reason], { deviceId: only.id, reason });
  const taken = devices.filter((d) => !refused.has(d.key));
  return {
    devices: taken,
    plan: {
      total: devices.length,
      accepted: taken.length,
      refused: devices.length - taken.length,
      offline: taken.filter((d) => !isOnline(caller.context, d)).length,
      skipped: devices
        .filter((d) => refused.has(d.key))
        .slice(0, ALARM_SETTING_LIMITS.named)
        .map((d) => ({ deviceId: d.id, deviceName: d.name, reason: refused.get(d.key)! })),
    },
  };
}

/** Adds a command for devices, each with its own parameters. Returns ids by device key; missing: it has the same one open. */
async function addFor(
  { trx, principal }: Caller,
  commandType: Command,
  devices: readonly { readonly device: CommandDevice; readonly params: Readonly<Record<string, unknown>> }[],
  { batchId, waiting }: { readonly batchId: string; readonly waiting: Waiting },
): Promise<Map<string, string>> {
  const { repeatable, timeoutS } = commandDefinition(commandType);
  const expiresAt = commandExpiry(waiting.offline, waiting.expireHours);
  return await insertCommands(trx, {
    devices: devices.map(({ device, params }): NewCommand => ({
      deviceKey: device.key,
      refused: null,
      offline: waiting.offline,
      expiresAt,
      params,
    })),
    batchId,
    userId: principal.userId,
    account: principal.account,
    command: commandType,
    params: {},
    maskedParams: null,
    repeatable,
    timeoutS,
    condition: null,
  });
}

/** Asks devices what they have. Returns the batch of the questions. */
export async function askForSettings(caller: Caller, devices: readonly CommandDevice[], waiting: Waiting): Promise<string> {
  const batchId = await nextCommandBatch(caller.trx);
  const asked = await addFor(
    caller,
    'alarmSettingsRead',
    devices.map((device) => ({ device, params: {} })),
    { batchId, waiting },
  );
  await followAlarmSettings(
    caller.trx,
    devices.map((d) => ({ deviceKey: d.key, families: ALARM_SETTING_GROUPS, write: undefined, read: asked.get(d.key) })),
  );
  return batchId;
}

/** What a newer order leaves of an older one that has not gone out: its groups, where the newer one says nothing of them. */
function merged(older: SettingsByGroup | undefined, newer: SettingsByGroup): SettingsByGroup {
  const out: Partial<Record<AlarmSettingGroup, AlarmSettingValues>> = {};
  for (const group of ALARM_SETTING_GROUPS) {
    const values = { ...older?.[group], ...newer[group] };
    if (Object.keys(values).length > 0) out[group] = values;
  }
  return out;
}

/**
 * Sends settings to devices. Each is asked what it has, because the octets are written on top of that; then they are written, and read back. All three
 * wait together for a device that is off line. What was on its way and has not gone out is part of the newer order. Returns the batch of the commands.
 */
export async function sendSettings(
  caller: Caller,
  orders: readonly { readonly device: CommandDevice; readonly settings: SettingsByGroup }[],
  waiting: Waiting,
): Promise<string> {
  const { trx } = caller;
  const batchId = await nextCommandBatch(trx);
  const superseded = await supersedeAlarmSettings(
    trx,
    orders.map((o) => o.device.key),
  );
  const wholes = orders.map(({ device, settings }) => ({ device, settings: merged(superseded.get(device.key), settings) }));
  const more = { batchId, waiting };
  await addFor(
    caller,
    'alarmSettingsRead',
    wholes.map(({ device }) => ({ device, params: {} })),
    more,
  );
  const written = await addFor(
    caller,
    'alarmSettingsWrite',
    wholes.map(({ device, settings }) => ({ device, params: { settings } })),
    more,
  );
  // told apart by the command that they follow: each write is read back by a question of its own
  const read = await addFor(
    caller,
    'alarmSettingsRead',
    wholes.map(({ device }) => ({ device, params: { after: written.get(device.key) ?? batchId } })),
    more,
  );
  await followAlarmSettings(
    trx,
    wholes.map(({ device, settings }) => ({
      deviceKey: device.key,
      families: ALARM_SETTING_GROUPS.filter((group) => settings[group] !== undefined),
      write: written.get(device.key),
      read: read.get(device.key),
    })),
  );
  return batchId;
}

/** Rows of settings by device key. */
export async function settingsByDevice(trx: ScopedTransaction, keys: readonly string[]): Promise<Map<string, AlarmSettingRecord[]>> {
  const out = new Map<string, AlarmSettingRecord[]>();
  for (const row of await alarmSettingsOf(trx, keys)) out.set(row.device_key, [...(out.get(row.device_key) ?? []), row]);
  return out;
}

/** What is wanted of a device. @throws 9009 when that is nothing. */
export async function wantedOf(
  trx: ScopedTransaction,
  device: CommandDevice,
  groups: readonly AlarmSettingGroup[] | undefined,
): Promise<SettingsByGroup> {
  const rows = (await alarmSettingsOf(trx, [device.key])).filter((row) => row.wanted !== null && (groups?.includes(row.family) ?? true));
  if (rows.length === 0) throw apiError('recordNotFound', { deviceId: device.id });
  return Object.fromEntries(rows.map((row) => [row.family, row.wanted!]));
}
