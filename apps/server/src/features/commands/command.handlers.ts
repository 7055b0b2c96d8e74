import {
  apiError,
  COMMAND_STATUSES,
  commandDefinition,
  commandFeature,
  commandsOf,
  isCommandId,
  maySend,
  OFFERED_COMMAND_IDS,
  type CommandId,
  type CommandStatus,
} from '@sightline/contract';
import {
  commandsByIds,
  commandStateCounts,
  licensedDevices,
  nextCommandBatch,
  openCommandCounts,
  pageCommands,
  recentCommands,
  revokeCommands,
  type PositionStore,
} from '@sightline/db';
import { defineHandlers, detached, type ScopedCall } from '../handlers.ts';
import { asGiven, startJob } from '../jobs/job.service.ts';
import { opens } from '../licenses/license-guard.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { askDevice } from './command-answers.service.ts';
import type { CommandFeed } from './command-feed.service.ts';
import { commandExportJob } from './command-export.jobs.ts';
import { commandFilter } from './command-filter.ts';
import { commandName, commandRecord, mayFollowCommands, statusOf } from './command-view.ts';
import {
  abilitiesOf,
  addCommands,
  checkedParams,
  isOnline,
  namedCommandDevices,
  refusals,
  REFUSAL_ERRORS,
  sendCommand,
  type CommandRequest,
} from './command.service.ts';

type Sending = Pick<ScopedCall<'device.command.send'>, 'trx' | 'context' | 'principal' | 'language' | 'audit'>;

/** Adds a command, says so in the operation log, and gives it back as it stands. */
async function send(call: Sending, deviceId: string, confirmDeviceId: string | undefined, request: CommandRequest) {
  const id = await sendCommand(call.trx, call.context, call.principal, deviceId, confirmDeviceId, request);
  call.audit({ commandId: id, commandType: request.commandType, offline: request.offline });
  return commandRecord((await commandsByIds(call.trx, [id]))[0]!, call.language);
}

const CONTROLS = {
  reboot: { commandType: 'reboot', params: {} },
  factoryReset: { commandType: 'factoryReset', params: {} },
  powerOff: { commandType: 'powerOff', params: {} },
  lock: { commandType: 'doors', params: { action: 'lock' } },
  unlock: { commandType: 'doors', params: { action: 'unlock' } },
} as const;

/** Time of a call that waits, less what the way takes. */
const SHORT_MS = 28_000;
const LONG_MS = 118_000;

/** Commands to devices. */
export const commandHandlers = (feed: CommandFeed, positions: PositionStore) =>
  defineHandlers({
    'device.command.recently': async ({ input, principal, trx, language }) => {
      const device = input.deviceId === undefined ? null : (await namedCommandDevices(trx, [input.deviceId]))[0]!;
      const known = new Set<string>(device ? commandsOf(abilitiesOf(device)) : []);
      const recent = await recentCommands(trx, principal.userId, 50);
      return recent
        .flatMap(({ command, at }) =>
          isCommandId(command) && (!device || known.has(command)) && maySend(command, principal)
            ? [{ commandType: command, commandName: commandName(command, language), time: isoTime(at) }]
            : [],
        )
        .slice(0, input.limit);
    },

    'device.command.abilities': async ({ input, principal, trx, context }) => {
      const device = (await namedCommandDevices(trx, [input.deviceId]))[0]!;
      const state = (await positions.reader(trx).states([Number(device.key)])).get(Number(device.key));
      const [licensed] = await licensedDevices(trx, { keys: [device.key] });
      // Teltonika's cut is its first output.
      const blocked = state?.attributes['blocked'] ?? (device.protocol === 'teltonika' ? state?.attributes['out1'] : undefined);
      return {
        deviceId: device.id,
        deviceName: device.name,
        protocol: device.protocol,
        online: isOnline(context, device),
        blocked: typeof blocked === 'boolean' ? blocked : null,
        open: (await openCommandCounts(trx, [device.key])).get(device.key) ?? 0,
        commands: commandsOf(abilitiesOf(device)).filter((id) => maySend(id, principal) && opens(licensed, commandFeature(id))),
      };
    },

    'device.command.send': async (call) => {
      const { deviceId, confirmDeviceId, maxSpeedKph, maxFixAgeS, otherwise, ...request } = call.input;
      return await send(call, deviceId, confirmDeviceId, { ...request, condition: { maxSpeedKph, maxFixAgeS, otherwise } });
    },

    'device.command.toOffline': async (call) => {
      const { deviceId, confirmDeviceId, maxSpeedKph, maxFixAgeS, otherwise, ...request } = call.input;
      return await send(call, deviceId, confirmDeviceId, { ...request, offline: true, condition: { maxSpeedKph, maxFixAgeS, otherwise } });
    },

    'device.command.revocation': async ({ input, principal, trx, audit }) => {
      const rows = await commandsByIds(trx, input.ids);
      if (rows.length < input.ids.length || rows.length === 0) throw apiError('recordNotFound');
      const forbidden = rows.find((r) => isCommandId(r.command) && !maySend(r.command, principal));
      if (forbidden) throw apiError('noPermission', { commandType: forbidden.command });
      const revoked = await revokeCommands(trx, input.ids, 'byUser');
      // All or nothing: the transaction takes the others back.
      const late = input.ids.filter((id) => !revoked.has(id));
      if (late.length > 0) throw apiError('onlyOfflineWithdrawn', { ids: late.slice(0, 20) });
      audit({ commands: rows.slice(0, 20).map((r) => ({ deviceId: r.device_id, commandType: r.command })) });
      return { revoked: revoked.size };
    },

    'device.command.batchSend': async ({ input, principal, trx, context, audit }) => {
      const { deviceIds, confirmCount, maxSpeedKph, maxFixAgeS, otherwise, ...rest } = input;
      const params = checkedParams(principal, rest.commandType, rest.params);
      const devices = await namedCommandDevices(trx, deviceIds);
      if (new Set(devices.map((d) => d.type_code)).size > 1) throw apiError('sameModelRequired');
      if (commandDefinition(rest.commandType).confirm && confirmCount !== devices.length)
        throw apiError('invalidParameters', [
          { path: 'confirmCount', message: `this command needs the number of devices: ${devices.length}` },
        ]);
      const request = { ...rest, params, condition: { maxSpeedKph, maxFixAgeS, otherwise } };
      const refused = await refusals(trx, context, principal, devices, request);
      const unable = refused.get(devices[0]!.key);
      // One model: what the first cannot, none can.
      if (unable === 'unsupported' || (unable === 'modelNotSupported' && refused.size === devices.length))
        throw apiError(REFUSAL_ERRORS[unable]);
      const batchId = await nextCommandBatch(trx);
      const added = await addCommands(trx, principal, devices, request, { batchId, refused });
      // Those that have the same command open stand in the result as well.
      const busy = devices.filter((d) => !added.has(d.key));
      if (busy.length > 0)
        await addCommands(trx, principal, busy, request, { batchId, refused: new Map(busy.map((d) => [d.key, 'deviceBusy'])) });
      const failed = devices.filter((d) => refused.has(d.key) || !added.has(d.key)).length;
      audit({ batchId, commandType: rest.commandType, devices: devices.length, refused: failed });
      return { batchId, total: devices.length, accepted: devices.length - failed, refused: failed };
    },

    'device.command.batch.info': async ({ input, trx }) => {
      const counts = await commandStateCounts(trx, { batchId: input.batchId });
      if (counts.size === 0) throw apiError('recordNotFound');
      const byStatus = Object.fromEntries(COMMAND_STATUSES.map((s) => [s, 0])) as Record<CommandStatus, number>;
      for (const [state, count] of counts) byStatus[statusOf(state)] += count;
      return { batchId: input.batchId, total: Object.values(byStatus).reduce((a, b) => a + b, 0), counts: byStatus };
    },

    'device.command.peripheral.send': async (call) => {
      const { deviceId, port, data, ...waiting } = call.input;
      return await send(call, deviceId, undefined, { ...waiting, commandType: 'peripheral', params: { port, data } });
    },

    'device.command.cutOilElectric': async (call) => {
      const { deviceId, confirmDeviceId, cut, form, maxSpeedKph, maxFixAgeS, otherwise, ...waiting } = call.input;
      const commandType: CommandId = cut === 1 ? 'fuelCut' : 'fuelRestore';
      return await send(call, deviceId, confirmDeviceId, {
        ...waiting,
        commandType,
        params: { form },
        condition: { maxSpeedKph, maxFixAgeS, otherwise },
      });
    },

    'device.command.queryTerminalAttribute': detached(
      async (call) =>
        await askDevice(call, feed, {
          operation: 'device.command.queryTerminalAttribute',
          deviceId: call.input.deviceId,
          commandType: 'terminalAttributes',
          params: {},
          timeoutMs: SHORT_MS,
        }),
    ),

    'device.command.get.config': detached(
      async (call) =>
        await askDevice(call, feed, {
          operation: 'device.command.get.config',
          deviceId: call.input.deviceId,
          commandType: 'parametersQuery',
          params: { parameters: call.input.parameters },
          timeoutMs: SHORT_MS,
        }),
    ),

    'device.command.set.config': detached(
      async (call) =>
        await askDevice(call, feed, {
          operation: 'device.command.set.config',
          deviceId: call.input.deviceId,
          confirmDeviceId: call.input.confirmDeviceId,
          commandType: 'parametersSet',
          params: { parameters: call.input.parameters },
          timeoutMs: SHORT_MS,
        }),
    ),

    'device.param.query': detached(
      async (call) =>
        await askDevice(call, feed, {
          operation: 'device.param.query',
          deviceId: call.input.deviceId,
          commandType: 'parametersQuery',
          params: { parameters: call.input.parameters },
          timeoutMs: LONG_MS,
        }),
    ),

    'device.command.long.range.control': async (call) => {
      const { deviceId, confirmDeviceId, control, ...waiting } = call.input;
      return await send(call, deviceId, confirmDeviceId, { ...waiting, ...CONTROLS[control] });
    },

    'device.command.timezone.modify': async (call) => {
      const { deviceId, utcOffsetMinutes, ...waiting } = call.input;
      return await send(call, deviceId, undefined, { ...waiting, commandType: 'timeZone', params: { utcOffsetMinutes } });
    },

    'device.command.page': async ({ input, principal, trx, language }) => {
      const { rows, total } = await pageCommands(trx, { ...(await commandFilter(trx, principal, input)), ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => commandRecord(r, language)),
        total,
      );
    },

    'report.export.command': async ({ input, principal, trx, language, audit }) => {
      if (!mayFollowCommands(principal)) throw apiError('noPermission');
      // What the call names is looked for now, so that a wrong id is told at once.
      await commandFilter(trx, principal, input);
      if (input.deviceIds !== undefined) await namedCommandDevices(trx, input.deviceIds);
      if (input.batchId !== undefined && (await commandStateCounts(trx, { batchId: input.batchId })).size === 0)
        throw apiError('recordNotFound', { batchId: input.batchId });
      audit({ format: input.format, columns: input.columns });
      return await startJob(trx, commandExportJob, asGiven(input), { principal, language });
    },

    'language.format.commandType': async ({ input, principal, trx }) => {
      const device = input.deviceId === undefined ? null : (await namedCommandDevices(trx, [input.deviceId]))[0]!;
      const ids = device ? commandsOf(abilitiesOf(device)) : OFFERED_COMMAND_IDS;
      const language = input.languageCode === 'zh_CN' ? 'zh' : 'en';
      return ids
        .filter((id) => maySend(id, principal))
        .map((id) => {
          const { title, description, danger, confirm } = commandDefinition(id);
          return {
            formatKey: id,
            formatValue: title[language],
            formatType: 'command_type' as const,
            description: description[language],
            danger,
            confirm,
          };
        });
    },
  });
