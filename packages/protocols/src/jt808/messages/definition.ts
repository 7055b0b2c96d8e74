import type { Field, FieldContext } from '@sightline/codec';
import type { FieldValue } from '../../protocol.ts';

/** Who sends it. */
export type Direction = 'up' | 'down' | 'both';

/** One message of the standard: the only place where its layout stands. Values are those of the wire (no scaling). */
export interface MessageDefinition {
  readonly id: number;
  readonly name: string;
  readonly direction: Direction;
  readonly body: Field<unknown>;
  /** The smallest edition that has the message. */
  readonly since?: 2011 | 2013 | 2019;
  /** Defined by vendors, not by the standard. */
  readonly vendor?: true;
  /** Readable additions to the fields; ignored when the message is written. */
  readonly describe?: (fields: Readonly<Record<string, FieldValue>>) => Readonly<Record<string, FieldValue>>;
}

export const message = (
  id: number,
  name: string,
  direction: Direction,
  body: Field<unknown>,
  more: Pick<MessageDefinition, 'since' | 'vendor' | 'describe'> = {},
): MessageDefinition => ({ id, name, direction, body, ...more });

export const is2019 = (context: FieldContext): boolean => context.variant === 2019;
export const is2011 = (context: FieldContext): boolean => context.variant === 2011;
/** A condition on a number read before. */
export const bitOf =
  (key: string, bit: number) =>
  (context: FieldContext): boolean =>
    ((Number(context.parent[key]) >>> bit) & 1) === 1;
