import { useCallback, useEffect, useMemo, useRef, type ReactElement } from 'react';
import { cameraOf, toPixelX, toPixelY, viewOf, type Camera } from '../../map/live/camera.ts';
import { isAlive } from '../../map/create-map.ts';
import { useMap } from '../../map/map-context.ts';
import { OverlayCanvas } from '../../map/parts/overlay-canvas.tsx';
import type { PlayedDevice } from '../use-tracks.ts';
import { scaleOf, latToY, lonToX } from '../../map/mercator.ts';
import { StrokeLayer } from './stroke-layer.ts';
import { TrackClient } from './track-client.ts';
import { OVERVIEW, type FromTrackWorker, type PartPicture } from './track-messages.ts';
import { useLatest } from '../../ui/use-latest.ts';

const LAYER = 'playback-track';
/** Zoom levels of the library between two pictures while the map is zoomed. */
const ZOOM_STEP = 0.5;
const ARROW_PX = 14;

/** An arrow head that points to the right, drawn at the screen's density. */
const arrowPicture = (ratio: number): OffscreenCanvas => {
  const side = Math.round(ARROW_PX * ratio);
  const picture = new OffscreenCanvas(side, side);
  const context = picture.getContext('2d');
  if (!context) throw new Error('no canvas for the arrow');
  context.scale(ratio, ratio);
  context.beginPath();
  context.moveTo(4.5, 3);
  context.lineTo(10, 7);
  context.lineTo(4.5, 11);
  context.lineWidth = 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = '#ffffff';
  context.stroke();
  return picture;
};

/** `arrows` of a picture that was made for a view, on a camera that may have moved on. */
const drawArrows = (c: CanvasRenderingContext2D, picture: OffscreenCanvas, camera: Camera, { view, parts }: FromTrackWorker): void => {
  const factor = camera.scale / scaleOf(view.zoom);
  const away = (view.west + view.east) / 2 - camera.centreX;
  const left = (away - Math.round(away)) * camera.scale + camera.width / 2;
  const top = toPixelY(camera, (view.north + view.south) / 2);
  for (const { arrows } of parts) {
    for (let i = 0; i < arrows.length; i += 3) {
      c.save();
      c.translate(left + (arrows[i] as number) * factor, top + (arrows[i + 1] as number) * factor);
      c.rotate(arrows[i + 2] as number);
      c.drawImage(picture, -ARROW_PX / 2, -ARROW_PX / 2, ARROW_PX, ARROW_PX);
      c.restore();
    }
  }
};

interface Props {
  readonly devices: readonly PlayedDevice[];
  readonly showRejected: boolean;
  /** `whole`: the line of all that was asked for is on the screen, at least in overview. */
  readonly onPainted?: (whole: boolean) => void;
}

/** Tracks coloured by speed: a worker gives what is seen at this zoom, the map draws it. */
export const TrackLayer = ({ devices, showRejected, onPainted }: Props): ReactElement => {
  const { map, theme } = useMap();
  const client = useRef<TrackClient>(null);
  const layer = useRef<StrokeLayer>(null);
  const answer = useRef<FromTrackWorker>(null);
  const sent = useRef(new Map<string, object>());
  const sentOverviews = useRef(new Map<string, object>());
  const painted = useLatest(onPainted);
  const arrow = useMemo(() => arrowPicture(devicePixelRatio), []);

  useEffect(() => {
    if (!isAlive(map)) return;
    const handedOver = sent.current;
    const handedOverviews = sentOverviews.current;
    const strokes = new StrokeLayer(LAYER);
    map.addLayer(strokes);
    layer.current = strokes;
    const receive = (answered: FromTrackWorker): void => {
      // An overview may have been taken away while the worker drew it.
      const parts = answered.parts.filter(({ deviceId, offset }) => offset !== OVERVIEW || handedOverviews.has(deviceId));
      const found = { ...answered, parts };
      if (found.whole) strokes.clear();
      for (const { deviceId, offset, mesh } of found.parts) strokes.add(deviceId, offset, found.view, mesh);
      answer.current = found.whole || answer.current === null ? found : { ...found, parts: [...answer.current.parts, ...found.parts] };
      map.triggerRepaint();
      if (found.parts.some(({ mesh }) => mesh.length > 0)) {
        const whole = answer.current.parts.some(({ offset }) => offset === OVERVIEW);
        map.once('render', () => painted.current?.(whole));
      }
    };
    const made = new TrackClient(receive);
    client.current = made;
    let askedZoom = map.getZoom();
    const ask = (): void => {
      askedZoom = map.getZoom();
      made.ask(viewOf(cameraOf(map)));
    };
    // In the middle of a zoom another picture is worth it only where its detail differs.
    const onZoom = (): void => {
      if (Math.abs(map.getZoom() - askedZoom) >= ZOOM_STEP) ask();
    };
    // The library restores its own layers after a lost context; what was drawn in this one is gone as well.
    const onStyle = (): void => {
      if (map.getLayer(LAYER) === undefined) map.addLayer(strokes);
      ask();
    };
    map.on('moveend', ask);
    map.on('zoom', onZoom);
    map.on('resize', ask);
    map.on('style.load', onStyle);
    ask();
    return () => {
      map.off('moveend', ask);
      map.off('zoom', onZoom);
      map.off('resize', ask);
      map.off('style.load', onStyle);
      handedOver.clear();
      handedOverviews.clear();
      answer.current = null;
      made.close();
      if (isAlive(map) && map.getLayer(LAYER) !== undefined) map.removeLayer(LAYER);
    };
  }, [map, painted]);

  useEffect(() => {
    const strokes = layer.current;
    if (strokes === null || !isAlive(map)) return;
    strokes.theme = theme;
    strokes.colours = new Map(devices.map(({ deviceId, colour }) => [deviceId, colour]));
    map.triggerRepaint();
  }, [map, theme, devices]);

  useEffect(() => {
    const current = client.current;
    if (current === null) return;
    const without = (gone: (part: PartPicture) => boolean): void => {
      const shown = answer.current;
      if (shown !== null) answer.current = { ...shown, parts: shown.parts.filter((part) => !gone(part)) };
      map.triggerRepaint();
    };
    const forget = (from: TrackClient, deviceId: string): void => {
      from.forget(deviceId);
      sentOverviews.current.delete(deviceId);
      layer.current?.clear(deviceId);
      without((part) => part.deviceId === deviceId);
    };
    const present = new Set(devices.map((device) => device.deviceId));
    for (const deviceId of sent.current.keys()) {
      if (present.has(deviceId)) continue;
      sent.current.delete(deviceId);
      forget(current, deviceId);
    }
    for (const { deviceId, track } of devices) {
      if (sent.current.get(deviceId) === track) continue;
      // Another query begins with an empty track: what the worker has is of the one before.
      sent.current.set(deviceId, track);
      if (track.count === 0) forget(current, deviceId);
      else current.setTrack(deviceId, track);
    }
    for (const { deviceId, overview } of devices) {
      if ((sentOverviews.current.get(deviceId) ?? null) === overview) continue;
      current.setOverview(deviceId, overview);
      if (overview !== null) sentOverviews.current.set(deviceId, overview);
      else {
        sentOverviews.current.delete(deviceId);
        without(({ deviceId: id, offset }) => id === deviceId && offset === OVERVIEW);
        layer.current?.clear(deviceId, OVERVIEW);
      }
    }
  }, [map, devices]);

  const paint = useCallback(
    (c: CanvasRenderingContext2D, camera: Camera) => {
      const shown = answer.current;
      if (shown === null) return;
      const paper = theme === 'dark' ? '#11181f' : '#ffffff';
      drawArrows(c, arrow, camera, shown);
      for (const { deviceId, dots, rejected } of shown.parts) {
        const device = devices.find((one) => one.deviceId === deviceId);
        if (!device) continue;
        const { track, colour } = device;
        const at = (index: number): readonly [number, number] => {
          const x = lonToX(track.lon[index] as number);
          return [toPixelX(camera, x + Math.round(camera.centreX - x)), toPixelY(camera, latToY(track.lat[index] as number))];
        };
        c.lineWidth = 1.2;
        c.strokeStyle = colour;
        c.fillStyle = paper;
        for (const index of dots) {
          const [x, y] = at(index);
          c.beginPath();
          c.arc(x, y, 2.6, 0, Math.PI * 2);
          c.fill();
          c.stroke();
        }
        if (!showRejected) continue;
        c.lineWidth = 1.8;
        c.strokeStyle = '#c0262d';
        for (const index of rejected) {
          const [x, y] = at(index);
          c.beginPath();
          c.setLineDash([3, 2]);
          c.arc(x, y, 5, 0, Math.PI * 2);
          c.stroke();
        }
        c.setLineDash([]);
      }
    },
    [devices, arrow, showRejected, theme],
  );
  return <OverlayCanvas paint={paint} />;
};
