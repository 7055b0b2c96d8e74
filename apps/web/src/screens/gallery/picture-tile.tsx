import { FileOutlined } from '@ant-design/icons';
import type { CapturedImage } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { channelName } from '../../ui/channel-name.ts';
import css from './gallery.module.css';

/** What a browser can show; other files are only saved. */
export const isShown = ({ contentType }: CapturedImage): boolean => contentType === 'image/jpeg' || contentType === 'image/png';

/** The picture, loaded when it comes near. */
export const Picture = ({ image, small = false }: { image: CapturedImage; small?: boolean }) => {
  if (!isShown(image))
    return (
      <span className={small ? css.small : css.none} aria-hidden>
        <FileOutlined />
      </span>
    );
  return <img className={small ? css.small : css.picture} src={image.fileUrl} alt="" loading="lazy" decoding="async" />;
};

/** A picture with what is to be known of it. */
export const PictureTile = ({ image }: { image: CapturedImage }) => {
  const { t } = useTranslation();
  return (
    <>
      <Picture image={image} />
      <span className={css.caption}>
        <span className={css.line}>{image.deviceName}</span>
        <span className={css.quiet}>
          <ZonedTime ms={Date.parse(image.captureTime)} />
        </span>
        <span className={css.quiet}>
          {channelName(image.channelId)} · {t(`gallery.sources.${image.source}`)}
        </span>
      </span>
    </>
  );
};
