import { tankHeightMm, type FuelTank } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import css from './sensors.module.css';
import { drawnBox } from './tank-shape.ts';

const WIDTH = 260;
const HEIGHT = 170;
/** Room for the sizes beside and below the tank. */
const ROOM = { width: WIDTH - 2 * 62, height: HEIGHT - 2 * 26 };

/** The tank to scale, half full, with its sizes. It follows what is typed. */
export const TankDrawing = ({ tank }: { tank: FuelTank }) => {
  const { t } = useTranslation();
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={css.drawing}
      role="img"
      aria-label={t('detail.tankDrawing', { height: tankHeightMm(tank) })}
    >
      {tank.shape === 'cuboid' ? <Cuboid {...tank} /> : tank.lying ? <Lying {...tank} /> : <Standing {...tank} />}
    </svg>
  );
};

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;

const Cuboid = ({ lengthMm, widthMm, heightMm }: Extract<FuelTank, { shape: 'cuboid' }>) => {
  const { width, height, depth } = drawnBox(lengthMm, heightMm, widthMm, ROOM);
  const x = (WIDTH - width - depth) / 2;
  const y = (HEIGHT - height + depth) / 2;
  const half = y + height / 2;
  return (
    <>
      <polygon className={css.liquid} points={[at(x, half), at(x + width, half), at(x + width, y + height), at(x, y + height)].join(' ')} />
      <polygon
        className={css.surface}
        points={[at(x, half), at(x + depth, half - depth), at(x + width + depth, half - depth), at(x + width, half)].join(' ')}
      />
      <rect className={css.edge} x={x} y={y} width={width} height={height} />
      <polyline
        className={css.edge}
        points={[at(x, y), at(x + depth, y - depth), at(x + width + depth, y - depth), at(x + width, y)].join(' ')}
      />
      <polyline
        className={css.edge}
        points={[at(x + width + depth, y - depth), at(x + width + depth, y + height - depth), at(x + width, y + height)].join(' ')}
      />
      <Size x={x + width / 2} y={y + height + 15} text={lengthMm} />
      <Size x={x - 4} y={y + height / 2} text={heightMm} anchor="end" />
      <Size x={x + width + depth / 2 + 6} y={y + height - depth / 2 + 12} text={widthMm} anchor="start" />
    </>
  );
};

const Lying = ({ lengthMm, diameterMm }: Extract<FuelTank, { shape: 'cylinder' }>) => {
  const { width, height } = drawnBox(lengthMm + diameterMm * 0.35, diameterMm, 0, ROOM);
  const r = height / 2;
  const rx = r * 0.35;
  const x = (WIDTH - width) / 2 + rx;
  const body = width - 2 * rx;
  const y = HEIGHT / 2;
  return (
    <>
      <path
        className={css.liquid}
        d={`M ${x - rx} ${y} A ${rx} ${r} 0 0 0 ${x} ${y + r} H ${x + body} A ${rx} ${r} 0 0 0 ${x + body + rx} ${y} Z`}
      />
      <ellipse className={css.edge} cx={x + body} cy={y} rx={rx} ry={r} />
      <path className={css.edge} d={`M ${x + body} ${y - r} H ${x} A ${rx} ${r} 0 0 0 ${x} ${y + r} H ${x + body}`} />
      <Size x={x + body / 2} y={y + r + 15} text={lengthMm} />
      <Size x={x - rx - 4} y={y - 4} text={diameterMm} anchor="end" prefix="Ø " />
    </>
  );
};

const Standing = ({ lengthMm, diameterMm }: Extract<FuelTank, { shape: 'cylinder' }>) => {
  const { width, height } = drawnBox(diameterMm, lengthMm + diameterMm * 0.35, 0, ROOM);
  const r = width / 2;
  const ry = r * 0.35;
  const x = WIDTH / 2;
  const top = (HEIGHT - height) / 2 + ry;
  const body = height - 2 * ry;
  const half = top + body / 2;
  return (
    <>
      <path className={css.liquid} d={`M ${x - r} ${half} V ${top + body} A ${r} ${ry} 0 0 0 ${x + r} ${top + body} V ${half} Z`} />
      <ellipse className={css.surface} cx={x} cy={half} rx={r} ry={ry} />
      <ellipse className={css.edge} cx={x} cy={top} rx={r} ry={ry} />
      <path className={css.edge} d={`M ${x - r} ${top} V ${top + body} A ${r} ${ry} 0 0 0 ${x + r} ${top + body} V ${top}`} />
      <Size x={x} y={top + body + ry + 15} text={diameterMm} prefix="Ø " />
      <Size x={x - r - 4} y={top + body / 2} text={lengthMm} anchor="end" />
    </>
  );
};

const Size = ({ x, y, text, anchor = 'middle', prefix = '' }: { x: number; y: number; text: number; anchor?: string; prefix?: string }) => (
  <text className={css.size} x={x} y={y} textAnchor={anchor as 'start' | 'middle' | 'end'}>
    {prefix}
    {text} mm
  </text>
);
