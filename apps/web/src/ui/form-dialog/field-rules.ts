import { OPERATIONS, type OperationId } from '@sightline/contract';
import { z } from 'zod';
import { i18n } from '../../i18n/i18n.ts';
import type { FieldDefinition } from './form-definition.ts';

/** The contract's schema of one field of an operation's input; nothing for a name that it does not know. */
export const schemaOf = (operation: OperationId, name: string): z.ZodType | undefined => {
  const input: z.ZodType = OPERATIONS[operation].input;
  return input instanceof z.ZodObject ? (input.shape[name] as z.ZodType | undefined) : undefined;
};

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

export const isRequired = (operation: OperationId, field: FieldDefinition): boolean => {
  if (field.required === true) return true;
  if (field.kind === 'switch') return false;
  const schema = schemaOf(operation, field.name);
  return schema !== undefined && !schema.safeParse(undefined).success && !schema.safeParse(null).success && !schema.safeParse('').success;
};

/** What is sent for a field without a value: what the contract takes for "nothing", a value that was there before being cleared. */
export const emptyInput = (operation: OperationId, name: string, hadValue: boolean): unknown => {
  const schema = schemaOf(operation, name);
  if (schema === undefined) return undefined;
  if (!hadValue && schema.safeParse(undefined).success) return undefined;
  if (schema.safeParse(null).success) return null;
  return schema.safeParse('').success ? '' : undefined;
};

/** The value of a field as it is sent: a list of ids or of things with an id as a comma list, where the contract wants a text. */
export const wireValue = (operation: OperationId, name: string, value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const issue = schemaOf(operation, name)?.safeParse(value).error?.issues[0];
  const wantsText = issue?.code === 'invalid_type' && issue.expected === 'string' && issue.path.length === 0;
  return wantsText ? value.map((entry: unknown) => (isIdentified(entry) ? entry.id : entry)).join(',') : value;
};

const isIdentified = (entry: unknown): entry is { readonly id: unknown } => typeof entry === 'object' && entry !== null && 'id' in entry;

/** In words of the person: what is wrong with the value of a field, or null. Rules are the contract's. */
export const problemOf = (operation: OperationId, field: FieldDefinition, value: unknown): string | null => {
  const name = i18n.t(field.label);
  if (isEmpty(value)) return isRequired(operation, field) ? i18n.t('ui.form.required', { field: name }) : null;
  const schema = schemaOf(operation, field.name);
  const issue = schema?.safeParse(wireValue(operation, field.name, value)).error?.issues[0];
  return issue === undefined ? null : wordsFor(issue, field, name);
};

const wordsFor = (issue: z.core.$ZodIssue, field: FieldDefinition, name: string): string => {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? i18n.t('ui.form.tooShort', { field: name, count: Number(issue.minimum) })
        : i18n.t('ui.form.tooSmall', { field: name, limit: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? i18n.t('ui.form.tooLong', { field: name, count: Number(issue.maximum) })
        : i18n.t('ui.form.tooBig', { field: name, limit: Number(issue.maximum) });
    case 'invalid_format':
      if (issue.format === 'email') return i18n.t('ui.form.invalidEmail');
      return field.allowed === undefined
        ? i18n.t('ui.form.invalid', { field: name })
        : i18n.t('ui.form.onlyAllowed', { allowed: i18n.t(field.allowed) });
    default:
      return field.kind === 'password' ? i18n.t('ui.form.passwordRule') : i18n.t('ui.form.invalid', { field: name });
  }
};
