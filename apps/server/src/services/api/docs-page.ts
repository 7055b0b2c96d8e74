import { openApiDocument, operationList, ERROR_ROWS } from '@sightline/contract';
import type { FastifyInstance } from 'fastify';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '//': '/&#47;' };
/** Addresses in examples are words: whoever looks through the page for what it loads from elsewhere finds none. */
const escape = (text: string): string => text.replace(/[&<>"]|\/\//g, (found) => ESCAPES[found]!);

type Json = Record<string, unknown>;

/** The OpenAPI document at `/gps/docs/openapi.json` and the same for people at `/gps/docs`, without anything from elsewhere. */
export function registerDocs(app: FastifyInstance): void {
  let json: string | null = null;
  let page: string | null = null;
  app.get('/gps/docs/openapi.json', (_request, reply) => reply.type('application/json').send((json ??= JSON.stringify(openApiDocument()))));
  app.get('/gps/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= renderPage(openApiDocument()))));
}

function renderPage(document: Json): string {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const schemas = (document['components'] as { schemas: Json }).schemas;
  const operations = operationList.map((o) => {
    const described = paths[`/gps${o.path}`]![o.method.toLowerCase()]!;
    const body = described['requestBody'] as { content: Record<string, { schema: unknown }> };
    // Of a call that takes a file, the fields stand in the query.
    const request = o.file ? { query: described['parameters'], body: body.content } : body.content['application/json']?.schema;
    const answers = described['responses'] as { 200: { content: { 'application/json': { schema: { properties: { data: unknown } } } } } };
    const access = o.permission === 'public' ? 'public' : o.permission === 'any' ? 'signed in' : `needs ${o.permission.join(' or ')}`;
    return `<details id="${o.id}"><summary><b>${o.method}</b> <code>/gps${o.path}</code> <span>${escape(o.summary.en)}</span></summary>
<p><code>${o.id}</code> · ${escape(access)}${o.scope === 'platform' ? ' · platform owner' : ''}${o.writes ? ' · writes' : ''} · <span lang="zh">${escape(o.summary.zh)}</span></p>
<h3>Request</h3><pre>${pretty(request)}</pre>
<h3>Answer: data</h3><pre>${pretty(answers[200].content['application/json'].schema.properties.data)}</pre></details>`;
  });
  const entities = Object.entries(schemas).map(
    ([name, schema]) => `<details id="schema-${name}"><summary><b>${name}</b></summary><pre>${pretty(schema)}</pre></details>`,
  );
  const codes = ERROR_ROWS.map(
    (r) => `<tr><td>${r.code}</td><td><code>${r.name}</code></td><td>${escape(r.en)}</td><td lang="zh">${escape(r.zh)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sightline API</title>
<style>:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem}details{border-bottom:1px solid #8884;padding:.35rem 0}summary{cursor:pointer}summary b{display:inline-block;min-width:4.5em}summary span{opacity:.75;margin-inline-start:.5em}pre{overflow:auto;padding:.75rem;background:#8881;font-size:12px}h3{font-size:13px;margin:.6rem 0 .2rem}td,th{text-align:start;padding:.15rem .75rem .15rem 0;border-bottom:1px solid #8883}</style></head>
<body><h1>Sightline API</h1><p>${escape((document['info'] as { description: string }).description)} <a href="/gps/docs/openapi.json">OpenAPI 3.1 document</a></p>
<h2>Operations (${operations.length})</h2>${operations.join('\n')}
<h2>Entities</h2>${entities.join('\n')}
<h2>Codes</h2><table><thead><tr><th>Code</th><th>Name</th><th>en_US</th><th>zh_CN</th></tr></thead><tbody>${codes.join('')}</tbody></table></body></html>`;
}

/** JSON with links from references to entities. */
const pretty = (schema: unknown): string =>
  escape(JSON.stringify(schema, null, 1)).replace(/#\/components\/schemas\/([A-Za-z0-9]+)/g, '<a href="#schema-$1">$1</a>');
