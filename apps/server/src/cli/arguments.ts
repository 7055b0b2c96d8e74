import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Node's own flag parser with a one-line error. */
export function parseFlags<T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]!);
  }
}

/** A number within bounds, or a {@link UsageError} that names the flag. */
export function numberFlag(flag: string, text: string | undefined, bounds: { min: number; max: number; fallback?: number }): number {
  if (text === undefined && bounds.fallback !== undefined) return bounds.fallback;
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !Number.isFinite(value) || value < bounds.min || value > bounds.max) {
    throw new UsageError(`--${flag} needs a number from ${bounds.min} to ${bounds.max}`);
  }
  return value;
}
