import { ALARM_LIMITS, apiError } from '@sightline/contract';
import {
  alarmsByIds,
  countFilesOfAlarm,
  pageMediaFiles,
  type AlarmRecord,
  type MediaFileRow,
  type PositionStore,
  type ScopedTransaction,
} from '@sightline/db';
import { mediaViewer } from '../media-files/media-file.service.ts';
import type { Principal } from '../principal.ts';

/** Files of an alarm that are read: as many as a unit may send, and more. */
const MAX_FILES = 200;
const MAX_POINTS = 5_000;

/** Alarms that a call names. @throws 20023 when one of them is not there, 400 for more than one call may name. */
export async function namedAlarms(trx: ScopedTransaction, principal: Principal, ids: readonly string[]): Promise<AlarmRecord[]> {
  if (ids.length === 0 || ids.length > ALARM_LIMITS.batch)
    throw apiError('invalidParameters', [{ path: 'alarmIds', message: `1 to ${ALARM_LIMITS.batch} alarms` }]);
  const found = await alarmsByIds(trx, ids, principal.platform);
  if (found.length < ids.length) {
    const known = new Set(found.map((a) => a.id));
    throw apiError('alarmNotFound', { alarmIds: ids.filter((id) => !known.has(id)) });
  }
  return found;
}

/** @throws 20023 */
export const namedAlarm = async (trx: ScopedTransaction, principal: Principal, id: string): Promise<AlarmRecord> =>
  (await namedAlarms(trx, principal, [id]))[0]!;

export interface FilesOfAlarm {
  /** Those that the principal may see. */
  readonly rows: readonly MediaFileRow[];
  readonly withheld: number;
}

export async function filesOfAlarm(trx: ScopedTransaction, principal: Principal, alarmId: string): Promise<FilesOfAlarm> {
  const { rows, total } = await pageMediaFiles(trx, { viewer: mediaViewer(principal), alarmIds: [alarmId], limit: MAX_FILES, offset: 0 });
  return { rows, withheld: (await countFilesOfAlarm(trx, alarmId)) - total };
}

export interface AlarmTrackPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitudeM: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Where the device was around an alarm; positions that do not count are left out. */
export async function trackAround(
  trx: ScopedTransaction,
  positions: PositionStore,
  alarm: AlarmRecord,
  { beforeS, afterS }: { readonly beforeS: number; readonly afterS: number },
): Promise<AlarmTrackPoint[]> {
  const fromMs = alarm.at.getTime() - beforeS * 1000;
  const toMs = alarm.at.getTime() + afterS * 1000 + 1;
  const found = await positions.reader(trx).positions(Number(alarm.device_key), fromMs, toMs, { limit: MAX_POINTS });
  return found.flatMap((p) =>
    p.flags !== 0 || p.lat === null || p.lon === null
      ? []
      : [
          {
            timeMs: p.fixTimeMs,
            lat: p.lat,
            lon: p.lon,
            speedKph: p.speedKph,
            course: p.course,
            altitudeM: p.altitudeM,
            attributes: p.attributes,
          },
        ],
  );
}
