import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useAddress } from './use-address.ts';

afterEach(cleanup);

const set = (key: string, value: string) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current);
  next.set(key, value);
  return next;
};

function page() {
  const seen: { address?: ReturnType<typeof useAddress> } = {};
  // Two parts of one page, each with the hook of its own.
  const Part = () => {
    const current = useAddress();
    useEffect(() => void (seen.address = current));
    return null;
  };
  const Page = () => (
    <>
      <Part />
      <Part />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/monitor?a=1'] });
  render(<RouterProvider router={router} />);
  return {
    router,
    shown: () => seen.address![0].toString(),
    change: (write: Parameters<ReturnType<typeof useAddress>[1]>[0]) => seen.address![1](write),
  };
}

it('a change that comes before the one before it is on screen keeps both', async () => {
  const { shown, change } = page();
  await act(async () => {
    change(set('device', '7'));
    change(set('q', 'truck'));
    await Promise.resolve();
  });
  expect(shown()).toBe('a=1&device=7&q=truck');
  await act(async () => change(set('a', '2')));
  expect(shown()).toBe('a=2&device=7&q=truck');
});

it('an address from elsewhere replaces what was written here', async () => {
  const { router, shown, change } = page();
  await act(async () => change(set('q', 'x')));
  await act(async () => await router.navigate('/monitor?b=3'));
  await act(async () => change(set('c', '4')));
  expect(shown()).toBe('b=3&c=4');
  await act(async () => await router.navigate('/customer?d=5'));
  await act(async () => change(set('e', '6')));
  expect(shown()).toBe('d=5&e=6');
});
