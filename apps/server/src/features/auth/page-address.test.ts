import { expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

it('knows the page of a host by https, and of this machine', () => {
  const fleet = { origin: 'https://fleet.example.com', host: 'fleet.example.com' };
  expect(pageAddress(fleet.origin, 'fleet.example.com')).toEqual(fleet);
  expect(pageAddress(fleet.origin, 'FLEET.example.com:443')).toEqual(fleet);
  expect(pageAddress('https://fleet.example.com:8443', 'fleet.example.com:8443')).toEqual({
    origin: 'https://fleet.example.com:8443',
    host: 'fleet.example.com',
  });
  expect(pageAddress('http://localhost:8080', 'localhost:8080')).toEqual({ origin: 'http://localhost:8080', host: 'localhost' });
  expect(pageAddress('http://fleet.localhost:80', 'fleet.localhost')).toBeNull();
  expect(pageAddress('http://fleet.localhost', 'fleet.localhost')?.host).toBe('fleet.localhost');
});

it('takes no page of another host, without https, without a name, or that is none', () => {
  for (const [origin, host] of [
    ['https://fleet.example.com', 'other.example.com'],
    ['https://fleet.example.com', 'example.com'],
    ['https://fleet.example.com:8443', 'fleet.example.com'],
    ['http://fleet.example.com', 'fleet.example.com'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['https://10.0.0.1', '10.0.0.1'],
    ['https://0x7f000001', '0x7f000001'],
    ['https://[::1]', '[::1]'],
    ['https://fleet.example.com.', 'fleet.example.com.'],
    ['https://fleet.example.com/', 'fleet.example.com'],
    ['https://me@fleet.example.com', 'fleet.example.com'],
    ['https://fleet.example.com', 'me@fleet.example.com'],
    ['https://fleet.example.com', 'fleet.example.com/x'],
    ['https://fleet.example.com', 'fleet.example.com:99999'],
    ['null', 'fleet.example.com'],
    ['file://', 'fleet.example.com'],
    [undefined, 'fleet.example.com'],
    ['https://fleet.example.com', undefined],
  ]) {
    expect([origin, host, pageAddress(origin, host)]).toEqual([origin, host, null]);
  }
});
