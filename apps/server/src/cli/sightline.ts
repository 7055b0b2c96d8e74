import { ConfigError } from '@sightline/runtime';
import { COMMANDS } from './commands.ts';
import { help } from './help.ts';
import { UsageError } from './usage-error.ts';

/**
 * The command line: `sightline <command> [flags]`. Ends the process with 0, with 2 for a mistake in the call, with 1
 * when the work failed; what went wrong is one line on standard error.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const [name, ...args] = argv;
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      process.stdout.write(help());
      return;
    }
    const command = COMMANDS[name];
    if (!command) throw new UsageError(`there is no command '${name}' (sightline --help lists them)`);
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(help(name));
      return;
    }
    process.exitCode = await (await command.load())(args);
  } catch (error) {
    const expected = error instanceof UsageError || error instanceof ConfigError || isStartError(error);
    process.stderr.write(
      `sightline: ${error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
    );
    process.exit(error instanceof UsageError || error instanceof ConfigError ? 2 : 1);
  }
}

/** Errors whose message already says what a person has to do. */
function isStartError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'StartError' || error.name === 'EmbeddedPostgresError');
}
