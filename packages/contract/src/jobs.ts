/** Long tasks by their public and stable ids, with what a person calls them. */
export const JOBS = {
  'device.import': { en: 'Import devices', zh: '导入设备' },
  'device.batchUpdate': { en: 'Change devices by spreadsheet', zh: '批量修改设备' },
  'device.export': { en: 'Export devices', zh: '导出设备' },
  'customer.export': { en: 'Export customers', zh: '导出客户' },
  'data.mileage': { en: 'Export mileage', zh: '导出里程' },
  'data.sensor': { en: 'Export values of sensors', zh: '导出传感器数据' },
  'data.fuel': { en: 'Export fuel', zh: '导出油量' },
  'data.load': { en: 'Export load', zh: '导出载重' },
  'command.export': { en: 'Export the history of commands', zh: '导出指令记录' },
  'log.export': { en: 'Export a log', zh: '导出日志' },
  'capture.archive': { en: 'Download pictures', zh: '下载图片' },
  'alarm.evidence': { en: 'Evidence of an alarm', zh: '报警证据包' },
} as const;
export type JobId = keyof typeof JOBS;
export const JOB_IDS = Object.keys(JOBS) as [JobId, ...JobId[]];

export const JOB_LIMITS = {
  /** Days that a result can be fetched. */
  resultDays: 7,
  /** Unfinished tasks of one user. */
  unfinishedPerUser: 20,
  /** Seconds that a download link is good for. */
  linkS: 300,
} as const;

/** States on the wire, as the product's download messages number them; 4 = there was nothing to give. */
export const TASK_STATUS = { failed: 0, success: 1, running: 2, queued: 3, empty: 4, cancelled: 0 } as const;
export type TaskStateName = keyof typeof TASK_STATUS;
/** Which part of the product a file belongs to: 1 GPS, 2 fleet, 3 personal. */
export const SYSTEM_MODULE = { gps: 1, fleet: 2, personal: 3 } as const;

/** Files that come back; outside of the operations, because the answer is no JSON and a browser follows a link. */
export const FILE_ROUTES = {
  download: '/gps/v2/task/download/file',
  media: '/gps/v2/media/file',
  avatar: '/gps/v2/user/avatar',
} as const;
export const UPLOAD_LIMITS = { maxBytes: 10_485_760, keepHours: 24, maxBytesPerUser: 209_715_200 } as const;
/** What may be uploaded, by the ending of its name; the content is checked as well. */
export const UPLOAD_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const;
