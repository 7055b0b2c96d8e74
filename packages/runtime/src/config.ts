import type { SettingDefinition } from './setting-definition.ts';
import { fallbackOf, SETTINGS, type Config, type SettingName } from './settings-table.ts';

/** A setting that cannot be used; the message is one line for the person who started the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/**
 * Settings from flags (`--port 80`, `--port=80`, `--no-demo`), else environment, else defaults.
 * Throws {@link ConfigError} for an unknown flag or a value that does not parse. Returns what is no flag as `rest`.
 */
export function loadConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): { config: Config; rest: string[] } {
  const flags = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    const match = /^--(no-)?([a-z0-9-]+)(?:=(.*))?$/s.exec(arg);
    if (!match) {
      rest.push(arg);
      continue;
    }
    const [, negated, name, inline] = match;
    const known = NAMES.find((n) => SETTINGS[n].flag === name);
    if (!known) throw new ConfigError(`unknown flag ${arg} (see --help)`);
    const isBoolean = typeof SETTINGS[known].fallback === 'boolean';
    if (negated) {
      if (!isBoolean) throw new ConfigError(`${arg}: --${name} takes a value`);
      flags.set(name!, 'no');
    } else if (inline !== undefined) flags.set(name!, inline);
    else if (isBoolean) flags.set(name!, 'yes');
    else {
      const value = argv[++i];
      if (value === undefined) throw new ConfigError(`--${name} needs a value`);
      flags.set(name!, value);
    }
  }
  const entries = NAMES.map((name) => {
    const definition = SETTINGS[name] as SettingDefinition<unknown>;
    const flag = flags.get(definition.flag);
    const given = flag ?? env[definition.env];
    if (given === undefined || (given === '' && flag === undefined)) return [name, definition.fallback];
    try {
      return [name, definition.parse(given)];
    } catch (error) {
      const from = flag === undefined ? definition.env : `--${definition.flag}`;
      throw new ConfigError(`${from}: ${(error as Error).message}${definition.secret ? '' : `, not '${given}'`}`);
    }
  });
  return { config: Object.fromEntries(entries) as Config, rest };
}

/** The settings part of `--help`. */
export function settingsHelp(): string {
  const rows = NAMES.map((name) => {
    const d = SETTINGS[name] as SettingDefinition<unknown>;
    const fallback = fallbackOf(d);
    return [`--${d.flag}`, d.env, `${d.help}${fallback === '' ? '' : ` [${fallback}]`}`] as const;
  });
  const width = (i: 0 | 1): number => Math.max(...rows.map((r) => r[i].length));
  return rows.map((r) => `  ${r[0].padEnd(width(0))}  ${r[1].padEnd(width(1))}  ${r[2]}`).join('\n');
}
