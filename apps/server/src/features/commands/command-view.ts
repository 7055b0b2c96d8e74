import {
  commandDefinition,
  isCommandId,
  isSecretParameter,
  OPERATIONS,
  type CommandEvent,
  type CommandRecord,
  type CommandStatus,
} from '@sightline/contract';
import type { CommandRow, CommandState } from '@sightline/db';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';

const MASK = '***';
/** Teltonika numbers of passwords: access point, SMS. They are answered in text, which is therefore masked whole. */
const TEXT_SECRETS = new Set(['2003', '3004', '7']);

/** People are not told apart claimed from sent: it lasts milliseconds. */
export const statusOf = (state: CommandState): CommandStatus => (state === 'sending' ? 'sent' : state);

const isSecret = (entry: Readonly<Record<string, unknown>>): boolean =>
  (typeof entry['name'] === 'string' && isSecretParameter(entry['name'])) ||
  (typeof entry['id'] === 'number' && isSecretParameter(entry['id']));

/** A copy in which passwords are masked; `found` tells whether there were any. */
function masked(value: unknown, found: { secret: boolean }): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, found));
  if (typeof value !== 'object' || value === null) return value;
  const entry = value as Readonly<Record<string, unknown>>;
  const secret = isSecret(entry);
  if (secret) found.secret = true;
  return Object.fromEntries(
    Object.entries(entry).map(([key, v]) => [key, secret && (key === 'value' || key === 'hex') ? MASK : masked(v, found)]),
  );
}

const namesTextSecret = (row: CommandRow): boolean => {
  const names = row.params['parameters'];
  if (row.protocol !== 'teltonika' || !Array.isArray(names)) return false;
  return names.some((n: unknown) =>
    TEXT_SECRETS.has(typeof n === 'object' && n !== null ? String((n as { name?: unknown }).name) : String(n)),
  );
};

/** Whether somebody sees the commands of the devices in the scope: the permissions of the history. */
export const mayFollowCommands = (principal: Principal): boolean =>
  OPERATIONS['device.command.page'].permission.some((id) => principal.permissions.has(id));

/** What goes to the browsers while a command is under way. */
export const commandEvent = (row: CommandRow): CommandEvent => ({
  id: row.id,
  deviceId: row.device_id,
  batchId: row.batch_id,
  commandType: row.command,
  status: statusOf(row.state),
  reason: row.reason,
  offline: row.offline,
  createTime: isoTime(row.created_at),
  sendTime: isoOrNull(row.sent_at),
  acknowledgeTime: isoOrNull(row.acknowledged_at),
  finishTime: isoOrNull(row.finished_at),
  answerText: namesTextSecret(row) && row.answer_text !== null ? MASK : row.answer_text,
});

export const commandName = (command: string, language: string): string =>
  isCommandId(command) ? commandDefinition(command).title[language === 'zh_CN' ? 'zh' : 'en'] : command;

export function commandRecord(row: CommandRow, language: string): CommandRecord {
  const found = { secret: false };
  const params = masked(row.params, found) as Record<string, unknown>;
  const answer = masked(row.answer, found) as Record<string, unknown> | null;
  const inText = namesTextSecret(row);
  // The frames would tell what the fields do not.
  const hidden = found.secret || inText;
  return {
    ...commandEvent(row),
    commandName: commandName(row.command, language),
    deviceName: row.device_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    account: row.account,
    params: inText ? { ...params, parameters: MASK } : params,
    waits: row.waits,
    attempt: row.attempt,
    expireTime: isoTime(row.expires_at),
    answer: inText ? null : answer,
    requestHex: hidden ? null : row.request_hex,
    answerHex: hidden ? null : row.answer_hex,
  };
}
