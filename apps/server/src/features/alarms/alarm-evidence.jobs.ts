import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable, type PassThrough } from 'node:stream';
import { alarmName, OPERATIONS } from '@sightline/contract';
import { logMediaLooks, createPositionStore, type AlarmRecord, type MediaFileRow } from '@sightline/db';
import {
  attributeUnit,
  CELL_DECIMALS,
  csvCell,
  csvLines,
  formatInstant,
  gpxLines,
  measuresIn,
  parseZone,
  roundTo,
  UTC_ZONE,
  type CsvCell,
  type Measures,
  type UserZone,
} from '@sightline/domain';
import { mp4OfH264 } from '@sightline/media';
import { ZipFile } from 'yazl';
import { openFiles, type Files } from '../files/file.service.ts';
import { defineJob } from '../jobs/job.service.ts';
import { mediaLook } from '../media-files/media-file.service.ts';
import { alarmView } from './alarm-view.ts';
import { speedPicture, trackPicture } from './alarm-pictures.ts';
import { filesOfAlarm, namedAlarm, trackAround, type AlarmTrackPoint } from './alarm.service.ts';
import { evidencePage, type PackedFile } from './evidence-page.ts';

const AROUND = { beforeS: 300, afterS: 300 } as const;
/** Clips above this are packed as they are: making them playable takes them into memory. */
const MAX_PLAYABLE_BYTES = 64 * 1024 * 1024;

const H264 = 'video/h264';
/** Of a speed: it is evidence. */
const EVIDENCE_DECIMALS = 1;

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Everything that a position says, a column for each name; heads name the units, which are the user's where somebody chooses. */
function valuesCsv(zone: UserZone, { cell, symbol, conversion }: Measures, points: readonly AlarmTrackPoint[]): string {
  const names = [...new Set(points.flatMap((p) => Object.keys(p.attributes)))].sort();
  const columns = names.map((name) => {
    const unit = attributeUnit(name);
    const found = unit === null ? null : conversion(unit);
    const said = (value: unknown): CsvCell => {
      if (typeof value === 'number')
        return found === null || found.isSame ? value : roundTo(found.convert(value), CELL_DECIMALS[found.quantity]);
      return typeof value === 'string' ? value : value === undefined ? null : String(value);
    };
    return { name, head: unit === null ? name : `${name} (${found?.symbol ?? unit})`, said };
  });
  const rows = points.map((p) =>
    [
      formatInstant(zone, p.timeMs),
      new Date(p.timeMs).toISOString(),
      p.lat,
      p.lon,
      cell('speed', p.speedKph),
      p.course,
      cell('length', p.altitudeM),
      ...columns.map(({ name, said }) => said(p.attributes[name])),
    ]
      .map(csvCell)
      .join(','),
  );
  const places = ['time', 'time_utc', 'lat', 'lon', `speed (${symbol('speed')})`, 'course (°)', `altitude (${symbol('length')})`];
  const head = [...places, ...columns.map((column) => column.head)];
  return [...csvLines(head, []), ...rows.map((row) => `${row}\r\n`)].join('');
}

/** Names of files come from devices: they are harmless, and told apart by their numbers. */
const pathOf = (file: MediaFileRow): string => `files/${file.id}_${file.file_name}`;

interface Pack {
  readonly zip: ZipFile;
  /** Lines of SHA256SUMS. */
  readonly sums: string[];
}

function add(pack: Pack, path: string, content: string | Uint8Array, at: Date): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  pack.sums.push(`${sha256(bytes)}  ${path}`);
  pack.zip.addBuffer(bytes, path, { mtime: at });
}

async function addFiles(
  pack: Pack,
  files: Files,
  rows: readonly MediaFileRow[],
  step: (done: number) => Promise<void>,
): Promise<PackedFile[]> {
  const packed: PackedFile[] = [];
  for (const [i, row] of rows.entries()) {
    if (await files.store.exists(row.storage_name)) {
      const path = pathOf(row);
      const sum = Buffer.from(row.sha256).toString('hex');
      const sizeBytes = Number(row.size_bytes);
      pack.sums.push(`${sum}  ${path}`);
      pack.zip.addFile(files.store.pathOf(row.storage_name), path, { mtime: row.taken_at, compress: false });
      let playable: string | null = null;
      if (row.content_type === H264 && sizeBytes <= MAX_PLAYABLE_BYTES) {
        const mp4 = mp4OfH264(await readFile(files.store.pathOf(row.storage_name)));
        if (mp4) add(pack, (playable = `playable/${row.id}.mp4`), mp4, row.taken_at);
      }
      packed.push({ path, name: row.file_name, kind: row.kind, playable, sha256: sum, sizeBytes });
    }
    await step(i + 1);
  }
  return packed;
}

const nameOf = ({ kind }: AlarmRecord, zh: boolean): string => alarmName(kind, zh ? 'zh' : 'en');

const factsOf = (alarm: AlarmRecord, zone: UserZone, { text }: Measures, zh: boolean): [string, string][] => {
  const place = alarm.lat === null || alarm.lon === null ? '-' : `${alarm.lat}, ${alarm.lon}`;
  const verdict = alarm.verdict_at === null ? '-' : alarm.invalid_status === 1 ? (zh ? '无效' : 'invalid') : zh ? '有效' : 'valid';
  return [
    [zh ? '设备' : 'Device', `${alarm.device_name} (${alarm.device_id})`],
    [zh ? '客户' : 'Customer', alarm.customer_name],
    [zh ? '报警' : 'Alarm', `${nameOf(alarm, zh)} (${alarm.family} / ${alarm.kind})`],
    [zh ? '时间' : 'Time', `${formatInstant(zone, alarm.at.getTime())} (${alarm.at.toISOString()})`],
    [zh ? '位置' : 'Place', place],
    [zh ? '速度' : 'Speed', alarm.speed_kph === null ? '-' : text('speed', alarm.speed_kph, EVIDENCE_DECIMALS)],
    [zh ? '处理结果' : 'Verdict', `${verdict}${alarm.verdict_account === null ? '' : ` (${alarm.verdict_account})`}`],
    [zh ? '备注' : 'Comment', alarm.comment ?? '-'],
  ];
};

/** One alarm as a zip: its files as they came, clips that browsers play, track, values, check values and a page that needs no network. */
export const alarmEvidenceJob = defineJob({
  id: 'alarm.evidence',
  input: OPERATIONS['alarm.evidence'].input,
  run: async ({ input, app, principal, language, progress, resultFile, trx }) => {
    const files = openFiles(app.config);
    const { alarm, rows, track } = await trx(async (t) => {
      const found = await namedAlarm(t, principal, input.alarmId);
      return {
        alarm: found,
        rows: (await filesOfAlarm(t, principal, found.id)).rows,
        track: await trackAround(t, createPositionStore(app.database), found, AROUND),
      };
    });
    await logMediaLooks(
      app.database.system,
      rows.map((row) => mediaLook(principal, row, null)),
      Date.now(),
    );
    const zh = language === 'zh_CN';
    const zone = parseZone(principal.timezone) ?? UTC_ZONE;
    const measures = measuresIn(principal.units);
    const total = rows.length + 1;
    const pack: Pack = { zip: new ZipFile(), sums: [] };
    const packed = await addFiles(pack, files, rows, (done) => progress(done, total));
    const called = nameOf(alarm, zh);
    const title = `${zh ? '报警证据' : 'Evidence'} ${alarm.device_name} ${called} ${formatInstant(zone, alarm.at.getTime())}`;
    const place = alarm.lat === null || alarm.lon === null ? null : { lat: alarm.lat, lon: alarm.lon };
    const pictures = {
      track: trackPicture(track, place, measures, called),
      speed: speedPicture(track, alarm.at.getTime(), measures, called),
    };
    add(pack, 'track.gpx', [...gpxLines({ name: title, creator: 'Sightline', parts: [track] })].join(''), alarm.at);
    add(pack, 'track.svg', pictures.track, alarm.at);
    add(pack, 'speed.svg', pictures.speed, alarm.at);
    add(pack, 'values.csv', valuesCsv(zone, measures, track), alarm.at);
    add(pack, 'alarm.json', `${JSON.stringify(alarmView(alarm), null, 2)}\n`, alarm.at);
    add(
      pack,
      'evidence.html',
      evidencePage({ language, title, facts: factsOf(alarm, zone, measures, zh), files: packed, ...pictures }),
      alarm.at,
    );
    pack.zip.addBuffer(Buffer.from(`${pack.sums.join('\n')}\n`), 'SHA256SUMS', { mtime: alarm.at });
    pack.zip.end();
    const name = `${zh ? '报警证据' : 'Evidence'} ${alarm.device_id} ${formatInstant(zone, alarm.at.getTime(), 'yyyy-MM-dd HHmmss')}.zip`;
    const out = pack.zip.outputStream as PassThrough;
    pack.zip.on('error', (error: Error) => out.destroy(error));
    await resultFile(name, 'application/zip', Readable.from(out as AsyncIterable<Buffer>, { objectMode: false }));
    await progress(total, total);
    return { summary: { files: packed.length, points: track.length } };
  },
});
