import { z } from 'zod';
import type { Text } from './definition.ts';

/** A whole number with its limits and unit. */
export const whole = (label: Text, min: number, max: number, unit?: string) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ label, ...(unit !== undefined && { unit }) });

/** One of a few words, each with a text. */
export const choice = <const C extends Readonly<Record<string, Text>>>(label: Text, choices: C) =>
  z.enum(Object.keys(choices) as [keyof C & string, ...(keyof C & string)[]]).meta({ label, choices });

export const yes = (label: Text, preset: boolean) => z.boolean().default(preset).meta({ label });

/** Text with a pattern; `example` is a value that fits. */
export const textLike = (label: Text, pattern: RegExp, max: number, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(pattern)
    .meta({ label, examples: [example] });

export const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,52}[A-Za-z0-9])?$/;
/** Octets in hexadecimal. */
export const HEX = /^([0-9A-Fa-f]{2})+$/;
/** Printable ASCII: what the command interpreter of a device reads. */
export const PRINTABLE = /^[\x20-\x7e]+$/;
