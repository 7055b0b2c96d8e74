import { PASSKEY_LIMITS, type Passkey } from '@sightline/contract';
import { Alert, Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { passkeyPlace } from '../../session/passkey.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { Ago } from '../../ui/ago.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { PasskeyDialog, type PasskeyTask } from './passkey-dialog.tsx';
import css from './security.module.css';

/** Keys of devices that sign in without the password. */
export const Passkeys = () => {
  const { t } = useTranslation();
  const query = useCall('user.passkey.list', {});
  const may = useMayCall('user.passkey.begin');
  const [task, setTask] = useState<PasskeyTask | null>(null);
  const place = passkeyPlace();
  const isFull = (query.data?.length ?? 0) >= PASSKEY_LIMITS.perUser;
  return (
    <Section
      title={t('security.passkey.title')}
      action={
        may &&
        place === 'ready' && (
          <Button
            size="small"
            disabled={isFull}
            title={isFull ? t('security.passkey.full', { count: PASSKEY_LIMITS.perUser }) : undefined}
            onClick={() => setTask({ kind: 'add' })}
          >
            {t('security.passkey.add')}
          </Button>
        )
      }
    >
      <p className={css.muted}>{t('security.passkey.about')}</p>
      {may && place !== 'ready' && <Alert type="info" showIcon title={t(`security.passkey.place.${place}`)} />}
      <QueryView query={query} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={t('security.passkey.none')} />
          ) : (
            <ul className={css.sessions}>
              {list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} {...(may && { onTask: setTask })} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {task !== null && <PasskeyDialog task={task} onClose={() => setTask(null)} />}
    </Section>
  );
};

const PasskeyRow = ({ passkey, onTask }: { passkey: Passkey; onTask?: (task: PasskeyTask) => void }) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  const { name, host, synced, createTime, lastUsedTime } = passkey;
  return (
    <li>
      <div>
        <p className={css.name}>
          <bdi>{name}</bdi> {synced && <Tag variant="filled">{t('security.passkey.synced')}</Tag>}
          {host !== window.location.hostname && (
            <Tag variant="filled">
              <bdi dir="ltr">{t('security.passkey.forHost', { host })}</bdi>
            </Tag>
          )}
        </p>
        <p className={css.muted}>
          {t('security.passkey.added', { time: format(Date.parse(createTime), 'minutes') })}
          {' · '}
          {lastUsedTime === null ? (
            t('security.passkey.neverUsed')
          ) : (
            <>
              {t('security.passkey.lastUsed')} <Ago ms={Date.parse(lastUsedTime)} />
            </>
          )}
        </p>
      </div>
      {onTask && (
        <div className={css.actions}>
          <Button size="small" aria-label={`${t('security.passkey.rename')} · ${name}`} onClick={() => onTask({ kind: 'rename', passkey })}>
            {t('security.passkey.rename')}
          </Button>
          <Button
            size="small"
            danger
            aria-label={`${t('security.passkey.remove')} · ${name}`}
            onClick={() => onTask({ kind: 'remove', passkey })}
          >
            {t('security.passkey.remove')}
          </Button>
        </div>
      )}
    </li>
  );
};
