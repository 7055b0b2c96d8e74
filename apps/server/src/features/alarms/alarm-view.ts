import type { Alarm, AlarmFile, AlarmFiles } from '@sightline/contract';
import type { AlarmRecord } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import { mediaFileUrl } from '../media-files/media-file.service.ts';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';
import type { FilesOfAlarm } from './alarm.service.ts';

/** An alarm as it goes over the wire. */
export const alarmView = (a: AlarmRecord): Alarm => ({
  id: a.id,
  deviceId: a.device_id,
  deviceName: a.device_name,
  customerId: a.customer_id,
  customerName: a.customer_name,
  noticeType: a.family,
  noticeLevel: a.level,
  alarmName: a.kind,
  alarmTs: isoTime(a.at),
  endTs: isoOrNull(a.until_at),
  open: a.open,
  lat: a.lat,
  lon: a.lon,
  speedConvert: a.speed_kph,
  course: a.course,
  details: { ...a.attributes },
  invalidStatus: a.invalid_status,
  verdictTime: isoOrNull(a.verdict_at),
  verdictAccount: a.verdict_account,
  comment: a.comment,
  expFileNum: a.files_expected,
  finishFile: a.files_done,
  uploadState: a.upload_state,
  uploadAskedTime: isoOrNull(a.upload_asked_at),
});

const FILE_TYPES = { picture: '00', sound: '01', video: '02', text: '03', other: '04' } as const;

/** Files of an alarm with links for this user, by what they are and in the order of their names. */
export async function alarmFilesView(files: Files, principal: Principal, { rows, withheld }: FilesOfAlarm): Promise<AlarmFiles> {
  const out: AlarmFile[] = [];
  for (const row of rows.toSorted((a, b) => a.channel - b.channel || (a.file_name < b.file_name ? -1 : 1))) {
    out.push({
      id: row.id,
      fileUrl: await mediaFileUrl(files, principal, row),
      fileType: FILE_TYPES[row.kind],
      fileName: row.file_name,
      contentType: row.content_type,
      channelId: row.channel,
      fileSize: Number(row.size_bytes),
      sha256: Buffer.from(row.sha256).toString('hex'),
      takenTime: isoTime(row.taken_at),
    });
  }
  return {
    images: out.filter((f) => f.fileType === '00'),
    videos: out.filter((f) => f.fileType === '02'),
    others: out.filter((f) => f.fileType !== '00' && f.fileType !== '02'),
    withheld,
  };
}
