import type { LicenseStatus } from '@sightline/domain';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { daysText } from './license-text.ts';
import css from './license.module.css';

type Tone = 'plain' | 'warn' | 'danger';

const STATUS_TONES: Readonly<Record<LicenseStatus, Tone>> = {
  new: 'plain',
  opened: 'warn',
  bound: 'plain',
  expired: 'danger',
  locked: 'danger',
  spent: 'plain',
};
const SOON_DAYS = 7;

/** The state of a licence in a word. */
export const LicenseStatusMark = ({ status }: { status: LicenseStatus }) => {
  const { t } = useTranslation();
  return (
    <Tag variant="filled" className={css.mark} data-tone={STATUS_TONES[status]}>
      {t(`license.status.${status}`)}
    </Tag>
  );
};

/** How long a licence still runs, or since when it has ended. */
export const DaysMark = ({ days }: { days: number }) => (
  <Tag variant="filled" className={css.mark} data-tone={days < 0 ? 'danger' : days <= SOON_DAYS ? 'warn' : 'plain'}>
    {daysText(days)}
  </Tag>
);
