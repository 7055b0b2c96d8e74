import { z } from 'zod';
import { ERROR_ROWS } from './errors/catalogue.ts';
import type { OperationDefinition } from './operation.ts';
import { operationList } from './operations/index.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Everything of the contract as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0). The same input gives the same text. */
export function openApiDocument(): JsonObject {
  const schemas: JsonObject = {};
  const paths: JsonObject = {};
  for (const operation of operationList) {
    const path = `/gps${operation.path}`;
    const item = (paths[path] ??= {}) as JsonObject;
    item[operation.method.toLowerCase()] = describe(operation, operation.id, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline API',
      version: '2.0.0',
      description:
        'Every answer is `{code, msg, data}`: code 0 is success, any other number is a row of `x-error-codes`. Business errors travel with HTTP status 200. ' +
        'Instants are ISO 8601 in UTC, ids are strings. The token of `/v2/system/login` goes into the `Authorization` header.',
    },
    tags: [...new Set(operationList.map(({ id }) => id.split('.')[0]!))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
    'x-error-codes': ERROR_ROWS.map(({ code, name, en, zh }) => ({ code, name, en, zh })),
  };
}

function describe(operation: OperationDefinition, id: string, schemas: JsonObject): JsonObject {
  const { permission, rateLimit, feature } = operation;
  return {
    operationId: id,
    tags: [id.split('.')[0]!],
    summary: operation.summary.en,
    'x-summary-zh': operation.summary.zh,
    'x-permission': typeof permission === 'string' ? permission : [...permission],
    'x-scope': operation.scope,
    ...(operation.mainAccountOnly ? { 'x-main-account-only': true } : {}),
    ...(feature ? { 'x-license-feature': feature } : {}),
    'x-writes': operation.writes,
    ...(rateLimit ? { 'x-rate-limit': { max: rateLimit.max, windowS: rateLimit.windowS } } : {}),
    security: permission === 'public' ? [] : [{ token: [] }],
    ...(operation.file ? fileRequest(operation, operation.file.maxBytes, schemas) : jsonRequest(operation, schemas)),
    responses: {
      '200': {
        description: 'Success, or a business error (then `data` is null or holds details)',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: schemaOf(operation.output, 'output', schemas) },
            },
          },
        },
      },
    },
  };
}

const jsonRequest = (operation: OperationDefinition, schemas: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { 'application/json': { schema: schemaOf(operation.input, 'input', schemas) } } },
});

/** The fields of the input stand in the query, the body is the file. */
function fileRequest(operation: OperationDefinition, maxBytes: number, schemas: JsonObject): JsonObject {
  const { properties = {}, required = [] } = schemaOf(operation.input, 'input', schemas) as { properties?: JsonObject; required?: Json[] };
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: maxBytes } } },
    },
  };
}

/** JSON Schema of a zod schema; named entities move to `components`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: JsonObject): Json {
  const {
    $schema: _,
    $defs,
    ...own
  } = JSON.parse(
    JSON.stringify(
      z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => {
          // Patterns of date-times are a page long and say no more than the format.
          if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
          if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
          if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
          for (const [from, to] of [
            ['idOf', 'x-id-of'],
            ['list', 'x-comma-list'],
          ] as const) {
            if (from in jsonSchema) {
              jsonSchema[to] = jsonSchema[from];
              delete jsonSchema[from];
            }
          }
        },
      }),
    ),
  ) as JsonObject;
  for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
    const { id: _id, ...rest } = definition as JsonObject;
    schemas[name] = movedReferences(rest);
  }
  const { id: _own, ...rest } = own;
  return movedReferences(rest);
}

function movedReferences(value: Json): Json {
  if (Array.isArray(value)) return value.map(movedReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [
      key,
      key === '$ref' && typeof v === 'string' ? v.replace('#/$defs/', '#/components/schemas/') : movedReferences(v),
    ]),
  );
}
