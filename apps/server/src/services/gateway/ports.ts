import type { DeviceSettings } from '@sightline/domain';
import type { DeviceCommand, DeviceMedia, Fact } from '@sightline/protocols';
import type { CommandAnswer, CommandProgress } from './command-queue.ts';
import type { LoggedFrame } from './frame-log.ts';

/** What the gateway must know of a registered device before it accepts its data. */
export interface KnownDevice {
  /** Internal key of the device; positions hang on it. */
  readonly deviceKey: number;
  /** The public unique code. */
  readonly deviceId: string;
  readonly settings: DeviceSettings;
  /** The instant of its first position, ms; null before. */
  readonly activatedAtMs: number | null;
}

/**
 * Tells who may talk. A device whose customer is stopped or recycled, that is recycled itself or whose service has
 * expired is not known.
 */
export interface DeviceDirectory {
  /** Another number means that answers given before may not hold any more. */
  readonly epoch: number;
  /**
   * `ids`: the identities a frame offers, best first. Answers at once from the cache, else with a promise that waits as
   * long as the database is away (it rejects only when the directory is closed).
   */
  find(protocolId: string, ids: readonly string[]): KnownDevice | null | Promise<KnownDevice | null>;
}

/** A frame of a known device with the facts that are to be stored. */
export interface SubmittedFrame {
  readonly device: KnownDevice;
  /** Without command answers, media and ends of uploads: those never reach the sink. */
  readonly facts: readonly Fact[];
  readonly receivedAtMs: number;
  /** Minutes east of UTC in which the protocol has read local times. */
  readonly readWithOffsetMinutes: number;
  /** Called once, after the commit of everything in `facts`. */
  committed(): void;
  /** Called instead of `committed` when the facts can never be stored: the device gets no answer. */
  refused(reason: string): void;
}

/** Where facts go to become durable. Takes everything it is given: a caller asks `hasRoom` first. */
export interface PositionSink {
  readonly hasRoom: boolean;
  /** Calls `resume` once, when there is room again. */
  whenRoom(resume: () => void): void;
  submit(frame: SubmittedFrame): void;
  /** The device speaks on a new connection; until now another process may have stored its data. */
  arrived(device: KnownDevice): void;
  /** Something was heard of the device (a heartbeat, an answer): moves its last contact only. */
  contact(device: KnownDevice, receivedAtMs: number): void;
}

/** Devices that knocked and are not registered, for the platform's owner. */
export interface UnknownDeviceLog {
  count(protocolId: string, deviceId: string, remote: string, atMs: number): void;
}

/** A logged frame of a registered device. */
export type RawFrame = LoggedFrame;

/** Where the last frames of each device are kept for the raw message inspector. */
export interface RawFrameSink {
  /** Takes a batch; never rejects, what cannot be kept is lost. The next batch comes when this one is done. */
  write(frames: readonly RawFrame[]): Promise<void>;
}

/** Octets of a device in a quarter of an hour. */
export interface TrafficCount {
  readonly deviceKey: number;
  /** Start of the quarter, ms. */
  readonly slotMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Where the data volume of devices is summed up. */
export interface TrafficSink {
  /** Adds counts, one for each device and slot; all of them or, when it rejects, none. */
  add(counts: readonly TrafficCount[]): Promise<void>;
}

/** A file that a device has sent whole. */
export interface SubmittedMedia {
  readonly device: KnownDevice;
  readonly media: DeviceMedia;
  readonly receivedAtMs: number;
  /** Minutes east of UTC in which the protocol has read local times. */
  readonly readWithOffsetMinutes: number;
}

/** Where pictures, sounds and clips of devices become durable. */
export interface MediaSink {
  /**
   * Resolves with null when it is kept, or with why it never can be: the device is told that it has arrived, for it would send it for ever. When it
   * rejects the device gets no answer and sends it again.
   */
  store(submitted: SubmittedMedia): Promise<string | null>;
}

/** Told how uploads of recordings to servers of their own have ended. */
export interface UploadDesk {
  ended(device: KnownDevice, upload: Extract<Fact, { kind: 'uploadEnded' }>): void;
}

/** A live connection as the way of commands to one device. */
export interface CommandLink {
  /** Of this connection alone, over all processes and restarts. */
  readonly id: string;
  readonly protocolId: string;
  /** Resolves with the device's answer; rejects with a `CommandError`. One command at a time is under way. */
  send(command: DeviceCommand, timeoutMs: number, progress?: CommandProgress): Promise<CommandAnswer>;
}

/** Told which devices can be given commands, and over which connection: the newest counts. */
export interface CommandDesk {
  /** The device has signed in and listens. */
  connected(device: KnownDevice, link: CommandLink): void;
  disconnected(device: KnownDevice, link: CommandLink): void;
}

export interface GatewayPorts {
  readonly directory: DeviceDirectory;
  readonly sink: PositionSink;
  readonly unknownDevices: UnknownDeviceLog;
  /** Without it raw frames stay in the gateway's memory. */
  readonly rawFrames?: RawFrameSink;
  /** Without it what devices send as files gets no answer. */
  readonly media?: MediaSink;
  /** Without it nobody hears of them. */
  readonly uploads?: UploadDesk;
  /** Without it nobody counts. */
  readonly traffic?: TrafficSink;
  /** Without it, commands are sent only by who asks the gateway directly. */
  readonly commands?: CommandDesk;
}
