import { apiError, commandDefinition, type CommandId, type CommandRecord, type OperationId } from '@sightline/contract';
import { commandsByIds, insertAudit, withdrawCommand, type CommandRow, type ScopedTransaction } from '@sightline/db';
import type { DetachedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import type { CommandFeed } from './command-feed.service.ts';
import { commandRecord } from './command-view.ts';
import { sendCommand } from './command.service.ts';

/** A connection claims within milliseconds what waits for it: a command that nobody has claimed by then has none. */
const CLAIM_WITHIN_MS = 2500;
/** How often is looked, should a notice have been missed. */
const LOOK_MS = 1000;

const hasEnded = (row: CommandRow): boolean => !['pending', 'sending', 'sent'].includes(row.state);

/** Waits until a command is as wanted, at most `timeoutMs`; null then. */
async function waitFor(
  feed: CommandFeed,
  read: () => Promise<CommandRow | undefined>,
  id: string,
  wanted: (row: CommandRow) => boolean,
  timeoutMs: number,
): Promise<CommandRow | null> {
  return await new Promise((resolve, reject) => {
    const done = (row: CommandRow | null): void => {
      unsubscribe();
      clearInterval(look);
      clearTimeout(limit);
      resolve(row);
    };
    const check = (row: CommandRow | undefined): void => {
      if (row && row.id === id && wanted(row)) done(row);
    };
    const readNow = (): void =>
      void read().then(check, (error: unknown) => {
        unsubscribe();
        clearInterval(look);
        clearTimeout(limit);
        reject(error as Error);
      });
    const unsubscribe = feed.subscribe(check);
    const look = setInterval(readNow, LOOK_MS);
    const limit = setTimeout(() => done(null), timeoutMs);
    readNow();
  });
}

/**
 * Sends a command and waits for what the device says; the caller waits, the database does not.
 *
 * @throws 20001 no connection, 61001 another command is under way, 20002 the device cannot, 20003 no answer, 20004 refused, and those of
 * `sendCommand`.
 */
export async function askDevice(
  call: DetachedCall<OperationId>,
  feed: CommandFeed,
  ask: {
    readonly operation: OperationId;
    readonly deviceId: string;
    readonly confirmDeviceId?: string;
    readonly commandType: CommandId;
    readonly params: Readonly<Record<string, unknown>>;
    readonly timeoutMs: number;
  },
): Promise<CommandRecord> {
  const { context, principal } = call;
  const scoped = <T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T> => context.database.scoped(scopeOf(principal), work);
  const id = await scoped((trx) =>
    sendCommand(trx, context, principal, ask.deviceId, ask.confirmDeviceId, {
      commandType: ask.commandType,
      params: ask.params,
      offline: false,
      expireHours: 1,
    }),
  );
  const read = async (): Promise<CommandRow | undefined> => (await scoped((trx) => commandsByIds(trx, [id])))[0];
  const fail = async (name: Parameters<typeof apiError>[0], reason: string): Promise<never> => {
    const detail = { deviceId: ask.deviceId, commandId: id, commandType: ask.commandType, reason };
    // The call fails, yet something was sent, or might have been: the log has it all the same.
    await scoped((trx) =>
      insertAudit(trx, {
        userId: principal.userId,
        account: principal.account,
        customerId: principal.customerId,
        customerPath: principal.customerPath,
        operation: ask.operation,
        detail,
        remote: call.remote,
      }),
    );
    throw apiError(name, detail);
  };
  const startedMs = performance.now();
  const claimed = await waitFor(feed, read, id, (row) => row.state !== 'pending', CLAIM_WITHIN_MS);
  if (!claimed && (await scoped((trx) => withdrawCommand(trx, id)))) return await fail('deviceOffline', 'deviceOffline');
  const answerMs = Math.min(ask.timeoutMs, (commandDefinition(ask.commandType).timeoutS + 5) * 1000) - (performance.now() - startedMs);
  const row = await waitFor(feed, read, id, hasEnded, Math.max(0, answerMs));
  if (!row) return await fail('commandNoAnswer', 'noAnswer');
  if (row.state === 'executed') {
    call.audit({ commandId: id, commandType: ask.commandType });
    return commandRecord(row, call.language);
  }
  if (row.state === 'rejected')
    return await fail(row.reason === 'unsupported' ? 'commandNotSupported' : 'commandRefused', row.reason ?? '');
  return await fail('commandNoAnswer', row.reason ?? '');
}
