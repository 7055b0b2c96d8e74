import type { AlarmEvent } from '../alarms/alarm-event.ts';
import type { Camera } from '../camera/camera.ts';
import type { VehicleState } from '../vehicle.ts';
import type { DeviceMemory } from './device-memory.ts';

/** One report of a device: its instruments and what only the device knows. */
export interface Report extends VehicleState {
  /** Fuel or ignition circuit cut by command. */
  readonly blocked: boolean;
  /** Raised at this instant by the assistance of driving. */
  readonly alarm?: AlarmEvent;
}

/** Something to send. `ack` names the answer that confirms it; null = none comes. */
export interface Outgoing {
  readonly bytes: Uint8Array;
  readonly ack: string | null;
  readonly positions: number;
}

/** What bytes from the platform mean to the device. */
export interface Incoming {
  /** Answers, as named by {@link Outgoing.ack}. */
  readonly acks: readonly string[];
  /** The platform refuses this device. */
  readonly refused: boolean;
  /** To be sent at once: answers to commands. */
  readonly replies: readonly Uint8Array[];
  /** The device starts again: it comes back over a new connection. */
  readonly restart: boolean;
}

/** The device side of a protocol: no I/O, one instance for a connection. */
export interface Driver {
  /** Steps of signing in, each sent when the one before was answered. Empty when done. */
  nextLogin(): Outgoing | null;
  /** Reports as few messages as the protocol allows; `buffered`: from memory, later than they were made. */
  reports(reports: readonly Report[], buffered: boolean): readonly Outgoing[];
  heartbeat(report: Report): Outgoing;
  /** What the device sends by itself at this time: pictures that it has taken, ends of uploads. Left out: nothing ever. */
  takeDue?(nowMs: number): readonly Uint8Array[];
  /** Any piece of the stream. */
  receive(bytes: Uint8Array): Incoming;
}

/** What a driver knows of the device that it speaks for. */
export interface Device {
  readonly memory: DeviceMemory;
  /** Its cameras; null when it has none. */
  readonly camera: Camera | null;
  /** Its instruments now; null when nobody drives it. */
  now(): Report | null;
}

export type DriverFactory = (deviceId: string, device: Device) => Driver;
