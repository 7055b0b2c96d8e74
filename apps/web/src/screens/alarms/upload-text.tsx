import type { Alarm } from '@sightline/contract';
import { useTranslation } from 'react-i18next';

/** How far the files of an alarm are, in words. */
export const UploadText = ({ alarm }: { alarm: Pick<Alarm, 'uploadState' | 'finishFile' | 'expFileNum'> }) => {
  const { t } = useTranslation();
  const { uploadState, finishFile, expFileNum } = alarm;
  if (uploadState === 'none') return <>-</>;
  return (
    <span className="tabular">
      {finishFile}/{expFileNum} {t(`alarms.upload.${uploadState}`)}
    </span>
  );
};
