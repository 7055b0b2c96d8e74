import { connect, type Socket } from 'node:net';
import { DeviceSocket } from './gateway-client.ts';
import { jt808Frame, jt808Heartbeat, type Jt808Answer } from './gateway-frames.ts';

const START = 0x9101;
const CONTROL = 0x9102;
const GENERAL_ANSWER = 0x0001;

/** What 0x9101 asks for (JT/T 1078-2016 table 17), read by hand. */
export interface StartRequest {
  readonly host: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly channel: number;
  readonly dataType: number;
  readonly stream: number;
}

/** What 0x9102 says (table 18). */
export interface ControlRequest {
  readonly channel: number;
  readonly command: number;
  readonly close: number;
  readonly stream: number;
}

function startRequest(body: Buffer): StartRequest {
  const n = body[0]!;
  return {
    host: body.toString('latin1', 1, 1 + n),
    tcpPort: body.readUInt16BE(1 + n),
    udpPort: body.readUInt16BE(3 + n),
    channel: body[5 + n]!,
    dataType: body[6 + n]!,
    stream: body[7 + n]!,
  };
}

/** Result octet of the general answer: 0 done, 1 failed, 3 not supported; null: says nothing. */
type Result = 0 | 1 | 3 | null;

/**
 * A camera as a network client: signs in over its ordinary connection, answers what is asked of its video, and opens
 * a media connection when it has said yes. What it sends over that is up to the test.
 */
export class TestCamera {
  readonly starts: StartRequest[] = [];
  readonly controls: ControlRequest[] = [];
  /** Open media connections, the newest last. */
  readonly media: Socket[] = [];
  readonly mediaClosed: Socket[] = [];
  answer: Result = 0;
  /** Called with the media connection; null: says yes and never connects. */
  onMedia: ((socket: Socket, request: StartRequest) => void) | null = null;
  private serial = 1;
  private handled = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly phone: string,
    readonly link: DeviceSocket,
  ) {
    this.timer = setInterval(() => this.handle(), 5);
  }

  static async open(port: number, phone: string): Promise<TestCamera> {
    const camera = new TestCamera(phone, await DeviceSocket.open(port));
    camera.link.send(jt808Heartbeat(phone, camera.serial++));
    return camera;
  }

  /** Opens a media connection to where the newest request says. */
  async dial(request = this.starts.at(-1)!): Promise<Socket> {
    const socket = connect({ port: request.tcpPort, host: request.host, noDelay: true });
    socket.on('error', () => undefined);
    socket.on('close', () => void this.mediaClosed.push(socket));
    socket.resume();
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    this.media.push(socket);
    return socket;
  }

  close(): void {
    clearInterval(this.timer);
    this.link.close();
    for (const socket of this.media) socket.destroy();
  }

  private handle(): void {
    const answers = this.link.answers();
    for (; this.handled < answers.length; this.handled++) this.hear(answers[this.handled]!);
  }

  private hear({ id, serial, body }: Jt808Answer): void {
    if (id !== START && id !== CONTROL) return;
    if (id === CONTROL) this.controls.push({ channel: body[0]!, command: body[1]!, close: body[2]!, stream: body[3]! });
    else this.starts.push(startRequest(body));
    if (this.answer === null) return;
    const reply = Buffer.from([serial >> 8, serial & 0xff, id >> 8, id & 0xff, this.answer]);
    this.link.send(jt808Frame(GENERAL_ANSWER, this.phone, this.serial++, reply));
    const request = this.starts.at(-1);
    if (id !== START || this.answer !== 0 || !this.onMedia || !request) return;
    const { onMedia } = this;
    void this.dial(request).then((socket) => onMedia(socket, request));
  }
}
