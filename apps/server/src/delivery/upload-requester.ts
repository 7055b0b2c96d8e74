import {
  claimDueUploads,
  giveUpUploads,
  listenForNotices,
  NOTICE_CHANNELS,
  releaseUpload,
  UPLOAD_RULES,
  type DueUpload,
} from '@sightline/db';
import type { Logger, Service } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import { CommandError } from '../services/gateway/command-queue.ts';
import type { CommandDesk, CommandLink, KnownDevice } from '../services/gateway/ports.ts';

export interface RequesterOptions {
  /** Devices that have something to be asked for are gathered for so long. */
  readonly gatherMs: number;
  readonly sweepMs: number;
  readonly answerMs: number;
}

const DEFAULTS: RequesterOptions = { gatherMs: 200, sweepMs: 10_000, answerMs: 15_000 };
/** T/JSATL 12-2017 §4.5.2. */
const UPLOAD_EVIDENCE = 0x9208;
const RESERVED = '00'.repeat(16);
const MAX_DEVICES = 1000;
const MAX_CLAIMS = 64;

/**
 * Asks units for the files of their alarms, over the connections of this process: as soon as the alarm is durable, again when nothing has come, and
 * when a device comes back. What is to be asked for stands in the database; here is only whom to look for.
 */
export class UploadRequester implements CommandDesk, Service {
  readonly name = 'upload requests';
  private readonly logger: Logger;
  private readonly options: RequesterOptions;
  private readonly links = new Map<number, CommandLink>();
  private readonly due = new Set<number>();
  /** Devices that have been asked, and when to look whether everything came. */
  private readonly again = new Map<number, number>();
  private work: Promise<void> = Promise.resolve();
  private readonly asking = new Set<Promise<void>>();
  private timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | null = null;
  private stopped = false;

  /** `address`: where units are told to send to. */
  constructor(
    private readonly context: Pick<AppContext, 'database' | 'logger'>,
    private readonly address: { readonly host: string; readonly port: number },
    options: Partial<RequesterOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.logger = context.logger.child({ service: 'upload requests' });
  }

  async start(): Promise<void> {
    this.stopListening = await listenForNotices(this.context.database, {
      channels: { [NOTICE_CHANNELS.alarmUpload]: (key) => this.wanted(Number(key)) },
      reconnected: () => this.links.forEach((_link, key) => this.due.add(key)),
      broken: (error) => this.logger.warn({ err: error }, 'not hearing of alarms; trying again'),
    });
    this.timers = [setInterval(() => this.pump(), this.options.gatherMs), setInterval(() => this.sweep(Date.now()), this.options.sweepMs)];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.stopListening?.();
    await this.work;
    await Promise.all(this.asking);
  }

  connected(device: KnownDevice, link: CommandLink): void {
    if (link.protocolId !== 'jt808') return;
    this.links.set(device.deviceKey, link);
    this.due.add(device.deviceKey);
  }

  disconnected(device: KnownDevice, link: CommandLink): void {
    if (this.links.get(device.deviceKey) !== link) return;
    this.links.delete(device.deviceKey);
    this.again.delete(device.deviceKey);
  }

  private wanted(deviceKey: number): void {
    if (this.links.has(deviceKey)) this.due.add(deviceKey);
  }

  private background(what: string, run: () => Promise<unknown>): void {
    this.work = this.work.then(run).then(
      () => undefined,
      (error: unknown) => this.logger.error({ err: error }, `${what}; it is tried again`),
    );
  }

  private sweep(nowMs: number): void {
    for (const [key, atMs] of this.again) {
      if (atMs > nowMs) continue;
      this.again.delete(key);
      this.wanted(key);
    }
    this.background('uploads could not be given up', () => giveUpUploads(this.context.database.system));
  }

  private pump(): void {
    if (this.due.size === 0 || this.stopped) return;
    const keys = [...this.due].filter((key) => this.links.has(key)).slice(0, MAX_DEVICES);
    this.due.clear();
    if (keys.length === 0) return;
    this.background('uploads could not be looked for', async () => {
      try {
        const claims = await claimDueUploads(this.context.database.system, keys, MAX_CLAIMS);
        if (claims.length === MAX_CLAIMS) for (const key of keys) this.due.add(key);
        for (const claim of claims) this.follow(claim);
      } catch (error) {
        for (const key of keys) this.due.add(key);
        throw error;
      }
    });
  }

  private follow(claim: DueUpload): void {
    const asked: Promise<void> = this.ask(claim)
      .catch((error: unknown) => this.logger.error({ err: error, alarmId: claim.id }, 'an upload could not be asked for'))
      .finally(() => this.asking.delete(asked));
    this.asking.add(asked);
  }

  private async ask(claim: DueUpload): Promise<void> {
    const key = Number(claim.device_key);
    const { host, port } = this.address;
    const link = this.links.get(key);
    // A minute more than what the rule says, so that the look finds it due.
    this.again.set(key, Date.now() + (UPLOAD_RULES.patienceMinutes + 1) * 60_000);
    const fields = {
      address: host,
      tcpPort: port,
      udpPort: 0,
      identification: claim.sign,
      alarmNumber: claim.alarm_number,
      reserved: RESERVED,
    };
    try {
      if (!link) throw new CommandError('offline', `device ${claim.device_id} has no connection`);
      const answer = await link.send({ name: 'message', params: { messageId: UPLOAD_EVIDENCE, fields } }, this.options.answerMs);
      if (!answer.ok)
        this.logger.warn(
          { deviceId: claim.device_id, alarmId: claim.id, answer: answer.fields },
          'a unit refuses to send the files of an alarm',
        );
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.logger.info(
        { deviceId: claim.device_id, alarmId: claim.id, reason: error.reason },
        'a unit was not asked for the files of an alarm',
      );
      // Whether a question without an answer has arrived is not known: its time must pass.
      if (error.reason === 'offline' || error.reason === 'busy') {
        await releaseUpload(this.context.database.system, claim.id);
        this.again.set(key, Date.now() + this.options.sweepMs);
      } else if (error.reason === 'unsupported') throw error;
    }
  }
}

/** Tells several who devices can be spoken to. */
export const allDesks = (...desks: readonly CommandDesk[]): CommandDesk => ({
  connected: (device, link) => desks.forEach((desk) => desk.connected(device, link)),
  disconnected: (device, link) => desks.forEach((desk) => desk.disconnected(device, link)),
});
