import { metresPerPixel } from '@sightline/domain';
import { useEffect, useState, type ReactElement } from 'react';
import { useMap } from '../map-context.ts';

const MAX_PX = 96;
const METRES: Readonly<Record<DistanceUnit, { big: number; small: number; bigName: string; smallName: string }>> = {
  km: { big: 1000, small: 1, bigName: 'km', smallName: 'm' },
  mile: { big: 1609.344, small: 0.3048, bigName: 'mi', smallName: 'ft' },
  nmile: { big: 1852, small: 1, bigName: 'nmi', smallName: 'm' },
};

export type DistanceUnit = 'km' | 'mile' | 'nmile';

export interface Scale {
  readonly label: string;
  readonly px: number;
}

/** The longest round distance (1, 2, 5 times a power of ten) that fits the bar. */
export const scaleFor = (metresPerPx: number, unit: DistanceUnit): Scale => {
  const { big, small, bigName, smallName } = METRES[unit];
  const metres = metresPerPx * MAX_PX;
  const [size, name] = metres >= big ? [big, bigName] : [small, smallName];
  const value = metres / size;
  const power = 10 ** Math.floor(Math.log10(value));
  const round = ([5, 2, 1].find((factor) => factor * power <= value) ?? 1) * power;
  return { label: `${round} ${name}`, px: (round * size) / metresPerPx };
};

export const ScaleBar = ({ unit }: { readonly unit: DistanceUnit }): ReactElement => {
  const { map } = useMap();
  const [scale, setScale] = useState<Scale>({ label: '', px: 0 });
  useEffect(() => {
    const update = (): void => {
      const next = scaleFor(metresPerPixel(map.getZoom(), map.getCenter().lat), unit);
      setScale((known) => (known.label === next.label && Math.abs(known.px - next.px) < 0.5 ? known : next));
    };
    update();
    map.on('move', update);
    return () => {
      map.off('move', update);
    };
  }, [map, unit]);
  return (
    <div className="sl-map-scale" style={{ inlineSize: scale.px }}>
      <bdi dir="ltr">{scale.label}</bdi>
    </div>
  );
};
