import type { Readable } from 'node:stream';
import type { OperationId, Operations, OutputOf, ParsedInputOf } from '@sightline/contract';
import type { ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../context.ts';
import type { PageAddress } from './auth/page-address.ts';
import type { Principal } from './principal.ts';

export type AfterCommit = () => void | Promise<unknown>;

/** What every handler gets beside its input. */
export interface CallBase<K extends OperationId> {
  readonly input: ParsedInputOf<K>;
  readonly context: AppContext;
  /** Address of the client. */
  readonly remote: string;
  readonly agent: string | null;
  /** The page that calls; null where browsers would make no passkeys for it. */
  readonly page: PageAddress | null;
  /** Language of texts made by the server: the user's, else that of the request. */
  readonly language: string;
  /** The bytes of an operation that takes a file; null when none came. To be read within a {@link detached} handler. */
  readonly file: Readable | null;
  /** The token of the request, for sign-out. */
  readonly token: string | null;
  /** Adds to the audit row; ids in the input are in it already. Never put a secret here. */
  audit(detail: Readonly<Record<string, unknown>>): void;
  /** Runs after the transaction has been committed and before the answer goes out: cache and bus notices. */
  afterCommit(notify: AfterCommit): void;
}

export interface PublicCall<K extends OperationId> extends CallBase<K> {
  readonly principal: null;
}

export interface DetachedCall<K extends OperationId> extends CallBase<K> {
  readonly principal: Principal;
}

/** The usual call: a transaction with the principal's scope, in which row-level security refuses everything else. */
export interface ScopedCall<K extends OperationId> extends DetachedCall<K> {
  readonly trx: ScopedTransaction;
}

type IsPublic<K extends OperationId> = Operations[K]['scope'] extends 'public' ? true : false;

export interface DetachedHandler<K extends OperationId> {
  readonly detached: (call: DetachedCall<K>) => Promise<OutputOf<K>>;
}

/** Public operations get no principal; the others a scoped transaction, or none with {@link detached}. */
export type Handler<K extends OperationId> =
  IsPublic<K> extends true
    ? (call: PublicCall<K>) => Promise<OutputOf<K>>
    : ((call: ScopedCall<K>) => Promise<OutputOf<K>>) | DetachedHandler<K>;

export type Handlers = { readonly [K in OperationId]: Handler<K> };

/** The handlers of one area, typed by the contract. */
export const defineHandlers = <const T extends { readonly [K in OperationId]?: Handler<K> }>(handlers: T): T => handlers;

/** A handler that waits for something slow or needs no data of a tenant: it must not hold a database connection meanwhile. */
export const detached = <K extends OperationId>(run: (call: DetachedCall<K>) => Promise<OutputOf<K>>): DetachedHandler<K> => ({
  detached: run,
});
