import type { UserRow } from '@sightline/contract';
import type { UserListRow } from '@sightline/db';
import { isoOrNull, isoTime } from '../times.ts';

/** A user as lists show it. */
export const userRow = (u: UserListRow): UserRow => ({
  id: u.id,
  account: u.account,
  userName: u.name,
  userType: String(u.user_type) as UserRow['userType'],
  status: u.status,
  demo: u.demo,
  email: u.email,
  phone: u.phone,
  remark: u.remark,
  timezone: u.timezone,
  language: u.language,
  concurrentLogin: u.concurrent_login,
  twoFactor: u.two_factor_at !== null,
  passkeys: u.passkey_count,
  customerLimited: u.customer_limited,
  deviceLimited: u.device_limited,
  customerId: u.customer_id,
  customerName: u.customer_name,
  createTime: isoTime(u.created_at),
  recycleTime: isoOrNull(u.recycled_at),
});
