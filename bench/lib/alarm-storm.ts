import { connect, type Socket } from 'node:net';
import { jt808Location } from '../../test/dev-env/gateway-frames.ts';

/** Kinds by the bit of 0x0200 that tells them (JT/T 808-2013 table 24), with the level at which a person is told of each. */
export const STORM_KINDS = {
  rollover: { bit: 30, level: 1 },
  vibration: { bit: 15, level: 2 },
  parking: { bit: 19, level: 3 },
  door: { bit: 31, level: 3 },
  movement: { bit: 28, level: 3 },
} as const;
export type StormKind = keyof typeof STORM_KINDS;

/**
 * What a device tells by turns: a tenth opens the dialog, two tenths are messages, the rest stands behind the bell. No kind follows itself: each
 * report ends the alarm of the one before and begins another.
 */
const TURNS: readonly StormKind[] = [
  'rollover',
  'parking',
  'vibration',
  'door',
  'parking',
  'movement',
  'vibration',
  'door',
  'parking',
  'movement',
];

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
    // Answers are not looked at.
    socket.resume();
  });

/** Devices on real connections that report by turns, each report with another alarm, or all of them without. */
export class AlarmStorm {
  private serial = 0;

  private constructor(
    private readonly deviceIds: readonly string[],
    private readonly sockets: readonly Socket[],
  ) {}

  static async open(port: number, deviceIds: readonly string[]): Promise<AlarmStorm> {
    return new AlarmStorm(deviceIds, await Promise.all(deviceIds.map(() => opened(port))));
  }

  /** The next device reports. @throws Error when the platform has closed its connection: nothing of it would be told */
  report(withAlarm: boolean): void {
    const n = this.serial++;
    const index = n % this.deviceIds.length;
    const round = Math.floor(n / this.deviceIds.length);
    // Devices are not in step.
    const kind = STORM_KINDS[TURNS[(round + index) % TURNS.length]!];
    const place = { timeMs: Date.now(), lat: 48.1 + index * 0.004, lon: 11.5 + round * 1e-4, speedKph: 40, course: 90 };
    const frame = jt808Location(this.deviceIds[index]!, round, { ...place, alarms: withAlarm ? 2 ** kind.bit : 0 }, round * 55);
    const socket = this.sockets[index]!;
    if (!socket.writable) throw new Error(`the connection of ${this.deviceIds[index]!} was closed`);
    socket.write(frame);
  }

  /** Reports at an even rate for so many seconds. @returns when each was sent, ms since 1970 */
  async run(perMinute: number, seconds: number, withAlarm: boolean): Promise<readonly number[]> {
    const sentMs: number[] = [];
    const startMs = performance.now();
    const count = Math.round((perMinute / 60) * seconds);
    while (sentMs.length < count) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, startMs + (sentMs.length * 60_000) / perMinute - performance.now())));
      this.report(withAlarm);
      sentMs.push(performance.timeOrigin + performance.now());
    }
    return sentMs;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
