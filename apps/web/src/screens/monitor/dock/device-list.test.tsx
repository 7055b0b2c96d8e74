import { decodeLiveDelta, encodeLiveDelta, type LiveEntry } from '@sightline/contract';
import { alarmNumber } from '@sightline/domain';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { initI18n } from '../../../i18n/i18n.ts';
import { ALARMED, ALL_STATUSES, LiveStatus, maskOf } from '../../../live/live-status.ts';
import { viewOf, type LiveView } from '../../../live/live.ts';
import { LiveStateStore } from '../../../live/live-store.ts';
import { DeviceList } from './device-list.tsx';
import { countMatching, listedSlots, matchText, orderByName } from './device-order.ts';
import { useListedDevices } from './use-listed-devices.ts';

const entry = (key: number, motion: 0 | 1 | 2, at = 1000): LiveEntry => ({
  key,
  fixTimeMs: at,
  lastContactMs: at,
  lat: 1,
  lon: 2,
  speedKph: 30,
  course: 0,
  motion,
  acc: 1,
  online: true,
  alarm: 0,
});
const storeOf = (count: number): LiveStateStore => {
  const store = new LiveStateStore((task) => task());
  store.setRoster(
    Array.from({ length: count }, (_, i) => ({ key: i + 1, deviceId: `id${i + 1}`, name: `Truck ${i + 1}`, customerId: '1' })),
  );
  return store;
};
const update = (store: LiveStateStore, ...entries: LiveEntry[]): void => {
  const delta = decodeLiveDelta(encodeLiveDelta(0, entries));
  if (delta !== null) store.applyDelta(delta);
};
const namesOf = (store: LiveStateStore, slots: Uint32Array): string[] => Array.from(slots, (slot) => store.deviceAt(slot).name);

describe('order', () => {
  it('sorts names by the numbers in them', () => {
    const store = storeOf(12);
    expect(namesOf(store, orderByName(store.roster, 'en-US')).slice(0, 3)).toEqual(['Truck 1', 'Truck 2', 'Truck 3']);
    expect(namesOf(store, orderByName(store.roster, 'en-US')).at(-1)).toBe('Truck 12');
  });

  it('filters by status and by name or id', () => {
    const store = storeOf(12);
    update(store, entry(2, 0), entry(5, 2), entry(12, 0));
    const order = orderByName(store.roster, 'en-US');
    expect(namesOf(store, listedSlots(viewOf(store), order, maskOf(LiveStatus.moving), null))).toEqual(['Truck 2', 'Truck 12']);
    expect(namesOf(store, listedSlots(viewOf(store), order, ALL_STATUSES, matchText(store.roster, 'ID1')))).toEqual([
      'Truck 1',
      'Truck 10',
      'Truck 11',
      'Truck 12',
    ]);
    expect([...countMatching(viewOf(store), matchText(store.roster, 'truck 1'))]).toEqual([3, 0, 0, 0, 1, 0]);
  });

  it('filters by alarm, whatever the device does', () => {
    const store = storeOf(4);
    update(store, { ...entry(2, 0), alarm: alarmNumber('sos') }, { ...entry(3, 2), alarm: alarmNumber('powerCut') }, entry(4, 0));
    const order = orderByName(store.roster, 'en-US');
    expect(namesOf(store, listedSlots(viewOf(store), order, maskOf(ALARMED), null))).toEqual(['Truck 2', 'Truck 3']);
    expect(countMatching(viewOf(store), matchText(store.roster, 'truck 3'))[ALARMED]).toBe(1);
  });

  it('orders and filters 50 000 devices', () => {
    const store = storeOf(50_000);
    const order = orderByName(store.roster, 'en-US');
    expect(order).toHaveLength(50_000);
    expect(listedSlots(viewOf(store), order, ALL_STATUSES, matchText(store.roster, '4999'))).toHaveLength(15);
  });
});

const selected = vi.fn<(id: string, additive: boolean) => void>();
const activated = vi.fn<(id: string) => void>();
const many = vi.fn<(ids: readonly string[]) => void>();
const cleared = vi.fn<() => void>();

const List = ({ store, mask = ALL_STATUSES, view }: { store: LiveStateStore; mask?: number; view: LiveView }) => {
  const listed = useListedDevices(view, mask, '', 'en-US');
  const [selection, setSelection] = useState<readonly string[]>([]);
  return (
    <DeviceList
      store={store}
      slots={listed.slots}
      view={view}
      selection={selection}
      follow={[]}
      formatSpeed={(kph) => `${kph} km/h`}
      onSelect={(id, additive) => {
        selected(id, additive);
        setSelection((now) => (additive ? [...now, id] : [id]));
      }}
      onSelectMany={many}
      onActivate={activated}
      onClear={cleared}
      onHeld={listed.setHeld}
    />
  );
};
const Shown = ({ store }: { store: LiveStateStore }) => <List store={store} view={viewOf(store)} />;
const shown = (): string[] => screen.getAllByRole('option').map((row) => row.querySelector('[title]')?.textContent ?? '');

beforeAll(async () => {
  await initI18n('en_US');
  // Layout is not computed here; the virtualiser needs a size to know what is in view.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 320 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 300 });
  HTMLElement.prototype.scrollTo = () => undefined;
});
beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

describe('list', () => {
  it('draws only the rows in view', () => {
    render(<Shown store={storeOf(50_000)} />);
    const rows = screen.getAllByRole('option');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('50000');
  });

  it('names the alarm of a device, and no other', () => {
    const store = storeOf(2);
    update(store, { ...entry(1, 0), alarm: alarmNumber('powerCut') }, entry(2, 0));
    render(<Shown store={store} />);
    const [first, second] = screen.getAllByRole('option') as [HTMLElement, HTMLElement];
    expect(within(first).getByText('power cut')).toBeTruthy();
    expect(within(second).queryByText(/Alarm/)).toBeNull();
  });

  it('keeps its rows while the pointer is over it, and catches up afterwards', () => {
    const store = storeOf(4);
    update(store, entry(1, 0), entry(2, 0), entry(3, 2));
    const mask = maskOf(LiveStatus.moving);
    const view = render(<List store={store} mask={mask} view={viewOf(store)} />);
    expect(shown()).toEqual(['Truck 1', 'Truck 2']);
    fireEvent.pointerEnter(screen.getByRole('listbox'));
    update(store, entry(1, 2, 2000), entry(3, 0, 2000));
    view.rerender(<List store={store} mask={mask} view={viewOf(store)} />);
    expect(shown()).toEqual(['Truck 1', 'Truck 2']);
    // The row tells the truth all the same.
    expect(within(screen.getAllByRole('option')[0] as HTMLElement).getAllByText('Stopped').length).toBeGreaterThan(0);
    fireEvent.pointerLeave(screen.getByRole('listbox'));
    expect(shown()).toEqual(['Truck 2', 'Truck 3']);
  });

  it('applies a filter that the person changes at once, hovered or not', () => {
    const store = storeOf(3);
    update(store, entry(1, 0), entry(2, 2));
    const view = render(<List store={store} mask={maskOf(LiveStatus.moving)} view={viewOf(store)} />);
    fireEvent.pointerEnter(screen.getByRole('listbox'));
    view.rerender(<List store={store} mask={maskOf(LiveStatus.stopped)} view={viewOf(store)} />);
    expect(shown()).toEqual(['Truck 2']);
  });

  it('selects with a click and adds with Ctrl or the box', () => {
    render(<Shown store={storeOf(5)} />);
    const rows = screen.getAllByRole('option');
    fireEvent.click(rows[1] as HTMLElement);
    expect(selected).toHaveBeenLastCalledWith('id2', false);
    fireEvent.click(rows[2] as HTMLElement, { ctrlKey: true });
    expect(selected).toHaveBeenLastCalledWith('id3', true);
    fireEvent.click(rows[3]?.querySelector('[data-box]') as HTMLElement);
    expect(selected).toHaveBeenLastCalledWith('id4', true);
    expect(rows.map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true', 'true', 'true', 'false']);
  });

  it('works with the keyboard: arrows, range, Enter, Space, Escape', () => {
    render(<Shown store={storeOf(5)} />);
    const list = screen.getByRole('listbox');
    fireEvent.focus(list);
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    fireEvent.keyDown(list, { key: 'Enter' });
    expect(activated).toHaveBeenLastCalledWith('id2');
    fireEvent.keyDown(list, { key: ' ' });
    expect(selected).toHaveBeenLastCalledWith('id2', true);
    fireEvent.keyDown(list, { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(list, { key: 'ArrowDown', shiftKey: true });
    expect(many).toHaveBeenLastCalledWith(['id2', 'id3', 'id4']);
    fireEvent.keyDown(list, { key: 'End' });
    fireEvent.keyDown(list, { key: 'Enter' });
    expect(activated).toHaveBeenLastCalledWith('id5');
    fireEvent.keyDown(list, { key: 'Escape' });
    expect(cleared).toHaveBeenCalledOnce();
  });
});
