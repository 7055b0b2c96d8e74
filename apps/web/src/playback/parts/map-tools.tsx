import { useEffect, type ReactElement } from 'react';
import { cameraOf, toWorldX, toWorldY } from '../../map/live/camera.ts';
import { useMap } from '../../map/map-context.ts';
import { latToY, lonToX } from '../../map/mercator.ts';
import type { PlayedDevice } from '../use-tracks.ts';

const HIT_PX = 12;

export interface PickedPoint {
  readonly deviceId: string;
  readonly index: number;
}

/** The point of a track nearest to a place, in world units; rejected points only when they are shown. */
export const nearestPoint = (
  devices: readonly PlayedDevice[],
  x: number,
  y: number,
  reach: number,
  withRejected: boolean,
): PickedPoint | null => {
  let best = reach * reach;
  let picked: PickedPoint | null = null;
  for (const { deviceId, track } of devices) {
    for (let index = 0; index < track.count; index++) {
      if (track.flags[index] !== 0 && !withRejected) continue;
      const dx = lonToX(track.lon[index] as number) - x;
      const wrapped = dx - Math.round(dx);
      // Latitudes are the dear part: most points are out already.
      if (!(wrapped * wrapped < best)) continue;
      const dy = latToY(track.lat[index] as number) - y;
      const d2 = wrapped * wrapped + dy * dy;
      if (d2 >= best) continue;
      best = d2;
      picked = { deviceId, index };
    }
  }
  return picked;
};

interface Props {
  readonly devices: readonly PlayedDevice[];
  readonly withRejected: boolean;
  readonly onPick: (point: PickedPoint | null) => void;
}

/** Turns a click on the track into the point that lies there. */
export const PointPicker = ({ devices, withRejected, onPick }: Props): ReactElement | null => {
  const { map } = useMap();
  useEffect(() => {
    const subscription = map.on('click', ({ point }) => {
      const camera = cameraOf(map);
      onPick(nearestPoint(devices, toWorldX(camera, point.x), toWorldY(camera, point.y), HIT_PX / camera.scale, withRejected));
    });
    return () => subscription.unsubscribe();
  }, [map, devices, withRejected, onPick]);
  return null;
};
