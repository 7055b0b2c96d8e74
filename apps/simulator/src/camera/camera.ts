import { AlarmBox } from '../alarms/alarm-box.ts';
import type { StreamKind } from './channel-pictures.ts';
import { LiveSession } from './live-session.ts';
import type { LinkPart, LinkTarget } from './media-link.ts';
import { WELL_BEHAVED, type CameraFaults, type CameraOptions } from './options.ts';
import { Photographs } from './photographs.ts';
import { PlaybackSession, type PlaybackRequest } from './playback-session.ts';
import { RecordingUploads } from './recording-uploads.ts';
import { recordingsOf, type Recording, type RecordingFilter } from './recordings.ts';
import type { Session } from './session.ts';
import { TurningHead } from './turning-head.ts';
import { TalkSession, type TalkKind } from './talk-session.ts';

/** The cameras, the microphone and the loudspeaker of a device, and the media connections that they feed. Outlives the ordinary connection. */
export class Camera {
  /** Can be changed at any time; what is about to connect or to send obeys. */
  readonly faults: CameraFaults;
  readonly photographs: Photographs;
  private readonly head = new TurningHead();
  private readonly sessions = new Set<Session>();
  /** What the assistance of driving tells, and its files. */
  readonly alarms: AlarmBox;
  readonly uploads: RecordingUploads;

  constructor(
    readonly deviceId: string,
    readonly options: CameraOptions,
  ) {
    this.faults = { ...WELL_BEHAVED, ...options.faults };
    this.uploads = new RecordingUploads(deviceId, this.faults);
    this.alarms = new AlarmBox(deviceId, options.channels);
    this.photographs = new Photographs(deviceId, options.channels);
  }

  /** Of the channel whose camera turns: the first. */
  headOf(channel: number): TurningHead | null {
    return channel === 1 ? this.head : null;
  }

  has(channel: number): boolean {
    return channel >= 1 && channel <= this.options.channels;
  }

  /** What runs now. */
  get running(): readonly Session[] {
    return [...this.sessions];
  }

  /** Main and sub stream of a channel may run beside each other; one that is asked for again begins anew. */
  startLive(target: LinkTarget, channel: number, stream: StreamKind, sound: boolean): void {
    for (const session of this.live(channel)) if (session.stream === stream) this.drop(session);
    this.keep(target, channel, (link) => new LiveSession(link, { stream, video: true, sound, head: this.headOf(channel) }));
  }

  /** There is one microphone: a new talk ends the one before. */
  startTalk(target: LinkTarget, channel: number, kind: TalkKind): void {
    this.closeTalk();
    this.keep(target, channel, (link) => new TalkSession(link, kind));
  }

  live(channel: number): readonly LiveSession[] {
    return this.running.filter((s): s is LiveSession => s instanceof LiveSession && s.channel === channel);
  }

  closeTalk(): void {
    for (const session of this.running) if (session instanceof TalkSession) this.drop(session);
  }

  /** What its disk holds now. */
  recordings(filter: RecordingFilter): Recording[] {
    return recordingsOf(this.deviceId, this.options.channels, filter, Date.now());
  }

  /** A channel plays one recording at a time. */
  startPlayback(target: LinkTarget, channel: number, request: PlaybackRequest): void {
    const before = this.playback(channel);
    if (before) this.drop(before);
    this.keep(target, channel, (link) => new PlaybackSession(link, request));
  }

  playback(channel: number): PlaybackSession | undefined {
    return this.running.find((s): s is PlaybackSession => s instanceof PlaybackSession && s.channel === channel);
  }

  drop(session: Session): void {
    this.sessions.delete(session);
    session.close();
  }

  /** Ends everything. */
  close(): void {
    for (const session of this.running) this.drop(session);
    this.alarms.close();
    this.uploads.close();
  }

  private keep(target: LinkTarget, channel: number, make: (link: LinkPart) => Session): void {
    const session = make({
      target,
      deviceId: this.deviceId,
      channel,
      faults: this.faults,
      onClose: () => void this.sessions.delete(session),
    });
    this.sessions.add(session);
  }
}
