import type { Feature, FeatureCollection, MultiLineString } from 'geojson';
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import { SPEED_CLASSES } from '@sightline/domain';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { cameraOf, toPixelX, toPixelY, viewOf, type Camera } from '../../map/live/camera.ts';
import { latToY, lonToX } from '../../map/mercator.ts';
import { isAlive } from '../../map/create-map.ts';
import { useMap } from '../../map/map-context.ts';
import { OverlayCanvas } from '../../map/parts/overlay-canvas.tsx';
import type { PlayedDevice } from '../use-tracks.ts';
import type { PackedLines } from './geometry.ts';
import { TrackClient } from './track-client.ts';
import type { DevicePicture } from './track-messages.ts';
import { useLatest } from '../../ui/use-latest.ts';

const ARROW = 'playback-arrow';
const SOURCE = 'playback-track';
/** Zoom levels of the library between two pictures while the map is zoomed. */
const ZOOM_STEP = 0.5;
const COLOUR_OF_CLASS = ['match', ['get', 'speedClass'], ...SPEED_CLASSES.flatMap(({ colour }, i) => [i, colour]), '#7b8794'];

/** An arrow head that points along the line, drawn at the screen's density. */
const arrowPicture = (ratio: number): ImageData => {
  const side = Math.round(14 * ratio);
  const context = new OffscreenCanvas(side, side).getContext('2d');
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
  return context.getImageData(0, 0, side, side);
};

const unpack = ({ coordinates, ends }: PackedLines): number[][][] => {
  const lines: number[][][] = [];
  let at = 0;
  for (const end of ends) {
    const line: number[][] = [];
    for (; at < end; at++) line.push([coordinates[at * 2] as number, coordinates[at * 2 + 1] as number]);
    lines.push(line);
  }
  return lines;
};

type TrackFeature = Feature<MultiLineString, { readonly speedClass: number; readonly colour: string }>;

const featuresOf = (pictures: readonly DevicePicture[], colours: ReadonlyMap<string, string>): FeatureCollection => {
  const features: TrackFeature[] = [];
  for (const { deviceId, picture } of pictures) {
    picture.lines.forEach((group, speedClass) => {
      if (group.ends.length === 0) return;
      features.push({
        type: 'Feature',
        properties: { speedClass, colour: colours.get(deviceId) ?? '#7048e8' },
        geometry: { type: 'MultiLineString', coordinates: unpack(group) },
      });
    });
  }
  return { type: 'FeatureCollection', features };
};

/** `several`: the lines carry the devices' colours as a casing, so that both speed and device can be read. */
const addLayers = (map: LibraryMap): (() => void) => {
  map.addImage(ARROW, arrowPicture(devicePixelRatio), { pixelRatio: devicePixelRatio });
  map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, tolerance: 0, buffer: 32 });
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer({
    id: `${SOURCE}-casing`,
    type: 'line',
    source: SOURCE,
    layout: round,
    paint: { 'line-color': ['get', 'colour'], 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 4, 14, 9], 'line-opacity': 0.55 },
  });
  map.addLayer({
    id: SOURCE,
    type: 'line',
    source: SOURCE,
    layout: round,
    paint: { 'line-color': COLOUR_OF_CLASS as never, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 2, 14, 5] },
  });
  map.addLayer({
    id: ARROW,
    type: 'symbol',
    source: SOURCE,
    minzoom: 11,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 70,
      'icon-image': ARROW,
      'icon-size': 1,
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': false,
      'icon-padding': 1,
    },
  });
  return () => {
    if (!isAlive(map)) return;
    for (const id of [ARROW, SOURCE, `${SOURCE}-casing`]) map.removeLayer(id);
    map.removeSource(SOURCE);
    map.removeImage(ARROW);
  };
};

interface Props {
  readonly devices: readonly PlayedDevice[];
  readonly showRejected: boolean;
  readonly onPainted?: () => void;
}

/** Tracks coloured by speed: a worker gives what is seen at this zoom, the map draws it. */
export const TrackLayer = ({ devices, showRejected, onPainted }: Props): ReactElement => {
  const { map, theme } = useMap();
  const [pictures, setPictures] = useState<readonly DevicePicture[]>([]);
  const client = useRef<TrackClient>(null);
  const sent = useRef(new Map<string, object>());
  const painted = useLatest(onPainted);

  useEffect(() => {
    if (!isAlive(map)) return;
    const remove = addLayers(map);
    const made = new TrackClient(({ pictures: found }) => setPictures(found));
    client.current = made;
    const handedOver = sent.current;
    let askedZoom = map.getZoom();
    const ask = (): void => {
      askedZoom = map.getZoom();
      made.ask(viewOf(cameraOf(map)));
    };
    // In the middle of a zoom another picture is worth it only where its detail differs.
    const onZoom = (): void => {
      if (Math.abs(map.getZoom() - askedZoom) >= ZOOM_STEP) ask();
    };
    map.on('moveend', ask);
    map.on('zoom', onZoom);
    return () => {
      map.off('moveend', ask);
      map.off('zoom', onZoom);
      handedOver.clear();
      made.close();
      remove();
    };
  }, [map]);

  useEffect(() => {
    const current = client.current;
    if (current === null) return;
    const present = new Set(devices.map((device) => device.deviceId));
    for (const deviceId of sent.current.keys()) {
      if (present.has(deviceId)) continue;
      sent.current.delete(deviceId);
      current.forget(deviceId);
    }
    for (const { deviceId, track } of devices) {
      if (sent.current.get(deviceId) === track) continue;
      // Another query begins with an empty track: what the worker has is of the one before.
      if (track.count === 0) current.forget(deviceId);
      sent.current.set(deviceId, track);
      if (track.count === 0) continue;
      current.setTrack(deviceId, track);
    }
    current.ask(viewOf(cameraOf(map)));
  }, [map, devices]);

  const colours = devices.map((device) => `${device.deviceId}:${device.colour}`).join();
  useEffect(() => {
    const byId = new Map(colours.split(',').map((pair) => pair.split(':') as [string, string]));
    if (!isAlive(map)) return;
    map.getSource<GeoJSONSource>(SOURCE)?.setData(featuresOf(pictures, byId));
    if (!pictures.some(({ picture }) => picture.vertices > 0)) return;
    const loaded = map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
      if (sourceId !== SOURCE || !isSourceLoaded) return;
      loaded.unsubscribe();
      map.once('render', () => painted.current?.());
    });
    return () => loaded.unsubscribe();
  }, [map, pictures, colours, painted]);

  const paint = useCallback(
    (c: CanvasRenderingContext2D, camera: Camera) => {
      const paper = theme === 'dark' ? '#11181f' : '#ffffff';
      for (const { deviceId, picture } of pictures) {
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
        for (const index of picture.dots) {
          const [x, y] = at(index);
          c.beginPath();
          c.arc(x, y, 2.6, 0, Math.PI * 2);
          c.fill();
          c.stroke();
        }
        if (!showRejected) continue;
        c.lineWidth = 1.8;
        c.strokeStyle = '#c0262d';
        for (const index of picture.rejected) {
          const [x, y] = at(index);
          c.beginPath();
          c.setLineDash([3, 2]);
          c.arc(x, y, 5, 0, Math.PI * 2);
          c.stroke();
        }
        c.setLineDash([]);
      }
    },
    [devices, pictures, showRejected, theme],
  );
  return <OverlayCanvas paint={paint} />;
};
