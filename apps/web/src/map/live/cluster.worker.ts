import { ClusterGrid } from './cluster-grid.ts';
import { ClusterPainter } from './cluster-painter.ts';
import { buffersOf, type DeviceColumns, type FromClusterWorker, type ToClusterWorker } from './cluster-messages.ts';

const grid = new ClusterGrid();
const painter = new ClusterPainter();

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
  const pictures = painter.paint(result, message.look);
  const sheets = [pictures.discs.added, pictures.labels.added].flatMap((added) => (added === null ? [] : [added.sheet]));
  const spare = message.devices;
  answer({ type: 'result', id: message.id, result, pictures, workMs: performance.now() - startedAt, spare }, [
    ...(spare ? buffersOf(spare) : []),
    x.buffer,
    y.buffer,
    count.buffer,
    slot.buffer,
    course.buffer,
    shares.buffer,
    pictures.disc.buffer,
    pictures.label.buffer,
    ...sheets,
  ]);
});
