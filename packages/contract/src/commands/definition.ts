import type { LicenseFeature } from '@sightline/domain';
import type { PermissionId } from '@sightline/domain/access/permissions';
import type { z } from 'zod';

/** A text of the interface in both languages. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

declare module 'zod' {
  interface GlobalMeta {
    /** Label of a command's parameter. */
    label?: Text;
    /** Unit of the number, as shown beside the field. */
    unit?: string;
    /** Texts of the choices of an enumeration, by value. */
    choices?: Readonly<Record<string, Text>>;
  }
}

export const COMMAND_PROTOCOLS = ['jt808', 'gt06', 'teltonika'] as const;
export type CommandProtocol = (typeof COMMAND_PROTOCOLS)[number];

export const isCommandProtocol = (protocol: string): protocol is CommandProtocol =>
  (COMMAND_PROTOCOLS as readonly string[]).includes(protocol);

/**
 * - `harmless`: asks only.
 * - `disturbing`: changes how the device works; it stays reachable.
 * - `dangerous`: may stop a vehicle, open it or lose the device.
 */
export type CommandDanger = 'harmless' | 'disturbing' | 'dangerous';

/** What a device says to the command when it has carried it out. */
export type CommandAnswerKind = 'acknowledgement' | 'position' | 'parameters' | 'attributes' | 'text' | 'media' | 'recorder';

/** A command to a device: the one place that says what it is called, what it takes, who may send it and how it is sent. */
export interface CommandDefinition {
  readonly title: Text;
  readonly description: Text;
  readonly params: z.ZodObject;
  /** One of these is enough; `platform`: only for the platform's owner. */
  readonly permission: readonly [PermissionId, ...PermissionId[]] | 'platform';
  readonly danger: CommandDanger;
  /** The request must name the device a second time. */
  readonly confirm: boolean;
  readonly protocols: readonly [CommandProtocol, ...CommandProtocol[]];
  /** What the licence of the device must open for it, else 60008; `tracking` when it is left out. */
  readonly feature?: LicenseFeature;
  /** Whether the device sends pictures for it: refused (25005) when its data allowance of the day is used up. */
  readonly uploads?: (params: Readonly<Record<string, unknown>>) => boolean;
  /** Sent by calls of its own alone, which do more than send it: not offered among commands, and refused by the calls that take any. */
  readonly ownCalls?: true;
  /** Only for devices that have cameras. */
  readonly needsCamera?: true;
  /** Sent only to a vehicle that stands or is slow, as its latest position says. */
  readonly onlySlow?: true;
  /** How long the device may take to answer, s. */
  readonly timeoutS: number;
  /** May be sent again when its outcome is unknown: it only asks. */
  readonly repeatable: boolean;
  readonly answer: CommandAnswerKind;
}

/** Keeps the types of the parameters and refuses a definition that is not whole. */
export const defineCommands = <const T extends Record<string, CommandDefinition>>(commands: T): T => commands;
