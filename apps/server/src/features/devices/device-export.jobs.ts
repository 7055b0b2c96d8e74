import { Readable } from 'node:stream';
import { DEVICE_EXPORT_COLUMNS, OPERATIONS, type DeviceExportColumn } from '@sightline/contract';
import { countDevices, streamDevices, type DeviceRecord } from '@sightline/db';
import { csvCell, csvLines, formatInstant, parseZone, UTC_ZONE, type CsvCell, type UserZone } from '@sightline/domain';
import { writeSheet, XLSX_TYPE } from '../../files/xlsx/write-sheet.ts';
import { defineJob } from '../jobs/job.service.ts';
import { deviceFilter } from './device-filter.ts';

type Cell = string | number | null;

interface ExportColumn {
  readonly en: string;
  readonly zh: string;
  readonly width?: number;
  value(d: DeviceRecord, time: (at: Date | number | null) => Cell): Cell;
}

const COLUMNS: Readonly<Record<DeviceExportColumn, ExportColumn>> = {
  id: { en: 'Device ID', zh: '设备编号', value: (d) => d.id },
  deviceName: { en: 'Device name', zh: '设备名称', width: 28, value: (d) => d.name },
  deviceTypeName: { en: 'Model', zh: '型号', width: 24, value: (d) => d.type_name },
  customerName: { en: 'Customer', zh: '所属客户', width: 24, value: (d) => d.customer_name },
  labelNames: { en: 'Tags', zh: '标签', width: 24, value: (d) => d.label_names },
  plate: { en: 'Plate', zh: '车牌号', value: (d) => d.plate },
  vin: { en: 'VIN', zh: '车架号', value: (d) => d.vin },
  sim: { en: 'SIM number', zh: 'SIM卡号', value: (d) => d.sim },
  iccid: { en: 'ICCID', zh: 'ICCID', width: 24, value: (d) => d.iccid },
  camCount: { en: 'Cameras', zh: '摄像头数量', width: 10, value: (d) => d.cam_count },
  timezone: { en: 'Time zone', zh: '时区', value: (d) => d.timezone },
  activeTime: { en: 'Activated', zh: '激活时间', width: 20, value: (d, time) => time(d.activated_at) },
  expirationTime: { en: 'Expires', zh: '到期时间', width: 20, value: (d, time) => time(d.expires_at) },
  lastContactTime: { en: 'Last contact', zh: '最后通讯时间', width: 20, value: (d, time) => time(d.last_contact_ms) },
  createTime: { en: 'Registered', zh: '创建时间', width: 20, value: (d, time) => time(d.created_at) },
  remark: { en: 'Remark', zh: '备注', width: 30, value: (d) => d.remark },
};

async function* csv(header: readonly string[], rows: AsyncIterable<readonly CsvCell[]>): AsyncGenerator<string> {
  yield* csvLines(header, []);
  for await (const row of rows) yield `${row.map(csvCell).join(',')}\r\n`;
}

/** All devices that match, with the columns that the user chose and times in the user's zone. */
export const deviceExportJob = defineJob({
  id: 'device.export',
  input: OPERATIONS['report.export.device'].input,
  run: async ({ input, app, principal, language, progress, resultFile, trx }) =>
    await trx(async (t) => {
      const filter = await deviceFilter(t, principal, app, input);
      const total = await countDevices(t, filter);
      if (total === 0) return { empty: true };
      const zone: UserZone = parseZone(principal.timezone) ?? UTC_ZONE;
      const time = (at: Date | number | null): Cell => (at === null ? null : formatInstant(zone, Number(at)));
      const chosen = new Set<string>(input.columns?.length ? input.columns : DEVICE_EXPORT_COLUMNS);
      const columns = DEVICE_EXPORT_COLUMNS.filter((key) => chosen.has(key)).map((key) => COLUMNS[key]);
      const headers = columns.map((c) => (language === 'zh_CN' ? c.zh : c.en));
      let done = 0;
      async function* rows(): AsyncGenerator<Cell[]> {
        for await (const batch of streamDevices(t, filter)) {
          for (const device of batch) yield columns.map((c) => c.value(device, time));
          done += batch.length;
          await progress(Math.min(done, total), total);
        }
      }
      const title = language === 'zh_CN' ? '设备' : 'Devices';
      const name = `${title} ${formatInstant(zone, Date.now(), 'yyyy-MM-dd HHmmss')}`;
      if (input.format === 'csv') await resultFile(`${name}.csv`, 'text/csv; charset=utf-8', Readable.from(csv(headers, rows())));
      else {
        const sheetColumns = columns.map((c, i) => ({ header: headers[i]!, ...(c.width === undefined ? {} : { width: c.width }) }));
        await resultFile(`${name}.xlsx`, XLSX_TYPE, writeSheet(title, sheetColumns, rows()));
      }
      return { summary: { devices: done, timezone: principal.timezone } };
    }),
});
