import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, ERROR_CODE, NetworkError } from '@sightline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let folder: string;
const MAP = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>client</title>');
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), `export const text = "${'x'.repeat(5000)}";`);
  writeFileSync(join(folder, 'basemap.pmtiles'), MAP);
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), { webRoot: folder });
});
afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('what is no call', () => {
  it('an unknown path, a wrong method, a broken body have their codes', async () => {
    const code = async (method: string, path: string, body?: unknown) => (await api.raw(method, path, null, body)).code;
    expect(await code('POST', '/gps/v2/no/such/call', {})).toBe(ERROR_CODE.notFound);
    expect(await code('GET', '/gps/v2/device/page')).toBe(ERROR_CODE.wrongMethod);
    expect(await code('POST', '/gps/v2/system/login', '{"account":')).toBe(ERROR_CODE.invalidParameters);
    expect(await code('POST', '/gps/v2/system/login', { account: 'a', password: 'x'.repeat(2_000_000) })).toBe(
      ERROR_CODE.invalidParameters,
    );
    expect(await code('POST', '/gps/v2/system/login', [])).toBe(ERROR_CODE.invalidParameters);
  });

  it('an unexpected error is 500 with a trace id and without details', async () => {
    const token = await api.signIn(world.a.account, PASSWORD);
    const { reader } = api.positions;
    api.positions.reader = () => {
      throw new Error('password=hunter2 in some detail');
    };
    const answer = await api.raw('POST', '/gps/v2/device/data/shadow', token, { deviceIds: world.a.deviceId });
    api.positions.reader = reader;
    expect([answer.status, answer.code]).toEqual([500, ERROR_CODE.systemError]);
    expect((answer.data as { traceId: string }).traceId).toBe(answer.headers.get('x-trace-id'));
    expect(answer.text).not.toContain('hunter2');
  });

  it('too many calls are refused with 429', async () => {
    const token = 'z'.repeat(43);
    const answers = await Promise.all(Array.from({ length: 125 }, () => api.raw('POST', '/gps/v2/device/share/view', null, { token })));
    const codes = answers.map((a) => a.code);
    expect(codes.filter((c) => c === ERROR_CODE.dataNotFound).length).toBe(120);
    expect(codes.filter((c) => c === ERROR_CODE.tooFrequent).length).toBe(5);
  });
});

describe('pages', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers });

  it('every page address leads to the client; a missing file does not', async () => {
    for (const path of ['/', '/monitor', '/share/some-token']) expect(await (await get(path)).text()).toContain('client');
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/../../etc/passwd')).status).not.toBe(500);
    expect(await (await get('/%2e%2e/%2e%2e/etc/passwd')).text()).not.toContain('root:');
  });

  it('hashed files are kept for ever and packed, the entry page is not kept', async () => {
    const script = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect((await get('/')).headers.get('cache-control')).not.toContain('immutable');
  });

  it('the base map is read in ranges, byte for byte', async () => {
    const part = await get('/basemap.pmtiles', { range: 'bytes=1000-1499' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1499/5000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(MAP.subarray(1000, 1500))).toBe(true);
    const script = await get('/assets/app-1a2b3c.js', { range: 'bytes=0-3999', 'accept-encoding': 'gzip' });
    expect([script.status, script.headers.get('content-encoding'), (await script.text()).length]).toEqual([206, null, 4000]);
  });

  it('carry a strict policy', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "worker-src 'self' blob:",
      "script-src 'self' 'wasm-unsafe-eval'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect([headers.get('x-content-type-options'), headers.get('x-powered-by')]).toEqual(['nosniff', null]);
  });
});

describe('for operators', () => {
  it('health asks the database; metrics are for this machine alone', async () => {
    expect(await (await fetch(`${api.url}/health`)).json()).toEqual({ status: 'ok' });
    await api.raw('POST', '/gps/v2/system/branding', null, {});
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(/sightline_api_request_seconds_count\{operation="system.branding",code="0"\} \d/);
    expect((await fetch(`${api.url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(404);
  });

  it('documents are complete and load nothing from elsewhere', async () => {
    const page = await (await fetch(`${api.url}/gps/docs`)).text();
    expect(page).toContain('/gps/v2/device/page');
    expect(page).not.toMatch(/src=|https?:\/\//);
    const document = (await (await fetch(`${api.url}/gps/docs/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
  });

  it('big answers are packed', async () => {
    const answer = await fetch(`${api.url}/gps/docs/openapi.json`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
  });
});

describe('the client', () => {
  it('tells "no answer" from an answer', async () => {
    const closed = createClient({ baseUrl: 'http://127.0.0.1:1', getToken: () => null });
    await expect(closed.call('system.branding', {})).rejects.toBeInstanceOf(NetworkError);
    let signedOut = 0;
    const client = createClient({ baseUrl: api.url, getToken: () => 'no-token', onSignedOut: () => void signedOut++ });
    await expect(client.call('user.base.info', {})).rejects.toMatchObject({ code: 401 });
    expect(signedOut).toBe(1);
    const controller = new AbortController();
    controller.abort();
    await expect(client.call('user.base.info', {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
