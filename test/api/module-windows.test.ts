import { ERROR_CODE, MODULE_CODE_SECONDS, MODULE_NAMES, type Client } from '@sightline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let token: string;
let client: Client;
const outside = () => api.client(null);
const enter = (code: string) => outside().call('module.window.enter', { code });
const allow = (modules: object) =>
  sql`UPDATE customer SET modules = ${JSON.stringify({ developer: false, fleet: false, personalDevice: false, ...modules })}::jsonb
    WHERE id = ${world.a.customerId}`.execute(api.database.system);

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  token = await api.signIn(world.a.account, PASSWORD);
  client = api.client(token);
  await allow({ fleet: true });
});
afterAll(async () => await api?.stop());

describe('the window of a module', () => {
  it('gets the session of whoever opened it, once', async () => {
    const { code, expireTime } = await client.call('module.window.open', { module: 'fleet' });
    expect(Date.parse(expireTime)).toBeLessThanOrEqual(Date.now() + MODULE_CODE_SECONDS * 1000);
    expect(await enter(code)).toEqual({ token, module: 'fleet' });
    expect(await codeOf(enter(code))).toBe(ERROR_CODE.wrongAccountOrCode);
  });

  it('is given to one of many who come with the same code at once', async () => {
    const { code } = await client.call('module.window.open', { module: 'fleet' });
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(enter(code))));
    expect(codes.filter((answer) => answer === 0)).toHaveLength(1);
    expect(codes.filter((answer) => answer === ERROR_CODE.wrongAccountOrCode)).toHaveLength(7);
  });

  it('opens for modules that the customer has, and no others', async () => {
    for (const module of MODULE_NAMES) {
      expect(await codeOf(client.call('module.window.open', { module }))).toBe(module === 'fleet' ? 0 : ERROR_CODE.noPermission);
    }
  });

  it('does not open after 30 s, nor with a code that was made up', async () => {
    const { code } = await client.call('module.window.open', { module: 'fleet' });
    await sql`UPDATE module_window_code SET expires_at = now() - interval '1 second'`.execute(api.database.system);
    expect(await codeOf(enter(code))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(enter('x'.repeat(43)))).toBe(ERROR_CODE.wrongAccountOrCode);
  });

  it('does not open once its session has ended', async () => {
    const own = await api.signIn(world.a.account, PASSWORD);
    const { code } = await api.client(own).call('module.window.open', { module: 'fleet' });
    await api.client(own).call('system.out', {});
    expect(await codeOf(enter(code))).toBe(ERROR_CODE.wrongAccountOrCode);
  });

  it('opens for the browser that asked for it alone', async () => {
    const { code } = await client.call('module.window.open', { module: 'fleet' });
    const answer = await fetch(`${api.url}/gps/v2/module/window/enter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Another/1.0' },
      body: JSON.stringify({ code }),
    });
    expect(await answer.json()).toMatchObject({ code: ERROR_CODE.wrongAccountOrCode });
    expect(await codeOf(enter(code))).toBe(ERROR_CODE.wrongAccountOrCode);
  });

  it('leaves neither the code nor the token in the database', async () => {
    const { code } = await client.call('module.window.open', { module: 'fleet' });
    const { rows } = await sql<{
      text: string;
    }>`SELECT encode(code_hash || token_sealed, 'escape') AS text FROM module_window_code`.execute(api.database.system);
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(token);
    }
  });
});
