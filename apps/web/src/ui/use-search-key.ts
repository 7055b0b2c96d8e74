import type { InputRef } from 'antd';
import { useEffect, useRef, type RefObject } from 'react';

/** For the search field of a page: `/` goes to it, unless one types somewhere or a dialog is open. */
export const useSearchKey = (): RefObject<InputRef | null> => {
  const search = useRef<InputRef>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element | null;
      if (event.key !== '/' || target?.closest('input, textarea, [contenteditable], [role=dialog]')) return;
      event.preventDefault();
      search.current?.focus({ cursor: 'all' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return search;
};
