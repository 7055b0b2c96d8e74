import { EMAIL_LIMITS, type UserEmail } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { About, Muted } from '../../ui/settings-page/settings-page.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { MailDialog } from './mail-dialog.tsx';
import css from './personal.module.css';

/** Addresses that the person has proved to be his; alarms and recovery go there. */
export const MailAddresses = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const format = useFormatInstant();
  const queries = useQueryClient();
  const query = useCall('user.email.infoList', {});
  const may = useMayCall('user.email.save');
  const [edited, setEdited] = useState<UserEmail | 'new' | null>(null);
  const [dialog, ask] = useConfirm();
  const isFull = (query.data?.length ?? 0) >= EMAIL_LIMITS.addresses;
  const remove = ({ id, email }: UserEmail): void =>
    ask(
      {
        title: t('personal.mail.deleteTitle', { email }),
        lines: [t('personal.mail.deleteTakes')],
        ok: t('personal.mail.delete'),
        danger: true,
      },
      async () => {
        await call('user.email.delete', { ids: id });
        message.success(t('personal.mail.deleted'));
        await queries.invalidateQueries();
      },
    );
  return (
    <Section
      title={t('personal.mail.title')}
      action={
        may && (
          <Button
            size="small"
            disabled={isFull}
            title={isFull ? t('personal.mail.full', { count: EMAIL_LIMITS.addresses }) : undefined}
            onClick={() => setEdited('new')}
          >
            {t('personal.mail.add')}
          </Button>
        )
      }
    >
      <About>{t('personal.mail.about')}</About>
      <QueryView query={query} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={t('personal.mail.none')} />
          ) : (
            <ul className={css.list}>
              {list.map((each) => (
                <li key={each.id}>
                  <div>
                    <bdi>{each.email}</bdi>
                    <Muted as="div">{t('personal.mail.verified', { time: format(Date.parse(each.verifiedTime), 'minutes') })}</Muted>
                  </div>
                  {may && (
                    <div className={css.pair}>
                      <Button size="small" aria-label={t('personal.mail.changeOf', { email: each.email })} onClick={() => setEdited(each)}>
                        {t('personal.mail.change')}
                      </Button>
                      <Button
                        size="small"
                        danger
                        aria-label={t('personal.mail.deleteOf', { email: each.email })}
                        onClick={() => remove(each)}
                      >
                        {t('personal.mail.delete')}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {edited !== null && <MailDialog former={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {dialog}
    </Section>
  );
};
