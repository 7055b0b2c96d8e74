import { ApiError } from '@sightline/contract';
import { findUploadPlan, insertFurtherClip, noteUploadSupport, setClipWay, type ClipTaskStep, type CustomerFtpServer } from '@sightline/db';
import type { AppContext } from '../../../context.ts';
import { openFtpSecrets, sealedFor } from '../../../features/customers/ftp-secrets.ts';
import { DeviceRequestError } from '../../../features/devices/device-requests.service.ts';
import type { Files } from '../../../features/files/file.service.ts';
import { MediaRefusedError } from '../../../features/media-files/media-file.service.ts';
import { filmsOf } from '../../../features/video/clip-films.service.ts';
import { keepClip, type ClipWork } from '../../../features/video/clip.service.ts';
import { wholeSeconds, type RecordingControl, type UploadTarget } from '../../../features/video/recording-control.service.ts';
import { REQUEST_FAILURES } from '../../../features/video/stream-control.service.ts';
import { endOf, type Admission, type VideoGate } from '../../../features/video/video-gate.service.ts';
import { mayBeBrought, RECORDING_HEAD_BYTES } from '../../../files/recording-content.ts';
import type { FtpService } from '../../ftp/start-ftp.ts';
import type { UploadAccount } from '../../ftp/upload-account.ts';
import { CLIP_LIMITS } from './clip-recorder.ts';
import { UploadWait, type UploadEnd, type UploadPatience } from './upload-wait.ts';
import type { Watches } from './watches.ts';

export interface UploadLimits extends UploadPatience {
  /** A device that a process before this one had asked is waited for. */
  readonly returnMs: number;
  readonly againMs: number;
}

const DEFAULTS: UploadLimits = {
  connectMs: 120_000,
  silenceMs: 180_000,
  quietMs: 60_000,
  settleMs: 20_000,
  handoverMs: 1_800_000,
  stepMs: 1_000,
  returnMs: 300_000,
  againMs: 5_000,
};
const MAX_FILES = 32;
/** Recorders put names behind it; it means nothing here. */
const FOLDER = '/recordings';
/** Of 0x0001: the device does not know the message. */
const UNSUPPORTED = 3;
/** Ends that the camera does not know of. */
const OURS: ReadonlySet<UploadEnd> = new Set(['stopped', 'permission', 'limit', 'noConnection', 'lost', 'tooLarge']);
/** Where it is all the same how a clip comes, these are no reason not to play it. */
const PLAYED_INSTEAD: ReadonlySet<UploadEnd> = new Set(['refused', 'noConnection', 'uploadFailed', 'noFile', 'notRecording']);

type Step = (step: ClipTaskStep) => Promise<boolean>;
interface Asked {
  readonly end: UploadEnd;
  readonly bytes: number;
}

/** Lets cameras bring what they have recorded: files as they are, with sound, as fast as the network is. */
export class ClipUploads {
  private readonly limits: UploadLimits;
  private readonly secrets;
  /** The last upload of each device: recorders have one FTP client. */
  private readonly lines = new Map<string, Promise<unknown>>();

  constructor(
    private readonly context: AppContext,
    private readonly gate: VideoGate,
    private readonly watches: () => Watches,
    private readonly ftp: () => FtpService,
    private readonly recordings: RecordingControl,
    private readonly files: Files,
    limits: Partial<UploadLimits> = {},
  ) {
    this.limits = { ...DEFAULTS, ...limits };
    this.secrets = openFtpSecrets(context.config);
  }

  /** `play`: it should come by playing, and nothing has been said of it yet. `ended`: its end stands in its row. */
  async take(work: ClipWork, signal: AbortSignal, step: Step): Promise<'ended' | 'play'> {
    const before = this.lines.get(work.deviceId) ?? Promise.resolve();
    const taken = before.then(() => this.takeNow(work, signal, step));
    const line = taken.catch(() => undefined).finally(() => this.lines.get(work.deviceId) === line && this.lines.delete(work.deviceId));
    this.lines.set(work.deviceId, line);
    return await taken;
  }

  private async takeNow(work: ClipWork, signal: AbortSignal, step: Step): Promise<'ended' | 'play'> {
    const { system } = this.context.database;
    const { supported, own } = await findUploadPlan(system, work.deviceId);
    if (work.way === 'auto' && !(supported ?? own !== null)) return 'play';
    const fail = async (failure: UploadEnd, takenBytes = 0): Promise<'ended'> => {
      await step({ state: signal.aborted ? 'stopped' : 'failed', failure, takenMs: 0, takenBytes });
      return 'ended';
    };
    if (signal.aborted || !(await step({ state: 'waiting', takenMs: 0, takenBytes: 0 }))) return await fail('stopped');
    let admission: Admission;
    try {
      admission = await this.gate.admitUpload(work.ticket);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return await fail(endOf(error));
    }
    await setClipWay(system, work.id, own ? 'handover' : 'ftp');
    const { end, bytes } = own
      ? await this.handedOver(work, admission, signal, step, own)
      : await this.brought(work, admission, signal, step);
    if (end === 'finished') return 'ended';
    if (work.way !== 'auto' || own !== null || !PLAYED_INSTEAD.has(end)) return await fail(end, bytes);
    await setClipWay(system, work.id, 'stream');
    return 'play';
  }

  /** To the customer's own server; nothing of it comes here. */
  private async handedOver(work: ClipWork, admission: Admission, signal: AbortSignal, step: Step, own: CustomerFtpServer): Promise<Asked> {
    const { host, port, account, folder } = own;
    const password = await this.secrets.open(own.passwordSealed, sealedFor(admission.device.customer_id));
    if (password === null) {
      this.context.logger.error({ customerId: admission.device.customer_id }, 'the password of an FTP server cannot be opened');
      return { end: 'refused', bytes: 0 };
    }
    const end = await this.asked(work, admission, signal, step, { host, port, user: account, password, folder }, null);
    if (end === 'finished') await step({ state: 'done', takenMs: work.toMs - work.fromMs, takenBytes: 0 });
    return { end, bytes: 0 };
  }

  /** To this process, under an account of this clip alone. */
  private async brought(work: ClipWork, admission: Admission, signal: AbortSignal, step: Step): Promise<Asked> {
    const { accounts, address } = this.ftp();
    const { account, password } = accounts.add({
      deviceId: work.deviceId,
      maxBytes: CLIP_LIMITS.maxBytes,
      maxFiles: MAX_FILES,
      headBytes: RECORDING_HEAD_BYTES,
      accepts: mayBeBrought,
    });
    try {
      const target = { ...address, user: account.user, password, folder: FOLDER };
      const end = await this.asked(work, admission, signal, step, target, account);
      return { end: end === 'finished' ? await this.keep(work, admission, step, account) : end, bytes: account.bytes };
    } finally {
      await accounts.close(account);
    }
  }

  /** Asks the camera, and waits for the end. */
  private async asked(
    work: ClipWork,
    admission: Admission,
    signal: AbortSignal,
    step: Step,
    target: UploadTarget,
    account: UploadAccount | null,
  ): Promise<UploadEnd> {
    const wait = new UploadWait(this.context, work, account, this.limits, step);
    const leave = this.watches().follow(admission, (reason) => wait.end(reason));
    signal.addEventListener('abort', () => wait.end('stopped'), { once: true });
    if (signal.aborted) wait.end('stopped');
    let end: UploadEnd = 'lost';
    try {
      const serial = await this.ask(work, admission, target, wait);
      if (serial !== undefined) wait.begin(serial, account === null ? null : this.expected(work));
      end = await wait.ended;
      if (serial != null && OURS.has(end)) await this.recordings.cancelUpload(work.deviceId, serial).catch(() => undefined);
    } finally {
      wait.close();
      leave(account?.received ?? 0, end);
    }
    return end;
  }

  /** The number that the end will name; undefined when it has ended here. */
  private async ask(work: ClipWork, { device }: Admission, target: UploadTarget, wait: UploadWait): Promise<number | null | undefined> {
    const untilMs = Date.now() + (work.resumed ? this.limits.returnMs : 0);
    for (;;) {
      try {
        const { ok, result, serial } = await this.recordings.upload(work.deviceId, work.channel, wholeSeconds(work), target);
        if (ok || result === UNSUPPORTED) await noteUploadSupport(this.context.database.system, device.key, ok);
        if (ok) return serial;
        wait.end('refused');
        return undefined;
      } catch (error) {
        if (!(error instanceof DeviceRequestError)) throw error;
        if (Date.now() < untilMs && !wait.isOver) {
          await wait.pause(this.limits.againMs);
          continue;
        }
        wait.end(REQUEST_FAILURES[error.reason]);
        return undefined;
      }
    }
  }

  /** Octets that will come, by what the camera says of its files; null where it does not. For the progress only. */
  private async expected({ deviceId, channel, fromMs, toMs }: ClipWork): Promise<number | null> {
    const found = await this.recordings.list(deviceId, channel, fromMs, toMs).catch(() => []);
    const bytes = found.reduce((sum, r) => {
      const shared = Math.min(toMs, r.toMs) - Math.max(fromMs, r.fromMs);
      return sum + (r.bytes * shared) / (r.toMs - r.fromMs);
    }, 0);
    return bytes > 0 ? bytes : null;
  }

  private async keep(work: ClipWork, { device }: Admission, step: Step, account: UploadAccount): Promise<UploadEnd> {
    const { system } = this.context.database;
    const parts = { context: this.context, files: this.files };
    const { fromMs: firstMs, toMs: lastMs } = wholeSeconds(work);
    const span = { firstMs, lastMs };
    const [film, ...further] = await filmsOf(account.whole, lastMs - firstMs);
    if (!film) return 'notRecording';
    try {
      const file = await keepClip(parts, work, device, { ...span, ...film, source: film.source() });
      const takenBytes = Number(file.size_bytes);
      if (!(await step({ state: 'done', takenMs: work.toMs - work.fromMs, takenBytes, mediaFileId: file.id }))) {
        // Deleted or stopped at the last moment: nobody would find the file.
        await system.deleteFrom('media_file').where('id', '=', file.id).execute();
        return 'stopped';
      }
      for (const one of further) {
        const more = await keepClip(parts, work, device, { ...span, ...one, source: one.source() });
        await insertFurtherClip(system, work.id, { id: more.id, bytes: Number(more.size_bytes) });
      }
      return 'finished';
    } catch (error) {
      if (!(error instanceof MediaRefusedError)) throw error;
      return error.reason === 'quota' ? 'quota' : 'permission';
    }
  }
}
