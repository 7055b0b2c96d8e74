import type { CameraClip } from '@sightline/contract';
import { Alert, Button, Modal, Spin } from 'antd';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { useFormatInstant } from '../time/zone.ts';
import { useDialogFocus } from '../ui/use-dialog-focus.ts';
import { clipFile, downloadAddress } from './clip-file.ts';
import css from './clip-player.module.css';
import { defaultChannelName } from './wall/cameras-of.ts';

/** Why there is no picture. */
type Trouble = { readonly kind: 'looking' | 'notPlayed' | 'gone' } | { readonly kind: 'failed'; readonly text: string };

/** Plays a clip that is kept here. Some recorders bring files that no browser plays: those are for downloading. */
export const ClipPlayer = ({ clip, onClose }: { readonly clip: CameraClip; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { content, afterOpenChange } = useDialogFocus();
  const [source, setSource] = useState({ url: clip.fileUrl, fromS: 0 });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const format = useFormatInstant();
  const name = `${clip.deviceName} · ${defaultChannelName(clip.channelId)}`;
  // The element does not say why: a link that has ended, a file that was deleted, one that it cannot decode, no network.
  const look = async ({ currentTarget: { currentTime } }: SyntheticEvent<HTMLVideoElement>): Promise<void> => {
    setTrouble({ kind: 'looking' });
    try {
      const url = await clipFile(clip.id);
      if (url === null) return setTrouble({ kind: 'gone' });
      if (url === source.url) return setTrouble({ kind: 'notPlayed' });
      setSource({ url, fromS: currentTime });
      setTrouble(null);
    } catch (error) {
      setTrouble({ kind: 'failed', text: describeError(error).text });
    }
  };
  return (
    <Modal
      open
      width={900}
      centered
      title={`${name} · ${format(Date.parse(clip.fileStartTime))}`}
      footer={null}
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content} className={css.frame}>
        {trouble === null ? (
          // What a camera of a vehicle heard has no subtitles. The focus begins here: space plays and pauses, the arrows seek.
          <video
            className={css.clip}
            src={source.url ?? undefined}
            controls
            autoPlay
            tabIndex={0}
            aria-label={name}
            onLoadedMetadata={({ currentTarget }) => {
              if (source.fromS > 0) currentTarget.currentTime = source.fromS;
            }}
            onError={(event) => void look(event)}
          />
        ) : (
          <div className={css.trouble} role="status">
            {trouble.kind === 'looking' && <Spin aria-label={t('ui.loading')} />}
            {trouble.kind === 'gone' && <Alert type="warning" showIcon title={t('video.clips.gone')} />}
            {trouble.kind === 'failed' && (
              <Alert
                type="error"
                showIcon
                title={trouble.text}
                action={<Button onClick={() => setTrouble(null)}>{t('ui.retry')}</Button>}
              />
            )}
            {trouble.kind === 'notPlayed' && (
              <Alert
                type="info"
                showIcon
                title={t('video.clips.notPlayed')}
                action={source.url !== null && <Button href={downloadAddress(source.url)}>{t('video.clips.download')}</Button>}
              />
            )}
          </div>
        )}
      </div>
    </Modal>
  );
};
