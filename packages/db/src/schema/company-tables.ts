import type { ColumnType, JSONColumnType } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export interface CustomerLookTable {
  customer_id: string;
  /** Filled by a trigger. */
  customer_path: ColumnType<string, string | undefined, never>;
  menu: JSONColumnType<readonly Record<string, unknown>[], string | undefined, string>;
  map_types: string[] | null;
  default_map_type: string | null;
  updated_at: Stamp;
}

export interface CustomerTextTable {
  customer_id: string;
  /** Filled by a trigger. */
  customer_path: ColumnType<string, string | undefined, never>;
  language: string;
  key: string;
  text: string;
  updated_at: Stamp;
}

export interface CustomerMapSourceTable {
  customer_id: string;
  /** Filled by a trigger. */
  customer_path: ColumnType<string, string | undefined, never>;
  name: string;
  url_template: string;
  key: string | null;
  attribution: string;
  max_zoom: number;
  grid: string;
  imagery: boolean;
  updated_at: Stamp;
}

/** What customers change of the pages for their people. */
export interface CompanyTables {
  customer_look: CustomerLookTable;
  customer_text: CustomerTextTable;
  customer_map_source: CustomerMapSourceTable;
}
