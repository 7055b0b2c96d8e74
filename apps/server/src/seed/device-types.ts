import type { CommandId } from '@sightline/contract';

/** Models that the platform knows from the first start; codes are stable, they stand in exports and links. */
export interface SeedDeviceType {
  readonly code: string;
  readonly name: string;
  readonly protocol: 'jt808' | 'gt06' | 'teltonika';
  /** 1 tracker, 2 camera. */
  readonly basic_type: 1 | 2;
  readonly cam_count: number;
  readonly peripheral_count: number;
  readonly has_acc: boolean;
  readonly version: string | null;
  /** What its firmware understands of what its protocol can say. Makers' lists differ: an installation may change its own. */
  readonly commands: CommandId[];
}

/** Every JT/T 808 terminal, and what the owner of the platform may send to it word by word. */
const JT808: readonly CommandId[] = [
  'positionQuery',
  'temporaryTracking',
  'terminalAttributes',
  'parametersQuery',
  'parametersSet',
  'positionInterval',
  'speedLimit',
  'timeZone',
  'server',
  'fuelCut',
  'fuelRestore',
  'reboot',
  'factoryReset',
  'custom',
  'customRaw',
];
/** A loudspeaker, and cameras that take photographs and warn. */
const JT808_CAMERA: readonly CommandId[] = [
  ...JT808,
  'text',
  'capture',
  'captureInterval',
  'captureDistance',
  'alarmSettingsRead',
  'alarmSettingsWrite',
  'peripheral',
];
/** Video recorders are driving recorders as well, wired to the locking of the vehicle. */
const JT808_RECORDER: readonly CommandId[] = [...JT808_CAMERA, 'recorderLog', 'doors', 'powerOff'];
/** Without a relay: nothing to cut off. */
const GT06_PLAIN: readonly CommandId[] = [
  'positionQuery',
  'status',
  'terminalAttributes',
  'parametersQuery',
  'positionInterval',
  'timeZone',
  'server',
  'reboot',
  'factoryReset',
  'custom',
];
const GT06_RELAY: readonly CommandId[] = [...GT06_PLAIN, 'speedLimit', 'fuelCut', 'fuelRestore'];
const TELTONIKA: readonly CommandId[] = [
  'positionQuery',
  'status',
  'terminalAttributes',
  'deviceInfo',
  'inputsQuery',
  'parametersQuery',
  'parametersSet',
  'positionInterval',
  'server',
  'fuelCut',
  'fuelRestore',
  'reboot',
  'custom',
];

export const DEVICE_TYPES: readonly SeedDeviceType[] = [
  {
    code: 'JT808-MDVR8',
    name: 'MDVR 8 channels (JT/T 808, 1078)',
    protocol: 'jt808',
    basic_type: 2,
    cam_count: 8,
    peripheral_count: 8,
    has_acc: true,
    version: '2019',
    commands: [...JT808_RECORDER],
  },
  {
    code: 'JT808-MDVR4',
    name: 'MDVR 4 channels (JT/T 808, 1078)',
    protocol: 'jt808',
    basic_type: 2,
    cam_count: 4,
    peripheral_count: 8,
    has_acc: true,
    version: '2019',
    commands: [...JT808_RECORDER],
  },
  {
    code: 'JT808-CAM2',
    name: 'Dash cam, road and driver (JT/T 808, 1078)',
    protocol: 'jt808',
    basic_type: 2,
    cam_count: 2,
    peripheral_count: 2,
    has_acc: true,
    version: '2019',
    commands: [...JT808_CAMERA],
  },
  {
    code: 'JT808-GPS',
    name: 'Tracker (JT/T 808)',
    protocol: 'jt808',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 4,
    has_acc: true,
    version: '2013',
    commands: [...JT808],
  },
  {
    code: 'GT06N',
    name: 'GT06N',
    protocol: 'gt06',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 1,
    has_acc: true,
    version: null,
    commands: [...GT06_RELAY],
  },
  {
    code: 'GT06-ASSET',
    name: 'GT06 asset tracker (battery)',
    protocol: 'gt06',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 0,
    has_acc: false,
    version: null,
    commands: [...GT06_PLAIN],
  },
  {
    code: 'FMB920',
    name: 'Teltonika FMB920',
    protocol: 'teltonika',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 2,
    has_acc: true,
    version: null,
    commands: [...TELTONIKA],
  },
  {
    code: 'FMC130',
    name: 'Teltonika FMC130',
    protocol: 'teltonika',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 4,
    has_acc: true,
    version: null,
    commands: [...TELTONIKA],
  },
];
