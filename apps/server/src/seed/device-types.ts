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
}

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
  },
  { code: 'GT06N', name: 'GT06N', protocol: 'gt06', basic_type: 1, cam_count: 0, peripheral_count: 1, has_acc: true, version: null },
  {
    code: 'GT06-ASSET',
    name: 'GT06 asset tracker (battery)',
    protocol: 'gt06',
    basic_type: 1,
    cam_count: 0,
    peripheral_count: 0,
    has_acc: false,
    version: null,
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
  },
];
