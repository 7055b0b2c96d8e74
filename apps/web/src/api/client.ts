import {
  ApiError,
  createTransport,
  ERROR_CODE,
  type CallOptions,
  type InputOf,
  type OperationId,
  type OutputOf,
} from '@sightline/contract';
import { currentLanguage } from '../i18n/i18n.ts';
import { readToken } from '../session/token.ts';
import { factsOf } from './operations.ts';

/** Header by which the server's log finds a request. */
const TRACE_HEADER = 'x-trace-id';

/** Ids of failed requests, kept beside their errors: the error's own shape belongs to the contract. */
const traces = new WeakMap<object, string>();
export const traceOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null ? (traces.get(error) ?? null) : null;

/** Codes that end the session wherever they come from. */
const ENDS_SESSION: ReadonlySet<number> = new Set([ERROR_CODE.notLoggedIn, ERROR_CODE.accountGone]);

type SessionEndListener = () => void;
let onSessionEnd: SessionEndListener = () => undefined;
/** The session says once what to do when a call finds that the token no longer stands. */
export const setSessionEndListener = (listener: SessionEndListener): void => {
  onSessionEnd = listener;
};

/**
 * Calls an operation of the contract. Throws ApiError for a business code, NetworkError without an answer.
 * 401 and 15007 also end the session, except while signing in, where they are an answer like others.
 */
export const call = async <K extends OperationId>(id: K, input: InputOf<K>, options: CallOptions = {}): Promise<OutputOf<K>> => {
  let trace: string | null = null;
  const tokenBefore = readToken();
  const client = createTransport(
    {
      baseUrl: '',
      getToken: () => tokenBefore,
      language: currentLanguage,
      fetch: async (request, init) => {
        const response = await fetch(request, init);
        trace = response.headers.get(TRACE_HEADER);
        return response;
      },
    },
    factsOf,
  );
  try {
    return await client.call(id, input, options);
  } catch (error) {
    if (trace !== null && typeof error === 'object' && error !== null) traces.set(error, trace);
    // A late answer to a former session must not end the new one.
    if (error instanceof ApiError && ENDS_SESSION.has(error.code) && tokenBefore !== null && tokenBefore === readToken()) {
      onSessionEnd();
    }
    throw error;
  }
};
