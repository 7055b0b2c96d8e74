import { AVATAR_LIMITS, ERROR_CODE, type Client } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { cleanFiles } from '@sightline/server/services/worker/file-cleaning';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let main: Client;
let stranger: Client;
let below: Client;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const user = { name: 'Below', password_hash: await hashPassword(PASSWORD), user_type: 2 };
    await createUser(database.system, { ...user, customer_id: world.a.subCustomerId, account: 'below' });
  });
  const client = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));
  main = await client(world.a.account);
  stranger = await client(world.b.account);
  below = await client('below');
});
afterAll(async () => await api?.stop());

/** A JPEG (ITU-T T.81) of so many pixels with one scan; `extra`: a comment in it, and something behind its end. */
function jpeg(
  width = 32,
  height = 16,
  extra: { readonly comment?: string; readonly behind?: string; readonly data?: number } = {},
): Buffer {
  const segment = (marker: number, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(extra.comment === undefined ? [] : [segment(0xfe, Buffer.from(extra.comment))]),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(extra.data ?? 10, 7),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(extra.behind ?? ''),
  ]);
}
const save = (client: Client, bytes: Buffer | string) =>
  client.call('user.avatar.save', {}, { file: new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]) });
const load = async (url: string) => {
  const answer = await fetch(`${api.url}${url}`);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const codeAt = async (url: string): Promise<number> => (JSON.parse((await load(url)).bytes.toString()) as { code: number }).code;
const own = async (client: Client) => (await client.call('user.base.info', {})).avatarUrl;

describe('the picture of a user', () => {
  it('is shown to himself and to who sees him, at an address of its own for each picture', async () => {
    expect(await own(below)).toBeNull();
    const { avatarUrl } = await save(below, jpeg());
    expect(await own(below)).toBe(avatarUrl);
    const shown = await load(avatarUrl);
    expect([shown.status, shown.bytes]).toEqual([200, jpeg()]);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=43200, immutable',
    });
    const listed = (await main.call('user.page', { subsumption: 1, userNoOrName: 'below' })).records[0]!.avatarUrl!;
    expect(listed).not.toBe(avatarUrl);
    expect((await load(listed)).bytes).toEqual(jpeg());
    // The same address with each list, so that browsers keep the picture.
    expect((await main.call('user.page', { subsumption: 1, userNoOrName: 'below' })).records[0]!.avatarUrl).toBe(listed);
    await save(below, jpeg(64, 64));
    expect(await codeAt(avatarUrl)).toBe(ERROR_CODE.dataNotFound);
    expect(await codeAt(listed)).toBe(ERROR_CODE.dataNotFound);
    expect((await load((await own(below))!)).bytes).toEqual(jpeg(64, 64));
  });

  it('is seen by nobody of another tenant, also with an address that is made for him', async () => {
    const { avatarUrl } = await save(below, jpeg());
    const ticket = avatarUrl.split('ticket=')[1]!;
    const [id] = ticket.split('.');
    const { id: strangerId } = await stranger.call('user.base.info', {});
    const at = async (userId: string, expiresAtMs = Date.now() + 60_000) =>
      await codeAt(`/gps/v2/user/avatar?ticket=${await api.files.avatarLinks.sign({ fileId: id!, userId, expiresAtMs })}`);
    expect(await at(strangerId)).toBe(ERROR_CODE.dataNotFound);
    expect(await at(world.a.userId, Date.now() - 1)).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeAt('/gps/v2/user/avatar')).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeAt(`/gps/v2/user/avatar?ticket=${ticket.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))}`)).toBe(ERROR_CODE.notLoggedIn);
    // A link to a file of another kind, to the same number.
    const other = await api.files.links.sign({ fileId: id!, userId: world.a.userId, expiresAtMs: Date.now() + 60_000 });
    expect(await codeAt(`/gps/v2/user/avatar?ticket=${other}`)).toBe(ERROR_CODE.notLoggedIn);
    await expect(
      api.database.scoped({ customerPath: '1', userId: strangerId, platform: true }, (trx) =>
        sql`INSERT INTO user_avatar (user_id, storage_name, size_bytes) VALUES (${world.a.userId}, 'x', 1)`.execute(trx),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('is a JPEG by what is in it, within its limits, and keeps nothing but the picture', async () => {
    for (const [bytes, code] of [
      ['', ERROR_CODE.emptyFile],
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', ERROR_CODE.fileTypeNotAllowed],
      ['<!doctype html><script>alert(1)</script>', ERROR_CODE.fileTypeNotAllowed],
      [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ERROR_CODE.fileTypeNotAllowed],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')]), ERROR_CODE.fileTypeNotAllowed],
      [jpeg(AVATAR_LIMITS.maxEdge + 1, 10), ERROR_CODE.fileTypeNotAllowed],
      [jpeg(10, 0), ERROR_CODE.fileTypeNotAllowed],
      [jpeg(10, 10, { data: AVATAR_LIMITS.maxBytes }), ERROR_CODE.fileTooLarge],
    ] as const) {
      expect([String(bytes).slice(0, 40), await codeOf(save(main, bytes))]).toEqual([String(bytes).slice(0, 40), code]);
    }
    expect(await own(main)).toBeNull();
    const { avatarUrl } = await save(main, jpeg(32, 16, { comment: 'GPS 47.5 N <script>', behind: '<svg onload=alert(1)>' }));
    expect((await load(avatarUrl)).bytes).toEqual(jpeg());
    const demo = api.client(await api.signIn(world.demo, PASSWORD));
    expect(await codeOf(save(demo, jpeg()))).toBe(ERROR_CODE.demoMode);
  });

  it('is replaced also by many at once, removed again, and leaves no bytes behind', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, i) => save(main, jpeg(100 + i))));
    const { rows } = await sql<{ storage_name: string }>`SELECT storage_name FROM user_avatar`.execute(api.database.system);
    const onDisk: string[] = [];
    for await (const files of api.files.store.list()) onDisk.push(...files.map((f) => f.storageName));
    expect(onDisk.toSorted()).toEqual(rows.map((r) => r.storage_name).toSorted());
    // What cleans up after hours knows what is shown.
    await cleanFiles(api.database, api.files.store, Date.now() + 2 * 3_600_000);
    const url = (await own(main))!;
    expect((await load(url)).status).toBe(200);
    await main.call('user.avatar.remove', {});
    expect([await own(main), await codeAt(url)]).toEqual([null, ERROR_CODE.dataNotFound]);
    expect(await codeOf(main.call('user.avatar.remove', {}))).toBe(0);
  });
});
