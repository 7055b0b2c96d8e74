import { z } from 'zod';
import { commaList } from './primitives.ts';

/** What is said of the file that an export makes, beside what it is about. */
export const exportInput = (columns: readonly string[]) => ({
  /** Comma list of columns; all of them when it is left out. */
  columns: commaList()
    .refine((list) => list.every((column) => columns.includes(column)), { error: 'unknown column' })
    .optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
});
