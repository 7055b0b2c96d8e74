import { isSecretParameterId } from '@sightline/domain';
import type { Text } from './definition.ts';

/** A parameter of JT/T 808 that people read and set; names are those of the protocol's parameter table. */
export interface DeviceParameter {
  readonly id: number;
  readonly name: string;
  readonly text: Text;
  readonly kind: 'number' | 'text';
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  /** Not shown: a password. */
  readonly secret?: true;
}

const number = (id: number, name: string, en: string, zh: string, min: number, max: number, unit?: string): DeviceParameter => ({
  id,
  name,
  text: { en, zh },
  kind: 'number',
  min,
  max,
  ...(unit !== undefined && { unit }),
});
const text = (id: number, name: string, en: string, zh: string): DeviceParameter => ({
  id,
  name,
  text: { en, zh },
  kind: 'text',
  ...(isSecretParameterId('jt808', id) && { secret: true }),
});
const DWORD = 0xffff_ffff;

/** JT/T 808-2013 table 12. Others can be read and set by their number. */
export const DEVICE_PARAMETERS: readonly DeviceParameter[] = [
  number(0x0001, 'heartbeatIntervalS', 'Heartbeat interval', '心跳间隔', 10, 3600, 's'),
  number(0x0002, 'tcpTimeoutS', 'TCP answer time-out', 'TCP 应答超时', 1, 600, 's'),
  number(0x0003, 'tcpRetries', 'TCP retries', 'TCP 重传次数', 0, 20),
  text(0x0010, 'mainApn', 'APN', '主服务器 APN'),
  text(0x0011, 'mainUser', 'APN user', '主服务器拨号用户名'),
  text(0x0012, 'mainPassword', 'APN password', '主服务器拨号密码'),
  text(0x0013, 'mainServer', 'Main server', '主服务器地址'),
  text(0x0014, 'backupApn', 'Backup APN', '备份服务器 APN'),
  text(0x0015, 'backupUser', 'Backup APN user', '备份服务器拨号用户名'),
  text(0x0016, 'backupPassword', 'Backup APN password', '备份服务器拨号密码'),
  text(0x0017, 'backupServer', 'Backup server', '备份服务器地址'),
  number(0x0018, 'tcpPort', 'TCP port', '服务器 TCP 端口', 1, 65_535),
  number(0x0019, 'udpPort', 'UDP port', '服务器 UDP 端口', 0, 65_535),
  number(0x0020, 'reportStrategy', 'Report by (0 time, 1 distance, 2 both)', '上报策略（0 定时，1 定距，2 两者）', 0, 2),
  number(0x0021, 'reportScheme', 'Report scheme (0 by ACC, 1 by driver and ACC)', '上报方案（0 按 ACC，1 按登录和 ACC）', 0, 1),
  number(0x0022, 'noDriverIntervalS', 'Interval without a driver', '驾驶员未登录上报间隔', 1, DWORD, 's'),
  text(0x0025, 'slavePassword', 'Slave server password', '从服务器拨号密码'),
  number(0x0027, 'sleepIntervalS', 'Interval while asleep', '休眠时上报间隔', 1, DWORD, 's'),
  number(0x0028, 'emergencyIntervalS', 'Interval in an emergency', '紧急报警上报间隔', 1, DWORD, 's'),
  number(0x0029, 'defaultIntervalS', 'Interval', '缺省上报间隔', 1, DWORD, 's'),
  number(0x002c, 'defaultDistanceM', 'Distance between reports', '缺省定距上报间隔', 1, DWORD, 'm'),
  number(0x0030, 'cornerAngleDeg', 'Angle of a corner', '拐点补传角度', 0, 179, '°'),
  number(0x0031, 'fenceRadiusM', 'Radius of illegal displacement', '非法位移阈值', 0, 65_535, 'm'),
  number(0x0050, 'alarmMask', 'Suppressed alarms (bits)', '报警屏蔽字', 0, DWORD),
  number(0x0055, 'maxSpeedKph', 'Highest speed', '最高速度', 0, 255, 'km/h'),
  number(0x0056, 'overspeedDurationS', 'Overspeed for', '超速持续时间', 0, 3600, 's'),
  number(0x0057, 'maxContinuousDrivingS', 'Longest driving without a rest', '连续驾驶时间门限', 0, 86_400, 's'),
  number(0x0058, 'maxDailyDrivingS', 'Longest driving of a day', '当天累计驾驶时间门限', 0, 86_400, 's'),
  number(0x0059, 'minRestS', 'Shortest rest', '最小休息时间', 0, 86_400, 's'),
  number(0x005a, 'maxParkingS', 'Longest parking', '最长停车时间', 0, DWORD, 's'),
  number(0x005b, 'overspeedWarningMarginDeciKph', 'Margin of the overspeed warning', '超速预警差值', 0, 65_535, '0.1 km/h'),
  number(0x005c, 'fatigueWarningMarginS', 'Margin of the fatigue warning', '疲劳预警差值', 0, 65_535, 's'),
  number(0x005d, 'collisionSettings', 'Collision settings (bits)', '碰撞报警参数', 0, 65_535),
  number(0x005e, 'rolloverAngleDeg', 'Rollover angle', '侧翻角度', 0, 180, '°'),
  number(0x0064, 'timedPhoto', 'Timed photographs (bits)', '定时拍照控制', 0, DWORD),
  number(0x0065, 'distancePhoto', 'Photographs by distance (bits)', '定距拍照控制', 0, DWORD),
  number(0x0070, 'imageQuality', 'Image quality (1 best to 10)', '图像质量（1 最好）', 1, 10),
  number(0x0080, 'odometerDeciKm', 'Odometer', '车辆里程表读数', 0, DWORD, '0.1 km'),
  number(0x0081, 'provinceId', 'Province', '省域 ID', 0, 65_535),
  number(0x0082, 'cityId', 'City', '市县域 ID', 0, 65_535),
  text(0x0083, 'plate', 'Plate', '车牌号'),
  number(0x0084, 'plateColor', 'Colour of the plate', '车牌颜色', 0, 99),
  number(0x0090, 'gnssMode', 'Positioning systems (bits)', 'GNSS 定位模式', 0, 255),
];

const BY_NAME = new Map(DEVICE_PARAMETERS.map((p) => [p.name, p]));
export const deviceParameter = (name: string): DeviceParameter | undefined => BY_NAME.get(name);

/** Whether a parameter of JT/T 808, by name or number in any spelling, holds a password. */
export const isSecretParameter = (key: string | number): boolean =>
  isSecretParameterId('jt808', typeof key === 'number' ? key : (BY_NAME.get(key.trim())?.id ?? Number(key)));
