import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../api/query.ts';
import { pickLanguage } from '../i18n/i18n.ts';
import { useMapTypeSetting } from '../screens/monitor/console-map.tsx';
import { useSession } from '../session/session.ts';
import { useTheme } from '../theme/theme.tsx';
import { useZone } from '../time/zone.ts';
import { useUnits } from '../units/user-units.ts';
import { PlaybackScreen } from './playback-screen.tsx';
import { readQuery, writeQuery, type PlaybackQuery } from './playback-url.ts';
import { apiPort } from './port.ts';

/** The playback screen with the person's settings and the address of the page around it. */
export const Page = (): ReactElement => {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const theme = useTheme();
  const units = useUnits();
  const zone = useZone();
  const [parameters, setParameters] = useSearchParams();
  const [mapType, setMapType] = useMapTypeSetting();
  const language = pickLanguage([i18n.language]);
  const port = useMemo(() => apiPort(language), [language]);
  // "Today" must not change under the screen at midnight, nor with every render.
  const [openedAtMs] = useState(Date.now);
  const query = useMemo(() => readQuery(parameters, zone, openedAtMs), [parameters, zone, openedAtMs]);
  const change = useCallback((next: PlaybackQuery) => setParameters(writeQuery(next), { replace: true }), [setParameters]);
  const customer = useCall('customer.info', { customerId: user.customerId }, { staleTime: 300_000 });
  const { defaultLat: lat, defaultLon: lon } = customer.data ?? { defaultLat: null, defaultLon: null };
  return (
    <PlaybackScreen
      port={port}
      query={query}
      onQueryChange={change}
      zone={zone}
      theme={theme.appearance}
      language={language}
      accent={theme.colour}
      units={units}
      mapType={mapType}
      onMapTypeChange={setMapType}
      customerPoint={lat !== null && lon !== null ? { lat, lon } : null}
    />
  );
};
