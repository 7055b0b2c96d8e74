import { ERROR_CODE, errorRow, type ErrorCode, type ErrorName } from './catalogue.ts';

/** A business error: thrown by handlers, sent as `{code, msg, data}`, thrown again by the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Optional details: field paths, the offending row of an import, seconds to wait. */
  readonly data: unknown;
  readonly code: number;

  constructor(code: number, message?: string, data: unknown = null) {
    super(message ?? errorRow(code).en);
    this.code = code;
    this.data = data;
  }
}

/** `throw apiError('deviceNotFound')`. */
export function apiError(name: ErrorName, data: unknown = null, message?: string): ApiError {
  return new ApiError(ERROR_CODE[name] satisfies ErrorCode, message, data);
}

/** No answer of the server at all: not a number of the catalogue, shown as "Network request failed". */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
