import { lazy, Suspense } from 'react';
import { retryImport } from '../../../app/retry-import.ts';
import type { ChartProps } from './chart-canvas.tsx';

const ChartCanvas = lazy(() => retryImport(() => import('./chart-canvas.tsx')).then((module) => ({ default: module.ChartCanvas })));

/** A chart; its library is loaded when the first one is drawn. The space is taken from the beginning. */
export const Chart = (props: ChartProps) => (
  <div style={{ blockSize: props.height }}>
    <Suspense fallback={null}>
      <ChartCanvas {...props} />
    </Suspense>
  </div>
);
