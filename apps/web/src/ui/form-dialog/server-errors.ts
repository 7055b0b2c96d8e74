import { ApiError, ERROR_CODE, errorRow, type OperationId } from '@sightline/contract';
import { describeError } from '../../api/describe-error.ts';
import { i18n } from '../../i18n/i18n.ts';
import { problemOf } from './field-rules.ts';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';

export interface PlacedError {
  /** Errors that belong to a field on screen. */
  readonly fields: readonly { readonly name: string; readonly errors: string[] }[];
  /** What belongs to none. */
  readonly general: string | null;
}

const pathsOf = (data: unknown): readonly string[] => {
  const entries: readonly unknown[] = Array.isArray(data) ? data : [data];
  return entries.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'path' in entry && typeof entry.path === 'string' ? [entry.path] : [],
  );
};

/** Puts what the server says beside the field that it is about. */
export const placeError = <K extends OperationId>(
  error: unknown,
  definition: FormDefinition<K>,
  fields: readonly FieldDefinition[],
  values: FormValues,
): PlacedError => {
  const { text } = describeError(error);
  if (!(error instanceof ApiError)) return { fields: [], general: i18n.t('ui.form.noAnswer', { problem: text }) };
  const named = definition.errorFields?.[errorRow(error.code).name];
  const names = named === undefined ? pathsOf(error.data).map((path) => path.split('.')[0] ?? '') : [named];
  const placed = fields
    .filter((field) => names.includes(field.name))
    .map((field) => ({
      name: field.name,
      errors: [
        error.code === ERROR_CODE.invalidParameters
          ? (problemOf(definition.operation, field, values[field.name]) ?? i18n.t('ui.form.invalid', { field: i18n.t(field.label) }))
          : text,
      ],
    }));
  return { fields: placed, general: placed.length === 0 ? text : null };
};
