import {
  COMMAND_STATUS_TEXTS,
  commandDefinition,
  commandReasonText,
  isCommandId,
  type CommandProtocol,
  type CommandStatus,
} from '@sightline/contract';
import { textLanguage } from '../../i18n/i18n.ts';
import type { DotTone } from './dot-tag.tsx';

/** Text of the catalogue in the person's language. */
export const inLanguage = (text: { readonly en: string; readonly zh: string }): string => text[textLanguage()];

export const commandTitle = (id: string): string => (isCommandId(id) ? inLanguage(commandDefinition(id).title) : id);

export const statusText = (status: CommandStatus): string => inLanguage(COMMAND_STATUS_TEXTS[status]);
export const reasonText = (reason: string): string => commandReasonText(reason, textLanguage());

/** What protocols are called; names, not words of a language. */
export const PROTOCOL_NAMES: Readonly<Record<CommandProtocol, string>> = { jt808: 'JT/T 808', gt06: 'GT06', teltonika: 'Teltonika' };

/** Colour of a state; the word stands beside it. */
export const STATUS_TONES: Readonly<Record<CommandStatus, DotTone>> = {
  pending: 'quiet',
  sent: 'busy',
  executed: 'good',
  rejected: 'bad',
  revoked: 'quiet',
  timedOut: 'late',
};
