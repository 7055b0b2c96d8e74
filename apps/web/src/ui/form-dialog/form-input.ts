import type { InputOf, OperationId } from '@sightline/contract';
import { emptyInput, isEmpty, wireValue } from './field-rules.ts';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';

/** Fields of a definition that are on screen for these values. */
export const shownFields = <K extends OperationId>(
  definition: FormDefinition<K>,
  values: FormValues,
  may: (field: FieldDefinition) => boolean,
): readonly FieldDefinition[] =>
  definition.groups.flatMap((group) => group.fields).filter((field) => may(field) && field.isFor?.(values) !== false);

const comparable = (value: unknown): string => (isEmpty(value) ? '' : JSON.stringify(typeof value === 'string' ? value.trim() : value));
/** Whether a field holds something else than it began with; blanks around a text and the kind of "nothing" do not count. */
export const isChanged = (name: string, initial: FormValues, values: FormValues): boolean =>
  comparable(values[name]) !== comparable(initial[name]);

/** What is sent: values of the fields on screen, texts trimmed, empty ones as the contract wants "nothing", lists as comma lists where it says so. */
export const inputOf = <K extends OperationId>(
  definition: FormDefinition<K>,
  fields: readonly FieldDefinition[],
  initial: FormValues,
  values: FormValues,
): InputOf<K> => {
  const { operation, fixed, toInput, sendsChanges = false } = definition;
  const named: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    if (sendsChanges && !isChanged(name, initial, values)) continue;
    const value = typeof values[name] === 'string' && kind !== 'password' ? values[name].trim() : values[name];
    const sent = isEmpty(value) ? emptyInput(operation, name, !isEmpty(initial[name])) : wireValue(operation, name, value);
    if (sent !== undefined || toInput !== undefined) named[name] = sent;
  }
  // The schema of the operation judged every field; the server does so again.
  return { ...fixed, ...(toInput === undefined ? named : toInput(named)) } as InputOf<K>;
};
