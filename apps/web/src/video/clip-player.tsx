import type { CameraClip } from '@sightline/contract';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultChannelName } from './wall/cameras-of.ts';
import css from './clip-player.module.css';

/** Plays a clip that is kept here. Some recorders bring files that no browser plays: those are for downloading. */
export const ClipPlayer = ({ clip, onClose }: { readonly clip: CameraClip; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  const name = `${clip.deviceName} · ${defaultChannelName(clip.channelId)}`;
  return (
    <Modal open width={900} title={name} footer={null} onCancel={onClose} destroyOnHidden>
      {failed ? (
        <Alert type="info" showIcon title={t('video.clips.notPlayed')} />
      ) : (
        // What a camera of a vehicle heard has no subtitles.
        <video className={css.clip} src={clip.fileUrl ?? undefined} controls autoPlay aria-label={name} onError={() => setFailed(true)} />
      )}
    </Modal>
  );
};
