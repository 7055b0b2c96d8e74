import type { UserRow } from '@sightline/contract';
import { Portrait } from '../../ui/portrait.tsx';
import css from './user.module.css';

/** Picture and name of a user in a list. */
export const PersonName = ({ row: { userName, avatarUrl } }: { row: Pick<UserRow, 'userName' | 'avatarUrl'> }) => (
  <span className={css.person} title={userName}>
    <Portrait url={avatarUrl} size={20} />
    <bdi>{userName}</bdi>
  </span>
);
