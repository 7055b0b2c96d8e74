import { expect, it } from 'vitest';
import { mayConnect, reachableHost } from './reachable-host.service.ts';

it.each(['10.1.2.3', '127.0.0.1', '100.64.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '203.0.113.9'])(
  '%s only where it is allowed',
  (address) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([false, true]);
  },
);
it.each(['0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::1', '::ffff:8.8.8.8', '2606:4700::1', 'example.com', ''])(
  '%s never',
  (address) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([false, false]);
  },
);
it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1'])('%s always', (address) => {
  expect(mayConnect(address, false)).toBe(true);
});

it('looks behind names and odd ways to write an address', async () => {
  for (const host of ['localhost', '127.1', '2130706433', '0x7f000001', '017700000001'])
    expect(await reachableHost(host, false), host).not.toMatch(/^[0-9]/);
  expect(await reachableHost('localhost', true)).toBe('127.0.0.1');
  expect(await reachableHost('8.8.8.8', false)).toBe('8.8.8.8');
  expect(await reachableHost('no-such-host.invalid', false)).toBe('unknownHost');
});
