import { z } from 'zod';

export const PAGE_LIMITS = { defaultIndex: 1, defaultSize: 10, maxSize: 200, maxIndex: 100_000 } as const;

/** Fields of a paged question. `maxSize` is raised only where a screen loads more at once (device pickers). */
export const pageInput = <S extends z.ZodRawShape>(shape: S, options: { maxSize?: number } = {}) =>
  z.object({
    pageIndex: z.int().min(1).max(PAGE_LIMITS.maxIndex).default(PAGE_LIMITS.defaultIndex),
    pageSize: z
      .int()
      .min(1)
      .max(options.maxSize ?? PAGE_LIMITS.maxSize)
      .default(PAGE_LIMITS.defaultSize),
    ...shape,
  });

/** Sorting beside paging. */
export const sorting = <const F extends readonly [string, ...string[]]>(fields: F) => ({
  orderBy: z.enum(fields).optional(),
  orderDirection: z.enum(['asc', 'desc']).optional(),
});

/** A page of an answer; `size` and `current` repeat the question. */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record), total: z.int(), size: z.int(), current: z.int() });

export interface Page<T> {
  records: T[];
  total: number;
  size: number;
  current: number;
}
