/** One setting of the server. A flag is the environment name in kebab case without the prefix (`SIGHTLINE_DATA` -> `--data`). */
export interface SettingDefinition<T> {
  readonly env: string;
  readonly flag: string;
  readonly help: string;
  readonly fallback: T;
  /** Shown in the help instead of `fallback` where that is computed. */
  readonly fallbackText?: string;
  /** Throws `Error` with what is expected when `text` is not acceptable. */
  readonly parse: (text: string) => T;
  /** Never printed or logged. */
  readonly secret?: boolean;
}

export const setting = <T>(d: SettingDefinition<T>): SettingDefinition<T> => d;
