import type { TripSegment } from '@sightline/contract';
import { consumptionPer100km, fuelUsedBetween } from '@sightline/domain';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserUnits } from '../../units/user-units.ts';
import type { PlaybackPort } from '../port.ts';

interface Props {
  readonly trip: TripSegment;
  readonly port: Pick<PlaybackPort, 'point'>;
  readonly units: UserUnits;
}

/** Fuel and consumption of a trip by the counter that the device sends; nothing for one that sends none. */
export const TripFuel = ({ trip, port, units }: Props): ReactElement | null => {
  const { t } = useTranslation();
  const [litres, setLitres] = useState<number | null>(null);
  const { deviceId, startTime, endTime } = trip;
  useEffect(() => {
    const abort = new AbortController();
    setLitres(null);
    Promise.all([startTime, endTime].map((time) => port.point(deviceId, Date.parse(time), abort.signal))).then(
      ([first, last]) => setLitres(first && last ? fuelUsedBetween(first.attributes, last.attributes) : null),
      // A trip is told without its fuel.
      () => undefined,
    );
    return () => abort.abort();
  }, [port, deviceId, startTime, endTime]);
  if (litres === null) return null;
  const used = consumptionPer100km(litres, trip.totalMileage);
  const consumption = used === null ? '' : units.consumption(used);
  return (
    <p className="tabular">
      {consumption === ''
        ? t('playback.tripFuel', { volume: units.volume(litres) })
        : t('playback.tripConsumption', { volume: units.volume(litres), consumption })}
    </p>
  );
};
