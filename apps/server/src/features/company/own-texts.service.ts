import type { OwnTexts } from '@sightline/contract';
import { ownerOfHost, textsFor, textStamp, type Database } from '@sightline/db';

const STAMP_LENGTH = 12;

/** Version of the texts that hold for a customer instead of the built-in ones, of one language or all; '' without one. */
export const textVersionOf = async (database: Database, customerPath: string, language: string | null = null): Promise<string> =>
  ((await textStamp(database.system, customerPath, language)) ?? '').slice(0, STAMP_LENGTH);

/** These texts. What customers above have written is for those below to read, so no scope holds here. */
export async function ownTextsOf(database: Database, customerPath: string, language: string): Promise<OwnTexts> {
  return { version: await textVersionOf(database, customerPath, language), texts: await textsFor(database.system, customerPath, language) };
}

/** The same for the customer that owns a host; nothing for a host that nobody has. */
export async function ownTextsOfHost(database: Database, hostName: string, language: string): Promise<OwnTexts> {
  const owner = hostName === '' ? undefined : await ownerOfHost(database.system, hostName.toLowerCase());
  return owner === undefined ? { version: '', texts: [] } : await ownTextsOf(database, owner.path, language);
}
