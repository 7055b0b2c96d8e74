import { ByteWriter } from '@sightline/codec';
import { DEFAULT_CHUNK_BYTES, type RtmpMessage } from './messages.ts';

const EXTENDED = 0xff_ffff;

/** A message as chunks with a whole header in front (format 0) and none between them (format 3); RTMP 1.0 §5.3. Chunk stream 2 to 63. */
export function chunksOf(chunkStream: number, message: RtmpMessage, chunkBytes = DEFAULT_CHUNK_BYTES): Uint8Array {
  const { type, streamId, body } = message;
  const timestampMs = message.timestampMs >>> 0;
  const w = new ByteWriter(body.length + 16 + 5 * Math.ceil(body.length / chunkBytes));
  const extended = timestampMs >= EXTENDED;
  const field = extended ? EXTENDED : timestampMs;
  w.u8(chunkStream)
    .u8(field >> 16)
    .u16(field & 0xffff)
    .u8(body.length >> 16)
    .u16(body.length & 0xffff)
    .u8(type);
  // The only field whose lowest octet comes first.
  for (let shift = 0; shift < 32; shift += 8) w.u8((streamId >>> shift) & 0xff);
  if (extended) w.u32(timestampMs);
  for (let at = 0; at < body.length; at += chunkBytes) {
    if (at > 0) {
      w.u8(0xc0 | chunkStream);
      if (extended) w.u32(timestampMs);
    }
    w.raw(body.subarray(at, at + chunkBytes));
  }
  return w.finish();
}
