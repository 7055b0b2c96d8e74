import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { firstPlace, placeByKey, placeInside, type Place, type Size } from './bell-place.ts';
import { useNoticeMemory } from './notice-memory.ts';

/** A press of so long lets the bell be dragged; a shorter one is a click. */
export const PRESS_MS = 500;

const windowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });

const useWindowSize = (): Size => {
  const [size, setSize] = useState(windowSize);
  useEffect(() => {
    const onResize = (): void => setSize(windowSize());
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return size;
};

interface Press {
  readonly pointerId: number;
  /** From the bell's corner to the pointer. */
  readonly dx: number;
  readonly dy: number;
}

/** Where the bell is, kept on this browser, and what moves it: the pointer after a long press, the arrow keys. It never leaves the window. */
export const useBellDrag = (onClick: () => void) => {
  const size = useWindowSize();
  const kept = useNoticeMemory((memory) => memory.bell);
  const [moving, setMoving] = useState<Place | null>(null);
  const [isDragging, setDragging] = useState(false);
  const press = useRef<Press | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The click that ends a drag opens nothing.
  const wasDragged = useRef(false);
  const place = placeInside(moving ?? kept ?? firstPlace(size), size);
  useEffect(() => () => clearTimeout(timer.current), []);
  const keep = (next: Place): void => void useNoticeMemory.setState({ bell: placeInside(next, windowSize()) });

  const end = (): void => {
    clearTimeout(timer.current);
    press.current = null;
    setDragging(false);
    if (moving !== null) keep(moving);
    setMoving(null);
  };
  return {
    place,
    isDragging,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const { currentTarget, pointerId, clientX, clientY } = event;
        wasDragged.current = false;
        press.current = { pointerId, dx: clientX - place.x, dy: clientY - place.y };
        timer.current = setTimeout(() => {
          wasDragged.current = true;
          currentTarget.setPointerCapture?.(pointerId);
          setDragging(true);
        }, PRESS_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        if (isDragging && press.current !== null) setMoving({ x: clientX - press.current.dx, y: clientY - press.current.dy });
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: () => {
        if (!isDragging) clearTimeout(timer.current);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = placeByKey(place, event.key, event.shiftKey);
        if (next === null) return;
        event.preventDefault();
        keep(next);
      },
      onClick: () => {
        if (!wasDragged.current) onClick();
        wasDragged.current = false;
      },
    },
  };
};
