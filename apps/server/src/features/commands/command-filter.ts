import { COMMAND_STATUSES, type CommandStatus, type ParsedInputOf } from '@sightline/contract';
import type { CommandFilter, CommandState, ScopedTransaction } from '@sightline/db';
import { namedCustomer } from '../customers/customer.service.ts';
import type { Principal } from '../principal.ts';

/** States behind the words of the product. */
const statesOf = (statuses: readonly string[]): CommandState[] =>
  statuses.flatMap((s): CommandState[] =>
    s === 'sent' ? ['sending', 'sent'] : (COMMAND_STATUSES as readonly string[]).includes(s) ? [s as CommandStatus] : [],
  );

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** What a question about the history of commands finds. @throws 9002 for a customer outside the scope */
export async function commandFilter(
  trx: ScopedTransaction,
  principal: Principal,
  input: Omit<ParsedInputOf<'device.command.page'>, 'pageIndex' | 'pageSize'>,
): Promise<CommandFilter> {
  const customer = input.customerId === undefined ? undefined : await namedCustomer(trx, principal, input.customerId);
  return {
    deviceIds: input.deviceIds,
    text: input.deviceIdOrName,
    batchId: input.batchId,
    path: customer?.path,
    commands: input.commandTypes?.length ? input.commandTypes : undefined,
    states: input.status?.length ? statesOf(input.status) : undefined,
    account: input.account,
    offline: input.offline,
    from: dateOf(input.createTimeStart),
    to: dateOf(input.createTimeEnd),
  };
}
