import type { DriverFactory } from './driver.ts';
import { gt06Driver } from './gt06.ts';
import { jt808Driver } from './jt808.ts';
import { teltonikaDriver } from './teltonika.ts';

/** The device side of each protocol, by the protocol's id. */
export const DRIVERS: Readonly<Record<string, DriverFactory>> = { jt808: jt808Driver, gt06: gt06Driver, teltonika: teltonikaDriver };

/** @throws Error when the simulator does not speak the protocol. */
export function driverOf(protocol: string): DriverFactory {
  const driver = DRIVERS[protocol];
  if (!driver) throw new Error(`the simulator does not speak '${protocol}': ${Object.keys(DRIVERS).join(', ')}`);
  return driver;
}
