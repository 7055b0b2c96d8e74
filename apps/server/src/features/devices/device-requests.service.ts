import { randomBytes } from 'node:crypto';
import { apiError, type ErrorName } from '@sightline/contract';
import { inflateSync } from 'node:zlib';
import type { DeviceAnswer, DeviceAsk, EventBus } from '@sightline/runtime';

/** Processes that hold connections say so within this time, or none of them has the device's. */
const TAKEN_WITHIN_MS = 4_000;
/** Commands of others go before; the process that took the request says how it ended, unless it has gone. */
const ANSWERED_WITHIN_MS = 60_000;

export interface DeviceReply {
  readonly ok: boolean;
  readonly text: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Address that the device's connection comes from. */
  readonly remote: string;
}

/** Why a device did not answer a request; see `CommandError` of the gateway. */
export class DeviceRequestError extends Error {
  override readonly name = 'DeviceRequestError';
  constructor(readonly reason: Extract<DeviceAnswer, { step: 'failed' }>['reason']) {
    super(reason);
  }
}

const ERRORS: Record<DeviceRequestError['reason'], ErrorName> = {
  offline: 'deviceOffline',
  connectionLost: 'deviceOffline',
  timeout: 'commandNoAnswer',
  busy: 'deviceBusy',
  unsupported: 'commandNotSupported',
};

/** A device that could not be asked, in words of the catalogue; anything else as it is. */
export const answerError = (error: unknown, deviceId: string): unknown =>
  error instanceof DeviceRequestError ? apiError(ERRORS[error.reason], { deviceId }) : error;

interface Open {
  remote: string | null;
  /** Pieces of a long answer that are here, by index. */
  readonly parts: Map<number, string>;
  timer: NodeJS.Timeout;
  readonly resolve: (reply: DeviceReply) => void;
  readonly reject: (error: DeviceRequestError) => void;
}

/** A long answer out of its pieces. */
function joined(parts: ReadonlyMap<number, string>): Omit<DeviceReply, 'remote'> {
  const text = Array.from({ length: parts.size }, (_, i) => parts.get(i) ?? '').join('');
  return JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString()) as Omit<DeviceReply, 'remote'>;
}

/**
 * Questions to devices for which somebody waits, over whichever process holds the connection. Unlike a command of the history nothing
 * is kept: what is not answered in time never happened for who asked.
 */
export class DeviceRequests {
  private readonly open = new Map<string, Open>();
  private readonly unsubscribe: () => void;

  /** `alone`: no other process can have the connection, so that a device without one is known at once. */
  constructor(
    private readonly bus: EventBus,
    private readonly alone: boolean,
    private readonly takenWithinMs = TAKEN_WITHIN_MS,
  ) {
    this.unsubscribe = bus.subscribe('device.answer', (answer) => this.take(answer));
  }

  /** Resolves with what the device said. @throws DeviceRequestError */
  ask(deviceId: string, command: DeviceAsk['command'], timeoutMs: number): Promise<DeviceReply> {
    const id = randomBytes(9).toString('base64url');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(id, 'offline'), this.takenWithinMs);
      this.open.set(id, { remote: null, parts: new Map(), timer, resolve, reject });
      this.bus.publish('device.ask', { id, deviceId, command, timeoutMs });
      // A gateway of this process takes it before the next turn.
      if (this.alone) setImmediate(() => this.open.get(id)?.remote === null && this.fail(id, 'offline'));
    });
  }

  close(): void {
    this.unsubscribe();
    for (const id of this.open.keys()) this.fail(id, 'offline');
  }

  private take(answer: DeviceAnswer): void {
    const open = this.open.get(answer.id);
    if (!open) return;
    switch (answer.step) {
      case 'taken':
        open.remote = answer.remote;
        clearTimeout(open.timer);
        open.timer = setTimeout(() => this.fail(answer.id, 'timeout'), ANSWERED_WITHIN_MS);
        return;
      case 'answered':
        this.settle(answer.id);
        open.resolve({ ok: answer.ok, text: answer.text, fields: answer.fields, remote: open.remote ?? '' });
        return;
      case 'part': {
        open.parts.set(answer.index, answer.data);
        if (open.parts.size < answer.count) return;
        this.settle(answer.id);
        open.resolve({ ...joined(open.parts), remote: open.remote ?? '' });
        return;
      }
      case 'failed':
        this.fail(answer.id, answer.reason);
    }
  }

  private fail(id: string, reason: DeviceRequestError['reason']): void {
    const open = this.open.get(id);
    this.settle(id);
    open?.reject(new DeviceRequestError(reason));
  }

  private settle(id: string): void {
    clearTimeout(this.open.get(id)?.timer);
    this.open.delete(id);
  }
}
