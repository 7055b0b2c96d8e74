import { Readable } from 'node:stream';
import { apiError, ApiError, ERROR_CODE, operationList, type OperationDefinition, type OperationId } from '@sightline/contract';
import { insertAudit, type NewAuditEntry, type ScopedTransaction } from '@sightline/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { scopeOf, type Principal } from '../../features/principal.ts';
import { pageAddress } from '../../features/auth/page-address.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { AfterCommit, CallBase, DetachedCall, DetachedHandler, Handlers, PublicCall, ScopedCall } from '../../features/handlers.ts';
import { auditDetail } from './audit-detail.ts';
import { databaseRefusal } from './database-refusals.ts';
import { failure, sendError, statusOf, success } from './envelope.ts';
import { FAILED_ATTEMPTS, isKept, keepFailure } from './failed-attempts.ts';
import { checkLicenses } from './license-check.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { requestLanguage } from './request-language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    operationId: string | null;
    answerCode: number;
  }
}

/** All handlers alike: their types were checked against the contract where they were defined. */
type AnyHandler = ((call: PublicCall<OperationId> | ScopedCall<OperationId>) => Promise<unknown>) | DetachedHandler<OperationId>;

type Operation = OperationDefinition & { readonly id: OperationId };

/**
 * Registers a route for every operation of the contract, each with the same steps in the same order: sign-in (401),
 * permission (403), expired password (15017), missing second factor (15012), demo account (901), rate (429), input (400), then in a transaction with the
 * principal's scope the licences of the devices named (60008, 60015), the handler and the audit row, then the answer. What is refused or fails after the
 * sign-in leaves a row too, with its code.
 *
 * @throws Error at start when an operation has no handler.
 */
export function registerOperations(app: FastifyInstance, context: AppContext, sessions: Sessions, handlers: Handlers): void {
  // Not read into memory: a handler streams it to the disk.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  const failures = app.createRateLimit({
    max: FAILED_ATTEMPTS.max,
    timeWindow: FAILED_ATTEMPTS.windowS * 1000,
    keyGenerator: (request) => request.principal?.userId ?? request.ip,
  });
  for (const operation of operationList) {
    const handler = handlers[operation.id] as AnyHandler | undefined;
    if (!handler) throw new Error(`operation ${operation.id} has no handler`);
    registerOperation({ app, context, sessions, failures }, operation, handler);
  }
}

interface Surroundings {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly sessions: Sessions;
  /** How many failed attempts of a user are written down. */
  readonly failures: ReturnType<FastifyInstance['createRateLimit']>;
}

function registerOperation({ app, context, sessions, failures }: Surroundings, operation: Operation, handler: AnyHandler): void {
  const isPublic = operation.permission === 'public';
  const limit = operation.rateLimit ?? (isPublic ? DEFAULT_LIMITS.public : DEFAULT_LIMITS.signedIn);
  const limiter = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.windowS * 1000,
    keyGenerator: (request) => `${operation.rateLimit ? operation.id : ''} ${request.principal?.userId ?? request.ip}`,
  });

  app.route({
    method: operation.method,
    url: `/gps${operation.path}`,
    // One byte more than may come: the handler says that it is too large.
    ...(operation.file && { bodyLimit: operation.file.maxBytes + 1 }),
    handler: async (request, reply) => {
      request.operationId = operation.id;
      const token = tokenOf(request);
      const principal = isPublic ? null : await authenticate(sessions, token);
      request.principal = principal;
      const extra: Record<string, unknown> = {};
      const entryOf = (owner: Principal, ids: Record<string, unknown>, code: number): NewAuditEntry => ({
        userId: owner.userId,
        account: owner.account,
        customerId: owner.customerId,
        customerPath: owner.customerPath,
        operation: operation.id,
        detail: { ...ids, ...extra },
        remote: request.ip,
        code,
      });
      try {
        return reply.send(success(await answer(request, principal, token, extra, entryOf)));
      } catch (error) {
        const code = knownError(error)?.code ?? ERROR_CODE.systemError;
        if (principal && isKept(operation, principal, code)) {
          const rate = await failures(request);
          if (rate.isAllowed || !rate.isExceeded) {
            const ids = operation.input.safeParse(inputOf(operation, request)).success
              ? auditDetail(operation, inputOf(operation, request))
              : {};
            await keepFailure(context, principal, entryOf(principal, ids, code), request.log);
          }
        }
        throw error;
      }
    },
  });

  /** What the call asks for, done; the data of its answer. */
  async function answer(
    request: FastifyRequest,
    principal: Principal | null,
    token: string | null,
    extra: Record<string, unknown>,
    entryOf: (owner: Principal, ids: Record<string, unknown>, code: number) => NewAuditEntry,
  ): Promise<unknown> {
    if (principal) authorise(operation, principal);

    const rate = await limiter(request);
    if (!rate.isAllowed && rate.isExceeded) throw apiError('tooFrequent', { retryAfterS: rate.ttlInSeconds });

    const parsed = operation.input.safeParse(inputOf(operation, request));
    if (!parsed.success) {
      throw apiError(
        'invalidParameters',
        parsed.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      );
    }

    const notices: AfterCommit[] = [];
    const base: CallBase<OperationId> = {
      input: parsed.data as CallBase<OperationId>['input'],
      context,
      remote: request.ip,
      agent: request.headers['user-agent'] ?? null,
      page: pageAddress(request.headers.origin, request.host),
      language: requestLanguage(request.headers['accept-language'], principal?.language),
      token,
      file: operation.file && request.body instanceof Readable ? request.body : null,
      audit: (detail) => void Object.assign(extra, detail),
      afterCommit: (notify) => void notices.push(notify),
    };
    const audit = async (trx: ScopedTransaction): Promise<void> => {
      if (!operation.audit || !principal) return;
      await insertAudit(trx, entryOf(principal, auditDetail(operation, inputOf(operation, request)), 0));
    };
    const check = async (trx: ScopedTransaction): Promise<void> => {
      if (principal) await checkLicenses(operation, trx, principal, parsed.data);
    };
    const data = await run(context, handler, principal, base, { check: operation.feature ? check : null, audit });
    for (const notify of notices) {
      // The change is committed: what follows may fail without turning the answer into an error.
      try {
        await notify();
      } catch (error) {
        request.log.error({ err: error, operation: operation.id }, 'notice after commit failed');
      }
    }
    return data;
  }
}

/** What happens in the transaction of a handler before and after it; for a detached one in transactions of their own. */
interface Around {
  readonly check: ((trx: ScopedTransaction) => Promise<void>) | null;
  readonly audit: (trx: ScopedTransaction) => Promise<void>;
}

async function run(
  context: AppContext,
  handler: AnyHandler,
  principal: Principal | null,
  base: CallBase<OperationId>,
  { check, audit }: Around,
): Promise<unknown> {
  if (typeof handler !== 'function') {
    const call: DetachedCall<OperationId> = { ...base, principal: principal! };
    if (check) await context.database.scoped(scopeOf(principal!), check);
    const data = await handler.detached(call);
    await context.database.scoped(scopeOf(principal!), audit);
    return data;
  }
  if (!principal) return await handler({ ...base, principal: null });
  return await context.database.scoped(scopeOf(principal), async (trx) => {
    await check?.(trx);
    const data = await handler({ ...base, principal, trx });
    await audit(trx);
    return data;
  });
}

/** Who asks. @throws 401 */
export async function authenticate(sessions: Sessions, token: string | null): Promise<Principal> {
  const principal = token === null ? null : await sessions.resolve(token);
  if (!principal) throw apiError('notLoggedIn');
  return principal;
}

/** 403, 15017, 15012, 901: what the definition of the operation asks of whoever is signed in. */
export function authorise(
  operation: Pick<OperationDefinition, 'scope' | 'mainAccountOnly' | 'permission' | 'writes' | 'whilePasswordExpired' | 'demoRefusal'>,
  principal: Principal,
): void {
  if (operation.scope === 'platform' && !principal.platform) throw apiError('noPermission');
  if (operation.mainAccountOnly && principal.userType > 2) throw apiError('noPermission');
  if (Array.isArray(operation.permission) && !operation.permission.some((id: string) => principal.permissions.has(id))) {
    throw apiError('noPermission');
  }
  if (principal.passwordMustChange && !operation.whilePasswordExpired) throw apiError('passwordMustBeUpdated');
  if (principal.twoFactorMissing && !operation.whilePasswordExpired) throw apiError('authenticatorRequired', { reason: 'setUp' });
  if (operation.writes && principal.demo) throw apiError(operation.demoRefusal ?? 'demoMode');
}

/** The token: the whole Authorization header, or what follows `Bearer`. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim() ?? '';
  const token = /^bearer\s+/i.test(header) ? header.replace(/^bearer\s+/i, '') : header;
  return token === '' || token.length > 200 ? null : token;
}

/** The body; a DELETE without one, and a call whose body is a file, carry their fields in the query. Bytes that nobody asked for are no input. */
function inputOf(operation: OperationDefinition, request: FastifyRequest): unknown {
  if (operation.file) return request.query;
  if (request.body instanceof Readable) return null;
  if (request.body !== undefined && request.body !== null) return request.body;
  return request.method === 'DELETE' ? request.query : {};
}

/** Turns whatever a route throws into an answer; the details of an unexpected error stay in the log. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = knownError(error);
  request.answerCode = known?.code ?? ERROR_CODE.systemError;
  if (known) return sendError(reply, known);
  request.log.error({ err: error, operation: request.operationId }, 'request failed');
  const answer = apiError('systemError', { traceId: request.id });
  return reply.code(statusOf(answer.code)).send(failure(answer));
}

function knownError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  // Fastify's own refusals: a body that is no JSON, too large, of another media type.
  if (typeof status === 'number' && status >= 400 && status < 500) return apiError('invalidParameters', null, (error as Error).message);
  return databaseRefusal(error);
}
