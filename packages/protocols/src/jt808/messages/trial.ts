import { ByteReader, either, fieldContext } from '@sightline/codec';
import type { Field, FieldContext } from '@sightline/codec';

/** Whether `field` reads exactly what is left. */
export function fits(field: Field<unknown>, reader: ByteReader, context: FieldContext): boolean {
  const trial = new ByteReader(reader.bytes, reader.offset, reader.end);
  try {
    field.read(trial, '', fieldContext(context.variant, { parent: context.parent }));
  } catch {
    return false;
  }
  return trial.remaining === 0;
}

/**
 * The first layout that reads exactly what is left, else the first of all: for fields that implementations lay out
 * differently without saying so. `writeWith` tells which layout a value was made for.
 */
export const firstThatFits = <T>(layouts: readonly Field<T>[], writeWith: (value: T, context: FieldContext) => Field<T>): Field<T> =>
  either(
    (reader, context) => layouts.find((layout) => fits(layout, reader, context)) ?? layouts[0]!,
    writeWith,
    () => layouts[0]!,
  );
