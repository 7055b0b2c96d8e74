import { useCallback, useMemo, useEffect, type ReactElement } from 'react';
import { cameraOf, toPixelX, toPixelY, type Camera } from '../../map/live/camera.ts';
import { MarkerPictures } from '../../map/live/draw-marker.ts';
import { drawSingle } from '../../map/live/draw-scene.ts';
import { latToY, lonToX } from '../../map/mercator.ts';
import { useMap } from '../../map/map-context.ts';
import { OverlayCanvas } from '../../map/parts/overlay-canvas.tsx';
import type { PlaybackCursor } from '../cursor.ts';
import type { PlayedDevice } from '../use-tracks.ts';
import { spotAt } from './lookup.ts';
import { useLatest } from '../../ui/use-latest.ts';

const MOVING = 4;
const STOPPED = 2;
/** The picture follows the device when it comes this near to the edge. */
const EDGE_PX = 60;

interface Props {
  readonly devices: readonly PlayedDevice[];
  readonly cursor: PlaybackCursor;
  /** Keeps the first device in the picture while it plays. */
  readonly follow: boolean;
}

/** The devices where they were at the cursor. */
export const CursorLayer = ({ devices, cursor, follow }: Props): ReactElement => {
  const { map, theme } = useMap();
  const pictures = useMemo(() => new MarkerPictures(theme, devicePixelRatio), [theme]);
  const following = useLatest(follow);

  const paint = useCallback(
    (c: CanvasRenderingContext2D, camera: Camera) => {
      for (const { track, colour, name } of devices) {
        const spot = spotAt(track, cursor.state.atMs);
        if (spot === null) continue;
        const world = lonToX(spot.lon);
        const x = toPixelX(camera, world + Math.round(camera.centreX - world));
        const y = toPixelY(camera, latToY(spot.lat));
        c.beginPath();
        c.arc(x, y, 16.5, 0, Math.PI * 2);
        c.lineWidth = 3;
        c.strokeStyle = colour;
        c.stroke();
        drawSingle(c, pictures, { status: spot.speedKph >= 3 ? MOVING : STOPPED, alarm: false }, x, y, spot.course);
        if (devices.length < 2) continue;
        c.font = '500 11px system-ui, "Noto Sans CJK SC", sans-serif';
        c.textAlign = 'center';
        c.textBaseline = 'top';
        c.lineWidth = 3;
        c.strokeStyle = theme === 'dark' ? '#11181f' : '#ffffff';
        c.strokeText(name, x, y + 20);
        c.fillStyle = theme === 'dark' ? '#c3ccd6' : '#3d434b';
        c.fillText(name, x, y + 20);
      }
    },
    [devices, cursor, pictures, theme],
  );

  useEffect(
    () =>
      cursor.subscribe(({ playing, atMs }) => {
        const first = devices[0];
        if (!playing || !following.current || first === undefined || map.isMoving()) return;
        const spot = spotAt(first.track, atMs);
        if (spot === null) return;
        const camera = cameraOf(map);
        const x = toPixelX(camera, lonToX(spot.lon));
        const y = toPixelY(camera, latToY(spot.lat));
        const outside = x < EDGE_PX || y < EDGE_PX || x > camera.width - EDGE_PX || y > camera.height - EDGE_PX;
        if (outside) map.easeTo({ center: [spot.lon, spot.lat], duration: 350 });
      }),
    [cursor, devices, map, following],
  );
  const subscribe = useCallback((onChange: () => void) => cursor.subscribe(onChange), [cursor]);
  return <OverlayCanvas paint={paint} subscribe={subscribe} />;
};
