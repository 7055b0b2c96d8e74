import { luhnDigit } from '@sightline/domain';
import { DEVICE_TYPES } from './device-types.ts';
import { DEMO_WORLD, type PlannedCustomer, type PlannedFleet } from './demo-plan.ts';

/** A device of the demonstration world, before it is stored. */
export interface PlannedDevice {
  readonly id: string;
  readonly type: string;
  readonly protocol: 'jt808' | 'gt06' | 'teltonika';
  readonly trackHint: string;
  readonly name: string;
  readonly plate: string | null;
  readonly icon: PlannedFleet['icon'];
  readonly camCount: number;
  readonly labels: readonly string[];
  readonly sim: string;
  readonly iccid: string;
  /** `never`: registered and not yet switched on. */
  readonly state: 'normal' | 'expired' | 'never';
}

/** A test IMEI (type allocation codes beginning with 001 are for tests): nobody's real device. */
function imei(serial: number): string {
  const digits = `0011${String(serial).padStart(10, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** Scatters numbers without a random source: the same plan gives the same world. */
const scatter = (n: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 8) & 0xff_ffff;
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

function plateOf(pattern: string, seed: number): string | null {
  if (pattern === '') return null;
  let n = seed;
  return pattern.replace(/[#@]/g, (kind) => {
    n = scatter(n);
    return kind === '#' ? String(n % 10) : LETTERS[n % LETTERS.length]!;
  });
}

/** One in this many devices has expired, one in that many has never been switched on. */
const EXPIRED_EVERY = 41;
const NEVER_EVERY = 29;

/** The devices of every customer of the plan. The ids are the same each time, also when the database has been seeded long ago. */
export function planDevices(): Map<PlannedCustomer, PlannedDevice[]> {
  const types = new Map(DEVICE_TYPES.map((t) => [t.code, t]));
  const planned = new Map<PlannedCustomer, PlannedDevice[]>();
  let serial = 0;
  const visit = (customer: PlannedCustomer): void => {
    const devices = customer.fleets.flatMap((fleet) =>
      Array.from({ length: fleet.count }, (_, i): PlannedDevice => {
        serial++;
        const type = types.get(fleet.type)!;
        const code = imei(serial);
        return {
          // JT/T 808 carries twelve digits in its header: there the unique code is the end of the IMEI.
          id: type.protocol === 'jt808' ? code.slice(-12) : code,
          type: type.code,
          protocol: type.protocol,
          trackHint: fleet.tracks[i % fleet.tracks.length]!,
          name: fleet.name.replace('#', String(i + 1).padStart(2, '0')),
          plate: plateOf(fleet.plate, serial),
          icon: fleet.icon,
          camCount: type.cam_count,
          labels: fleet.labels ?? [],
          sim: `99${String(800_000_000 + serial)}`,
          iccid: `8988303${String(scatter(serial)).padStart(8, '0')}${String(serial).padStart(5, '0')}`,
          state: serial % NEVER_EVERY === 0 ? 'never' : serial % EXPIRED_EVERY === 0 ? 'expired' : 'normal',
        };
      }),
    );
    planned.set(customer, devices);
    customer.children.forEach(visit);
  };
  DEMO_WORLD.forEach(visit);
  return planned;
}
