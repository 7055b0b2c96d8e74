import { useEffect, useRef, type ReactElement } from 'react';
import { cameraOf, type Camera } from '../live/camera.ts';
import { useMap } from '../map-context.ts';

export type Paint = (context: CanvasRenderingContext2D, camera: Camera) => void;

interface Props {
  readonly paint: Paint;
  /** Calls back when something that `paint` reads has changed; left out when only the map moves. Answers how to stop. */
  readonly subscribe?: (onChange: () => void) => () => void;
}

/**
 * A canvas over the map that is painted in the map's own frames, and again whenever `paint` changes. Coordinates are
 * CSS pixels. It lets the pointer through.
 */
export const OverlayCanvas = ({ paint, subscribe }: Props): ReactElement => {
  const { map } = useMap();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const draw = (): void => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context) return;
      const camera = cameraOf(map);
      const ratio = devicePixelRatio;
      const width = Math.round(camera.width * ratio);
      const height = Math.round(camera.height * ratio);
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, camera.width, camera.height);
      paint(context, camera);
    };
    let frame = 0;
    const repaint = (): void => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        draw();
      });
    };
    repaint();
    map.on('render', draw);
    const stop = subscribe?.(repaint);
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
      map.off('render', draw);
    };
  }, [map, paint, subscribe]);

  return <canvas ref={canvas} className="sl-map-overlay" aria-hidden="true" />;
};
