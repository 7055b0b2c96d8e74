import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalStamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type FilePurpose = 'upload' | 'result';
/** `empty`: it went well and there was nothing to give. */
export type TaskState = 'queued' | 'running' | 'success' | 'empty' | 'failed' | 'cancelled';

export interface StoredFileTable {
  id: Generated<string>;
  storage_name: string;
  file_name: string;
  content_type: string;
  size_bytes: string;
  purpose: FilePurpose;
  user_id: string;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  created_at: Stamp;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface TaskTable {
  id: Generated<string>;
  job: string;
  state: Generated<TaskState>;
  user_id: string;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  input: JSONColumnType<Record<string, unknown>, string, string>;
  language: string;
  exclusive_key: string | null;
  done: Generated<number>;
  total: Generated<number>;
  cancel_requested: Generated<boolean>;
  run_no: Generated<number>;
  attempts: Generated<number>;
  error_code: number | null;
  error_detail: JSONColumnType<Record<string, unknown> | unknown[] | null, string | null | undefined, string | null>;
  summary: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  file_name: string | null;
  file_id: string | null;
  created_at: Stamp;
  started_at: OptionalStamp;
  finished_at: OptionalStamp;
}

export interface JobTables {
  stored_file: StoredFileTable;
  task: TaskTable;
}
