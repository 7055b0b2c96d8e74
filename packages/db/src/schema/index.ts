import type { TenancyTables } from './tables.ts';

/** All tables, by area. */
export interface Schema extends TenancyTables {}
