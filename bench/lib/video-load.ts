import { connect, type Socket } from 'node:net';
import { PAYLOAD, packetsOfFrame } from '@sightline/media';
import { WebSocket } from 'ws';

/** What every camera of the bench sends: 15 pictures a second, a key picture every two seconds, 25 blocks of G.711 A-law. About 0.5 Mbit/s. */
export const CAMERA = { picturesPerSecond: 15, keyEvery: 30, keyBytes: 20_000, pictureBytes: 3_000, soundBytes: 320 } as const;
const TICK_MS = 1000 / CAMERA.picturesPerSecond;
const SOUND_EVERY_MS = 40;

export const simOf = (stream: number): string => `1390000${String(stream).padStart(5, '0')}`;

export interface LoadTask {
  readonly kind: 'load';
  readonly mode: 'media' | 'relay';
  readonly cameraPort: number;
  readonly viewerPort: number;
  readonly streams: number;
  readonly viewersPerStream: number;
}

/** A picture that the service takes for one; nothing in it is a start code by chance. */
function pictureBody(key: boolean): Buffer {
  const head = Buffer.from(key ? '0000000167640028ac2b0000000168ee3cb0000000016588' : '00000001419a', 'hex');
  return Buffer.concat([head, Buffer.alloc((key ? CAMERA.keyBytes : CAMERA.pictureBytes) - head.length, 0x55)]);
}
const KEY = pictureBody(true);
const LATER = pictureBody(false);
const SOUND = Buffer.alloc(CAMERA.soundBytes, 0xd5);

class BenchCamera {
  private n: number;
  private sequence = 0;
  private soundMs = 0;

  constructor(
    private readonly stream: number,
    readonly socket: Socket,
  ) {
    // Cameras do not send their key pictures all at once.
    this.n = (stream * 7) % CAMERA.keyEvery;
  }

  tick(): void {
    const timestampMs = Math.round(this.n * TICK_MS);
    const key = this.n++ % CAMERA.keyEvery === 0;
    const base = { sim: simOf(this.stream), channel: 1, timestampMs } as const;
    const next = (): number => this.sequence++ & 0xffff;
    const packets = packetsOfFrame({ ...base, payloadType: PAYLOAD.h264, dataType: key ? 0 : 1, body: key ? KEY : LATER }, next);
    for (; this.soundMs <= timestampMs; this.soundMs += SOUND_EVERY_MS)
      packets.push(...packetsOfFrame({ ...base, timestampMs: this.soundMs, payloadType: PAYLOAD.g711a, dataType: 3, body: SOUND }, next));
    this.socket.write(Buffer.concat(packets));
  }
}

const opened = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => void socket.once('connect', () => resolve(socket)).once('error', reject));

/** Viewers and cameras of a case; the returned functions tell what came and end them. */
export async function startLoad(task: LoadTask): Promise<{ received: () => { bytes: number; messages: number }; stop: () => void }> {
  let [bytes, messages] = [0, 0];
  const ends: (() => void)[] = [];
  const take = (data: Buffer): void => {
    bytes += data.length;
    messages++;
  };
  for (let i = 0; i < task.streams * task.viewersPerStream; i++) {
    const stream = Math.floor(i / task.viewersPerStream);
    if (task.mode === 'media') {
      const viewer = new WebSocket(`ws://127.0.0.1:${task.viewerPort}/?stream=${stream}`, { perMessageDeflate: false });
      viewer.on('message', take);
      await new Promise((resolve, reject) => void viewer.once('open', resolve).once('error', reject));
      ends.push(() => viewer.terminate());
    } else {
      const viewer = await opened(connect(task.viewerPort, '127.0.0.1'));
      viewer.on('data', take);
      viewer.write(Buffer.from([stream >> 8, stream & 0xff]));
      ends.push(() => viewer.destroy());
    }
  }
  const cameras: BenchCamera[] = [];
  for (let stream = 0; stream < task.streams; stream++) {
    const socket = await opened(connect({ port: task.cameraPort, host: '127.0.0.1', noDelay: true }));
    socket.resume();
    socket.on('error', () => undefined);
    if (task.mode === 'relay') socket.write(Buffer.from([stream >> 8, stream & 0xff]));
    cameras.push(new BenchCamera(stream, socket));
    ends.push(() => socket.destroy());
  }
  // Spread over the time between two pictures, as cameras are.
  const timers = cameras.map((camera, i) => {
    let timer = setTimeout(
      () => {
        camera.tick();
        timer = setInterval(() => camera.tick(), TICK_MS);
      },
      (TICK_MS * i) / cameras.length,
    );
    return () => clearTimeout(timer);
  });
  ends.push(() => timers.forEach((stop) => stop()));
  return { received: () => ({ bytes, messages }), stop: () => ends.forEach((end) => end()) };
}
