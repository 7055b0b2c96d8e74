import { useCallback, useMemo } from 'react';
import { useAddress } from '../../../ui/use-address.ts';

export const DETAIL_TABS = ['overview', 'settings', 'trips', 'sensors', 'traffic', 'shares', 'messages'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** The device whose detail is open, and the part of it that is looked at. */
export interface OpenDetail {
  readonly deviceId: string;
  readonly tab: DetailTab;
}

const isTab = (text: string | null): text is DetailTab => (DETAIL_TABS as readonly (string | null)[]).includes(text);

/** `detail` and `tab` of an address; null for an address without them and for what is no id. */
export const readDetail = (query: URLSearchParams): OpenDetail | null => {
  const deviceId = query.get('detail');
  const tab = query.get('tab');
  if (deviceId === null || !/^[0-9A-Za-z_-]{1,32}$/.test(deviceId)) return null;
  return { deviceId, tab: isTab(tab) ? tab : 'overview' };
};

/** Writes them over the other parts of an address; null closes. */
export const writeDetail = (query: URLSearchParams, detail: OpenDetail | null): URLSearchParams => {
  const next = new URLSearchParams(query);
  next.delete('detail');
  next.delete('tab');
  if (detail !== null) {
    next.set('detail', detail.deviceId);
    if (detail.tab !== 'overview') next.set('tab', detail.tab);
  }
  return next;
};

/** The detail in the address of any page: a reload and a link to a colleague find it again. */
export const useDetail = () => {
  const [query, change] = useAddress();
  const detail = useMemo(() => readDetail(query), [query]);
  const open = useCallback(
    (deviceId: string, tab: DetailTab = 'overview') => change((current) => writeDetail(current, { deviceId, tab })),
    [change],
  );
  const show = useCallback(
    (tab: DetailTab) =>
      change((current) => {
        const now = readDetail(current);
        return now === null ? current : writeDetail(current, { ...now, tab });
      }),
    [change],
  );
  const close = useCallback(() => change((current) => writeDetail(current, null)), [change]);
  return { detail, open, show, close };
};
