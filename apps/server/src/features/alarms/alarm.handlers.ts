import { ALARM_LIMITS, apiError, type ParsedInputOf } from '@sightline/contract';
import {
  countAlarms,
  judgeAlarms,
  pageAlarms,
  wantUploadsAgain,
  type AlarmFilter,
  type PositionStore,
  type ScopedTransaction,
} from '@sightline/db';
import { addDays, dayOf, dayRange, daysBetween, parseZone, UTC_ZONE } from '@sightline/domain';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { watchedDevice } from '../devices/device.service.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import { startJob } from '../jobs/job.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { isoTime } from '../times.ts';
import { alarmEvidenceJob } from './alarm-evidence.jobs.ts';
import { alarmFilesView, alarmView } from './alarm-view.ts';
import { filesOfAlarm, namedAlarm, namedAlarms, trackAround } from './alarm.service.ts';

const DAY_MS = 86_400_000;

/** The window of a question. @throws 20012 over 31 days, 400 when it ends before it begins. */
function windowOf({ start, end }: { readonly start?: string | undefined; readonly end?: string | undefined }): { from: Date; to: Date } {
  const toMs = end === undefined ? Date.now() + DAY_MS : Date.parse(end);
  const fromMs = start === undefined ? toMs - ALARM_LIMITS.days * DAY_MS : Date.parse(start);
  if (toMs < fromMs) throw apiError('invalidParameters', [{ path: 'end', message: 'ends before it begins' }]);
  if (toMs - fromMs > ALARM_LIMITS.days * DAY_MS) throw apiError('last30DaysOnly', { maxDays: ALARM_LIMITS.days });
  return { from: new Date(fromMs), to: new Date(toMs) };
}

type Filters = Omit<ParsedInputOf<'alarm.statistics'>, 'start' | 'end'>;

const filterOf = async (trx: ScopedTransaction, principal: Principal, input: Filters): Promise<AlarmFilter> => ({
  path: await namedCustomerPath(trx, principal, input.customerId),
  deviceIds: input.deviceIds,
  search: input.deviceIdOrName,
  kinds: input.alarmTypes?.length ? input.alarmTypes : undefined,
  families: input.noticeTypes,
  levels: input.noticeLevels,
  verdict: input.verdict,
  seesLocked: principal.platform,
});

/** Alarms of devices: lists, verdicts, files. */
export const alarmHandlers = (positions: PositionStore, files: Files) => {
  const page =
    (onlyWithFiles: boolean) =>
    async ({ input, principal, trx }: ScopedCall<'alarm.page'> | ScopedCall<'alarm.files.page'>) => {
      const filter = await filterOf(trx, principal, input);
      const withFiles = onlyWithFiles || input.withFiles;
      const { rows, total } = await pageAlarms(trx, { ...filter, ...windowOf(input), withFiles, ...limitOf(input) });
      return pageOfRows(input, rows.map(alarmView), total);
    };

  return defineHandlers({
    'alarm.page': page(false),
    'alarm.files.page': page(true),

    'alarm.supplement': async ({ input, principal, trx }) => {
      const alarm = await namedAlarm(trx, principal, input.alarmId);
      const track = await trackAround(trx, positions, alarm, input);
      return {
        alarm: alarmView(alarm),
        files: await alarmFilesView(files, principal, await filesOfAlarm(trx, principal, alarm.id)),
        track: track.map((p) => ({ time: isoTime(p.timeMs), lat: p.lat, lon: p.lon, speed: p.speedKph, course: p.course })),
      };
    },

    'alarm.file': async ({ input, principal, trx }) => {
      const alarm = await namedAlarm(trx, principal, input.alarmId);
      return await alarmFilesView(files, principal, await filesOfAlarm(trx, principal, alarm.id));
    },

    'alarm.statistics': async ({ input, principal, trx }) => {
      const zone = parseZone(principal.timezone) ?? UTC_ZONE;
      const end = input.end ?? dayOf(zone, Date.now());
      const start = input.start ?? addDays(end, 1 - ALARM_LIMITS.days);
      const days = daysBetween(start, end) + 1;
      if (days < 1) throw apiError('invalidParameters', [{ path: 'end', message: 'ends before it begins' }]);
      if (days > ALARM_LIMITS.days) throw apiError('last30DaysOnly', { maxDays: ALARM_LIMITS.days });
      const names = Array.from({ length: days }, (_, i) => addDays(start, i));
      const starts = [...names, addDays(end, 1)].map((name) => new Date(dayRange(zone, name)[0]));
      const counts = await countAlarms(trx, await filterOf(trx, principal, input), starts);
      return names.flatMap((name, i) => {
        const own = counts.filter((c) => c.day === i);
        if (own.length === 0) return [];
        const sum = (of: 'total' | 'invalid' | 'open'): number => own.reduce((n, c) => n + c[of], 0);
        const kinds = own.map((c) => ({ alarmName: c.kind, noticeType: c.family, total: c.total }));
        return [{ day: name, total: sum('total'), invalid: sum('invalid'), open: sum('open'), kinds }];
      });
    },

    'alarm.ignore': async ({ input, principal, trx, audit }) => {
      await namedAlarms(trx, principal, input.alarmIds);
      const { userId, account } = principal;
      const judged = await judgeAlarms(trx, input.alarmIds, { invalidStatus: 1, comment: input.comment, userId, account });
      audit({ count: judged.length });
      return { count: judged.length };
    },

    'alarm.valid': async ({ input, principal, trx, audit }) => {
      await namedAlarms(trx, principal, input.alarmIds);
      const { userId, account } = principal;
      const { invalidStatus, comment } = input;
      const judged = await judgeAlarms(trx, input.alarmIds, { invalidStatus, comment, userId, account });
      audit({ count: judged.length, invalidStatus });
      return { count: judged.length, invalidStatus };
    },

    'alarm.reupload': async ({ input, principal, trx, audit }) => {
      await namedAlarms(trx, principal, input.alarmIds);
      const count = await wantUploadsAgain(trx, input.alarmIds, ALARM_LIMITS.reuploadMinutes);
      if (count === null) throw apiError('reuploadAfter10Minutes', { minutes: ALARM_LIMITS.reuploadMinutes });
      audit({ count });
      return { count };
    },

    'device.data.alarm': async ({ input, principal, trx }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const { rows, total } = await pageAlarms(trx, {
        deviceIds: [device.id],
        seesLocked: principal.platform,
        ...windowOf(input),
        ...limitOf(input),
      });
      return pageOfRows(input, rows.map(alarmView), total);
    },

    'alarm.evidence': async ({ input, principal, trx, language }) => {
      await namedAlarm(trx, principal, input.alarmId);
      return await startJob(trx, alarmEvidenceJob, input, { principal, language });
    },
  });
};
