import type { DeviceInfo, OutputOf } from '@sightline/contract';
import { CopyOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/client.ts';
import { describeError } from '../../../../api/describe-error.ts';
import { useCall } from '../../../../api/query.ts';
import { useConfirm } from '../../../../ui/confirm/use-confirm.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { FactList, type Fact } from '../../../../ui/detail/fact-list.tsx';
import { Section } from '../../../../ui/detail/section.tsx';
import { QueryView } from '../../../../ui/view-state.tsx';
import { ZonedTime } from '../../../../ui/zoned-time.tsx';
import css from './rtmp-section.module.css';

/** What is published changes by itself. */
const REFRESH_MS = 10_000;

type Info = OutputOf<'video.rtmp.info'>;

/** Whether the cameras of a device may publish by themselves, the address for it, and what has become of that. */
export const RtmpSection = ({ device, mayEdit }: { device: DeviceInfo; mayEdit: boolean }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [dialog, ask] = useConfirm();
  const info = useCall('video.rtmp.info', { deviceId: device.id }, { refetchInterval: REFRESH_MS });
  const changed = () => queries.invalidateQueries({ queryKey: ['video.rtmp.info'] });
  const make = useMutation({ mutationFn: () => call('video.rtmp.address', { deviceId: device.id }), onSuccess: changed });
  const remove = async (): Promise<void> => {
    await call('video.rtmp.remove', { deviceId: device.id });
    make.reset();
    message.success(t('detail.rtmp.removed'));
    await changed();
  };
  const { data } = info;
  const hasKey = data !== undefined && data.keyTime !== null;
  const renew = (): void => {
    if (!hasKey) make.mutate();
    else
      ask({ title: t('detail.rtmp.renewTitle'), lines: [t('detail.rtmp.renewTakes')], ok: t('detail.rtmp.renew') }, () =>
        make.mutateAsync(),
      );
  };
  const stop = (): void =>
    ask({ title: t('detail.rtmp.removeTitle'), lines: [t('detail.rtmp.removeTakes')], ok: t('detail.rtmp.remove'), danger: true }, remove);
  const actions = mayEdit && data !== undefined && data.server !== null && (
    <Space size={8}>
      {hasKey && (
        <Button size="small" danger onClick={stop}>
          {t('detail.rtmp.remove')}
        </Button>
      )}
      <Button size="small" loading={make.isPending} onClick={renew}>
        {t(hasKey ? 'detail.rtmp.renew' : 'detail.rtmp.make')}
      </Button>
    </Space>
  );
  return (
    <Section title={t('detail.rtmp.title')} action={actions}>
      <QueryView query={info} rows={2}>
        {(known) => <RtmpFacts info={known} />}
      </QueryView>
      {make.isError && <Alert type="error" showIcon title={describeError(make.error).text} />}
      {make.data && <Addresses addresses={make.data.addresses} />}
      {dialog}
    </Section>
  );
};

const RtmpFacts = ({ info: { server, keyTime, publishing, refused } }: { info: Info }) => {
  const { t } = useTranslation();
  if (server === null) return <p>{t('detail.rtmp.closed')}</p>;
  if (keyTime === null) return <p>{t('detail.rtmp.none')}</p>;
  const facts: Fact[] = [
    [
      t('detail.rtmp.server'),
      <bdi key="server" dir="ltr">
        {server}
      </bdi>,
    ],
    [t('detail.rtmp.keyTime'), <ZonedTime key="keyTime" ms={Date.parse(keyTime)} style="minutes" />],
    [
      t('detail.rtmp.publishing'),
      publishing.length === 0 ? (
        t('detail.rtmp.nothing')
      ) : (
        <ul key="publishing" className={css.list}>
          {publishing.map(({ channelId, startTime, remote }) => (
            <li key={channelId}>
              {t('detail.rtmp.since', { channel: channelId, remote })} <ZonedTime ms={Date.parse(startTime)} style="minutes" />
            </li>
          ))}
        </ul>
      ),
    ],
  ];
  if (refused !== null)
    facts.push([
      t('detail.rtmp.refused'),
      <span key="refused" className={css.refused}>
        {t(`detail.rtmp.reason.${refused.reason}`, { channel: refused.channelId })} <bdi dir="ltr">({refused.remote})</bdi>{' '}
        <ZonedTime ms={Date.parse(refused.time)} />
      </span>,
    ]);
  return <FactList facts={facts} />;
};

const Addresses = ({ addresses }: OutputOf<'video.rtmp.address'>) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const copy = async (url: string): Promise<void> => {
    if (await copyText(url)) message.success(t('detail.rtmp.copied'));
    else message.error(t('detail.rtmp.notCopied'));
  };
  return (
    <div className={css.addresses}>
      <p>{t('detail.rtmp.once')}</p>
      {addresses.map(({ channelId, url }) => (
        <div key={channelId} className={css.address}>
          <bdi dir="ltr">{`CH ${channelId}`}</bdi>
          <Input
            readOnly
            dir="ltr"
            value={url}
            aria-label={t('detail.rtmp.address', { channel: channelId })}
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={<CopyOutlined aria-hidden />}
            aria-label={t('detail.rtmp.copyAddress', { channel: channelId })}
            onClick={() => void copy(url)}
          >
            {t('detail.rtmp.copy')}
          </Button>
        </div>
      ))}
    </div>
  );
};
