import { type ApiError, ERROR_CODE } from '@sightline/contract';
import type { FastifyReply } from 'fastify';

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

export const success = (data: unknown): Envelope => ({ code: ERROR_CODE.success, msg: 'Success', data: data ?? null });
export const failure = (error: ApiError): Envelope => ({ code: error.code, msg: error.message, data: error.data ?? null });

/** Business errors travel with status 200; only "not signed in", an unknown address and a broken server show in the status. */
export function statusOf(code: number): number {
  switch (code) {
    case ERROR_CODE.notLoggedIn:
      return 401;
    case ERROR_CODE.systemError:
      return 500;
    default:
      return 200;
  }
}

export const sendError = (reply: FastifyReply, error: ApiError): FastifyReply => reply.code(statusOf(error.code)).send(failure(error));
