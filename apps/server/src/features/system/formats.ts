import { ALARM_NAMES, COMMAND_IDS, commandDefinition, ERROR_ROWS, type FORMAT_TYPES, type FormatEntry } from '@sightline/contract';
import { usableCustomizeAlarms } from '@sightline/db';

type FormatType = (typeof FORMAT_TYPES)[number];
type Texts = readonly (readonly [key: string, en: string, zh: string])[];

const DEVICE_COLUMNS: Texts = [
  ['deviceName', 'Device name', '设备名称'],
  ['deviceId', 'Unique code', '设备编号'],
  ['deviceType', 'Model', '设备型号'],
  ['customerName', 'Customer', '所属客户'],
  ['labelNames', 'Tags', '标签'],
  ['activeTime', 'Activated', '激活时间'],
  ['expirationTime', 'Expires', '到期时间'],
  ['iccid', 'ICCID', 'ICCID'],
  ['sim', 'SIM', 'SIM 卡号'],
  ['plate', 'Plate', '车牌号'],
  ['camCount', 'Cameras', '摄像头数量'],
  ['timezone', 'Time zone', '时区'],
  ['createTime', 'Created', '创建时间'],
];

const LOG_COLUMNS: Texts = [
  ['time', 'Time', '时间'],
  ['account', 'Account', '账号'],
  ['customerName', 'Customer', '所属客户'],
  ['operationName', 'Operation', '操作内容'],
  ['remote', 'Address', 'IP 地址'],
];

const FORMATS: Record<Exclude<FormatType, 'customize'>, Texts> = {
  alarm_type: ALARM_NAMES,
  error_code: ERROR_ROWS.map((r) => [String(r.code), r.en, r.zh] as const),
  device_column: DEVICE_COLUMNS,
  log_column: LOG_COLUMNS,
  command_type: COMMAND_IDS.map((id) => [id, commandDefinition(id).title.en, commandDefinition(id).title.zh] as const),
};

/** Keys of a kind with their texts in a language; of `customize` the alerts that the customer with this path may ask for, by their own names. */
export async function formatEntries(
  db: Parameters<typeof usableCustomizeAlarms>[0],
  customerPath: string,
  formatType: FormatType,
  languageCode: string,
): Promise<FormatEntry[]> {
  if (formatType !== 'customize') {
    return FORMATS[formatType].map(([formatKey, en, zh]) => ({ formatKey, formatValue: languageCode === 'zh_CN' ? zh : en, formatType }));
  }
  const alarms = await usableCustomizeAlarms(db, customerPath);
  return alarms.map(({ id, name }) => ({ formatKey: id, formatValue: name, formatType }));
}
