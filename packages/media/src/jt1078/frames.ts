import { hasStartCode } from '../video/annex-b.ts';
import { DATA_TYPE, MARK, type DataType, type MediaPacket } from './packet.ts';

/** What a device sent as one piece: a coded picture (or part of one, as some devices do), a block of audio, or transparent data. */
export interface MediaFrame {
  readonly channel: number;
  readonly dataType: DataType;
  readonly payloadType: number;
  /** ms by the device's own count. */
  readonly timestampMs: number;
  readonly sinceFrameMs: number | null;
  readonly packets: number;
  readonly data: Uint8Array;
  /** Packets are missing between this frame and the one before it on its channel. */
  readonly afterLoss: boolean;
}

/** Larger frames are given up: a key frame of 4K video is well below. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Channels of one connection; the standard numbers up to 37, makers up to 103. */
const MAX_CHANNELS = 64;
/** Packets behind the expected number that are taken as repeats; further back the device has begun to count anew. */
const REPEAT_WINDOW = 256;

interface Partial {
  readonly first: MediaPacket;
  readonly parts: Uint8Array[];
  bytes: number;
  readonly afterLoss: boolean;
}

interface Track {
  partial: Partial | null;
  /** Packets were lost since the last frame that was given out. */
  lossy: boolean;
  lastSequence: number | null;
  lastTimestampMs: number | null;
}

interface Channel {
  readonly tracks: Map<'video' | 'audio' | 'data', Track>;
  lastSequence: number | null;
}

const following = (sequence: number): number => (sequence + 1) & 0xffff;

const trackNameOf = (dataType: DataType): 'video' | 'audio' | 'data' =>
  dataType <= DATA_TYPE.b ? 'video' : dataType === DATA_TYPE.audio ? 'audio' : 'data';

/**
 * Joins packets to frames, per channel and kind (audio comes between the packets of a picture). A frame with a hole is dropped
 * and the next one says so. The marks of first, middle and last are not to be relied on: a frame also ends where its time stamp
 * changes, and a device that marks everything as whole is recognised by pictures that go on without a start code.
 */
export class FrameAssembler {
  private readonly channels = new Map<number, Channel>();
  /** The device marks each packet as a whole frame: frames end where the time stamp changes. */
  private marksMeanNothing = false;
  lostPackets = 0;
  repeatedPackets = 0;
  droppedFrames = 0;

  add(packet: MediaPacket): MediaFrame[] {
    const channel = this.channelOf(packet.channel);
    if (!channel) return [];
    const name = trackNameOf(packet.dataType);
    let track = channel.tracks.get(name);
    if (!track) {
      track = { partial: null, lossy: false, lastSequence: null, lastTimestampMs: null };
      channel.tracks.set(name, track);
    }
    // One count over all, or one for each kind: devices do either.
    const follows =
      channel.lastSequence === null ||
      track.lastSequence === null ||
      packet.sequence === following(channel.lastSequence) ||
      packet.sequence === following(track.lastSequence);
    if (!follows) {
      if (((track.lastSequence! - packet.sequence) & 0xffff) < REPEAT_WINDOW) {
        this.repeatedPackets++;
        return [];
      }
      this.lostPackets += (packet.sequence - following(channel.lastSequence!)) & 0xffff;
      for (const each of channel.tracks.values()) this.lose(each);
    }
    channel.lastSequence = packet.sequence;
    track.lastSequence = packet.sequence;
    const frames = this.place(track, packet);
    track.lastTimestampMs = packet.timestampMs;
    return frames;
  }

  /** What is held back, when no more will come. */
  flush(): MediaFrame[] {
    if (!this.marksMeanNothing) return [];
    return [...this.channels.values()].flatMap((c) => [...c.tracks.values()].flatMap((track) => this.finish(track)));
  }

  private channelOf(id: number): Channel | null {
    let channel = this.channels.get(id);
    if (!channel) {
      if (this.channels.size >= MAX_CHANNELS) return null;
      channel = { tracks: new Map(), lastSequence: null };
      this.channels.set(id, channel);
    }
    return channel;
  }

  private place(track: Track, packet: MediaPacket): MediaFrame[] {
    const video = packet.dataType <= DATA_TYPE.b;
    const sameTime = packet.timestampMs === (track.partial?.first ?? packet).timestampMs;
    if (this.marksMeanNothing && video) {
      if (track.partial && sameTime) return this.append(track, packet);
      return [...this.finish(track), ...this.begin(track, packet)];
    }
    if (packet.mark === MARK.atomic) {
      const goesOn = video && packet.timestampMs === track.lastTimestampMs && packet.body.length > 0 && !hasStartCode(packet.body, 0);
      if (goesOn) {
        this.marksMeanNothing = true;
        return this.begin(track, packet);
      }
      const before = this.finish(track);
      this.begin(track, packet);
      return [...before, ...this.finish(track)];
    }
    if (packet.mark === MARK.first) return [...this.finish(track), ...this.begin(track, packet)];
    if (!track.partial || !sameTime) {
      // The rest of a frame whose beginning was not seen, or whose end was not marked.
      const before = this.finish(track);
      this.droppedFrames++;
      track.lossy = true;
      return before;
    }
    const overflow = this.append(track, packet);
    return packet.mark === MARK.last ? [...overflow, ...this.finish(track)] : overflow;
  }

  private begin(track: Track, packet: MediaPacket): [] {
    track.partial = { first: packet, parts: [packet.body], bytes: packet.body.length, afterLoss: track.lossy };
    return [];
  }

  private append(track: Track, packet: MediaPacket): [] {
    const partial = track.partial!;
    partial.parts.push(packet.body);
    partial.bytes += packet.body.length;
    if (partial.bytes > MAX_FRAME_BYTES) this.lose(track);
    return [];
  }

  private lose(track: Track): void {
    if (track.partial) this.droppedFrames++;
    track.partial = null;
    track.lossy = true;
  }

  private finish(track: Track): MediaFrame[] {
    const { partial } = track;
    track.partial = null;
    if (!partial) return [];
    track.lossy = false;
    return [
      {
        channel: partial.first.channel,
        dataType: partial.first.dataType,
        payloadType: partial.first.payloadType,
        timestampMs: partial.first.timestampMs ?? 0,
        sinceFrameMs: partial.first.sinceFrameMs,
        packets: partial.parts.length,
        data: joined(partial.parts, partial.bytes),
        afterLoss: partial.afterLoss,
      },
    ];
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  // Always a copy: the parts are views of what the socket gave.
  const data = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return data;
}
