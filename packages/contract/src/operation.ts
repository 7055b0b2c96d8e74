import type { LicenseFeature } from '@sightline/domain';
import type { PermissionId } from '@sightline/domain/access/permissions';
import type { z } from 'zod';

/** `any`: whoever is signed in. A list: the principal needs one of these menu or function ids. */
export type OperationPermission = 'public' | 'any' | readonly [PermissionId, ...PermissionId[]];

/**
 * - `public`: no token.
 * - `self`: touches only what belongs to the signed-in user.
 * - `tenant`: sees the principal's customer and everything below it (row-level security).
 * - `platform`: only for the platform's owner.
 */
export type OperationScope = 'public' | 'self' | 'tenant' | 'platform';

export interface OperationDefinition {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/gps`. */
  readonly path: `/v2/${string}`;
  readonly summary: { readonly en: string; readonly zh: string };
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly permission: OperationPermission;
  readonly scope: OperationScope;
  /** Only for the main account of a company and the platform's owner (user types 2 and 1); others get 403. */
  readonly mainAccountOnly?: true;
  /**
   * What the licence of every device must open that the input names by `idOf('device')`, `idOf('trip')` or, when active safety told it, `idOf('alarm')`:
   * else 60008, and 60015 for one that is locked because its licence ended. A device without a licence is not held to one. Operations about commands leave it to the command.
   */
  readonly feature?: LicenseFeature;
  /** The body is the bytes of one file (`application/octet-stream`), at most so many; the input stands in the query. */
  readonly file?: { readonly maxBytes: number };
  /** Changes data: refused to demo accounts with 901, leaves an audit row. */
  readonly writes: boolean;
  /** Another refusal than 901 for demo accounts: 25006, where customers are administered. */
  readonly demoRefusal?: 'demoCannot';
  /** What the operation log says. Required for writes. */
  readonly audit?: { readonly en: string; readonly zh: string };
  /** Allowed while the password must be changed (15017) or the second factor be set up (15012): what the client needs to get there. */
  readonly whilePasswordExpired?: true;
  /** At most `max` calls in `windowS` seconds for a principal (for an address where public). */
  readonly rateLimit?: { readonly max: number; readonly windowS: number };
  /** Time that a client waits, ms; default 30 000. */
  readonly timeoutMs?: number;
}

/** What is known of an operation without its schemas and texts: enough to call it, and to tell who may. */
export type OperationFacts = Omit<OperationDefinition, 'input' | 'output' | 'summary' | 'audit'>;

/** Operations of one area, keyed by their public and stable ids. The types of each input and output are kept. */
export const defineOperations = <const T extends Record<string, OperationDefinition>>(operations: T): T => operations;
