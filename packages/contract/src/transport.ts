import { ApiError, NetworkError } from './errors/api-error.ts';
import type { OperationFacts } from './operation.ts';
import type { InputOf, OperationId, OutputOf } from './operations/index.ts';

export interface ClientOptions {
  /** Scheme, host and port of the server; empty = the page's own. */
  readonly baseUrl: string;
  /** The token of the moment, null before sign-in. */
  readonly getToken: () => string | null;
  /** Language of the texts that the server makes (`en_US`). */
  readonly language?: () => string;
  readonly fetch?: typeof globalThis.fetch;
  /** Called once for each answer with code 401, before the error is thrown. */
  readonly onSignedOut?: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For operations that take a file. */
  readonly file?: Blob;
  /** Reads the envelope out of an answer in another way than `response.json()`, in a worker for example; may reject likewise. */
  readonly read?: (response: Response) => Promise<unknown>;
}

/** One function per call, typed by the contract: `client.call('device.page', { pageIndex: 2 })`. */
export interface Client {
  /** Resolves with `data`; throws {@link ApiError} for any code but 0, {@link NetworkError} when no answer came. */
  call<K extends OperationId>(id: K, input: InputOf<K>, options?: CallOptions): Promise<OutputOf<K>>;
}

interface Envelope {
  code: number | string;
  msg: string;
  data: unknown;
}

const isEnvelope = (value: unknown): value is Envelope => typeof value === 'object' && value !== null && 'code' in value;

/** A client that is told of each operation where it is called: it carries no schemas. Whoever has them calls {@link createClient}. */
export function createTransport(options: ClientOptions, factsOf: (id: OperationId) => OperationFacts): Client {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  return {
    async call<K extends OperationId>(id: K, input: InputOf<K>, { signal, read, file }: CallOptions = {}) {
      const operation = factsOf(id);
      const timeout = AbortSignal.timeout(operation.timeoutMs ?? 30_000);
      const token = options.getToken();
      let response: Response;
      let body: unknown;
      try {
        const query = operation.file === undefined ? '' : `?${new URLSearchParams(input as Record<string, string>)}`;
        response = await send(`${options.baseUrl}/gps${operation.path}${query}`, {
          method: operation.method,
          headers: {
            'content-type': operation.file === undefined ? 'application/json' : 'application/octet-stream',
            ...(token !== null && operation.permission !== 'public' ? { authorization: token } : {}),
            ...(options.language ? { 'accept-language': options.language().replace('_', '-') } : {}),
          },
          body: operation.file === undefined ? JSON.stringify(input ?? {}) : (file ?? new Blob([])),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        body = await (read === undefined ? response.json() : read(response));
      } catch (error) {
        if (signal?.aborted) throw error;
        throw new NetworkError('Network request failed', { cause: error });
      }
      if (!isEnvelope(body)) throw new NetworkError(`Unexpected answer (${response.status})`);
      if (body.code === 0 || body.code === 'Ok') return body.data as OutputOf<K>;
      const code = Number(body.code);
      if (code === 401) options.onSignedOut?.();
      throw Number.isFinite(code) ? new ApiError(code, body.msg, body.data) : new NetworkError(body.msg);
    },
  };
}
