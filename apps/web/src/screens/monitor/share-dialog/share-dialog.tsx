import type { OutputOf } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { useCall } from '../../../api/query.ts';
import { useDialogFocus } from '../../../ui/use-dialog-focus.ts';
import { Empty, QueryView } from '../../../ui/view-state.tsx';
import { ZonedTime } from '../../../ui/zoned-time.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import css from './share-dialog.module.css';

/** Minutes, with the key of their text. */
const DURATIONS = [
  [60, 'hour1'],
  [8 * 60, 'hours8'],
  [24 * 60, 'day1'],
  [7 * 24 * 60, 'days7'],
  [30 * 24 * 60, 'days30'],
] as const;

/** Hours of track that a link may show beside the live place; 0 for none. */
const TRACK_HOURS = [0, 1, 8, 24, 72] as const;

type Created = OutputOf<'device.share'>;

/** Makes a link to the live place of a device, and ends links made before. A link is shown once: only its hash is kept. */
export const ShareDialog = ({ deviceId, deviceName, onClose }: { deviceId: string; deviceName: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  useDialogFocus();
  const [minutes, setMinutes] = useState<number>(DURATIONS[0][0]);
  const [trackHours, setTrackHours] = useState<number>(TRACK_HOURS[0]);
  const create = useMutation({
    mutationFn: () => call('device.share', { deviceId, durationMinutes: minutes, trackHours }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['device.share.page'] }),
  });
  return (
    <Modal open title={t('monitor.shareTitle', { name: deviceName })} width={560} footer={null} onCancel={onClose} destroyOnHidden>
      <p className={css.text}>{t(trackHours === 0 ? 'monitor.shareText' : 'monitor.shareTextTrack', { count: trackHours })}</p>
      <div className={css.line}>
        <Select
          className={css.grow}
          value={minutes}
          aria-label={t('monitor.shareDuration')}
          options={DURATIONS.map(([value, key]) => ({ value, label: t(`monitor.duration.${key}`) }))}
          onChange={setMinutes}
        />
        <Select
          className={css.grow}
          value={trackHours}
          aria-label={t('monitor.shareTrackLabel')}
          options={TRACK_HOURS.map((value) => ({
            value,
            label: value === 0 ? t('monitor.shareLiveOnly') : t('monitor.shareTrack', { count: value }),
          }))}
          onChange={setTrackHours}
        />
        <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {t('monitor.shareCreate')}
        </Button>
      </div>
      {create.isError && <Alert type="error" showIcon title={describeError(create.error).text} />}
      {create.data && <NewLink link={create.data} />}
      <ActiveLinks deviceId={deviceId} />
    </Modal>
  );
};

const NewLink = ({ link }: { link: Created }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const address = new URL(link.path, window.location.origin).href;
  const copy = async (): Promise<void> => {
    if (await copyText(address)) message.success(t('monitor.shareCopied'));
    else message.error(t('monitor.shareNotCopied'));
  };
  return (
    <div className={css.link}>
      <div className={css.line}>
        <Input readOnly value={address} aria-label={t('monitor.shareLink')} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copy()}>{t('monitor.shareCopy')}</Button>
      </div>
      <p className={css.text}>
        {t('monitor.shareUntil')} <ZonedTime ms={Date.parse(link.expirationTime)} style="minutes" />. {t('monitor.shareOnce')}
      </p>
    </div>
  );
};

const ActiveLinks = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const links = useCall('device.share.page', { deviceId, pageSize: 50 });
  const revoke = useMutation({
    mutationFn: (id: string) => call('device.share.revoke', { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['device.share.page'] }),
    onError: (error) => message.error(describeError(error).text),
  });
  const active = (page: OutputOf<'device.share.page'>) => page.records.filter((link) => link.status === 'active');
  return (
    <section aria-label={t('monitor.shareActive')}>
      <h3 className={css.heading}>{t('monitor.shareActive')}</h3>
      <QueryView query={links} rows={2} isEmpty={(page) => active(page).length === 0} empty={<Empty text={t('monitor.shareNone')} />}>
        {(page) => (
          <ul className={css.links}>
            {active(page).map((link) => (
              <li key={link.id}>
                <span>
                  {t('monitor.shareUntil')} <ZonedTime ms={Date.parse(link.expirationTime)} style="minutes" />
                </span>
                {link.trackHours > 0 && <span className={css.text}>{t('monitor.shareTrack', { count: link.trackHours })}</span>}
                <span className={css.text}>{t('monitor.shareSeen', { count: link.seenCount })}</span>
                <Button
                  size="small"
                  danger
                  loading={revoke.isPending && revoke.variables === link.id}
                  onClick={() => revoke.mutate(link.id)}
                >
                  {t('monitor.shareRevoke')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
};
