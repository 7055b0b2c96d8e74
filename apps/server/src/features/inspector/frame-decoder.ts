import { toHex } from '@sightline/codec';
import type { RawFrame } from '@sightline/contract';
import type { RawFrameRecord } from '@sightline/db';
import { normaliseFix, type ClockSettings, type ObservedFix, type ObservedFrame } from '@sightline/domain';
import { protocolById, type Received, type Session } from '@sightline/protocols';
import { isoTime } from '../times.ts';

/** Takes what a frame says in spite of its checksum: for looking, never for storing. */
const LENIENT = { checksum: 'ignore' } as const;

const REGISTRATIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  jt808: new Set(['0x0100', '0x0102']),
  gt06: new Set(['0x01']),
  teltonika: new Set(['000f']),
};
const HEARTBEATS: Readonly<Record<string, ReadonlySet<string>>> = {
  jt808: new Set(['0x0002']),
  gt06: new Set(['0x13', '0x23', '0x36']),
  teltonika: new Set(['ff']),
};

/** On the port of another protocol a frame is read as what it is. */
const protocolOf = (frame: RawFrameRecord): string =>
  frame.error_code === 'wrong-protocol' && frame.error_text !== null ? frame.error_text : frame.protocol;

export interface DecodedFrame {
  readonly frame: RawFrameRecord;
  readonly received: Received | null;
}

/** Decodes frames (oldest first), each connection with a session of its own, as the gateway did. */
export function decodeFrames(frames: readonly RawFrameRecord[]): DecodedFrame[] {
  const sessions = new Map<string, Session>();
  return frames.map((frame) => {
    const protocol = protocolById(protocolOf(frame));
    if (!protocol) return { frame, received: null };
    const name = `${frame.direction} ${frame.gateway}/${frame.connection} ${protocol.id}`;
    let session = sessions.get(name);
    if (!session) sessions.set(name, (session = protocol.createSession({ hints: LENIENT })));
    return { frame, received: session.receive(frame.data, Number(frame.at_ms)) };
  });
}

/** A frame from the device as the findings look at it. */
export function observed({ frame, received }: DecodedFrame, settings: ClockSettings): ObservedFrame {
  const protocol = protocolById(frame.protocol);
  const atMs = Number(frame.at_ms);
  const id = received?.message?.id ?? '';
  const facts = frame.error_code === null ? (received?.facts ?? []) : [];
  const level = facts
    .map((fact) => (fact.kind === 'position' ? fact.fix.attributes : fact.kind === 'status' ? fact.attributes : {})['batteryLevel'])
    .findLast((value) => typeof value === 'number');
  return {
    atMs,
    connection: `${frame.gateway}/${frame.connection}`,
    protocolId: frame.protocol,
    kind: REGISTRATIONS[frame.protocol]?.has(id) ? 'registration' : HEARTBEATS[frame.protocol]?.has(id) ? 'heartbeat' : 'other',
    octets: toHex(frame.data),
    errorCode: frame.error_code,
    errorText: frame.error_text,
    fixes: facts.flatMap((fact): ObservedFix[] => {
      if (fact.kind !== 'position') return [];
      const p = normaliseFix(fact.fix, settings, protocol?.defaultUtcOffsetMinutes ?? 0, atMs);
      const ignition = p.attributes['ignition'];
      const { fixTimeMs: timeMs, valid, type, lat, lon, speedKph, buffered } = p;
      return [{ timeMs, valid, type, lat, lon, speedKph, buffered, ignition: typeof ignition === 'boolean' ? ignition : null }];
    }),
    batteryLevel: level ?? null,
  };
}

/** Whether any of the frames carries a wall-clock time, which the device's offset setting shifts. */
export const saysLocalTimes = (frames: readonly DecodedFrame[]): boolean =>
  frames.some(({ received }) => received?.facts.some((fact) => fact.kind === 'position' && fact.fix.localTime));

/** A frame as people see it, explained octet by octet. */
export function rawFrame({ frame, received }: DecodedFrame): RawFrame {
  const direction = frame.direction === 1 ? 'up' : 'down';
  const annotation = protocolById(protocolOf(frame))?.annotate(frame.data, direction) ?? { bytes: frame.data, fields: [] };
  const fault = received?.error;
  return {
    id: frame.id,
    time: isoTime(Number(frame.at_ms)),
    direction,
    protocol: frame.protocol,
    remote: frame.remote,
    connection: `${frame.gateway}-${frame.connection}`,
    size: frame.size,
    hex: toHex(annotation.bytes),
    truncated: frame.size > frame.data.length,
    fields: annotation.fields.map((field) => ({ ...field })),
    message: received?.message ? { id: received.message.id, name: received.message.name, fields: { ...received.message.fields } } : null,
    error: errorOf(frame, direction === 'up' ? fault : undefined),
  };
}

/** What the gateway noted counts; a frame that was cut short for the log is not at fault for that. */
function errorOf(frame: RawFrameRecord, fault: { readonly code: string; readonly message: string } | undefined): RawFrame['error'] {
  if (frame.error_code !== null) return { code: frame.error_code, text: frame.error_text ?? '' };
  return fault && frame.size === frame.data.length ? { code: fault.code, text: fault.message } : null;
}
