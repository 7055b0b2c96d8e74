import { DecodeError, fromHex, toHex } from '@sightline/codec';
import type { Attributes } from '@sightline/domain';
import type { DecodedMessage, Fact, ProtocolDefinition, Session } from './protocol.ts';
import { protocolById } from './registry.ts';

/** Longest line that is read; the largest frame of any protocol is far below it. */
export const MAX_LINE_CHARS = 1_000_000;
/** Sessions kept by name; the one that was not used for the longest time goes first. */
const MAX_SESSIONS = 10_000;

/** One decoded place or state of a device. Integrators read states as positions without coordinates. */
export interface DecodedPosition {
  /** ISO 8601 UTC; null when the frame carries no time. */
  readonly time: string | null;
  readonly valid: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly kind: 'gps' | 'lbs' | 'wifi' | 'none';
  readonly attributes: Attributes;
}

export interface DecodedLine {
  readonly id: string | number | null;
  readonly messages: readonly DecodedMessage[];
  /** Hexadecimal of what a server would answer to a device that it knows. */
  readonly replies: readonly string[];
  readonly uniqueId?: string;
  readonly positions: readonly DecodedPosition[];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly offset: number | null;
    readonly field: string | null;
  };
}

export interface LineDecoderOptions {
  /** ms since the epoch at which a line counts as received. Default: the system's clock. */
  readonly nowMs?: () => number;
}

/**
 * Decodes captured frames, one JSON object a line:
 * in `{id, frameKind: "hex" | "text" | "http", frame, session?, setup?}`, out {@link DecodedLine} as JSON.
 * Lines with the same `session` share one protocol session; without one each line gets a fresh session. `setup` holds
 * hints: an object of texts, or calls such as `setModelOverride("X")` (the last one of a name counts).
 * A wrong checksum is reported, and what the frame says is given all the same. Never throws for bad lines.
 * @throws RangeError for an unknown protocol.
 */
export function createLineDecoder(protocolId: string, options: LineDecoderOptions = {}): (line: string) => string {
  const protocol = protocolById(protocolId);
  if (protocol === undefined) throw new RangeError(`unknown protocol '${protocolId}'`);
  const nowMs = options.nowMs ?? Date.now;
  const sessions = new Map<string, Session>();
  return (line) => {
    let id: DecodedLine['id'] = null;
    try {
      const input = readLine(line);
      id = input.id;
      const session = input.session === null ? null : named(sessions, input.session, () => open(protocol, input.hints));
      return JSON.stringify(decode(protocol, input, session ?? open(protocol, input.hints), nowMs()));
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof RangeError || error instanceof SyntaxError)) throw error;
      return JSON.stringify({ id, messages: [], replies: [], positions: [], error: errorOut(error) });
    }
  };
}

interface InputLine {
  readonly id: string | number | null;
  readonly frames: Uint8Array;
  readonly session: string | null;
  readonly hints: Readonly<Record<string, string>>;
}

function readLine(line: string): InputLine {
  if (line.length > MAX_LINE_CHARS) throw new DecodeError('too-long', `a line has at most ${MAX_LINE_CHARS} characters`);
  const value: unknown = JSON.parse(line);
  if (!isRecord(value)) throw new DecodeError('bad-value', 'a line must be a JSON object');
  const { id, frame, frameKind, session } = value;
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    frames: frameBytes(frameKind ?? 'hex', frame),
    session: typeof session === 'string' || typeof session === 'number' ? String(session) : null,
    hints: hintsOf(value['setup']),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function frameBytes(kind: unknown, frame: unknown): Uint8Array {
  if (kind === 'http') return httpBytes(frame);
  if (typeof frame !== 'string') throw new DecodeError('bad-value', 'frame must be a text', null, 'frame');
  if (kind === 'hex') return fromHex(frame);
  if (kind === 'text') return latin1(frame);
  throw new DecodeError('bad-value', `frameKind must be hex, text or http`, null, 'frameKind');
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);

/** The request as it would stand on the wire. */
function httpBytes(frame: unknown): Uint8Array {
  if (!isRecord(frame)) throw new DecodeError('bad-value', 'an http frame must be an object', null, 'frame');
  const body = typeof frame['body'] === 'string' ? frame['body'] : '';
  const headers = isRecord(frame['headers']) ? Object.entries(frame['headers']) : [];
  const head = headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  const length = headers.some(([name]) => name.toLowerCase() === 'content-length') ? '' : `Content-Length: ${body.length}\r\n`;
  return latin1(`${String(frame['method'] ?? 'GET')} ${String(frame['url'] ?? '/')} HTTP/1.1\r\n${head}${length}\r\n${body}`);
}

const SETTER = /^set([A-Z]\w*?)(?:Override)?\("?([^"]*?)"?\)$/;

function hintsOf(setup: unknown): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {};
  if (Array.isArray(setup)) {
    for (const call of setup) {
      const parts = typeof call === 'string' ? SETTER.exec(call.trim()) : null;
      if (parts !== null) hints[parts[1]!.charAt(0).toLowerCase() + parts[1]!.slice(1)] = parts[2]!;
    }
  } else if (isRecord(setup)) {
    for (const [key, value] of Object.entries(setup)) hints[key] = String(value);
  }
  return hints;
}

/** Hints of a session that takes what a frame says in spite of its checksum; every protocol knows this one. */
const LENIENT = { checksum: 'ignore' } as const;

const open = (protocol: ProtocolDefinition, hints: Readonly<Record<string, string>>): Session =>
  protocol.createSession({ hints: { ...hints, ...LENIENT } });

function named(sessions: Map<string, Session>, name: string, make: () => Session): Session {
  const session = sessions.get(name) ?? make();
  sessions.delete(name);
  sessions.set(name, session);
  if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
  return session;
}

function decode(protocol: ProtocolDefinition, input: InputLine, session: Session, nowMs: number): DecodedLine {
  const split = splitFrames(protocol, input, nowMs);
  const received = split.frames.map((frame) => session.receive(frame, nowMs));
  const error = received.find((one) => one.error !== undefined)?.error ?? split.error;
  const deviceId = received.at(-1)?.deviceIds[0];
  return {
    id: input.id,
    messages: received.flatMap((one) => (one.message === null ? [] : [one.message])),
    replies: received.flatMap((one) => one.replies.filter((r) => r.when === 'committed').map((r) => toHex(r.bytes))),
    ...(deviceId !== undefined && { uniqueId: deviceId }),
    positions: received.flatMap((one) => one.facts.flatMap(positionOf)),
    ...(error !== undefined && { error: errorOut(error) }),
  };
}

interface Split {
  readonly frames: readonly Uint8Array[];
  /** What is wrong with the bytes between the frames, or a checksum. */
  readonly error?: DecodeError;
}

/**
 * The frames of a capture. Normally the framer cuts them; a capture that was unescaped, cut short or stripped of its
 * line end does not pass it cleanly, and is then also tried as one frame: the reading with the fewer complaints wins.
 */
function splitFrames(protocol: ProtocolDefinition, input: InputLine, nowMs: number): Split {
  const cut = cutFrames(protocol, input.frames);
  const whole: Split = { frames: [input.frames] };
  if (cut.frames.length === 0) return { ...whole, ...checksumError(complaintsOf(protocol, input, whole, nowMs)) };
  const cutComplaints = complaintsOf(protocol, input, cut, nowMs);
  if (cutComplaints.length === 0) return cut;
  const wholeComplaints = complaintsOf(protocol, input, whole, nowMs);
  return wholeComplaints.length < cutComplaints.length
    ? { ...whole, ...checksumError(wholeComplaints) }
    : { ...checksumError(cutComplaints), ...cut };
}

function cutFrames(protocol: ProtocolDefinition, bytes: Uint8Array): Split {
  const framer = protocol.createFramer();
  const frames: Uint8Array[] = [];
  let error: DecodeError | undefined;
  for (const event of framer.push(bytes)) {
    if (event.kind === 'frame') frames.push(event.frame);
    else error ??= event.error;
  }
  if (framer.pendingBytes > 0) {
    error ??= new DecodeError('truncated', `${framer.pendingBytes} bytes begin a frame that does not end`, bytes.length);
  }
  return { frames, ...(error !== undefined && { error }) };
}

/** What is wrong with a reading by the strict rules of the wire; on a session of its own, so that it leaves no trace. */
function complaintsOf(protocol: ProtocolDefinition, input: InputLine, split: Split, nowMs: number): readonly DecodeError[] {
  const session = protocol.createSession({ hints: input.hints });
  const errors = split.error === undefined ? [] : [split.error];
  for (const frame of split.frames) {
    const { error } = session.receive(frame, nowMs);
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

/** The lenient session does not mention what it was told to ignore. */
function checksumError(complaints: readonly DecodeError[]): Pick<Split, 'error'> {
  const error = complaints.find((one) => one.code === 'checksum');
  return error === undefined ? {} : { error };
}

const KINDS = { 1: 'gps', 2: 'lbs', 3: 'wifi' } as const;

function positionOf(fact: Fact): readonly DecodedPosition[] {
  if (fact.kind === 'commandAnswer' || fact.kind === 'media' || fact.kind === 'uploadEnded') return [];
  if (fact.kind === 'status') {
    const time = fact.timeMs === null ? null : isoTime(fact.timeMs);
    return [{ time, ...NOWHERE, attributes: fact.attributes }];
  }
  const { fix } = fact;
  return [
    {
      time: isoTime(fix.timeMs),
      valid: fix.valid,
      lat: fix.lat,
      lon: fix.lon,
      speedKph: fix.speedKph,
      course: fix.course,
      altitude: fix.altitudeM,
      kind: KINDS[fix.type],
      attributes: fix.attributes,
    },
  ];
}

const NOWHERE = { valid: false, lat: null, lon: null, speedKph: null, course: null, altitude: null, kind: 'none' } as const;

/** Null beyond what a calendar can say (a broken clock may give any number). */
function isoTime(ms: number): string | null {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;
}

function errorOut(error: Error): NonNullable<DecodedLine['error']> {
  if (error instanceof DecodeError) {
    return { code: error.code, message: error.message, offset: error.offset, field: error.field };
  }
  return { code: 'bad-value', message: error.message, offset: null, field: null };
}
