import {
  apiError,
  COMMAND_LIMITS,
  commandDefinition,
  commandFeature,
  maskedParams,
  maySend,
  whyUnable,
  type CommandDefinition,
  type CommandId,
} from '@sightline/contract';
import {
  commandDevices,
  insertCommands,
  licensedDevices,
  openCommandCounts,
  slowDevices,
  type CommandDevice,
  type NewCommand,
  type ScopedTransaction,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { isHidden } from '../devices/device.service.ts';
import { onlineSinceMs } from '../devices/online.service.ts';
import { opens } from '../licenses/license-guard.service.ts';
import { overLimitToday } from '../traffic/traffic.service.ts';
import type { Principal } from '../principal.ts';

const HOUR_MS = 3_600_000;
/** A device that counts as on line takes a command within this time, or it has no connection any more. */
const LIVE_EXPIRY_MS = 120_000;

/** What somebody asks for. */
export interface CommandRequest {
  readonly commandType: CommandId;
  readonly params: Readonly<Record<string, unknown>>;
  readonly offline: boolean;
  readonly expireHours: number;
  readonly condition?: { readonly maxSpeedKph: number; readonly maxFixAgeS: number; readonly otherwise: 'refuse' | 'wait' };
}

/** Who may send it, and with which parameters. @throws 403, 400 with the fields. */
export function checkedParams(
  principal: Principal,
  commandType: CommandId,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (!maySend(commandType, principal)) throw apiError('noPermission', { commandType });
  if (commandDefinition(commandType).ownCalls)
    throw apiError('invalidParameters', [{ path: 'commandType', message: 'this command has calls of its own' }]);
  const parsed = commandDefinition(commandType).params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw apiError(
    'invalidParameters',
    parsed.error.issues.slice(0, 20).map((issue) => ({ path: ['params', ...issue.path].join('.'), message: issue.message })),
  );
}

/** Dangerous commands name their device twice. @throws 400 without the second name, 20007 when it is another device. */
export function checkConfirmation(commandType: CommandId, deviceId: string, confirmDeviceId: string | undefined): void {
  if (confirmDeviceId !== undefined && confirmDeviceId !== deviceId)
    throw apiError('deviceNotFound', { confirmDeviceId }, 'The confirmation names another device');
  if (confirmDeviceId === undefined && commandDefinition(commandType).confirm)
    throw apiError('invalidParameters', [{ path: 'confirmDeviceId', message: 'this command needs a confirmation that names the device' }]);
}

/** The devices of a call. @throws 20007 when one of them cannot be seen. */
export async function namedCommandDevices(trx: ScopedTransaction, ids: readonly string[]): Promise<CommandDevice[]> {
  const devices = await commandDevices(trx, ids);
  if (devices.length < ids.length || ids.length === 0) {
    const found = new Set(devices.map((d) => d.id));
    throw apiError('deviceNotFound', { deviceIds: ids.filter((id) => !found.has(id)).slice(0, 20) });
  }
  return devices;
}

export const abilitiesOf = (d: CommandDevice) => ({ protocol: d.protocol, camCount: d.cam_count, modelCommands: d.commands });

export const isOnline = (context: AppContext, d: CommandDevice): boolean =>
  d.last_contact_ms !== null && d.last_contact_ms >= onlineSinceMs(context);

type Refusal =
  | 'unsupported'
  | 'modelNotSupported'
  | 'deviceLocked'
  | 'licenseLacks'
  | 'overLimit'
  | 'deviceOffline'
  | 'deviceBusy'
  | 'notSlow';

/** Why devices cannot take a command now, by device key; the others can. */
export async function refusals(
  trx: ScopedTransaction,
  context: AppContext,
  principal: Principal,
  devices: readonly CommandDevice[],
  request: CommandRequest,
): Promise<Map<string, Refusal>> {
  const definition = commandDefinition(request.commandType);
  const keys = devices.map((d) => d.key);
  const open = await openCommandCounts(trx, keys);
  const licensed = new Map((await licensedDevices(trx, { keys })).map((d) => [d.key, d]));
  const feature = commandFeature(request.commandType);
  const condition = definition.onlySlow ? conditionOf(request) : null;
  // A device without a connection is looked at when it has one.
  const asked = condition && !condition.waits ? devices.filter((d) => !request.offline || isOnline(context, d)).map((d) => d.key) : [];
  const slow = condition ? await slowDevices(trx, asked, condition) : new Set<string>();
  const uploads: CommandDefinition['uploads'] = definition.uploads;
  const overLimit = uploads?.(request.params) ? await overLimitToday(trx, principal, keys) : new Set<string>();
  const out = new Map<string, Refusal>();
  for (const d of devices) {
    const unable = whyUnable(request.commandType, abilitiesOf(d));
    if (unable === 'protocol') out.set(d.key, 'unsupported');
    else if (unable === 'model') out.set(d.key, 'modelNotSupported');
    else if (isHidden(principal, licensed.get(d.key))) out.set(d.key, 'deviceLocked');
    else if (!opens(licensed.get(d.key), feature)) out.set(d.key, 'licenseLacks');
    else if (overLimit.has(d.key)) out.set(d.key, 'overLimit');
    else if (!request.offline && !isOnline(context, d)) out.set(d.key, 'deviceOffline');
    else if ((open.get(d.key) ?? 0) >= COMMAND_LIMITS.openPerDevice) out.set(d.key, 'deviceBusy');
    else if (asked.includes(d.key) && !slow.has(d.key)) out.set(d.key, 'notSlow');
  }
  return out;
}

export const REFUSAL_ERRORS = {
  unsupported: 'commandNotSupported',
  modelNotSupported: 'modelNotSupported',
  deviceLocked: 'deviceLocked',
  licenseLacks: 'licenseTypeMismatch',
  overLimit: 'trafficOverLimit',
  deviceOffline: 'deviceOffline',
  deviceBusy: 'deviceBusy',
  notSlow: 'commandSendFailed',
} as const;

const conditionOf = (r: CommandRequest) => ({
  maxSpeedKph: r.condition?.maxSpeedKph ?? COMMAND_LIMITS.cutSpeedKph,
  maxFixAgeS: r.condition?.maxFixAgeS ?? COMMAND_LIMITS.cutFixAgeS,
  waits: r.condition?.otherwise === 'wait',
});

/** When a command that is asked for now is given up; `patient`: it waits for the device, or for the vehicle to be slow. */
export const commandExpiry = (patient: boolean, hours: number): Date => new Date(Date.now() + (patient ? hours * HOUR_MS : LIVE_EXPIRY_MS));

/** Adds the commands of a request, `refused` ones with their reason. Returns ids by device key; missing: it has the same one open. */
export async function addCommands(
  trx: ScopedTransaction,
  principal: Principal,
  devices: readonly CommandDevice[],
  request: CommandRequest,
  more: { readonly batchId: string | null; readonly refused: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const definition = commandDefinition(request.commandType);
  const condition = definition.onlySlow ? conditionOf(request) : null;
  const expiresAt = commandExpiry(request.offline || condition?.waits === true, request.expireHours);
  return await insertCommands(trx, {
    devices: devices.map((d): NewCommand => ({
      deviceKey: d.key,
      refused: more.refused.get(d.key) ?? null,
      offline: request.offline,
      expiresAt,
    })),
    batchId: more.batchId,
    userId: principal.userId,
    account: principal.account,
    command: request.commandType,
    params: request.params,
    // One call is for devices of one model.
    maskedParams: maskedParams(devices[0]?.protocol ?? '', request.params),
    repeatable: definition.repeatable,
    timeoutS: definition.timeoutS,
    condition,
  });
}

/** One command for one device. Returns its id. @throws 20001, 20002, 20007, 20014, 20018, 25005, 60008, 60015, 61001, 400, 403. */
export async function sendCommand(
  trx: ScopedTransaction,
  context: AppContext,
  principal: Principal,
  deviceId: string,
  confirmDeviceId: string | undefined,
  request: CommandRequest,
): Promise<string> {
  const params = checkedParams(principal, request.commandType, request.params);
  const devices = await namedCommandDevices(trx, [deviceId]);
  checkConfirmation(request.commandType, deviceId, confirmDeviceId);
  const checked = { ...request, params };
  const refused = (await refusals(trx, context, principal, devices, checked)).get(devices[0]!.key);
  if (refused) throw apiError(REFUSAL_ERRORS[refused], { deviceId, reason: refused });
  const id = (await addCommands(trx, principal, devices, checked, { batchId: null, refused: new Map() })).get(devices[0]!.key);
  if (id === undefined) throw apiError('deviceBusy', { deviceId, reason: 'sameCommandOpen' });
  return id;
}
