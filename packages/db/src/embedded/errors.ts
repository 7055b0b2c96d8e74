/** What can be wrong with the embedded server; one code for each thing that a person can do something about. */
export type EmbeddedPostgresErrorCode =
  /** No binaries for this platform are installed (or they cannot run here, as on musl). */
  | 'platform_unsupported'
  /** The data folder cannot be created, written or entered by the account that the server runs as. */
  | 'data_folder_unusable'
  /** Another living process works with this data folder. */
  | 'already_running'
  /** The folder holds data of another PostgreSQL major version only. */
  | 'other_major_version'
  | 'init_failed'
  | 'start_failed'
  | 'stop_failed';

/** `message` is written for the person who starts the program; `detail` holds what the server itself said. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;
  readonly detail: string;

  constructor(code: EmbeddedPostgresErrorCode, message: string, detail = '', cause?: unknown) {
    super(detail === '' ? message : `${message}\n${detail}`, { cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.detail = detail;
  }
}

/** The `code` of a system error (`EACCES`, `ENOENT`, ...), or '' for anything else. */
export const systemErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
