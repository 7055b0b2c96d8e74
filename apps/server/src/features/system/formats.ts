import { COMMAND_IDS, commandDefinition, ERROR_ROWS, type FORMAT_TYPES, type FormatEntry } from '@sightline/contract';

type FormatType = (typeof FORMAT_TYPES)[number];
type Texts = readonly (readonly [key: string, en: string, zh: string])[];

/** Alarm keys that devices send (the vocabulary of the attribute `alarm`). */
const ALARM_TYPES: Texts = [
  ['sos', 'SOS', '紧急求助'],
  ['overspeed', 'Overspeed', '超速报警'],
  ['lowBattery', 'Low battery', '低电量'],
  ['lowPower', 'Low supply voltage', '主电源欠压'],
  ['powerCut', 'Power cut', '断电报警'],
  ['powerOn', 'Power on', '通电提醒'],
  ['powerOff', 'Power off', '关机提醒'],
  ['vibration', 'Vibration', '震动报警'],
  ['movement', 'Movement', '位移报警'],
  ['tow', 'Towing', '拖车报警'],
  ['tampering', 'Tampering', '拆机报警'],
  ['door', 'Door', '车门报警'],
  ['geofenceEnter', 'Fence entered', '进围栏'],
  ['geofenceExit', 'Fence left', '出围栏'],
  ['gpsAntennaCut', 'GNSS antenna cut', '定位天线断开'],
  ['jamming', 'Jamming', '信号干扰'],
  ['hardAcceleration', 'Hard acceleration', '急加速'],
  ['hardBraking', 'Hard braking', '急刹车'],
  ['hardCornering', 'Hard cornering', '急转弯'],
  ['laneChange', 'Lane departure', '车道偏离'],
  ['fatigueDriving', 'Fatigue', '疲劳驾驶'],
  ['idle', 'Long idling', '怠速超时'],
  ['parking', 'Long parking', '停车超时'],
  ['accident', 'Collision', '碰撞报警'],
  ['fallDown', 'Rollover', '侧翻报警'],
  ['temperature', 'Temperature', '温度报警'],
  ['fuelLeak', 'Fuel loss', '油量异常'],
  ['fault', 'Fault', '设备故障'],
  ['general', 'Alarm', '报警'],
];

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

const FORMATS: Record<FormatType, Texts> = {
  alarm_type: ALARM_TYPES,
  error_code: ERROR_ROWS.map((r) => [String(r.code), r.en, r.zh] as const),
  device_column: DEVICE_COLUMNS,
  log_column: LOG_COLUMNS,
  command_type: COMMAND_IDS.map((id) => [id, commandDefinition(id).title.en, commandDefinition(id).title.zh] as const),
  // Alarms that customers define themselves; their names are their own.
  customize: [],
};

/** Keys of a kind with their texts in a language. */
export const formatEntries = (formatType: FormatType, languageCode: string): FormatEntry[] =>
  FORMATS[formatType].map(([formatKey, en, zh]) => ({ formatKey, formatValue: languageCode === 'zh_CN' ? zh : en, formatType }));
