import { DEVICE_EXPORT_COLUMNS, OPERATIONS, type DeviceExportColumn } from '@sightline/contract';
import { countDevices, streamDevices, type DeviceRecord } from '@sightline/db';
import { defineJob } from '../jobs/job.service.ts';
import { exportTable, type ExportColumn } from '../jobs/table-export.service.ts';
import { deviceFilter } from './device-filter.ts';

const COLUMNS: Readonly<Record<DeviceExportColumn, ExportColumn<DeviceRecord>>> = {
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

/** All devices that match, with the columns that the user chose and times in the user's zone. */
export const deviceExportJob = defineJob({
  id: 'device.export',
  input: OPERATIONS['report.export.device'].input,
  run: async (job) =>
    await job.trx(async (t) => {
      const { input, app, principal } = job;
      const filter = await deviceFilter(t, principal, app, input);
      const total = await countDevices(t, filter);
      if (total === 0) return { empty: true };
      const devices = await exportTable(job, {
        title: { en: 'Devices', zh: '设备' },
        format: input.format,
        columns: COLUMNS,
        order: DEVICE_EXPORT_COLUMNS,
        chosen: input.columns,
        total,
        batches: streamDevices(t, filter),
      });
      return { summary: { devices, timezone: principal.timezone } };
    }),
});
