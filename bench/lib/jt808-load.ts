import { connect, type Socket } from 'node:net';
import { jt808Location } from '../../test/dev-env/gateway-frames.ts';

export interface LoadTask {
  readonly port: number;
  readonly deviceIds: readonly string[];
  /** Positions per device; the running number of a frame is that of its position. */
  readonly from: number;
  readonly count: number;
  /** Frames of one device that may wait for their answer. */
  readonly window: number;
  /** All devices together; 0 = as fast as the answers come. */
  readonly perSecond: number;
  readonly startMs: number;
}

export interface LoadResult {
  readonly seconds: number;
  readonly sent: number;
  readonly acknowledged: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the load process while it ran. */
  readonly cpuUs: number;
}

/** Answers of 0x8001 in a stream, read without building anything. */
class AckReader {
  private readonly frame = new Uint8Array(64);
  private n = -1;
  private escaped = false;

  push(chunk: Uint8Array, acknowledged: (serial: number) => void): void {
    for (const octet of chunk) {
      if (octet === 0x7e) {
        if (this.n > 13 && this.frame[0] === 0x80 && this.frame[1] === 0x01) acknowledged((this.frame[12]! << 8) | this.frame[13]!);
        this.n = this.n > 0 ? -1 : 0;
      } else if (this.n >= 0) {
        if (octet === 0x7d) this.escaped = true;
        else {
          if (this.n < this.frame.length) this.frame[this.n++] = this.escaped ? 0x7c + octet : octet;
          this.escaped = false;
        }
      }
    }
  }
}

/** One device: frames encoded beforehand, a window of unanswered ones. */
class LoadDevice {
  acknowledged = 0;
  next = 0;
  readonly latencies: Float64Array;
  private readonly sentAt: Float64Array;
  /** All frames one after the other, and where each begins: what is sent together is one piece already. */
  private readonly frames: Buffer;
  private readonly starts: Uint32Array;
  private readonly reader = new AckReader();
  private socket: Socket | null = null;
  onAck: () => void = () => undefined;

  constructor(
    private readonly task: LoadTask,
    index: number,
  ) {
    const frames = Array.from({ length: task.count }, (_, i) => {
      const n = task.from + i;
      // A drive with stops: 60 positions moving, 20 standing, one every 5 s.
      const moving = n % 80 < 60;
      const along = Math.floor(n / 80) * 60 + Math.min(n % 80, 60);
      return jt808Location(
        task.deviceIds[index]!,
        n,
        {
          timeMs: task.startMs + n * 5000,
          lat: 30 + index * 0.05 + along * 5e-4,
          lon: 100 + index * 0.1,
          speedKph: moving ? 40 : 0,
          course: 0,
          ignition: true,
        },
        along * 55,
      );
    });
    this.frames = Buffer.concat(frames);
    this.starts = new Uint32Array(task.count + 1);
    frames.forEach((frame, i) => (this.starts[i + 1] = this.starts[i]! + frame.length));
    this.sentAt = new Float64Array(task.count);
    this.latencies = new Float64Array(task.count);
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.task.port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve());
      socket.on('data', (chunk) => {
        const nowMs = performance.now();
        this.reader.push(chunk, (serial) => {
          const i = (serial - (this.task.from & 0xffff)) & 0xffff;
          this.latencies[this.acknowledged++] = nowMs - this.sentAt[i]!;
        });
        this.onAck();
      });
      this.socket = socket;
    });
  }

  /** Sends up to `limit` frames, not more than the window allows; returns how many. */
  send(limit: number): number {
    const n = Math.min(limit, this.task.count - this.next, this.acknowledged + this.task.window - this.next);
    if (n <= 0) return 0;
    const nowMs = performance.now();
    this.sentAt.fill(nowMs, this.next, this.next + n);
    this.socket!.write(this.frames.subarray(this.starts[this.next]!, this.starts[this.next + n]!));
    this.next += n;
    return n;
  }

  close(): void {
    this.socket?.destroy();
  }
}

/** Drives devices over connections of their own until all is answered. */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const devices = task.deviceIds.map((_, i) => new LoadDevice(task, i));
  await Promise.all(devices.map((device) => device.open()));
  const startedMs = performance.now();
  const cpuBefore = process.cpuUsage();
  await new Promise<void>((resolve) => {
    let open = devices.length;
    const pacer = task.perSecond > 0 ? setInterval(() => pace(), 5) : null;
    const pace = (): void => {
      const each = ((performance.now() - startedMs) / 1000) * (task.perSecond / devices.length);
      // Devices are not in step: each has its own place within the interval.
      devices.forEach((device, i) => void device.send(Math.floor(each + i / devices.length) - device.next));
    };
    for (const device of devices) {
      device.onAck = () => {
        if (device.acknowledged === task.count) {
          if (--open === 0) {
            if (pacer) clearInterval(pacer);
            resolve();
          }
        } else if (!pacer) device.send(task.window);
      };
      if (!pacer) device.send(task.window);
    }
  });
  const cpu = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startedMs) / 1000;
  const latencies = Float64Array.from(devices.flatMap((device) => [...device.latencies])).sort();
  for (const device of devices) device.close();
  return {
    seconds,
    sent: devices.reduce((sum, device) => sum + device.next, 0),
    acknowledged: devices.reduce((sum, device) => sum + device.acknowledged, 0),
    p50Ms: latencies[Math.floor(latencies.length * 0.5)]!,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)]!,
    cpuUs: cpu.user + cpu.system,
  };
}
