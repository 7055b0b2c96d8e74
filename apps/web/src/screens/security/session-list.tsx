import type { UserSession } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { Ago } from '../../ui/ago.tsx';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './security.module.css';

/** Where one is signed in, and the way to end that. */
export const SessionList = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const query = useCall('user.session.list', {}, { refetchInterval: 60_000 });
  const mayEnd = useMayCall('user.session.end');
  const [dialog, ask] = useConfirm();
  const others = (query.data ?? []).filter((session) => !session.current).length;
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: ['user.session.list'] });

  const nameOf = ({ browser, system }: UserSession): string =>
    browser === '' && system === '' ? t('security.unknownBrowser') : [browser, system].filter((part) => part !== '').join(' · ');
  const end = (session: UserSession): void =>
    ask(
      { title: t('security.endTitle', { name: nameOf(session) }), lines: [t('security.endTakes')], ok: t('security.endOne'), danger: true },
      async () => {
        await call('user.session.end', { sessionId: session.id });
        await renew();
      },
    );
  const endOthers = (): void =>
    ask({ title: t('security.endOthersTitle'), lines: [t('security.endTakes')], ok: t('security.endOthers'), danger: true }, async () => {
      const { ended } = await call('user.session.endOthers', {});
      message.success(t('security.endedCount', { count: ended }));
      await renew();
    });

  return (
    <Section
      title={t('security.sessions')}
      action={
        mayEnd &&
        others > 0 && (
          <Button size="small" onClick={endOthers}>
            {t('security.endOthers')}
          </Button>
        )
      }
    >
      <QueryView query={query} rows={4}>
        {(sessions) => (
          <ul className={css.sessions}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} name={nameOf(session)} {...(mayEnd && { onEnd: () => end(session) })} />
            ))}
          </ul>
        )}
      </QueryView>
      {dialog}
    </Section>
  );
};

const SessionRow = ({ session, name, onEnd }: { session: UserSession; name: string; onEnd?: () => void }) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  return (
    <li>
      <div>
        <p className={css.name}>
          {name} {session.current && <Tag variant="filled">{t('security.thisOne')}</Tag>}
          {session.enteredBy !== null && <Tag variant="filled">{t('security.enteredBy', { account: session.enteredBy })}</Tag>}
        </p>
        <p className={css.muted}>
          {t('security.signedIn', { time: format(Date.parse(session.signInTime), 'minutes') })}
          {session.remote !== null && (
            <>
              {' · '}
              <bdi dir="ltr">{session.remote}</bdi>
            </>
          )}
          {!session.current && (
            <>
              {' · '}
              {t('security.lastSeen')} <Ago ms={Date.parse(session.lastSeenTime)} />
            </>
          )}
        </p>
      </div>
      {!session.current && onEnd && (
        <Button size="small" onClick={onEnd} aria-label={`${t('security.endOne')} · ${name}`}>
          {t('security.endOne')}
        </Button>
      )}
    </li>
  );
};
