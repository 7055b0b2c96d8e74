import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { pickLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live.ts';
import type { MapTypeId } from '../../map/map-types.ts';
import { MapView, type MapViewHandle } from '../../map/map-view.tsx';
import { useMapTypeOfPerson } from '../../session/map-choice.ts';
import { changeSettings, useSession } from '../../session/session.ts';
import { useTheme } from '../../theme/theme.tsx';
import type { MonitorState } from './monitor-url.ts';

interface ConsoleMapProps {
  readonly ref: Ref<MapViewHandle>;
  readonly state: MonitorState;
  readonly matches: Uint8Array | null;
  readonly onSelect: (deviceId: string | null, additive: boolean) => void;
  readonly onFollowBroken: () => void;
}

/** Keeps the map type in the person's settings; a demo account changes it on screen alone. */
export const useMapTypeSetting = (): readonly [MapTypeId, (type: MapTypeId) => void] => {
  const { user } = useSession();
  const { message } = App.useApp();
  const save = useMutation({
    mutationFn: (map: MapTypeId) => call('user.setting.map', { userId: user.id, map }),
    onError: (error) => message.error(describeError(error).text),
  });
  const change = (map: MapTypeId): void => {
    changeSettings({ map });
    if (!user.demo) save.mutate(map);
  };
  return [useMapTypeOfPerson(), change];
};

/** The map of the console, with what it needs of the person's settings. */
export const ConsoleMap = ({ ref, state, matches, onSelect, onFollowBroken }: ConsoleMapProps) => {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const theme = useTheme();
  const [mapType, setMapType] = useMapTypeSetting();
  const customer = useCall('customer.info', { customerId: user.customerId }, { staleTime: 300_000 });
  const { defaultLat: lat, defaultLon: lon } = customer.data ?? { defaultLat: null, defaultLon: null };
  return (
    <MapView
      ref={ref}
      store={liveStore}
      theme={theme.appearance}
      accent={theme.colour}
      language={pickLanguage([i18n.language])}
      mapType={mapType}
      onMapTypeChange={setMapType}
      customerPoint={lat !== null && lon !== null ? { lat, lon } : null}
      selection={state.selection}
      follow={state.follow}
      statusMask={state.statusMask}
      slotFilter={matches}
      onSelect={onSelect}
      onFollowBroken={onFollowBroken}
    />
  );
};
