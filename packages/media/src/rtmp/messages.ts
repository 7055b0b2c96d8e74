/** Message type ids (RTMP 1.0 §5.4, §6, §7). */
export const RTMP_TYPE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const;

/** Events of user control messages (§7.1.7). */
export const USER_CONTROL = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const;

/** Chunk streams by custom: 2 is fixed by the standard (§5.4). */
export const CHUNK_STREAM = { control: 2, command: 3, media: 4, video: 6 } as const;

/** Of a side that has not said otherwise (§5.4.1). */
export const DEFAULT_CHUNK_BYTES = 128;

export interface RtmpMessage {
  readonly type: number;
  /** Of the stream that it belongs to; 0: of the connection. */
  readonly streamId: number;
  /** ms, 32 bits, from a beginning of the sender's own. */
  readonly timestampMs: number;
  readonly body: Uint8Array;
}
