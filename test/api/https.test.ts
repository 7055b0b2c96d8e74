import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { createLogger, loadConfig, type Config } from '@sightline/runtime';
import { loadCertificate } from '@sightline/server/services/api/tls/certificate';
import { keepSecure, tlsOptions } from '@sightline/server/services/api/tls/secure-server';
import { selfSignedPair } from '@sightline/server/services/api/tls/self-signed';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const DAY_MS = 86_400_000;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'sightline-tls-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first line of what a plain connection is answered. */
const plainly = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

describe('a server with a certificate of its own', () => {
  let api: TestApi;
  let world: TwoTenants;
  let port: number;
  let ca: string;

  beforeAll(async () => {
    api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
      env: { SIGHTLINE_TLS: 'yes', SIGHTLINE_TLS_NAMES: 'fleet.example.com' },
    });
    port = Number(new URL(api.url).port);
    ca = readFileSync(path.join(api.context.config.data, 'tls', 'self-signed.pem'), 'utf8');
  });
  afterAll(() => api?.stop());

  const call = (pathname: string, body: object, servername: string): Promise<{ code: number; data: { token: string } }> =>
    new Promise((resolve, reject) => {
      const agent = new Agent({ ca, servername });
      const options = { host: '127.0.0.1', port, path: pathname, method: 'POST', agent, headers: { 'content-type': 'application/json' } };
      const sent = request(options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text) as never));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });

  it('serves calls and the live socket to whoever trusts it, under each of its names', async () => {
    for (const name of ['localhost', 'fleet.example.com']) {
      expect((await call('/gps/v2/system/login', { account: world.a.account, password: PASSWORD }, name)).code).toBe(0);
    }
    await expect(call('/gps/v2/system/login', {}, 'other.example.com')).rejects.toThrow(/altnames/);
    const { token } = (await call('/gps/v2/system/login', { account: world.a.account, password: PASSWORD }, 'localhost')).data;
    const socket = io(`https://localhost:${port}`, { path: '/gps/socket.io', transports: ['websocket'], query: { token }, ca } as object);
    await new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(null));
      socket.on('connect_error', reject);
    });
    socket.close();
  });

  it('leads plain http to https, and takes nothing in the clear', async () => {
    const moved = await plainly(port, 'GET /monitor?device=1 HTTP/1.1\r\nHost: fleet.example.com:8443\r\n\r\n');
    expect(moved).toMatch(/^HTTP\/1\.1 308 /);
    expect(moved).toMatch(/\r\nlocation: https:\/\/fleet\.example\.com:8443\/monitor\?device=1\r\n/i);
    const login = 'POST /gps/v2/system/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
    expect(await plainly(port, login)).toMatch(/^HTTP\/1\.1 426 /);
    expect(await plainly(port, 'GET / HTTP/1.1\r\nHost: a"><script>\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await plainly(port, '\u0000\u0001garbage\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('stays well when a handshake breaks off', async () => {
    await plainly(port, '\u0016\u0003\u0001\u0000\u0005hello').catch(() => '');
    expect((await call('/gps/v2/system/login', { account: world.a.account, password: PASSWORD }, 'localhost')).code).toBe(0);
  });
});

describe('the certificate', () => {
  const config = (env: Record<string, string>): Config => loadConfig([], { SIGHTLINE_DATA: folder, ...env }).config;

  it('is kept, readable by the server alone, and made anew for another name or towards its end', async () => {
    const now = Date.now();
    const home = path.join(folder, 'own');
    const first = await selfSignedPair(home, ['localhost', '127.0.0.1', '::1'], now);
    expect(statSync(path.join(home, 'self-signed.pem')).mode & 0o777).toBe(0o600);
    expect(await selfSignedPair(home, ['127.0.0.1'], now + 300 * DAY_MS)).toEqual(first);
    const later = await selfSignedPair(home, ['127.0.0.1'], now + 370 * DAY_MS);
    expect(later.certificate).not.toBe(first.certificate);
    expect((await selfSignedPair(home, ['127.0.0.1', 'new.example.com'], now + 371 * DAY_MS)).certificate).not.toBe(later.certificate);
    writeFileSync(path.join(home, 'self-signed.pem'), 'half a fi');
    expect((await selfSignedPair(home, ['localhost'], now)).certificate).toContain('BEGIN CERTIFICATE');
  });

  it('of files has to be there, be one, and have its key; the line says which is wrong', async () => {
    const pair = await selfSignedPair(path.join(folder, 'a'), ['localhost']);
    const other = await selfSignedPair(path.join(folder, 'b'), ['localhost']);
    const file = (name: string, content: string): string => {
      writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const [certificate, key, foreign] = [file('c.pem', pair.certificate), file('k.pem', pair.key), file('f.pem', other.key)];
    const load = (c: string, k: string) => loadCertificate(config({ SIGHTLINE_TLS_CERTIFICATE: c, SIGHTLINE_TLS_KEY: k }));
    expect(await load(certificate, key)).toEqual(pair);
    await expect(load(path.join(folder, 'missing.pem'), key)).rejects.toThrow(/--tls-certificate: ENOENT/);
    await expect(load(certificate, '')).rejects.toThrow(/go together/);
    await expect(load(certificate, foreign)).rejects.toThrow(/no certificate and its key/);
    await expect(load(key, key)).rejects.toThrow(/no certificate and its key/);
    expect(await loadCertificate(config({}))).toBeNull();
  });

  it('that is replaced while the server runs is used by the next connection', async () => {
    const [first, second] = [
      await selfSignedPair(path.join(folder, 'r1'), ['localhost']),
      await selfSignedPair(path.join(folder, 'r2'), ['localhost']),
    ];
    const put = ({ certificate, key }: typeof first): void => {
      writeFileSync(path.join(folder, 'live.pem'), certificate);
      writeFileSync(path.join(folder, 'live-key.pem'), key);
    };
    put(first);
    const files = config({
      SIGHTLINE_TLS_CERTIFICATE: path.join(folder, 'live.pem'),
      SIGHTLINE_TLS_KEY: path.join(folder, 'live-key.pem'),
    });
    const server = createHttpsServer(tlsOptions(first));
    const end = keepSecure(server, first, files, createLogger('silent'), 20);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const seen = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connectTls({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().raw.toString('base64'));
          socket.destroy();
        });
        socket.on('error', reject);
      });
    const of = ({ certificate }: typeof first): string => certificate.replace(/-----[^-]+-----|\s/g, '');
    expect(await seen()).toBe(of(first));
    put(second);
    await eventually(async () => (await seen()) === of(second), 'the certificate that was put there');
    end();
    server.close();
  });
});
