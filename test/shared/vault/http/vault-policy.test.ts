import * as v from 'valibot';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { rawResponse } from '#platform/http/response/raw-response.ts';
import { log, logTo } from '#platform/log.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { defineVaultOperation } from '#vault/http/vault-operation.ts';
import { type VaultEdge, vaultPolicy } from '#vault/http/vault-policy.ts';
import { VaultError } from '#vault/vault-error.ts';
import { writtenBy } from '../../../support/documents/written-lines.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { anyContext, aVaultEvent } from '../../../support/vault/a-vault-event.ts';
import { withoutHelp } from '../../../support/vault/without-help.ts';

const operation = defineVaultOperation({
  name: 'vault.store-thing',
  method: 'POST',
  path: '/api/v1/things',
  summary: 'Store a thing',
  auth: 'none',
  query: v.object({ of: v.optional(v.picklist(['one', 'other'])) }),
  body: v.strictObject({
    thing: v.strictObject({
      name: v.pipe(v.string(), v.maxLength(5, 'is too long')),
      list: v.optional(v.array(v.strictObject({ size: v.number() }))),
      count: v.optional(v.number()),
    }),
  }),
  response: v.object({ done: v.boolean() }),
  errors: [],
  access: {},
  impact: 'None.',
  example: {},
});

const thing = { thing: { name: 'one' } };

/** A handler with this implementation, and its log lines. */
function served(run: () => Promise<{ done: boolean }> = async () => ({ done: true })) {
  const logged: string[] = [];
  const edge = (): VaultEdge => ({
    authenticator: { identify: async () => ({ kind: 'anyone' }) },
    log: logTo((line) => logged.push(line)),
    clock: () => new Date('2030-01-31T10:00:00.000Z'),
  });
  const handler = lambdaOver(vaultPolicy, implementVault(operation, run), () => ({}), edge);
  const ask = async (given: Parameters<typeof aVaultEvent>[0] = {}) => {
    const event = aVaultEvent({
      method: 'POST',
      path: operation.path,
      body: JSON.stringify(thing),
      headers: { 'content-type': 'application/json' },
      ...given,
    });
    const { statusCode, headers, body = '' } = await handler(event, anyContext);
    return { status: statusCode, headers: headers ?? {}, text: body };
  };
  return { ask, logged };
}

const always = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

describe('every answer', () => {
  it('every answer of the vault forbids caches, demands TLS, and has the request’s identifier', async () => {
    const { ask } = served();
    const good = await ask();
    expect([good.status, good.text]).toEqual([200, '{"done":true}']);
    expect(good.headers).toMatchObject({ ...always, 'x-request-id': 'req-of-the-gateway' });
    expect(good.headers).not.toHaveProperty('x-vault-error');
    const bad = await ask({ body: '{' });
    expect(bad.headers).toMatchObject({ ...always, 'x-vault-error': 'bad_request' });
    expect(withoutHelp(JSON.parse(bad.text))).toEqual({
      errors: { code: 'bad_request', title: 'Bad Request' },
    });
  });

  it.each([
    ['order-17', 'order-17'],
    ['a'.repeat(65), 'req-of-the-gateway'],
    ['two words', 'req-of-the-gateway'],
    ['4111111111111111', 'req-of-the-gateway'],
    ['4111-1111-1111-1111', 'req-of-the-gateway'],
    ['4111_1111_1111_1111', 'req-of-the-gateway'],
    ['4111--1111--1111--1111', 'req-of-the-gateway'],
    ['req_4111111111111111', 'req-of-the-gateway'],
    ['0b6d2f6e-58a1-4c0e-9d3a-123456789012', '0b6d2f6e-58a1-4c0e-9d3a-123456789012'],
    ['0123456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
    [`vk_${'a'.repeat(43)}`, 'req-of-the-gateway'],
    [`stk_${'a'.repeat(43)}`, 'req-of-the-gateway'],
  ])('every answer of the vault takes the name %j of a request as %j', async (given, expected) => {
    const { ask, logged } = served();
    const headers = { 'content-type': 'application/json', 'x-request-id': given };
    expect((await ask({ headers })).headers).toMatchObject({ 'x-request-id': expected });
    if (given !== expected) expect(logged.join('')).not.toContain(given);
  });

  it('an empty answer has no content type', async () => {
    const { ask } = served(
      // Any operation may answer raw, whatever its schema.
      async () => rawResponse({ status: 204, headers: {}, body: '' }) as never,
    );
    const { status, headers, text } = await ask();
    expect([status, text]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('every answer of the vault stays uncacheable', async () => {
    const headers = { 'cache-control': 'public, max-age=60' };
    const { ask } = served(async () => rawResponse({ status: 200, headers, body: '' }) as never);
    expect((await ask()).headers).toMatchObject({ 'cache-control': 'no-store' });
  });
});

describe('a request', () => {
  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonp', 415],
    [undefined, 415],
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
  ])('a request of type %s is answered with %i', async (type, status) => {
    const { ask } = served();
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect((await ask({ headers })).status).toBe(status);
  });

  it('a request in another charset than UTF-8 is a bad request that names the charset', async () => {
    const { ask } = served();
    const body = Buffer.from(JSON.stringify({ thing: { name: 'Müller' } }), 'latin1');
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    for (const given of [
      { body: body.toString('base64'), isBase64Encoded: true },
      { body: body.toString('utf8') },
    ]) {
      const refused = await ask({ ...given, headers });
      expect([refused.status, withoutHelp(JSON.parse(refused.text)).errors]).toEqual([
        400,
        {
          code: 'bad_request',
          title: 'Bad Request',
          details: { body: ['charset iso-8859-1, expected UTF-8'] },
        },
      ]);
    }
  });

  it('a compressed request is refused with 415, which names the encoding', async () => {
    const { ask } = served();
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const refused = await ask({ headers });
    expect([refused.status, withoutHelp(JSON.parse(refused.text)).errors]).toEqual([
      415,
      {
        code: 'unsupported_media_type',
        title: 'Unsupported Media Type',
        details: { 'content-encoding': ['is gzip: send the body without compression'] },
      },
    ]);
  });

  it.each(['constructor', 'prototype'])(
    'a request with a member called %s is a bad request with the reason',
    async (name) => {
      const { ask } = served();
      const refused = await ask({ body: `{"thing":{"name":"one","${name}":1}}` });
      expect([refused.status, JSON.parse(refused.text).errors.details]).toEqual([
        400,
        { body: [`a member is called \`${name}\``] },
      ]);
    },
  );

  it('a request to the vault may have 256 KiB and not a byte more', async () => {
    const { ask } = served();
    const sized = (bytes: number) => JSON.stringify(thing).padEnd(bytes, ' ');
    expect((await ask({ body: sized(256 * 1_024) })).status).toBe(200);
    const refused = await ask({ body: sized(256 * 1_024 + 1) });
    expect([refused.status, refused.headers['x-vault-error']]).toEqual([413, 'payload_too_large']);
    const packed = Buffer.from(sized(256 * 1_024 + 1)).toString('base64');
    expect((await ask({ body: packed, isBase64Encoded: true })).status).toBe(413);
  });

  it.each([
    ['nothing', undefined],
    ['half an object', '{"thing":'],
    ['a text', '"thing"'],
    ['a list', '[{"thing":{"name":"one"}}]'],
    ['null', 'null'],
    ['no body key', '{}'],
    ['a member twice', '{"thing":{"name":"one","name":"two"}}'],
    ['a member twice, written in two ways', '{"thing":{"name":"one","n\\u0061me":"two"}}'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d])],
    ['lists without an end', `{"thing":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['more lists than a parser survives', '['.repeat(200_000)],
  ])('a request of %s is a bad request', async (_, body) => {
    const { ask } = served();
    const given = Buffer.isBuffer(body)
      ? { body: body.toString('base64'), isBase64Encoded: true }
      : { body };
    const refused = await ask(given);
    expect([refused.status, JSON.parse(refused.text).errors.code]).toEqual([400, 'bad_request']);
  });

  it('a request to the vault is answered with every wrong field, in words that repeat nothing', async () => {
    const { ask } = served();
    const body = JSON.stringify({
      thing: { name: '4111111111111111', list: [{ size: '4242' }, { size: 'x' }], count: 'y' },
    });
    const refused = await ask({ body });
    expect(refused.status).toBe(422);
    expect(withoutHelp(JSON.parse(refused.text))).toEqual({
      errors: {
        code: 'validation_error',
        title: 'Validation Error',
        details: {
          name: ['is too long'],
          size: ['is invalid', 'is invalid'],
          count: ['is invalid'],
        },
      },
    });
  });

  it.each([
    ['more', 'more'],
    ['toString', 'toString'],
    ['__proto__', 'unknown_member'],
    ['4111111111111111', 'unknown_member'],
    ['n4111111111111111', 'unknown_member'],
    ['<script>', 'unknown_member'],
    ['x'.repeat(65), 'unknown_member'],
  ])('a request with the unknown member %j is answered with %j', async (name, said) => {
    const { ask } = served();
    const refused = await ask({ body: `{"thing":{"name":"one",${JSON.stringify(name)}:1}}` });
    expect(refused.status).toBe(422);
    const { details, param } = JSON.parse(refused.text).errors;
    expect(Object.entries(details)).toEqual([[said, ['is not known']]]);
    expect(param).toBe(`thing.${said}`);
    if (name !== said) expect(refused.text).not.toContain(name);
  });

  it('a request with a wrong argument is answered with its name', async () => {
    const { ask } = served();
    const refused = await ask({ query: { of: '4111111111111111' } });
    expect([refused.status, refused.text]).toEqual([
      422,
      '{"errors":{"code":"validation_error","title":"Validation Error","details":{"of":["is invalid"]},"param":"of","hint":"Send `one` or `other`.","request_id":"req-of-the-gateway"}}',
    ]);
  });

  it.each([
    ['https', '203.0.113.7', 200, 200],
    ['http', '203.0.113.7', 403, 403],
    ['http', '127.0.0.1', 403, 200],
    ['ftp', '203.0.113.7', 403, 403],
  ])(
    'a request to the vault over %s from %s is answered with %i, and on a laptop with %i',
    async (...row) => {
      const [protocol, sourceIp, status, onLaptop] = row;
      const { ask } = served();
      const headers = { 'content-type': 'application/json', 'x-forwarded-proto': protocol };
      const answer = await ask({ headers, sourceIp });
      expect(answer.status).toBe(status);
      expect(answer.headers).not.toHaveProperty('location');
      process.env.LOOPBACK_ALLOWED = 'true';
      try {
        expect((await ask({ headers, sourceIp })).status).toBe(onLaptop);
      } finally {
        delete process.env.LOOPBACK_ALLOWED;
      }
    },
  );
});

describe('a failure', () => {
  it('an internal failure is answered without details, and is logged once', async () => {
    const { ask, logged } = served(async () => {
      throw new Error('number 4111111111111111');
    });
    const failed = await ask();
    expect([failed.status, failed.text]).toEqual([
      500,
      '{"errors":{"code":"internal_error","title":"Internal Error","request_id":"req-of-the-gateway"}}',
    ]);
    expect(failed.headers).toMatchObject({ 'x-request-id': 'req-of-the-gateway' });
    expect(logged.filter((line) => line.includes('request failed'))).toHaveLength(1);
    expect(withoutRandom(logged.join(''))).not.toContain('4111');
  });

  it('a temporary failure has Retry-After', async () => {
    const { ask } = served(async () => {
      throw new VaultError('service_unavailable');
    });
    const failed = await ask();
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '1']);
  });

  it('a failure of the caller is not logged as an internal one', async () => {
    const { ask, logged } = served(async () => {
      throw new VaultError('resource_not_found');
    });
    expect((await ask()).status).toBe(404);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('"status":404');
  });
});

it.each([
  [{ kind: 'operator' }, 'operator'],
  [{ kind: 'operator', operator: 'ana.lima' }, 'operator ana.lima'],
  [{ kind: 'tenant', tenant: 'shop', keyId: 'vk_id_1' }, 'vk_id_1'],
  [{ kind: 'anyone' }, 'anyone'],
] as const)(
  'each line of the vault names the caller %j as %s, and its address',
  async (caller, name) => {
    const edge = (): VaultEdge => ({
      authenticator: { identify: async () => caller },
      log,
      clock: () => new Date('2030-01-31T10:00:00.000Z'),
    });
    const run = async () => ({ done: true });
    const handler = lambdaOver(vaultPolicy, implementVault(operation, run), () => ({}), edge);
    const event = aVaultEvent({
      method: 'POST',
      path: operation.path,
      body: JSON.stringify(thing),
      headers: { 'content-type': 'application/json' },
    });
    const lines = await writtenBy(() => handler(event, anyContext));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        caller: name,
        address: event.requestContext.http.sourceIp,
      });
    }
  },
);
