import type { Scope, UserLimits } from '@sightline/db';
import { isWithin, type MediaUse, type UnitChoice } from '@sightline/domain';
import type { BusTopics } from '@sightline/runtime';

/** Who asks, resolved from a token once and cached. */
export interface Principal {
  readonly userId: string;
  readonly account: string;
  readonly userName: string;
  /** 1 platform admin, 2 main account, 3 ordinary, 4 individual. */
  readonly userType: number;
  readonly customerId: string;
  readonly customerName: string;
  readonly customerPath: string;
  readonly customerType: number;
  readonly platform: boolean;
  readonly demo: boolean;
  /** `en_US`, `zh_CN`. */
  readonly language: string;
  readonly timezone: string;
  /** In which numbers are written for this user: in files, pages and addresses. */
  readonly units: UnitChoice;
  /** Menu and function ids. */
  readonly permissions: ReadonlySet<string>;
  readonly passwordMustChange: boolean;
  /** The customer demands a second factor, and the user has not set one up. */
  readonly twoFactorMissing: boolean;
  readonly limits: UserLimits;
  /** Paths of the customers that the user is held to; null when it is not. */
  readonly customerPaths: readonly string[] | null;
  /** Keys of the devices that the user is held to; null when it is not. */
  readonly deviceKeys: ReadonlySet<number> | null;
  /** Names of the media nodes that it chose, its customer, and those above: the nearest first. */
  readonly mediaNodes: Readonly<Record<MediaUse, readonly string[]>>;
}

/** Whether all but the way to a new password or a second factor is closed. */
export const isRestricted = ({ passwordMustChange, twoFactorMissing }: Principal): boolean => passwordMustChange || twoFactorMissing;

export const scopeOf = (principal: Principal): Scope => ({
  customerPath: principal.customerPath,
  userId: principal.userId,
  platform: principal.platform,
  limits: principal.limits,
});

/** Whether a change that the bus tells of is about this principal. */
export const isConcerned = (principal: Principal, { userId, customerPaths }: BusTopics['principal.changed']): boolean =>
  userId === null
    ? customerPaths === undefined || customerPaths.some((path) => isWithin(path, principal.customerPath))
    : userId === principal.userId;
