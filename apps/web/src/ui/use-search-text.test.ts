import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSearchText } from './use-search-text.ts';

const write = vi.fn<(text: string) => void>();
const start = (inAddress: string) => renderHook(({ address }) => useSearchText(address, write), { initialProps: { address: inAddress } });

beforeEach(() => {
  vi.useFakeTimers();
  write.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const rest = (ms: number): void => act(() => vi.advanceTimersByTime(ms));

it('keeps every key and writes once, when the typing rests', () => {
  const { result } = start('');
  for (const text of ['1', '12', '123', '1234']) {
    act(() => result.current[1](text));
    rest(50);
  }
  expect(result.current[0]).toBe('1234');
  expect(write).not.toHaveBeenCalled();
  rest(300);
  expect(write).toHaveBeenCalledExactlyOnceWith('1234');
});

it('does not lose what is typed while its own writing arrives', () => {
  const { result, rerender } = start('');
  act(() => result.current[1]('tr'));
  rest(300);
  act(() => result.current[1]('tru'));
  rerender({ address: 'tr' });
  expect(result.current[0]).toBe('tru');
});

it('follows the address when it is changed elsewhere', () => {
  const { result, rerender } = start('truck');
  rerender({ address: '' });
  expect(result.current[0]).toBe('');
  rest(1000);
  expect(write).not.toHaveBeenCalled();
});
