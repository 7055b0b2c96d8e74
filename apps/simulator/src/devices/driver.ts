import type { VehicleState } from '../vehicle.ts';

/** One report of a device: its instruments and what only the device knows. */
export interface Report extends VehicleState {
  /** Fuel or ignition circuit cut by command. */
  readonly blocked: boolean;
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
}

/** The device side of a protocol: no I/O, one instance for a connection. */
export interface Driver {
  /** Steps of signing in, each sent when the one before was answered. Empty when done. */
  nextLogin(): Outgoing | null;
  /** Reports as few messages as the protocol allows; `buffered`: from memory, later than they were made. */
  reports(reports: readonly Report[], buffered: boolean): readonly Outgoing[];
  heartbeat(report: Report): Outgoing;
  /** Any piece of the stream. */
  receive(bytes: Uint8Array): Incoming;
  /** Set by commands. */
  readonly blocked: boolean;
}

export type DriverFactory = (deviceId: string) => Driver;

/** What text commands of the field's devices do to the simulated one: its answer, and the new state of the cut circuit. */
export function answerTextCommand(command: string, blocked: boolean): { text: string; blocked: boolean } {
  const word = command
    .trim()
    .toUpperCase()
    .replace(/[#;].*$/, '');
  if (word === 'DYD' || word === 'RELAY,1' || word === 'SETDIGOUT 1') return { text: 'Cut off the fuel supply: Success!', blocked: true };
  if (word === 'HFYD' || word === 'RELAY,0' || word === 'SETDIGOUT 0') return { text: 'Restore fuel supply: Success!', blocked: false };
  if (word === 'STATUS' || word === 'GETSTATUS')
    return { text: `Battery:4.13V,NORMAL; GPRS:Link Up; GPS:Successful positioning; Relay:${blocked ? 1 : 0}`, blocked };
  if (word === 'VERSION' || word === 'GETVER') return { text: '[VERSION]SIMULATOR_1.0 [BUILD]2026/01/01', blocked };
  if (word === 'RESET' || word === 'CPURESET') return { text: 'The terminal will restart after 60s!', blocked };
  return { text: `ERROR: unknown command ${command.slice(0, 40)}`, blocked };
}
