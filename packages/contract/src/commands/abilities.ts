import { COMMAND_IDS, commandDefinition, type CommandId } from './catalogue.ts';

/** What decides about the commands that a device understands. */
export interface CommandAbilities {
  readonly protocol: string;
  readonly camCount: number;
  /** The commands of its model; null = all that its protocol can say. */
  readonly modelCommands: readonly string[] | null;
}

/** `protocol`: cannot be said to it at all; `model`: its model does not understand it; null: it does. */
export function whyUnable(id: CommandId, device: CommandAbilities): 'protocol' | 'model' | null {
  const definition = commandDefinition(id);
  if (!(definition.protocols as readonly string[]).includes(device.protocol)) return 'protocol';
  if (definition.needsCamera && device.camCount === 0) return 'model';
  return device.modelCommands === null || device.modelCommands.includes(id) ? null : 'model';
}

/** Commands that people choose from: those without calls of their own. */
export const OFFERED_COMMAND_IDS: readonly CommandId[] = COMMAND_IDS.filter((id) => !commandDefinition(id).ownCalls);

/** The commands that a device understands and that are offered, in the order of the catalogue. */
export const commandsOf = (device: CommandAbilities): CommandId[] => OFFERED_COMMAND_IDS.filter((id) => whyUnable(id, device) === null);

/** Whether somebody may send a command. A function counts only with its menu. */
export function maySend(id: CommandId, who: { readonly permissions: ReadonlySet<string>; readonly platform: boolean }): boolean {
  const { permission } = commandDefinition(id);
  if (permission === 'platform') return who.platform;
  return permission.some((needed) => who.permissions.has(needed) && who.permissions.has(needed.split(':', 1)[0]!));
}
