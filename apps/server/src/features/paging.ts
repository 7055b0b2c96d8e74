import type { Page } from '@sightline/contract';

export interface Paging {
  readonly pageIndex: number;
  readonly pageSize: number;
}

export const limitOf = (input: Paging): { limit: number; offset: number } => ({
  limit: input.pageSize,
  offset: (input.pageIndex - 1) * input.pageSize,
});

export const pageOfRows = <T>(input: Paging, records: T[], total: number): Page<T> => ({
  records,
  total,
  size: input.pageSize,
  current: input.pageIndex,
});
