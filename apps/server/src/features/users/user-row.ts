import type { UserRow } from '@sightline/contract';
import type { UserListRow } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { avatarUrl } from './avatar.service.ts';

/** Users as lists show them to whoever asks. */
export const userRows = async (files: Files, principal: Principal, rows: readonly UserListRow[]): Promise<UserRow[]> =>
  await Promise.all(rows.map(async (u) => userRow(u, await avatarUrl(files, principal, u.avatar_id))));

const userRow = (u: UserListRow, avatar: string | null): UserRow => ({
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
  avatarUrl: avatar,
});
