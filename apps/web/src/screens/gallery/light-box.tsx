import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { CapturedImage, OutputOf } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatPoint } from '@sightline/domain';
import { useMay } from '../../session/session.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { channelName } from '../../ui/channel-name.ts';
import css from './gallery.module.css';
import { isShown } from './picture-tile.tsx';
import { lineKey } from '../../ui/line-key.ts';

interface LightBoxProps {
  readonly image: CapturedImage;
  readonly onImage: (image: CapturedImage) => void;
  readonly onClose: () => void;
  readonly onFailed: () => void;
}

/** One picture as large as the screen allows. The arrow keys go through those of the page, Esc closes. */
export const LightBox = ({ image, onImage, onClose, onFailed }: LightBoxProps) => {
  const { t } = useTranslation();
  useDialogFocus();
  const client = useQueryClient();
  const mayTrack = useMay('4000');
  // Those on screen when it was opened or looked at last.
  const pages = client.getQueriesData<OutputOf<'device.capture.page'>>({ queryKey: ['device.capture.page'], type: 'active' });
  const images = pages.flatMap(([, page]) => page?.records ?? []);
  const at = images.findIndex((other) => other.id === image.id);
  const [previous, next] = [at > 0 ? images[at - 1] : undefined, at >= 0 ? images[at + 1] : undefined];

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = lineKey(event);
    const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined;
    if (to) onImage(to);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <Modal
      open
      width="min(1100px, 92vw)"
      style={{ insetBlockStart: 32 }}
      title={`${image.deviceName} · ${channelName(image.channelId)}`}
      footer={null}
      onCancel={onClose}
    >
      <div className={css.box}>
        {isShown(image) ? (
          <img className={css.large} src={image.fileUrl} alt={`${image.deviceName}, ${channelName(image.channelId)}`} onError={onFailed} />
        ) : (
          <p>{t('gallery.noPreview')}</p>
        )}
        <div className={css.bar}>
          <ZonedTime ms={Date.parse(image.captureTime)} />
          <span>{t(`gallery.sources.${image.source}`)}</span>
          <span>{image.customerName}</span>
          <bdi dir="ltr" className="tabular">
            {image.lat === null || image.lng === null ? t('gallery.noPlace') : formatPoint(image.lat, image.lng)}
          </bdi>
          {mayTrack && image.lat !== null && (
            <Link to={`/monitor/playback?${new URLSearchParams({ devices: image.deviceId })}`}>{t('gallery.track')}</Link>
          )}
          <span className={css.grow} />
          <Button
            icon={<LeftOutlined className="directional" aria-hidden />}
            aria-label={t('gallery.previous')}
            disabled={!previous}
            onClick={() => previous && onImage(previous)}
          />
          <Button
            icon={<RightOutlined className="directional" aria-hidden />}
            aria-label={t('gallery.next')}
            disabled={!next}
            onClick={() => next && onImage(next)}
          />
          <Button icon={<DownloadOutlined aria-hidden />} href={`${image.fileUrl}&download=1`} download={image.fileName}>
            {t('gallery.save')}
          </Button>
        </div>
      </div>
    </Modal>
  );
};
