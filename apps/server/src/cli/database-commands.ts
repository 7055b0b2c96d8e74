import { createInterface } from 'node:readline/promises';
import { loadConfig, type Config } from '@sightline/runtime';
import { createOwner } from '../seed/create-owner.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { hasUsers, isDemonstration } from './demonstration.ts';
import { openDatabase } from './open-database.ts';
import { UsageError } from './usage-error.ts';

/** `sightline migrate`. */
export async function migrateCommand(args: readonly string[]): Promise<number> {
  const opened = await openDatabase(settingsOnly(args));
  await opened.close();
  console.log(opened.migrated.length === 0 ? 'the schema is up to date' : `ran ${opened.migrated.join(', ')}`);
  return 0;
}

/** `sightline seed`: fills an empty database; a filled one is left as it is. */
export async function seedCommand(args: readonly string[]): Promise<number> {
  const opened = await openDatabase(settingsOnly(args));
  try {
    if ((await hasUsers(opened.database)) && !(await isDemonstration(opened.database)))
      throw new UsageError('this database has users of its own; the demonstration goes into an empty one');
    const { logins } = await seedDemo(opened.database);
    for (const login of logins) console.log(`${login.account.padEnd(24)} ${login.password.padEnd(16)} ${login.role}`);
    return 0;
  } finally {
    await opened.close();
  }
}

/** `sightline create-owner`: from the flags or the environment, else asked for on the terminal. */
export async function createOwnerCommand(args: readonly string[]): Promise<number> {
  const config = settingsOnly(args);
  const owner = await ownerLogin(config);
  const opened = await openDatabase(config);
  try {
    if (!(await createOwner(opened.database, owner.account, owner.password)))
      throw new UsageError(`there is a user '${owner.account}' already`);
    console.log(`created the platform owner '${owner.account}'`);
    return 0;
  } finally {
    await opened.close();
  }
}

function settingsOnly(args: readonly string[]): Config {
  const { config, rest } = loadConfig(args, process.env);
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is not expected here`);
  return config;
}

/** The owner's login of the configuration, or asked for; without a terminal to ask on, a {@link UsageError}. */
export async function ownerLogin(config: Config): Promise<{ account: string; password: string }> {
  if (config.ownerAccount !== '' && config.ownerPassword !== '') return { account: config.ownerAccount, password: config.ownerPassword };
  if (!process.stdin.isTTY) {
    throw new UsageError('the platform owner needs a login: set SIGHTLINE_OWNER_ACCOUNT and SIGHTLINE_OWNER_PASSWORD');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const account = config.ownerAccount || (await terminal.question('Login of the platform owner: ')).trim();
    const password = config.ownerPassword || (await terminal.question('Password (6 to 30 characters, shown while typing): ')).trim();
    return { account, password };
  } finally {
    terminal.close();
  }
}
