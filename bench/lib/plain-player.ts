import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { h264Codec, H264_NAL, h264NalType, nalUnits } from '@sightline/media';
import { ChannelPictures, PICTURE_MS } from '@sightline/simulator/camera/channel-pictures';
import { paced } from '@sightline/simulator/camera/pacer';
import { WebSocketServer } from 'ws';

/** One button that opens the stream anew; each frame goes into a decoder as it comes, each picture onto the screen as it is decoded. */
const PAGE = `<!doctype html><title>plain player</title><button>Play</button><div></div><script>
const KEY = 0;
document.querySelector('button').addEventListener('click', () => {
  window.socket?.close();
  const socket = (window.socket = new WebSocket(location.href.replace('http', 'ws')));
  socket.binaryType = 'arraybuffer';
  const track = new MediaStreamTrackGenerator({ kind: 'video' });
  const writer = track.writable.getWriter();
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true, srcObject: new MediaStream([track]) });
  document.querySelector('div').replaceChildren(video);
  const decoder = new VideoDecoder({ output: (picture) => writer.write(picture), error: console.error });
  let timestamp = 0;
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') return decoder.configure({ codec: data, optimizeForLatency: true });
    const type = new Uint8Array(data)[0] === KEY ? 'key' : 'delta';
    decoder.decode(new EncodedVideoChunk({ type, timestamp: (timestamp += 66_667), data: new Uint8Array(data, 1) }));
  };
});
</script>`;

/**
 * The yardstick of the player: the same drawn and encoded pictures, from a WebSocket that has nothing between the camera and the decoder: no
 * packets, no device, no sign-in, no queue. Everybody who connects gets a stream that begins with a key picture.
 */
export async function startPlainPlayer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    const pictures = new ChannelPictures('PLAIN', 1, 1);
    let told = false;
    const end = paced(
      () => PICTURE_MS,
      () => {
        const { data, key } = pictures.next(Date.now());
        if (!told) {
          const sps = nalUnits(data).find(({ start }) => h264NalType(data[start]!) === H264_NAL.sps)!;
          socket.send(h264Codec(data.subarray(sps.start, sps.end)));
        }
        told = true;
        socket.send(Buffer.concat([Uint8Array.of(key ? 0 : 1), data]));
      },
    );
    socket.on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // `localhost` is one of the names on which browsers have WebCodecs.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
