/** Where the yardstick server and this decoder differ, with the reason. Literal expectations have no exceptions. */
export interface ReferenceExceptions {
  /** By row: fields that are not compared (`*` = none is), and why. */
  readonly rows: Readonly<Record<string, { readonly fields: readonly string[]; readonly why: string }>>;
  /** Keys that mean the same under another name or unit; null = not an attribute here. */
  readonly keys: Readonly<Record<string, { readonly key: string; readonly scale?: number } | null>>;
  /** The same for families of keys. */
  readonly family?: (key: string) => { readonly key: string; readonly scale?: number } | undefined;
  /** Rows marked as of wrong checksum that carry none at all. */
  readonly withoutChecksum: ReadonlySet<string>;
}

const COLLAPSED = 'one alarm code is kept: that of the alarm byte, which overrides the terminal information';
const CELL_LENGTH = 'the yardstick takes the LBS length for a part of the cell and reads everything behind it shifted';

export const GT06_EXCEPTIONS: ReferenceExceptions = {
  rows: {
    'testDecode#2': { fields: ['motion', 'armed', 'ignition'], why: 'modules 1-4 are documented nowhere' },
    'testDecode#31': {
      fields: ['batteryLevel', 'rssi'],
      why: 'the octets are a voltage (12.52 V) and a signal of 4, as in packet 12 of the same unit',
    },
    'testDecode#32': { fields: ['batteryLevel', 'rssi', 'alarm'], why: 'the same layout: the fence alarm is a misread signal' },
    'testDecode#59': {
      fields: ['place', 'hours', 'odometer'],
      why: 'the packet ends with a GPS block; hours are ms; the mileage of the engine computer is `obdOdometer`',
    },
    'testDecode#60': { fields: ['time'], why: 'the date is binary (14 0c 0b = 2020-12-11), not BCD' },
    'testDecode#64': { fields: ['alarm'], why: COLLAPSED },
    'testDecode#65': { fields: ['alarm'], why: COLLAPSED },
    'testDecode#68': { fields: ['time', 'place', 'sat', 'motion'], why: 'a position module of zeros says that there was never a fix' },
    'testDecode#69': { fields: ['eventData'], why: 'the short form ends with the event; the yardstick takes the serial for data' },
    'testDecode#83': { fields: ['adc1'], why: '94/00 is the supply voltage: `power`' },
    'testDecode#87': { fields: ['status', 'batteryLevel', 'rssi', 'geofence'], why: CELL_LENGTH },
    'testDecode#89': { fields: ['status', 'ignition', 'charge', 'batteryLevel', 'rssi', 'geofence'], why: CELL_LENGTH },
    'testDecode#126': { fields: ['adc1'], why: '94/00 is the supply voltage: `power`' },
    'testDecode#127': { fields: ['iccid'], why: 'the digits are nibble-swapped: ICCIDs begin with 89' },
    'testDecode#120': { fields: ['power', 'battery'], why: '12.8 V is the supply and 3.99 V the battery' },
    'testDecode#121': { fields: ['power', 'battery'], why: '12.8 V is the supply and 4.19 V the battery' },
    'testDecode#142': { fields: ['alarm'], why: COLLAPSED },
    'testDecode#159': { fields: ['uniqueId'], why: 'the login was cut inside its serial number' },
    'testDecode#165': { fields: ['eventData'], why: 'as in testDecode#69' },
  },
  keys: {
    type: null,
    coolantTemp: { key: 'engineTemp' },
    // Fence FF means none; false flags are left out.
    geofence: null,
    archive: null,
  },
  withoutChecksum: new Set([
    'testDecode#76',
    'testDecode#99',
    'testDecode#100',
    'testDecode#102',
    'testDecode#103',
    'testDecode#104',
    'testDecode#107',
  ]),
};
