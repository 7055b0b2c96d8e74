import { useCallback, useMemo } from 'react';
import { useAddress } from './use-address.ts';

/** The drawer or dialog that is open on a page, kept in the address: a reload or a link opens it again. */
export interface Panel {
  readonly name: string;
  /** What it shows; empty for something new. */
  readonly id: string;
}

export interface PanelControl {
  readonly panel: Panel | null;
  readonly open: (name: string, id?: string) => void;
  readonly close: () => void;
}

export const usePanel = (): PanelControl => {
  const [query, change] = useAddress();
  const text = query.get('open');
  const panel = useMemo(() => {
    if (text === null) return null;
    const [name = '', id = ''] = text.split(':', 2);
    return { name, id };
  }, [text]);
  const write = useCallback(
    (value: string | null) =>
      change((current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete('open');
        else next.set('open', value);
        return next;
      }),
    [change],
  );
  const open = useCallback((name: string, id = '') => write(id === '' ? name : `${name}:${id}`), [write]);
  const close = useCallback(() => write(null), [write]);
  return { panel, open, close };
};
