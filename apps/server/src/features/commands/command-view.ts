import {
  COMMAND_STATUS_TEXTS,
  commandDefinition,
  commandReasonText,
  isCommandId,
  OPERATIONS,
  type CommandEvent,
  type CommandRecord,
  type CommandStatus,
} from '@sightline/contract';
import type { CommandRow, CommandState } from '@sightline/db';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';

/** People are not told apart claimed from sent: it lasts milliseconds. */
export const statusOf = (state: CommandState): CommandStatus => (state === 'sending' ? 'sent' : state);

/** Whether somebody sees the commands of the devices in the scope: the permissions of the history. */
export const mayFollowCommands = (principal: Principal): boolean =>
  OPERATIONS['device.command.page'].permission.some((id) => principal.permissions.has(id));

/** Whether somebody is told how a command goes. Settings of active safety are sent by calls of their own: their screen shows what came of it. */
export const mayHearOf = (principal: Principal, command: string): boolean =>
  mayFollowCommands(principal) ||
  (isCommandId(command) &&
    commandDefinition(command).ownCalls === true &&
    OPERATIONS['alarmSetting.page'].permission.some((id) => principal.permissions.has(id)));

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
  answerText: row.answer_text,
});

export const commandName = (command: string, language: string): string =>
  isCommandId(command) ? commandDefinition(command).title[language === 'zh_CN' ? 'zh' : 'en'] : command;

/** The state in words, and why when it went wrong. */
export function statusText(row: Pick<CommandRow, 'state' | 'reason'>, language: string): string {
  const words = language === 'zh_CN' ? 'zh' : 'en';
  const status = COMMAND_STATUS_TEXTS[statusOf(row.state)][words];
  return row.reason === null ? status : `${status}: ${commandReasonText(row.reason, words)}`;
}

export function commandRecord(row: CommandRow, language: string): CommandRecord {
  return {
    ...commandEvent(row),
    commandName: commandName(row.command, language),
    deviceName: row.device_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    account: row.account,
    params: { ...row.params },
    waits: row.waits,
    attempt: row.attempt,
    expireTime: isoTime(row.expires_at),
    answer: row.answer === null ? null : { ...row.answer },
    requestHex: row.request_hex,
    answerHex: row.answer_hex,
  };
}
