import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { apiError, MODULE_CODE_SECONDS, MODULE_NAMES, type ModuleName } from '@sightline/contract';
import { findCustomer, insertModuleWindowCode, takeModuleWindowCode } from '@sightline/db';
import { defineHandlers, detached } from '../handlers.ts';
import { tokenHash, type Sessions } from './sessions.service.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is reckoned from a code: the name under which it is kept, and the key of what is kept. Neither leads to the other. */
const derived = (code: string, use: 'name' | 'key'): Buffer => createHmac('sha256', code).update(`module window ${use}`).digest();

/** Where a call comes from. A code opens only there: one that somebody else made signs nobody in as that person. */
const placeOf = ({ remote, agent }: { readonly remote: string; readonly agent: string | null }): Buffer =>
  Buffer.from(JSON.stringify([remote, agent]));

/** AES-256-GCM: nonce, tag, text. Who reads the database has neither the code nor the token. */
const seal = (token: string, code: string, place: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derived(code, 'key'), nonce).setAAD(place);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** Null from another place. */
const open = (sealed: Buffer, code: string, place: Buffer): string | null => {
  const head = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', derived(code, 'key'), sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(place).setAuthTag(sealed.subarray(NONCE_BYTES, head));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};

const moduleOf = (name: string): ModuleName | undefined => MODULE_NAMES.find((module) => module === name);

/** The way of a session into the windows of modules. */
export const moduleWindowHandlers = (sessions: Sessions) =>
  defineHandlers({
    'module.window.open': detached(async (call) => {
      const { input, context, principal, token } = call;
      const database = context.database.system;
      const customer = await findCustomer(database, principal.customerId);
      if (token === null || customer?.modules[input.module] !== true) throw apiError('noPermission', { module: input.module });
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + MODULE_CODE_SECONDS * 1000);
      await insertModuleWindowCode(database, {
        codeHash: derived(code, 'name'),
        sessionHash: tokenHash(token),
        module: input.module,
        tokenSealed: seal(token, code, placeOf(call)),
        expiresAt,
      });
      return { code, expireTime: expiresAt.toISOString() };
    }),

    'module.window.enter': async (call) => {
      const { input, context } = call;
      const found = await takeModuleWindowCode(context.database.system, derived(input.code, 'name'));
      const module = found && moduleOf(found.module);
      if (!found || !module) throw apiError('wrongAccountOrCode');
      const token = open(found.tokenSealed, input.code, placeOf(call));
      // Ended, or its user stopped, since the code was made.
      if (token === null || (await sessions.resolve(token)) === null) throw apiError('wrongAccountOrCode');
      return { token, module };
    },
  });
