import { apiError, type ApiError, type ErrorName } from '@sightline/contract';

/**
 * What the database refuses although a handler looked before: two calls at once asked for the same, or a user held to chosen customers
 * and devices reached for more. By constraint, else by SQLSTATE.
 */
const BY_CONSTRAINT: Readonly<Record<string, ErrorName>> = {
  app_user_account_live: 'accountExists',
  customer_name_live: 'nameExists',
  customer_branding_host: 'nameExists',
  customize_alarm_name: 'nameExists',
  user_passkey_credential: 'alreadyExists',
  app_user_passkey_limit: 'noPermission',
};
/**
 * PostgreSQL, appendix A: insufficient_privilege (a policy's check), foreign_key_violation, deadlock_detected; character_not_in_repertoire and
 * untranslatable_character (U+0000, which a text of JSON can hold and one of the database cannot).
 */
const BY_STATE: Readonly<Record<string, ErrorName>> = {
  '42501': 'noPermission',
  '23503': 'tryLater',
  '40P01': 'tryLater',
  '22021': 'invalidParameters',
  '22P05': 'invalidParameters',
};

export function databaseRefusal(error: unknown): ApiError | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const name =
    (typeof constraint === 'string' ? BY_CONSTRAINT[constraint] : undefined) ?? (typeof code === 'string' ? BY_STATE[code] : undefined);
  return name === undefined ? null : apiError(name);
}
