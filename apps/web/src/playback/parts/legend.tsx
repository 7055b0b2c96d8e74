import { SPEED_CLASSES } from '@sightline/domain';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** Colours of the track by speed. */
export const Legend = ({ formatSpeed }: { readonly formatSpeed: (kph: number) => string }): ReactElement => {
  const { t } = useTranslation();
  return (
    <ul className="sl-playback-legend" aria-label={t('playback.legend')}>
      {SPEED_CLASSES.map(({ name, colour, fromKph }, i) => (
        <li key={name}>
          <i style={{ background: colour }} aria-hidden="true" />
          <bdi dir="ltr">{i === 0 ? t('playback.standing') : `≥ ${formatSpeed(fromKph)}`}</bdi>
        </li>
      ))}
    </ul>
  );
};
