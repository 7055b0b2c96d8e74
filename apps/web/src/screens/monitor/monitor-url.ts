import { useCallback, useMemo } from 'react';
import { ALL_STATUSES, LIVE_STATUS_NAMES, maskOf } from '../../live/live-status.ts';
import { useAddress } from '../../ui/use-address.ts';

/** What of the console is in the address: found again after a reload, sent to a colleague as a link. */
export interface MonitorState {
  /** `null`: the person's own customer. */
  readonly customer: string | null;
  readonly statusMask: number;
  readonly text: string;
  readonly selection: readonly string[];
  readonly follow: readonly string[];
}

/** Longer selections would not fit into an address. */
export const MAX_SELECTED = 100;

/** What the address calls the bits of a mask, by their place. */
const MASK_NAMES: readonly string[] = [...LIVE_STATUS_NAMES, 'alarm'];

const list = (value: string | null): readonly string[] =>
  [...new Set((value ?? '').split(',').filter((id) => /^[0-9A-Za-z_-]{1,32}$/.test(id)))].slice(0, MAX_SELECTED);

export const readMonitorState = (query: URLSearchParams): MonitorState => {
  const names = (query.get('status') ?? '').split(',');
  const mask = MASK_NAMES.reduce((sum, name, code) => (names.includes(name) ? sum | maskOf(code) : sum), 0);
  const customer = query.get('customer');
  return {
    customer: customer !== null && /^\d{1,18}$/.test(customer) ? customer : null,
    statusMask: mask === 0 ? ALL_STATUSES : mask,
    text: query.get('q') ?? '',
    selection: list(query.get('device')),
    follow: list(query.get('follow')),
  };
};

/** Writes a state over the other parts of an address. Defaults are left out. */
export const writeMonitorState = (query: URLSearchParams, state: MonitorState): URLSearchParams => {
  const next = new URLSearchParams(query);
  const put = (key: string, value: string): void => (value === '' ? next.delete(key) : next.set(key, value));
  put('customer', state.customer ?? '');
  put('status', state.statusMask === ALL_STATUSES ? '' : MASK_NAMES.filter((_, code) => (maskOf(code) & state.statusMask) !== 0).join(','));
  put('q', state.text);
  put('device', state.selection.slice(0, MAX_SELECTED).join(','));
  put('follow', state.follow.slice(0, MAX_SELECTED).join(','));
  return next;
};

export const useMonitorState = (): readonly [MonitorState, (change: Partial<MonitorState>) => void] => {
  const [query, changeAddress] = useAddress();
  const state = useMemo(() => readMonitorState(query), [query]);
  const change = useCallback(
    (part: Partial<MonitorState>) => changeAddress((current) => writeMonitorState(current, { ...readMonitorState(current), ...part })),
    [changeAddress],
  );
  return [state, change];
};
