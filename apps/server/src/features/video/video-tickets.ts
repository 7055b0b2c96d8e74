import { randomBytes } from 'node:crypto';
import { PLAYBACK_MODES, PLAYBACK_SPEEDS, type StreamQuality } from '@sightline/domain';
import { z } from 'zod';
import type { SigningKey } from '../../files/signing-key.ts';
import type { RecordingRequest } from '../../services/media/ports.ts';

/** What a ticket opens, and for whom. */
export interface VideoTicket {
  /**
   * `live`, `replay` of a recording: one connection of a screen. `talk`: one talk. `flv`: a player outside, as often as it likes until it expires.
   * `clip`: never sent.
   */
  readonly use: 'live' | 'replay' | 'flv' | 'talk' | 'clip';
  readonly userId: string;
  /** SHA-256 of the session's token, base64url: the look ends with the session. Null: it lasts as long as the user may. */
  readonly session: string | null;
  readonly deviceId: string;
  readonly channel: number;
  readonly stream: StreamQuality;
  readonly node: string;
  /** Of `replay`. */
  readonly recording?: RecordingRequest;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Tells tickets apart, so that one is used once. */
  readonly nonce: string;
}

const MAX_TICKET = 1_000;
/** Positions are the format: [use, user, session, device, channel, stream, node, issued, expires, nonce, recording]; a recording: [from, to, mode, speed]. */
const Payload = z.tuple([
  z.enum(['live', 'replay', 'flv', 'talk', 'clip']),
  z.string(),
  z.string().nullable(),
  z.string(),
  z.int(),
  z.union([z.literal(0), z.literal(1)]),
  z.string(),
  z.int(),
  z.int(),
  z.string(),
  z.tuple([z.int(), z.int(), z.enum(PLAYBACK_MODES), z.literal(PLAYBACK_SPEEDS)]).nullable(),
]);

/** Makes and checks the tickets that come in the address of a stream. A ticket is no secret of the session: it holds the token's hash only. */
export class VideoTickets {
  constructor(private readonly key: SigningKey) {}

  async issue(ticket: Omit<VideoTicket, 'nonce'>): Promise<string> {
    const t = { ...ticket, nonce: randomBytes(12).toString('base64url') };
    const fields: z.input<typeof Payload> = [
      t.use,
      t.userId,
      t.session,
      t.deviceId,
      t.channel,
      t.stream,
      t.node,
      t.issuedAtMs,
      t.expiresAtMs,
      t.nonce,
      t.recording ? [t.recording.fromMs, t.recording.toMs, t.recording.mode, t.recording.speed] : null,
    ];
    const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return `${text}.${await this.key.sign(text)}`;
  }

  /** Null when it was not made here, is for another use, or its time is over. */
  async verify(text: unknown, use: VideoTicket['use'], nowMs: number): Promise<VideoTicket | null> {
    if (typeof text !== 'string' || text.length > MAX_TICKET) return null;
    const [payload, mac] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/.exec(text)?.slice(1) ?? [];
    if (payload === undefined || mac === undefined || !(await this.key.verify(payload, mac))) return null;
    const fields = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const [, userId, session, deviceId, channel, stream, node, issuedAtMs, expiresAtMs, nonce, played] = fields;
    if (fields[0] !== use || expiresAtMs <= nowMs) return null;
    const ticket = { use, userId, session, deviceId, channel, stream, node, issuedAtMs, expiresAtMs, nonce };
    if (!played) return ticket;
    const [fromMs, toMs, mode, speed] = played;
    return { ...ticket, recording: { fromMs, toMs, mode, speed } };
  }
}
