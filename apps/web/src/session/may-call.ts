import type { OperationId } from '@sightline/contract';
import { allowed, isDealer } from '@sightline/domain';
import { factsOf } from '../api/operations.ts';
import { useSession, type Session } from './session.ts';

/** Whether these permissions are enough for a call, by the contract's word. */
export const isPermitted = (operation: OperationId, permissions: ReadonlySet<string>): boolean => {
  const { permission } = factsOf(operation);
  return typeof permission === 'string' || allowed(permissions, permission);
};

/** Whether the server takes a call from the person at all: what leads to one that it refuses is not drawn. */
export const mayCall = (operation: OperationId, { user, permissionIds }: Pick<Session, 'user' | 'permissionIds'>): boolean => {
  const { scope, mainAccountOnly, writes } = factsOf(operation);
  if (scope === 'platform' && user.userType !== '1') return false;
  if (mainAccountOnly === true && user.userType !== '1' && user.userType !== '2') return false;
  return isPermitted(operation, permissionIds) && !(writes && user.demo);
};

export const useMayCall = (operation: OperationId): boolean => mayCall(operation, useSession());

/** What an element says about who gets to see it. */
export interface Guarded {
  readonly permission?: string;
  readonly needs?: OperationId;
  /** It is about customers below, which an end customer has none of. */
  readonly forDealers?: true;
}

/** Whether an element is drawn for the person. */
export const isShownTo = (session: Session, { permission, needs, forDealers }: Guarded): boolean =>
  (forDealers !== true || isDealer(session.user)) &&
  (permission === undefined || session.permissionIds.has(permission)) &&
  (needs === undefined || mayCall(needs, session));
