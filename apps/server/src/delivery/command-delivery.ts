import { toHex } from '@sightline/codec';
import { CommandDeliveryRepository, listenForNotices, NOTICE_CHANNELS, type ClaimedCommand, type CommandOutcome } from '@sightline/db';
import { deviceCommandOf, type DeviceCommand } from '@sightline/protocols';
import type { Logger, Service } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import { CommandError } from '../services/gateway/command-queue.ts';
import type { CommandDesk, CommandLink, KnownDevice } from '../services/gateway/ports.ts';
import { outcomeOf } from './command-outcome.ts';
import { paramsOf } from './command-params.ts';

export interface DeliveryOptions {
  /** Between two looks for what has expired or was missed. */
  readonly sweepMs: number;
  /** Devices that come on line within this time are looked up together. */
  readonly gatherMs: number;
}

const DEFAULTS: DeliveryOptions = { sweepMs: 5000, gatherMs: 50 };
const MAX_ARRIVALS = 2000;
/** Devices whose commands are being claimed at once: each takes a connection of the pool for a moment. */
const MAX_PUMPS = 8;
const BUSY_PAUSE_MS = 1000;

/**
 * Takes commands from the database to the connections of this process. A command is claimed for one connection, in one
 * statement, before its bytes go out; a claim whose outcome is unknown is never sent again unless it only asks.
 */
export class CommandDelivery implements CommandDesk, Service {
  readonly name = 'delivery';
  private readonly commands: CommandDeliveryRepository;
  private readonly logger: Logger;
  private readonly links = new Map<number, CommandLink>();
  /** Come on line, not looked up yet. */
  private arrivals = new Map<number, string>();
  /** To be asked for a next command. */
  private readonly due = new Set<number>();
  /** Devices that a command is under way to, or is being claimed for. */
  private readonly busy = new Set<number>();
  private readonly work = new Set<Promise<void>>();
  private pumps = 0;
  private timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | null = null;
  private stopped = false;
  private readonly options: DeliveryOptions;

  constructor(
    private readonly context: AppContext,
    options: Partial<DeliveryOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.commands = new CommandDeliveryRepository(context.database);
    this.logger = context.logger.child({ service: 'delivery' });
  }

  async start(): Promise<void> {
    this.stopListening = await listenForNotices(this.context.database, {
      channels: { [NOTICE_CHANNELS.commandReady]: (key) => this.ready(Number(key)) },
      reconnected: () => this.sweep(),
      broken: (error) => this.logger.warn({ err: error }, 'not hearing of commands; trying again'),
    });
    this.timers = [setInterval(() => this.lookUpArrivals(), this.options.gatherMs), setInterval(() => this.sweep(), this.options.sweepMs)];
    this.sweep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.stopListening?.();
    await Promise.all(this.work);
  }

  connected(device: KnownDevice, link: CommandLink): void {
    this.links.set(device.deviceKey, link);
    this.arrivals.set(device.deviceKey, link.id);
  }

  disconnected(device: KnownDevice, link: CommandLink): void {
    if (this.links.get(device.deviceKey) === link) this.links.delete(device.deviceKey);
  }

  private ready(deviceKey: number): void {
    if (this.stopped || !this.links.has(deviceKey)) return;
    this.due.add(deviceKey);
    this.pump();
  }

  /** Runs in the background until it is done; a failure is logged, and the next sweep finds what was left. */
  private background(what: string, run: () => Promise<void>): void {
    const work: Promise<void> = run()
      .catch((error: unknown) => this.logger.error({ err: error }, `${what} failed; it is tried again`))
      .finally(() => this.work.delete(work));
    this.work.add(work);
  }

  private lookUpArrivals(): void {
    if (this.arrivals.size === 0 || this.stopped) return;
    const some = [...this.arrivals].slice(0, MAX_ARRIVALS);
    for (const [key] of some) this.arrivals.delete(key);
    this.background('looking up devices that came on line', async () => {
      for (const key of await this.commands.arrived(some.map(([deviceKey, connection]) => ({ deviceKey, connection })))) this.ready(key);
    });
  }

  private sweep(): void {
    if (this.stopped) return;
    this.background('looking for commands', async () => {
      for (const key of await this.commands.sweep()) this.ready(key);
    });
  }

  private pump(): void {
    for (const key of this.due) {
      if (this.pumps >= MAX_PUMPS) return;
      // When it ends, the next is looked for.
      if (this.busy.has(key)) continue;
      this.due.delete(key);
      const link = this.links.get(key);
      if (!link) continue;
      this.busy.add(key);
      this.pumps++;
      this.background('delivering a command', async () => {
        try {
          await this.claimNext(key, link);
        } finally {
          this.pumps--;
          this.pump();
        }
      });
    }
  }

  /** Ends when the command is on its way; what becomes of it is told later. */
  private async claimNext(key: number, link: CommandLink): Promise<void> {
    let claim: ClaimedCommand | 'rejected' | null;
    try {
      do claim = await this.commands.claim(key, link.id);
      while (claim === 'rejected');
    } catch (error) {
      this.busy.delete(key);
      throw error;
    }
    if (claim === null) {
      this.busy.delete(key);
      return;
    }
    const given = claim;
    this.background('following a command', async () => {
      try {
        await this.deliver(given, link);
      } finally {
        this.busy.delete(key);
        this.ready(key);
      }
    });
  }

  private async deliver(claim: ClaimedCommand, link: CommandLink): Promise<void> {
    let told: Promise<void> = Promise.resolve();
    const tell = (write: () => Promise<void>): void => {
      // In order, and never ahead of the outcome.
      told = told
        .then(write)
        .catch((error: unknown) => this.logger.warn({ err: error, command: claim.id }, 'a step of a command was not kept'));
    };
    const params = paramsOf(claim);
    if (params === null) {
      await this.commands.finish(claim, link.id, ended('rejected', 'neverRead'));
      return;
    }
    let command: DeviceCommand;
    try {
      command = deviceCommandOf(link.protocolId, claim.command, params);
    } catch (error) {
      await this.commands.finish(claim, link.id, ended('rejected', 'unsupported', error instanceof Error ? error.message : String(error)));
      return;
    }
    try {
      const answer = await link.send(command, claim.timeoutS * 1000, {
        sent: (frames) => tell(() => this.commands.sent(claim, link.id, frames.map(toHex).join(' '))),
        acknowledged: () => tell(() => this.commands.acknowledged(claim, link.id)),
      });
      await told;
      await this.commands.finish(claim, link.id, outcomeOf(link.protocolId, claim, answer));
    } catch (error) {
      await told;
      if (!(error instanceof CommandError)) throw error;
      await this.failed(claim, link, error);
    }
  }

  private async failed(claim: ClaimedCommand, link: CommandLink, error: CommandError): Promise<void> {
    switch (error.reason) {
      case 'timeout':
        await this.commands.finish(claim, link.id, ended('timedOut', 'noAnswer'));
        return;
      case 'unsupported':
        await this.commands.finish(claim, link.id, ended('rejected', 'unsupported', error.message));
        return;
      case 'connectionLost':
        await this.commands.lost(claim, link.id);
        return;
      // Its bytes have not gone out. A crowd at the connection is given a moment, or the two would chase each other.
      case 'busy':
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
        await this.commands.release(claim, link.id);
        return;
      case 'offline':
        await this.commands.release(claim, link.id);
    }
  }
}

const ended = (state: 'rejected' | 'timedOut', reason: string, text: string | null = null): CommandOutcome => ({
  state,
  reason,
  text,
  answer: null,
  answerHex: null,
});

/** Begins to deliver. Must be stopped after the gateway, whose connections end the commands under way. */
export async function startDelivery(context: AppContext, options: Partial<DeliveryOptions> = {}): Promise<CommandDelivery> {
  const delivery = new CommandDelivery(context, options);
  await delivery.start();
  return delivery;
}
