import type { UserZone } from '@sightline/domain';
import { Select } from 'antd';
import { memo, useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { DEVICES_MAX, RANGE_DAYS, type PlaybackQuery } from '../playback-url.ts';
import type { DeviceChoice, PlaybackPort } from '../port.ts';
import { DateRangePicker } from '../range/date-range-picker.tsx';

const WAIT_MS = 200;
const LIMIT = { mode: null, days: RANGE_DAYS } as const;

interface Props {
  readonly port: PlaybackPort;
  readonly query: PlaybackQuery;
  readonly devices: readonly DeviceChoice[];
  readonly zone: UserZone;
  readonly onChange: (change: Partial<PlaybackQuery>) => void;
}

/** Devices come anew with every part of their tracks; only their names are shown here. */
const isSame = (a: Props, b: Props): boolean =>
  a.port === b.port &&
  a.query === b.query &&
  a.zone === b.zone &&
  a.onChange === b.onChange &&
  a.devices.length === b.devices.length &&
  a.devices.every(({ deviceId, name }, i) => deviceId === b.devices[i]?.deviceId && name === b.devices[i].name);

/** Which devices and when. A change loads at once; there is nothing to confirm. */
export const QueryPanel = memo(({ port, query, devices, zone, onChange }: Props): ReactElement => {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly DeviceChoice[] | 'loading' | 'failed'>('loading');

  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        setFound('loading');
        port.findDevices(text.trim(), abort.signal).then(
          (choices) => !abort.signal.aborted && setFound(choices),
          () => !abort.signal.aborted && setFound('failed'),
        );
      },
      text === '' ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [port, text]);

  const choices = typeof found === 'string' ? [] : found;
  const chosen = devices.map(({ deviceId, name }) => ({ deviceId, name }));
  const options = [...chosen, ...choices.filter((choice) => !query.deviceIds.includes(choice.deviceId))].map(({ deviceId, name }) => ({
    value: deviceId,
    label: name === deviceId ? name : `${name} (${deviceId})`,
  }));
  return (
    <div className="sl-playback-query">
      <label htmlFor="playback-devices">{t('playback.devices')}</label>
      <Select
        id="playback-devices"
        mode="multiple"
        maxCount={DEVICES_MAX}
        value={[...query.deviceIds]}
        options={options}
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={found === 'loading'}
        placeholder={t('playback.devicesHint')}
        notFoundContent={t(found === 'failed' ? 'playback.searchFailed' : found === 'loading' ? 'playback.searching' : 'playback.noDevice')}
        onChange={(deviceIds: string[]) => onChange({ deviceIds, atMs: null })}
      />
      <span className="sl-playback-label">{t('playback.range')}</span>
      <DateRangePicker
        zone={zone}
        label={t('playback.range')}
        limit={LIMIT}
        value={[query.fromMs, query.toMs]}
        onChange={([fromMs, toMs]) => onChange({ fromMs, toMs, atMs: null })}
      />
    </div>
  );
}, isSame);
