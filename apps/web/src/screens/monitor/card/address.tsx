import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { useUnits } from '../../../units/user-units.ts';
import css from './card.module.css';

/** 1e-4 degrees, about 11 m: nearer places share one answer. */
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/**
 * The address of a place, looked up when asked for. A failure or an empty answer stays a link that tries again. When the
 * device has moved on, the link comes back: an address must not be shown for another place.
 */
export const Address = ({ lat, lon }: { lat: number; lon: number }) => {
  const { t } = useTranslation();
  const place = { lat: round(lat), lon: round(lon) };
  const [asked, setAsked] = useState<typeof place | null>(null);
  const isAsked = asked !== null && asked.lat === place.lat && asked.lon === place.lon;
  const language = currentLanguage();
  const { choice } = useUnits();
  const query = useQuery({
    // The server tells distances in the person's unit.
    queryKey: ['common.poi', place, language, choice.distance],
    queryFn: ({ signal }) => call('common.poi', { ...place, language }, { signal }),
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
  });
  const failed = isAsked && !query.isFetching && (query.isError || query.data?.displayName === '');
  if (isAsked && query.isFetching) return <span className={css.muted}>{t('monitor.addressLoading')}</span>;
  if (query.data && query.data.displayName !== '') return <span>{query.data.displayName}</span>;
  return (
    <button type="button" className={css.link} onClick={() => (failed ? void query.refetch() : setAsked(place))}>
      {t(failed ? 'monitor.addressFailed' : 'monitor.addressShow')}
    </button>
  );
};
