import { mp4OfH264 } from '@sightline/media';
import { ChannelPictures, PICTURE_MS } from './channel-pictures.ts';
import type { Recording } from './recordings.ts';

/** How a recorder writes: a raw stream of H.264, or MP4. */
export type FileFormat = 'h264' | 'mp4';

/** Pictures that are made in one go: the process has other devices as well. */
const AT_ONCE = 30;

/** What is stored of a channel between two instants, as one file; the pictures show the time of the recording. Empty where nothing is. */
export async function recordingFile(
  deviceId: string,
  channel: number,
  recordings: readonly Recording[],
  span: { readonly fromMs: number; readonly toMs: number },
  format: FileFormat,
  isWanted: () => boolean,
): Promise<Uint8Array> {
  const pictures = new ChannelPictures(deviceId, channel, 0);
  const parts: Uint8Array[] = [];
  let lengthMs = 0;
  for (const { startMs, endMs } of recordings) {
    const untilMs = Math.min(endMs, span.toMs);
    for (let timeMs = Math.max(startMs, span.fromMs); timeMs < untilMs; timeMs += PICTURE_MS) {
      parts.push(pictures.next(timeMs).data);
      lengthMs += PICTURE_MS;
      if (parts.length % AT_ONCE !== 0) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (!isWanted()) return new Uint8Array();
    }
  }
  const raw = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    raw.set(part, at);
    at += part.length;
  }
  return format === 'h264' ? raw : (mp4OfH264(raw, lengthMs) ?? new Uint8Array());
}
