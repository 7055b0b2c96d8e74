import type { DeviceCommand } from '../protocol.ts';
import type { CommandParams, ProtocolCommands } from './definition.ts';
import { gt06Commands } from './gt06.ts';
import { jt808Commands } from './jt808.ts';
import { teltonikaCommands } from './teltonika.ts';

/** The words of each protocol for the commands of the catalogue, by protocol and command. */
export const PROTOCOL_COMMANDS: Readonly<Record<string, ProtocolCommands>> = {
  jt808: jt808Commands,
  gt06: gt06Commands,
  teltonika: teltonikaCommands,
};

/** A command of the catalogue in the words of a protocol. @throws RangeError when it has none, or not for these parameters. */
export function deviceCommandOf(protocolId: string, commandId: string, params: CommandParams): DeviceCommand {
  const words = PROTOCOL_COMMANDS[protocolId]?.words;
  const wording = words && Object.hasOwn(words, commandId) ? words[commandId] : undefined;
  if (!wording) throw new RangeError(`${protocolId} has no command '${commandId}'`);
  return wording(params);
}

/** What an answer says as named values, whatever form the protocol gave it. */
export const readCommandAnswer = (protocolId: string, answer: Parameters<ProtocolCommands['readAnswer']>[0]): CommandParams =>
  PROTOCOL_COMMANDS[protocolId]?.readAnswer(answer) ?? {};
