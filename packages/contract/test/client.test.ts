import { describe, expect, it } from 'vitest';
import { ApiError, createClient, NetworkError } from '../src/index.ts';

const clientFor = (text: string) =>
  createClient({ baseUrl: 'http://server', getToken: () => null, fetch: async () => new Response(text, { status: 200 }) });
const input = { deviceId: '1', start: '2026-10-01T00:00:00.000Z', end: '2026-10-02T00:00:00.000Z' } as const;

describe('an answer that is read elsewhere', () => {
  it('gives the data of the envelope that the reader makes of it', async () => {
    let seen = '';
    const data = { deviceId: '1', deviceName: 'T', points: null, columns: null };
    const read = async (response: Response): Promise<unknown> => {
      seen = await response.text();
      return { code: 0, msg: 'ok', data };
    };
    expect(await clientFor('bytes').call('device.track', input, { read })).toEqual(data);
    expect(seen).toBe('bytes');
  });

  it('throws the business code that the reader finds', async () => {
    const read = async (): Promise<unknown> => ({ code: 20012, msg: 'too long', data: null });
    await expect(clientFor('').call('device.track', input, { read })).rejects.toThrow(ApiError);
  });

  it('is a failure of the network when the reader cannot read it or finds no envelope', async () => {
    const broken = async (): Promise<unknown> => JSON.parse('<html>') as unknown;
    await expect(clientFor('').call('device.track', input, { read: broken })).rejects.toThrow(NetworkError);
    await expect(clientFor('').call('device.track', input, { read: async () => null })).rejects.toThrow(NetworkError);
  });
});
