/** The value behind `--name`; undefined without it. */
export function argument(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** Whether `--name` was given. */
export const flag = (name: string): boolean => process.argv.includes(`--${name}`);
