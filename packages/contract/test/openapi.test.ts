import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument, operationList } from '../src/index.ts';

const FILE = new URL('../openapi.json', import.meta.url);

describe('OpenAPI document', () => {
  const text = `${JSON.stringify(openApiDocument(), null, 1)}\n`;

  it('is the one that is committed (UPDATE_OPENAPI=1 writes it anew)', () => {
    if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  it('has every operation once, and every reference leads somewhere', () => {
    const document = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((o) => o.operationId));
    expect(ids.toSorted()).toEqual(operationList.map((o) => o.id as string).toSorted());
    const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map((m) => m[1]!);
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(document.components.schemas).toHaveProperty([name]);
    expect(text).not.toContain('$defs');
  });
});
