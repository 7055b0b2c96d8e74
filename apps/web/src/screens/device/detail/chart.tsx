import { Suspense } from 'react';
import { lazyPart } from '../../../app/parts/lazy-part.tsx';
import type { ChartProps } from './chart-canvas.tsx';

const ChartCanvas = lazyPart(() => import('./chart-canvas.tsx').then((module) => module.ChartCanvas));

/** A chart; its library is loaded when the first one is drawn. The space is taken from the beginning. */
export const Chart = (props: ChartProps) => (
  <div style={{ blockSize: props.height }}>
    <Suspense fallback={null}>
      <ChartCanvas {...props} />
    </Suspense>
  </div>
);
