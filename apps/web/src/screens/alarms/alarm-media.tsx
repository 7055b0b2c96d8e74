import type { AlarmFile, AlarmFiles } from '@sightline/contract';
import { Alert, Image } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './alarms.module.css';
import type { InStep } from './in-step.ts';
import { channelName } from '../../ui/channel-name.ts';
import { useClip } from './use-clip.ts';

const ClipTile = ({ file, step }: { file: AlarmFile; step: InStep }) => {
  const { t } = useTranslation();
  const clip = useClip(file);
  const video = useRef<HTMLVideoElement>(null);
  const url = clip.state === 'ready' ? clip.url : null;
  useEffect(() => (url !== null && video.current ? step.add(video.current) : undefined), [step, url]);
  return (
    <figure className={css.tile}>
      {url === null ? (
        <div className={css.blank}>{t(clip.state === 'failed' ? 'alarms.clipFailed' : 'alarms.clipLoads')}</div>
      ) : (
        <video ref={video} className={css.clip} src={url} muted playsInline preload="auto" aria-label={file.fileName} />
      )}
      <figcaption>{channelName(file.channelId)}</figcaption>
    </figure>
  );
};

const WithheldNote = () => {
  const { t } = useTranslation();
  return <Alert type="info" showIcon title={t('alarms.withheld')} />;
};

/** Clips of all channels beside each other, in step, and the pictures. */
export const AlarmMedia = ({ files, step }: { files: AlarmFiles; step: InStep }) => (
  <>
    {files.withheld > 0 && <WithheldNote />}
    {files.videos.length > 0 && (
      <div className={css.tiles}>
        {files.videos.map((file) => (
          <ClipTile key={file.id} file={file} step={step} />
        ))}
      </div>
    )}
    {files.images.length > 0 && (
      <div className={css.pictures}>
        <Image.PreviewGroup>
          {files.images.map((file) => (
            <figure key={file.id} className={css.tile}>
              <Image src={file.fileUrl} alt={file.fileName} width={160} height={106} style={{ objectFit: 'cover' }} />
              <figcaption>{channelName(file.channelId)}</figcaption>
            </figure>
          ))}
        </Image.PreviewGroup>
      </div>
    )}
  </>
);
