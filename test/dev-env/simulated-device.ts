import type { CameraOptions } from '@sightline/simulator/camera/options';
import { DeviceConnection } from '@sightline/simulator/connection';
import type { Report } from '@sightline/simulator/devices/driver';
import { driverOf } from '@sightline/simulator/devices/index';

/** A report of a vehicle that stands, or drives at the given speed. */
export const reportAt = (speedKph: number, timeMs = Date.now()): Report => ({
  timeMs,
  lat: 48.1374,
  lon: 11.5755,
  speedKph,
  course: 90,
  altitudeM: 520,
  ignition: true,
  odometerM: 1_000_000,
  satellites: 11,
  powerV: 13.9,
  fuelUsedL: 0,
  fuelPercent: 50,
  blocked: false,
});

/** One simulated device on a real connection. It reports when the test says so, and answers commands by itself. */
export class SimulatedDevice {
  readonly connection: DeviceConnection;
  state = 'closed';
  acknowledged = 0;
  speedKph = 0;

  /** @param camera its cameras; none when left out. */
  constructor(protocol: string, deviceId: string, port: number, camera?: CameraOptions) {
    this.connection = new DeviceConnection({
      deviceId,
      host: '127.0.0.1',
      port,
      driver: driverOf(protocol),
      ...(camera && { camera }),
      now: () => reportAt(this.speedKph),
      onAcknowledged: (_, positions) => void (this.acknowledged += positions),
      onState: (state) => void (this.state = state),
    });
  }

  get memory() {
    return this.connection.memory;
  }

  get camera() {
    return this.connection.camera;
  }

  report(speedKph = this.speedKph): void {
    this.speedKph = speedKph;
    this.connection.report({ ...reportAt(speedKph), blocked: this.memory.blocked });
  }

  heartbeat(): void {
    this.connection.heartbeat({ ...reportAt(this.speedKph), blocked: this.memory.blocked });
  }

  close(): void {
    this.connection.close();
  }
}
