import type { UserInfo } from '@sightline/contract';
import { MENUS, type MenuId } from '@sightline/domain/access/permissions';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { isLanguage, LANGUAGES } from '../../i18n/i18n.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';

interface UserDetailProps {
  readonly user: UserInfo;
  /** Opens a form about this user. */
  readonly onOpen: (panel: string) => void;
}

/** Everything about one user: who it is, what it may and what it sees. */
export const UserDetail = ({ user, onOpen }: UserDetailProps) => {
  const { t } = useTranslation();
  const me = useSession().user;
  const mayEdit = useMayCall('user.base.info.update') && user.id !== me.id;
  const isMember = user.userType === '3' || user.userType === '4';
  const auth = useCall('user.auth', { userId: user.id });
  const button = (panel: string) =>
    mayEdit && (
      <Button size="small" onClick={() => onOpen(panel)}>
        {t('user.edit')}
      </Button>
    );
  return (
    <div>
      <Section title={t('user.person')} action={button('edit')}>
        <FactList
          facts={[
            [t('user.account'), user.account],
            [t('user.name'), user.userName],
            [t('user.type'), t(`user.types.${user.userType}`)],
            [t('user.customer'), user.customerName],
            [t('user.email'), user.email],
            [t('user.phone'), user.phone],
            [t('user.timezone'), user.timezone],
            [t('user.language'), isLanguage(user.language) ? LANGUAGES[user.language] : user.language],
            [t('user.logins'), t(user.concurrentLogin ? 'user.loginsMany' : 'user.loginsOne')],
            [t('user.remark'), user.remark],
          ]}
        />
      </Section>
      <QueryView query={auth} rows={6}>
        {({ menuAuth, customer, device }) => (
          <>
            <Section title={t('user.permissions')} action={isMember && button('permissions')}>
              <FactList
                facts={menuAuth.menus
                  .filter((menu) => menu.grant !== 0)
                  .map(({ id, grant }) => [
                    t(`ui.menus.${MENUS[id as MenuId]?.name ?? id}`),
                    t(grant === 9 ? 'ui.permissions.all' : 'ui.permissions.some'),
                  ])}
              />
            </Section>
            <Section title={t('user.customerScope')} action={isMember && button('customers')}>
              <p>
                {customer.limited
                  ? customer.customers.map((entry) => (
                      <Tag key={entry.customerId} variant="filled">
                        {entry.customerName}
                      </Tag>
                    ))
                  : t('user.seesAll')}
              </p>
            </Section>
            <Section title={t('user.deviceScope')} action={isMember && button('devices')}>
              <p>{device.limited ? t('user.deviceCount', { count: device.devices.length }) : t('user.seesAllDevices')}</p>
            </Section>
          </>
        )}
      </QueryView>
    </div>
  );
};
