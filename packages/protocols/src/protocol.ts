import type { DecodeError } from '@sightline/codec';
import type { Attributes, Fix } from '@sightline/domain';
import type { FrameAnnotation } from './annotation.ts';

export type Transport = 'tcp' | 'udp';

/**
 * A device protocol as a pure state machine: bytes in; messages, facts and replies out. No I/O, no clock (the time of
 * reception is an argument), no exceptions for bad input, no memory without a bound.
 */
export interface ProtocolDefinition {
  readonly id: string;
  readonly title: string;
  readonly transports: readonly Transport[];
  /** The port that devices of this protocol are customarily set to. */
  readonly port: number;
  /** Minutes east of UTC in which wall-clock times of this protocol are read by default. */
  readonly defaultUtcOffsetMinutes: number;
  /** Seconds without a byte after which a connection is dropped. */
  readonly idleTimeoutS: number;
  /** For a stream; a UDP datagram is handed to a framer of its own. */
  createFramer(): Framer;
  createSession(options?: SessionOptions): Session;
  /** What each octet of a frame means, for people: from the same tables that decode it. Never throws, also for garbage. */
  annotate(frame: Uint8Array, direction: 'up' | 'down', model?: string): FrameAnnotation;
  /** The frame as it may be kept: values of parameters that hold passwords are covered. Absent: nothing of it can name one. Never throws. */
  hideSecrets?(frame: Uint8Array): Uint8Array;
}

/** What a session may hold back of messages that have not come whole; given back when it lets go of it. */
export interface SessionMemory {
  /** False: there is no room for so many octets more. */
  take(octets: number): boolean;
  give(octets: number): void;
}

export interface SessionOptions {
  /** Without it a session knows only its own bounds. */
  readonly memory?: SessionMemory;
  /** Hints that a frame alone does not tell (device model, protocol variant). Unknown keys are ignored. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly transport?: Transport;
}

/** Cuts frames out of a stream. Any split of the bytes gives the same events; memory is bounded by the frame limit. */
export interface Framer {
  push(chunk: Uint8Array): readonly FramerEvent[];
  /** Bytes held back as the beginning of a frame. */
  readonly pendingBytes: number;
}

/** Frames are copies (safe to keep). Bytes that belong to no frame are skipped up to the next possible start. */
export type FramerEvent =
  | { readonly kind: 'frame'; readonly frame: Uint8Array }
  | { readonly kind: 'skipped'; readonly bytes: Uint8Array; readonly error: DecodeError };

export interface Session {
  /** Handles one frame. Never throws: what is wrong with the frame stands in `error`. */
  receive(frame: Uint8Array, receivedAtMs: number): Received;
  /** The device has finished signing in, as far as the protocol has that: before, it does not listen to commands. */
  readonly acceptsCommands: boolean;
  /** Bytes of a command for this device, in its edition and with the session's own running numbers. */
  encodeCommand(command: DeviceCommand): EncodedCommand;
}

export interface Received {
  /** What the frame says, for people: null when not even its head could be read. */
  readonly message: DecodedMessage | null;
  /**
   * The identities under which the device may be registered, best first; from the frame or, for protocols that log in
   * once, from the session. Empty = not known yet.
   */
  readonly deviceIds: readonly string[];
  readonly facts: readonly Fact[];
  readonly replies: readonly Reply[];
  readonly error?: DecodeError;
}

/**
 * - `committed`: goes out when the facts of the same frame are durable (at once when there are none) and the device is known.
 * - `unknown`: goes out instead when the device is not registered (a refusal of the protocol, if it has one).
 */
export interface Reply {
  readonly bytes: Uint8Array;
  readonly when: 'committed' | 'unknown';
}

export type FieldValue = string | number | boolean | null | readonly FieldValue[] | { readonly [key: string]: FieldValue };

export interface DecodedMessage {
  /** The standard's number or word, e.g. `0x0200`. */
  readonly id: string;
  /** Stable readable name, e.g. `locationReport`. */
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Where each field lies, for the raw message inspector: byte offset and size within the unescaped frame. */
  readonly layout?: readonly FieldSpan[];
}

export interface FieldSpan {
  readonly field: string;
  readonly offset: number;
  readonly size: number;
}

/** A file that the device has sent whole. */
export interface DeviceMedia {
  /** Of the device's own counting; it starts over with the device. */
  readonly mediaId: number;
  /** What the device says that it is; the content decides. */
  readonly kind: 'picture' | 'sound' | 'video' | 'other';
  /** As the standard numbers them. */
  readonly eventCode: number;
  readonly channel: number;
  /** Where and when; null when the device did not say. */
  readonly fix: Fix | null;
  /** Safe to keep. */
  readonly data: Uint8Array;
}

export type Fact =
  | { readonly kind: 'position'; readonly fix: Fix }
  | { readonly kind: 'media'; readonly media: DeviceMedia }
  /** Something about the device now, without a place. `timeMs` null = the time of reception. */
  | { readonly kind: 'status'; readonly timeMs: number | null; readonly attributes: Attributes }
  /** The device has sent all files that it was asked for by the command with this running number, or could not. */
  | { readonly kind: 'uploadEnded'; readonly commandSerial: number; readonly ok: boolean }
  /** The device answered a command. `correlation` as given by {@link EncodedCommand}; null = the oldest one waiting. */
  | {
      readonly kind: 'commandAnswer';
      readonly correlation: string | null;
      readonly ok: boolean;
      /** The device has taken the command and will answer it; nothing is done yet. */
      readonly interim?: true;
      readonly text: string | null;
      readonly fields: Readonly<Record<string, FieldValue>>;
    };

/** A command by name with checked parameters; each protocol lists what it can encode. */
export interface DeviceCommand {
  readonly name: string;
  readonly params: Readonly<Record<string, FieldValue>>;
}

export interface EncodedCommand {
  readonly frames: readonly Uint8Array[];
  /** Ties the answer to the command where the protocol can; else null. */
  readonly correlation: string | null;
}
