import { isDecodable } from './decoding.ts';
import { LiveStream, type Tell } from './live-stream.ts';
import { PROBE } from './paths.ts';
import type { FromPlayer, ToPlayer } from './player-messages.ts';

const streams = new Map<number, LiveStream>();

// The first question about a decoder wakes what answers it; a stream shall not have to wait for that.
if ('VideoDecoder' in self) void isDecodable(PROBE);

addEventListener('message', ({ data }: MessageEvent<ToPlayer>) => {
  const { id } = data;
  if (data.kind === 'open') {
    const tell: Tell = (message, transfer = []) => self.postMessage({ ...message, id }, { transfer });
    streams.set(id, new LiveStream(data.url, data.target, tell, data.replay));
    return;
  }
  const stream = streams.get(id);
  if (data.kind === 'sound') stream?.setSound(data.on);
  else if (data.kind === 'figures') stream?.setFigures(data.on);
  else if (data.kind === 'pace') stream?.setPace(data.pace);
  else if (data.kind === 'flush') stream?.flush(data.targetMs);
  else if (data.kind === 'record') stream?.setRecording(data.on);
  else {
    streams.delete(id);
    void Promise.resolve(stream?.close()).then(() => self.postMessage({ kind: 'gone', id } satisfies FromPlayer));
  }
});
