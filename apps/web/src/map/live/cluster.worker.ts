import { ClusterGrid } from './cluster-grid.ts';
import { buffersOf, type DeviceColumns, type FromClusterWorker, type ToClusterWorker } from './cluster-messages.ts';

const grid = new ClusterGrid();

const take = ({ slots, lat, lon, course, kind, drawn }: DeviceColumns): void => {
  if (slots === null) grid.reset(lat.length);
  for (let i = 0; i < lat.length; i++) {
    grid.set(
      slots === null ? i : (slots[i] as number),
      lat[i] as number,
      lon[i] as number,
      course[i] as number,
      kind[i] as number,
      drawn[i] === 1,
    );
  }
};

const answer = (message: FromClusterWorker, transfer: Transferable[]): void => postMessage(message, { transfer });

addEventListener('message', (event: MessageEvent<ToClusterWorker>) => {
  const message = event.data;
  if (message.type === 'members') {
    const slots = Uint32Array.from(grid.members(message.feature, message.limit));
    answer({ type: 'members', id: message.id, slots }, [slots.buffer]);
    return;
  }
  const startedAt = performance.now();
  if (message.devices) take(message.devices);
  const result = grid.query(message.view, new Set(message.pinned));
  const { x, y, count, slot, course, shares } = result;
  const spare = message.devices;
  answer({ type: 'result', id: message.id, result, workMs: performance.now() - startedAt, spare }, [
    ...(spare ? buffersOf(spare) : []),
    x.buffer,
    y.buffer,
    count.buffer,
    slot.buffer,
    course.buffer,
    shares.buffer,
  ]);
});
