export type Severity = 'error' | 'warning' | 'info';

export interface FindingText {
  readonly severity: Severity;
  /** Names in braces are parameters. */
  readonly en: string;
  readonly zh: string;
}

/** Every finding of the raw message inspector with its words. */
export const FINDINGS = {
  wrongPort: {
    severity: 'error',
    en: 'The device is set to the port of {portProtocol}, but it speaks {protocol}: correct the port in the device.',
    zh: '设备连接到了 {portProtocol} 的端口，但使用的协议是 {protocol}：请在设备中修改端口。',
  },
  otherProtocol: {
    severity: 'warning',
    en: 'The device is registered as a model that speaks {expected}, but it speaks {protocol}.',
    zh: '设备登记的型号使用 {expected} 协议，但实际使用 {protocol} 协议。',
  },
  checksumErrors: {
    severity: 'warning',
    en: '{count} of the last {frames} frames have a wrong check value; they are not accepted.',
    zh: '最近 {frames} 帧中有 {count} 帧校验错误，未被接收。',
  },
  unreadableFrames: {
    severity: 'warning',
    en: '{count} of the last {frames} frames cannot be read.',
    zh: '最近 {frames} 帧中有 {count} 帧无法解析。',
  },
  repeatsFrame: {
    severity: 'warning',
    en: 'The device has sent the same frame {count} times: it does not take our answer.',
    zh: '设备重复发送同一帧 {count} 次：设备没有接受平台的应答。',
  },
  keepsRegistering: {
    severity: 'error',
    en: 'The device has registered {count} times in {minutes} min and sends nothing else: it does not accept our answer.',
    zh: '设备在 {minutes} 分钟内注册了 {count} 次且未发送其他数据：设备没有接受平台的应答。',
  },
  sameIdElsewhere: {
    severity: 'error',
    en: 'The same id is also registered as {deviceId} under {customerName}; data may arrive there.',
    zh: '同一编号还以 {deviceId} 登记在客户 {customerName} 下，数据可能归到该设备。',
  },
  sameIdRecycled: {
    severity: 'info',
    en: 'The same id lies in the recycle bin as {deviceId} of {customerName}.',
    zh: '同一编号的设备 {deviceId} 在客户 {customerName} 的回收站中。',
  },
  clockAhead: {
    severity: 'error',
    en: 'The clock of the device is {hours} h ahead.',
    zh: '设备时钟快 {hours} 小时。',
  },
  clockBehind: {
    severity: 'error',
    en: 'The clock of the device is {hours} h behind.',
    zh: '设备时钟慢 {hours} 小时。',
  },
  noSummerTime: {
    severity: 'error',
    en: 'The device is set to summer time, but its clock was not put forward: it is {minutes} min behind.',
    zh: '设备已设置夏令时，但其时钟未调快：慢 {minutes} 分钟。',
  },
  neverAFix: {
    severity: 'error',
    en: 'The device sends, but none of its last {count} positions has a fix: check the place of the antenna.',
    zh: '设备有数据，但最近 {count} 个位置均未定位：请检查天线位置。',
  },
  onlyNetworkFixes: {
    severity: 'warning',
    en: 'The last {count} positions come from base stations or WIFI only, none from satellites.',
    zh: '最近 {count} 个位置均为基站或 WIFI 定位，没有卫星定位。',
  },
  nullIsland: {
    severity: 'warning',
    en: '{count} positions lie at latitude 0, longitude 0: the device reports them as good without a fix.',
    zh: '{count} 个位置位于纬度 0、经度 0：设备在未定位时上报了有效位置。',
  },
  swappedCoordinates: {
    severity: 'error',
    en: 'Latitude and longitude are swapped in {count} positions.',
    zh: '{count} 个位置的经纬度颠倒。',
  },
  lowBattery: {
    severity: 'warning',
    en: 'The battery is at {percent} %.',
    zh: '电池电量为 {percent}%。',
  },
  noAccWire: {
    severity: 'warning',
    en: 'The ignition was never reported as on although the device was driven ({count} positions): the ACC wire is not connected.',
    zh: '设备行驶时（{count} 个位置）从未上报点火：ACC 线未连接。',
  },
  otherInterval: {
    severity: 'info',
    en: 'The device sends every {measuredS} s while driving, but is set to {setS} s.',
    zh: '设备行驶时每 {measuredS} 秒上报一次，设置为 {setS} 秒。',
  },
} as const satisfies Record<string, FindingText>;

export type FindingId = keyof typeof FINDINGS;
export const FINDING_IDS = Object.keys(FINDINGS) as [FindingId, ...FindingId[]];

export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly params: Readonly<Record<string, string | number>>;
}

/** The words of a finding with its parameters filled in. */
export const findingText = ({ id, params }: Finding, language: 'en' | 'zh'): string =>
  FINDINGS[id][language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
