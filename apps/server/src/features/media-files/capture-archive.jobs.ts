import type { Readable } from 'node:stream';
import { OPERATIONS } from '@sightline/contract';
import { logMediaLooks, pageMediaFiles, type MediaFileRow } from '@sightline/db';
import { csvLines, formatInstant, measuresIn, parseZone, UTC_ZONE, type Measures, type UserZone } from '@sightline/domain';
import { ZipFile } from 'yazl';
import { harmlessName } from '../../files/harmless-name.ts';
import { defineJob } from '../jobs/job.service.ts';
import { mediaLook, mediaViewer } from './media-file.service.ts';

/** `{}`: the unit of speed. */
const HEADERS = {
  en: ['File', 'Device ID', 'Device', 'Customer', 'Channel', 'Time', 'Reason', 'Latitude', 'Longitude', 'Speed ({})', 'SHA-256'],
  zh: ['文件', '设备编号', '设备名称', '所属客户', '通道', '时间', '来源', '纬度', '经度', '速度 ({})', 'SHA-256'],
} as const;

/** Pictures as an archive: a folder for each device, and a list of them with place, time in the user's zone, speed in the user's unit and check value. */
export const captureArchiveJob = defineJob({
  id: 'capture.archive',
  input: OPERATIONS['device.capture.download'].input,
  run: async ({ input, app, files, principal, language, progress, resultFile, trx }) => {
    // Asked again: what was seen by the call may have gone, or be hidden by now.
    const { rows } = await trx((t) =>
      pageMediaFiles(t, { viewer: mediaViewer(principal), ids: input.ids, limit: input.ids.length, offset: 0 }),
    );
    const there: MediaFileRow[] = [];
    for (const row of rows) if (await files.store.exists(row.storage_name)) there.push(row);
    if (there.length === 0) return { empty: true };
    // Before the first octet leaves.
    const looks = there.map((row) => mediaLook(principal, row, null));
    await logMediaLooks(app.database.system, looks, Date.now());
    const zone = parseZone(principal.timezone) ?? UTC_ZONE;
    const measures = measuresIn(principal.units);
    const chinese = language === 'zh_CN';
    const entries = namedEntries(there);
    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    const failed = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
    entries.forEach(({ path, row }, i) =>
      // Opened when its turn has come: a thousand open files are too many. Pictures do not get smaller.
      zip.addReadStreamLazy(path, { mtime: row.taken_at, compress: false }, (take) => {
        progress(i, entries.length).then(() => {
          const source = files.store.read(row.storage_name);
          source.once('error', failed);
          take(null, source);
        }, failed);
      }),
    );
    const list = csvLines(
      (chinese ? HEADERS.zh : HEADERS.en).map((head) => head.replace('{}', measures.symbol('speed'))),
      entries.map((entry) => listRow(entry.path, entry.row, zone, measures)),
    );
    zip.addBuffer(Buffer.from([...list].join(''), 'utf8'), chinese ? '列表.csv' : 'list.csv');
    zip.end();
    await resultFile(
      `${chinese ? '图片' : 'Pictures'} ${formatInstant(zone, Date.now(), 'yyyy-MM-dd HHmmss')}.zip`,
      'application/zip',
      out,
    );
    return { summary: { files: there.length, missing: input.ids.length - there.length } };
  },
});

/** Each under a name of its own. */
function namedEntries(rows: readonly MediaFileRow[]): { readonly path: string; readonly row: MediaFileRow }[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const folder = `${harmlessName(row.device_name)} (${row.device_id})`;
    const dot = row.file_name.lastIndexOf('.');
    const [stem, extension] = [harmlessName(row.file_name.slice(0, dot)), row.file_name.slice(dot)];
    let path = `${folder}/${stem}${extension}`;
    for (let n = 2; taken.has(path); n++) path = `${folder}/${stem} ${n}${extension}`;
    taken.add(path);
    return { path, row };
  });
}

const listRow = (path: string, row: MediaFileRow, zone: UserZone, { cell }: Measures) => [
  path,
  row.device_id,
  row.device_name,
  row.customer_name,
  row.channel,
  formatInstant(zone, row.taken_at.getTime()),
  row.source,
  row.lat,
  row.lon,
  cell('speed', row.speed_kph),
  row.sha256.toString('hex'),
];
