import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-box-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('opens what it has sealed, in another process as well, for the same row only', async () => {
  const file = path.join(folder, 'secrets', 'own.key');
  const box = new SecretBox(file);
  const sealed = await box.seal('pässword 密码', 'customer 1');
  expect(sealed.toString('utf8')).not.toContain('ssword');
  expect((await box.seal('pässword 密码', 'customer 1')).equals(sealed)).toBe(false);
  expect(await new SecretBox(file).open(sealed, 'customer 1')).toBe('pässword 密码');
  expect(await box.open(sealed, 'customer 2')).toBeNull();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('opens nothing that was changed, cut, or sealed with another key', async () => {
  const box = new SecretBox(path.join(folder, 'a.key'));
  const sealed = await box.seal('secret', 'x');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(await box.open(changed, 'x'), String(at)).toBeNull();
    expect(await box.open(sealed.subarray(0, at), 'x'), String(at)).toBeNull();
  }
  expect(await new SecretBox(path.join(folder, 'b.key')).open(sealed, 'x')).toBeNull();
});
