import type { ClipTaskStep } from '@sightline/db';
import type { TalkEnd, UploadFailure } from '@sightline/domain';
import type { AppContext } from '../../../context.ts';
import type { ClipWork } from '../../../features/video/clip.service.ts';
import type { UploadAccount } from '../../ftp/upload-account.ts';

/** `finished`: the camera has brought everything. */
export type UploadEnd = TalkEnd | UploadFailure | 'tooLarge' | 'quota';

export interface UploadPatience {
  /** From the camera's yes to its first connection. */
  readonly connectMs: number;
  /** Nothing comes any more, and no file is whole. */
  readonly silenceMs: number;
  /** Files are whole, and the camera does not say that these were all: there are some that never do. */
  readonly quietMs: number;
  /** The camera says that these were all before the last one is here. */
  readonly settleMs: number;
  /** To the word of the end, where nothing can be seen of the files. */
  readonly handoverMs: number;
  readonly stepMs: number;
}

/** The time between a camera's yes and the end of what it brings. */
export class UploadWait {
  private resolve: (end: UploadEnd) => void = () => undefined;
  readonly ended = new Promise<UploadEnd>((resolve) => (this.resolve = resolve));
  isOver = false;
  /** Ends that were told, by the number of the question: one may come before the answer to it. */
  private readonly told = new Map<number, { readonly ok: boolean; readonly atMs: number }>();
  private serial: number | null = null;
  private beganMs: number | null = null;
  private expectedBytes: number | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly context: Pick<AppContext, 'bus' | 'logger'>,
    private readonly work: ClipWork,
    private readonly account: UploadAccount | null,
    private readonly patience: UploadPatience,
    private readonly step: (step: ClipTaskStep) => Promise<boolean>,
  ) {
    this.stops.push(
      context.bus.subscribe('device.uploaded', ({ deviceId, commandSerial, ok }) => {
        if (deviceId !== work.deviceId) return;
        this.told.set(commandSerial, { ok, atMs: Date.now() });
        this.look();
      }),
    );
    if (account) this.stops.push(account.watch(() => this.look()));
  }

  /** The camera agreed. `serial` null: any end of this device's is the one. */
  begin(serial: number | null, expectedBytes: Promise<number | null> | null): void {
    this.serial = serial;
    this.beganMs = Date.now();
    expectedBytes?.then(
      (bytes) => (this.expectedBytes = bytes),
      () => undefined,
    );
    this.timer = setInterval(() => {
      this.look();
      if (!this.isOver) void this.progress();
    }, this.patience.stepMs);
    this.look();
  }

  end(end: UploadEnd): void {
    this.isOver = true;
    this.resolve(end);
  }

  /** A while, or until it is over. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.ended, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
  }

  close(): void {
    if (this.timer) clearInterval(this.timer);
    for (const stop of this.stops) stop();
  }

  private async progress(): Promise<void> {
    const spanMs = this.work.toMs - this.work.fromMs;
    const takenBytes = this.account?.bytes ?? 0;
    const takenMs = this.expectedBytes === null ? 0 : Math.min(spanMs, (spanMs * takenBytes) / this.expectedBytes);
    try {
      if (!(await this.step({ state: 'running', takenMs, takenBytes }))) this.end('stopped');
    } catch (error) {
      this.context.logger.warn({ err: error }, 'the progress of a clip could not be written; trying again');
    }
  }

  private look(): void {
    if (this.isOver || this.beganMs === null) return;
    const end = this.endNow(this.beganMs, Date.now());
    if (end) this.end(end);
  }

  private endNow(beganMs: number, nowMs: number): UploadEnd | null {
    const { account, patience } = this;
    const told = this.serial === null ? [...this.told.values()].at(-1) : this.told.get(this.serial);
    if (account?.full) return 'tooLarge';
    if (told && !told.ok) return 'uploadFailed';
    if (!account) return told ? 'finished' : nowMs - beganMs > patience.handoverMs ? 'lost' : null;
    const hasFile = account.whole.length > 0;
    if (told) {
      const settled = nowMs - told.atMs > patience.settleMs;
      if (account.isWriting && !settled) return null;
      return hasFile ? 'finished' : settled ? 'noFile' : null;
    }
    if (account.activeMs === 0) return nowMs - beganMs > patience.connectMs ? 'noConnection' : null;
    const silentMs = nowMs - account.activeMs;
    if (hasFile && !account.isWriting && silentMs > patience.quietMs) return 'finished';
    return silentMs > patience.silenceMs ? 'lost' : null;
  }
}
