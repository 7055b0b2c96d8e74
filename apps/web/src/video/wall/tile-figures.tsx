import { useTranslation } from 'react-i18next';
import type { TileView } from '../stream/live-tile.ts';
import css from './wall.module.css';

/** Figures of a stream, for whoever wants to know why it looks as it looks; `below` the strip of a talk. */
export const TileFigures = ({ view, below }: { view: TileView; below: boolean }) => {
  const { t, i18n } = useTranslation();
  const { figures, format, path } = view;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const unknown = '–';
  const rows: readonly (readonly [string, string])[] = [
    [t('video.figures.latency'), figures === null || figures.latencyMs === null ? unknown : `${number.format(figures.latencyMs)} ms`],
    [t('video.figures.rate'), figures === null ? unknown : `${number.format(figures.framesPerSecond)} fps`],
    [t('video.figures.bits'), figures === null ? unknown : `${number.format(figures.kbitPerSecond)} kbit/s`],
    [
      t('video.figures.dropped'),
      figures === null ? unknown : `${number.format(figures.dropped)} / ${number.format(figures.dropped + figures.shown)}`,
    ],
    [t('video.figures.picture'), format === null ? unknown : `${format.width}×${format.height} ${format.codecString}`],
    [t('video.figures.path'), path === null ? unknown : t(`video.path.${path}`)],
  ];
  return (
    <dl className={`${css.figures} tabular`} data-below={below || undefined}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};
