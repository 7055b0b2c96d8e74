import type { Map as LibraryMap } from 'maplibre-gl';
import { useEffect, useState, type ReactElement } from 'react';
import { useMap } from '../src/map/map-context.ts';
import { MapView, type MapViewHandle } from '../src/map/map-view.tsx';
import { isMapTypeId, type MapTypeId } from '../src/map/map-types.ts';
import { makeFleet } from './fleet.ts';
import { appearance, language, parameter, show, text } from './harness-shell.tsx';
import type { FrameCost } from './frame-cost.ts';

declare global {
  interface Window {
    /** Main-thread work per frame while the fleet moves, for the bench. */
    measure: (seconds: number, ticksPerSecond: number) => Promise<FrameCost>;
    /** Moves the vehicles and tells nobody: what the test itself costs. */
    driveOnly: (times: number) => void;
    handle: MapViewHandle | null;
    /** The drawing library's map, to be moved by the bench. */
    harnessMap: LibraryMap | undefined;
  }
}

const count = parameter('devices', 1000);
const place = {
  lat: parameter('lat', 1.32),
  lon: parameter('lon', 103.82),
  spread: parameter('spread', 0.05),
  reach: parameter('reach', 0.15),
};
const fleet = count > 0 ? makeFleet(count, place) : null;
const wish = text('type', 'openStreet');

const Expose = (): null => {
  const { map } = useMap();
  useEffect(() => {
    window.harnessMap = map;
  }, [map]);
  return null;
};

const Harness = (): ReactElement => {
  const [type, setType] = useState<MapTypeId>(isMapTypeId(wish) ? wish : 'openStreet');
  const [selection, setSelection] = useState<readonly string[]>(text('select', '') === '' ? [] : [text('select', '')]);
  return (
    <MapView
      ref={(handle) => {
        window.handle = handle;
      }}
      store={fleet?.store ?? null}
      theme={appearance}
      language={language}
      mapType={type}
      onMapTypeChange={setType}
      customerPoint={place}
      initialZoom={parameter('zoom', 13)}
      selection={selection}
      follow={text('follow', '') === '' ? [] : [text('follow', '')]}
      onSelect={(id) => setSelection(id === null ? [] : [id])}
    >
      <Expose />
    </MapView>
  );
};

/**
 * The time of a frame is what passes between the start of its first task and the moment its last one ends; a message
 * gets its turn only after them.
 */
window.measure = (seconds, ticksPerSecond) =>
  new Promise((resolve) => {
    const costs: number[] = [];
    let stop = false;
    const startedAt = performance.now();
    let lastTick = startedAt;
    let drives = 0;
    const frame = (): void => {
      const now = performance.now();
      const due = fleet !== null && now - lastTick >= 1000 / ticksPerSecond;
      if (due) {
        fleet.drive((now - lastTick) / 1000);
        drives++;
        lastTick = now;
      }
      const begin = performance.now();
      if (due) fleet.report();
      window.dispatchEvent(new CustomEvent('harness-frame', { detail: costs.length }));
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        costs.push(performance.now() - begin);
        const elapsedMs = performance.now() - startedAt;
        if (stop || elapsedMs < seconds * 1000) return;
        const frames = costs.length;
        const sorted = costs.toSorted((a, b) => a - b);
        stop = true;
        resolve({
          frames,
          seconds: elapsedMs / 1000,
          meanMs: costs.reduce((sum, cost) => sum + cost, 0) / frames,
          p95Ms: sorted[Math.floor(frames * 0.95)] ?? 0,
          worstMs: sorted.at(-1) ?? 0,
          drives,
        });
      };
      channel.port2.postMessage(null);
      if (!stop) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

window.driveOnly = (times) => {
  for (let i = 0; i < times; i++) fleet?.drive(0.25);
};

if (parameter('move', 0) > 0)
  setInterval(() => {
    fleet?.drive(1);
    fleet?.report();
  }, 1000);
await show(<Harness />);
