/** The published contract: a sound OpenAPI 3.1 document that says what the API does, and a reference made from the same. */
import { describe, expect, test } from 'vitest';
import type { ErrorTable } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import { operations, refusalExample, refusalSchema, refusalsElsewhere } from '#server/rest/contract.ts';
import { reference } from '#server/rest/reference.ts';
import { routes } from '#server/rest/routes.ts';
import { errorTable } from '#server/site.ts';
import { send } from '#tests/harness/client.ts';
import { sharedSite } from '#tests/harness/site.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

const site = sharedSite();

async function document(): Promise<JsonObject> {
  const { status, headers, text } = await send(site(), { path: '/api/openapi.json' });
  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  return JSON.parse(text) as JsonObject;
}

/** The value at a JSON pointer such as `#/components/schemas/Proxy`. */
function at(root: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>(
      (value, name) => (value && typeof value === 'object' ? (value as JsonObject)[name] : undefined),
      root,
    );
}

/** Every object within a value, with its path. */
function* objectsIn(value: Json, path = '#'): Generator<[string, JsonObject]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`);
}

describe('the document', () => {
  test('is OpenAPI 3.1, with the site’s address, and describes exactly the routes that exist', async () => {
    const { openapi, servers, paths } = await document();
    expect(openapi).toMatch(/^3\.1\.\d$/);
    expect(servers).toEqual([{ url: `${site().services.env.SITE_URL.replace(/:\d+$/, `:${site().port}`)}/api/v1/reseller` }]);
    const described = Object.entries(paths as JsonObject).flatMap(([path, item]) =>
      Object.keys(item as JsonObject).map((method) => `${method.toUpperCase()} /api/v1/reseller${path}`),
    );
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test('refers only to what it has, and has nothing that nobody refers to', async () => {
    const whole = await document();
    const refs = [...objectsIn(whole)].flatMap(([, value]) => (typeof value.$ref === 'string' ? [value.$ref] : []));
    expect(refs.filter((ref) => at(whole, ref) === undefined)).toEqual([]);
    const components = whole.components as JsonObject;
    for (const kind of ['schemas', 'headers']) {
      const unused = Object.keys(components[kind] as JsonObject).filter((name) => !refs.includes(`#/components/${kind}/${name}`));
      expect(unused).toEqual([]);
    }
    expect(Object.keys(components.securitySchemes as JsonObject)).toEqual(['bearer', 'apiKey']);
  });

  test('keeps the form of its parts: operations, parameters, responses, media types', async () => {
    const { paths } = await document();
    const ids = new Set<Json | undefined>();
    for (const item of Object.values(paths as JsonObject)) {
      for (const operation of Object.values(item as JsonObject) as JsonObject[]) {
        ids.add(operation.operationId);
        expect(operation).toMatchObject({
          operationId: expect.any(String),
          summary: expect.any(String),
          description: expect.any(String),
        });
        for (const parameter of (operation.parameters ?? []) as JsonObject[]) {
          expect(parameter).toMatchObject({
            name: expect.any(String),
            required: expect.any(Boolean),
            schema: expect.any(Object),
          });
          expect(['query', 'header']).toContain(parameter.in);
          expect(parameter.description).not.toBe('');
        }
        for (const [status, response] of Object.entries(operation.responses as JsonObject)) {
          expect(status).toMatch(/^[2-5]\d\d$/);
          const { description, content } = response as JsonObject;
          expect(description).toEqual(expect.any(String));
          for (const media of Object.values(content as JsonObject))
            expect((media as JsonObject).schema).toEqual(expect.any(Object));
        }
      }
    }
    expect(ids.size).toBe(operations.length);
  });

  test('names only types that JSON Schema knows, and requires only properties that are there', async () => {
    const whole = await document();
    const known = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
    for (const [path, value] of objectsIn((whole.components as JsonObject).schemas ?? null)) {
      if (typeof value.type === 'string' && !path.endsWith('/properties')) expect(known).toContain(value.type);
      if (Array.isArray(value.required)) {
        const missing = value.required.filter((name) => !Object.hasOwn((value.properties ?? {}) as JsonObject, String(name)));
        expect({ path, missing }).toEqual({ path, missing: [] });
      }
    }
  });

  test('every status of every route carries the common headers, and 429 says when to come back', async () => {
    const { paths } = await document();
    for (const item of Object.values(paths as JsonObject)) {
      const { responses } = Object.values(item as JsonObject)[0] as JsonObject;
      for (const [status, response] of Object.entries(responses as JsonObject)) {
        if (status === '503') continue;
        const names = Object.keys((response as JsonObject).headers as JsonObject);
        expect(names).toEqual(
          expect.arrayContaining(['Cache-Control', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id']),
        );
        if (status === '429') expect(names).toContain('Retry-After');
        if (status === '401') expect(names).toContain('WWW-Authenticate');
        if (status === '405') expect(names).toContain('Allow');
      }
    }
  });

  test('states the limits by which the site works', async () => {
    const text = JSON.stringify(await document());
    for (const limit of [
      limits.requestsPerMinutePerKey,
      limits.requestsPerMinutePerAddress,
      limits.proxiesPerOrder,
      limits.proxiesPerDay,
      limits.bodyBytes,
    ]) {
      expect(text).toContain(String(limit));
    }
    const { properties, required } = bodyOf(await document());
    expect(properties.qty).toMatchObject({ type: 'integer', minimum: 1, maximum: limits.proxiesPerOrder });
    expect(properties.price).toMatchObject({ type: 'number', minimum: 0, maximum: limits.salePriceEuros.max, default: 0 });
    expect(properties.country).toMatchObject({ enum: ['fr', 'es', 'eu'] });
    expect(required).toEqual(['country', 'qty']);
  });
});

function bodyOf(whole: JsonObject): { properties: JsonObject; required: Json } {
  const post = ((whole.paths as JsonObject)['/buy'] as JsonObject).post as JsonObject;
  const media = ((post.requestBody as JsonObject).content as JsonObject)['application/json'] as JsonObject;
  return media.schema as { properties: JsonObject; required: Json };
}

describe('examples', () => {
  test.each(operations.flatMap(({ outcomes }) => outcomes))('$name is what its schema says, in full', ({ schema, example }) => {
    expect(schema.strict().parse(example)).toEqual(example);
    expect(Object.keys(example).sort()).toEqual(Object.keys(schema.shape).sort());
  });

  test.each(operations.flatMap(({ body }) => (body ? [body] : [])))('a body of a request', ({ schema, example }) => {
    expect(schema.strict().parse(example)).toEqual(example);
  });

  test.each([...new Set([...refusalsElsewhere, ...operations.flatMap(({ refusals }) => refusals)])])('%s', (code) => {
    expect(refusalSchema(code).strict().parse(refusalExample(code))).toMatchObject({ ok: false, code });
  });

  test('the document shows one for every code of every status', async () => {
    const { paths } = await document();
    for (const { method, path, refusals } of operations) {
      const item = (paths as JsonObject)[path.replace('/api/v1/reseller', '')] as JsonObject;
      const { responses } = item[method.toLowerCase()] as JsonObject;
      const shown = Object.values(responses as JsonObject).flatMap((response) => {
        const json = ((response as JsonObject).content as JsonObject)['application/json'] as JsonObject | undefined;
        return Object.keys((json?.examples ?? {}) as JsonObject);
      });
      expect(shown).toEqual(expect.arrayContaining([...refusals, ...refusalsElsewhere]));
    }
  });
});

describe('the error table', () => {
  /** Section 7 of the specification, and the codes that decisions 12 and 17 and the service itself add. */
  test.each([
    ['bad_request', 400, []],
    ['invalid_json', 400, []],
    ['idempotency_key_required', 400, []],
    ['invalid_country', 400, []],
    ['invalid_qty', 400, []],
    ['invalid_price', 400, []],
    ['missing_key', 401, []],
    ['invalid_key', 401, []],
    ['insufficient_balance', 402, ['balance', 'required']],
    ['not_reseller', 403, []],
    ['browser_not_allowed', 403, []],
    ['not_found', 404, []],
    ['method_not_allowed', 405, []],
    ['out_of_stock', 409, ['available']],
    ['request_in_progress', 409, []],
    ['order_failed', 409, ['order_id']],
    ['payload_too_large', 413, []],
    ['unsupported_media_type', 415, []],
    ['idempotency_key_reused', 422, []],
    ['daily_limit', 429, ['remaining_today']],
    ['rate_limited', 429, []],
    ['server_error', 500, []],
  ])('%s is %d', (code, status, extra) => {
    const row = (errorTable as ErrorTable)[code];
    expect([row?.status, row?.extra ?? []]).toEqual([status, extra]);
    expect(row?.firstStatus).toBe(code === 'order_failed' ? 500 : undefined);
  });
});

describe('the reference', () => {
  const { routes: described, errors, baseUrl } = reference('https://proxies.example');

  test('has every route, with examples in curl, TypeScript and Python that name the site', () => {
    expect(described.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /balance', 'GET /stock', 'POST /buy']);
    for (const { path, examples } of described) {
      expect(examples.map(({ language }) => language)).toEqual(['curl', 'TypeScript', 'Python']);
      for (const { code } of examples) expect(code).toContain(`${baseUrl}${path}`);
    }
  });

  test('describes every field', () => {
    for (const { requestHeaders, query, body, outcomes } of described) {
      const fields = [...requestHeaders, ...query, ...body, ...outcomes.flatMap((outcome) => outcome.fields)];
      expect(fields.filter(({ description, type }) => description === '' || type === 'undefined')).toEqual([]);
    }
    expect(described[2]?.outcomes[0]?.fields.map(({ name }) => name)).toContain('proxies[].access');
  });

  test('has every code that the API answers with, by status', () => {
    const used = new Set([...refusalsElsewhere, ...operations.flatMap(({ refusals }) => refusals)]);
    expect(errors.map(({ code }) => code).sort()).toEqual([...used].sort());
    const statuses = errors.map(({ statuses: [status = 0] }) => status);
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });
});
