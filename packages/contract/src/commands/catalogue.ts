import type { LicenseFeature } from '@sightline/domain';
import { alarmSettingCommands } from './alarm-setting.commands.ts';
import { askingCommands } from './asking.commands.ts';
import { controlCommands } from './control.commands.ts';
import type { CommandDefinition } from './definition.ts';
import { settingCommands } from './setting.commands.ts';

/** Every command that the platform can send. A protocol's own words for them are in packages/protocols/src/commands. */
export const COMMANDS = { ...askingCommands, ...settingCommands, ...alarmSettingCommands, ...controlCommands } as const;

export type CommandId = keyof typeof COMMANDS;
export const COMMAND_IDS = Object.keys(COMMANDS) as [CommandId, ...CommandId[]];

/** The definition of a command, its types forgotten. */
export const commandDefinition = (id: CommandId): CommandDefinition => COMMANDS[id];

/** What the licence of a device must open for the command. */
export const commandFeature = (id: CommandId): LicenseFeature => commandDefinition(id).feature ?? 'tracking';

export const isCommandId = (id: string): id is CommandId => Object.hasOwn(COMMANDS, id);
