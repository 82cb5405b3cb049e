import { gzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { type ErrorDetails, type ErrorKind, SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import { viewerHeader } from '#platform/http/callers/edge-headers.ts';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { bodyLimit, switchPolicy } from '#platform/http/edge/switch-policy.ts';
import { type Implementation, implement } from '#platform/http/operation/implement.ts';
import { defineOperation, type Operation } from '#platform/http/operation/operation.ts';
import { duplicateMember } from '#platform/http/request/duplicate-member.ts';
import { redirect } from '#platform/http/response/raw-response.ts';
import { log, logTo } from '#platform/log.ts';
import { environment } from '#platform/stage.ts';
import { apiKeyId } from '#platform/table/shared-keys.ts';
import { writtenBy } from '../../../../support/documents/written-lines.ts';
import { type Ask, eventOf } from '../../../../support/switch/switch-in-memory.ts';
import { memoryTable } from '../../../../support/table/memory-table.ts';

const operation = defineOperation({
  name: 'things.change',
  method: 'POST',
  path: '/things/{thing_id}',
  summary: 'Change a thing',
  auth: 'secret key',
  params: v.object({ thing_id: v.string() }),
  body: v.strictObject({ colour: v.optional(v.string()) }),
  response: v.unknown(),
  errors: [],
  access: {},
  impact: 'Things stay as they are.',
  example: {},
} as const satisfies Operation);

type Thing = Implementation<typeof operation, undefined, string>;

/** The same operation, which gets the body as a text. */
const asText = defineOperation({
  ...operation,
  body: v.string(),
  bodyAs: 'text',
} as const satisfies Operation);

/** The same operation, which reads no body. */
const { body: _, ...bodiless } = operation;

/** Serves the thing to a merchant whose key `identify` checks. */
function served(thing: Partial<Thing> & Pick<Thing, 'run'>, known?: string) {
  const lines: string[] = [];
  const order: string[] = [];
  const counted: string[] = [];
  const state = { revoked: false };
  const authenticator = {
    recall: () => known,
    async identify() {
      order.push('key asked');
      await Promise.resolve();
      order.push('key answered');
      if (state.revoked) throw new SwitchError('not_authenticated');
      return { kind: 'merchant', merchantId: 'shop' } as const;
    },
  };
  const edge = {
    authenticator,
    table: () => memoryTable(),
    log: logTo((line) => lines.push(line)),
    metric: (name: string) => counted.push(name),
    clock: () => new Date('2026-01-31T12:00:00Z'),
  };
  const handler = lambdaOver(
    switchPolicy,
    implement(operation, thing),
    () => undefined,
    () => edge,
  );
  const context = { getRemainingTimeInMillis: () => 1_234 } as Context;
  return {
    lines,
    counted,
    order,
    state,
    async ask(request: Ask = {}) {
      const example = { params: { thing_id: 'one' }, key: 'key', body: {} };
      const event = eventOf(operation, { ...example, ...request });
      const { statusCode, headers, body } = await handler(event, context);
      return { status: statusCode, headers, body: body ? JSON.parse(body) : undefined };
    },
  };
}

describe('every line of a request', () => {
  const callers = [
    [{ kind: 'admin' }, 'operator'],
    [{ kind: 'admin', operator: 'ana.lima' }, 'operator ana.lima'],
    [{ kind: 'merchant', merchantId: 'shop' }, apiKeyId(environment(), 'key')],
    [{ kind: 'client', merchantId: 'shop', clientSecret: 'x' }, 'payer'],
    [{ kind: 'page', merchantId: 'shop' }, 'payer'],
    [{ kind: 'customer', merchantId: 'shop', customerId: 'cus_1' }, 'payer'],
    [{ kind: 'anyone' }, 'anyone'],
  ] as const;
  const asked = async (caller: Caller, run = async () => ({})) => {
    const lines = await writtenBy(async () => {
      const handler = lambdaOver(
        switchPolicy,
        implement(operation, { run }),
        () => undefined,
        () => ({
          authenticator: { recall: () => undefined, identify: async () => caller },
          table: () => memoryTable(),
          log,
          clock: () => new Date(),
        }),
      );
      const event = eventOf(operation, { params: { thing_id: 'one' }, key: 'key', body: {} });
      await handler(event, { getRemainingTimeInMillis: () => 1_234 } as Context);
    });
    expect(lines.length).toBeGreaterThan(0);
    return lines.map((line) => JSON.parse(line));
  };

  it.each(callers)(
    "a request's log lines of the caller %j name it %s, and its address",
    async (caller, name) => {
      const failing = async () => Promise.reject(new Error('It broke.'));
      for (const line of [...(await asked(caller)), ...(await asked(caller, failing))]) {
        expect(line).toMatchObject({ caller: name, address: '192.0.2.7' });
      }
    },
  );

  it("a request's log lines name no address where the deployment wants none", async () => {
    process.env.LOG_ADDRESSES = 'off';
    try {
      for (const line of await asked({ kind: 'admin' })) expect(line.address).toBeUndefined();
    } finally {
      delete process.env.LOG_ADDRESSES;
    }
  });
});

describe('the input of an operation', () => {
  it('an operation gets a parsed request, with a time and a caller', async () => {
    const { ask } = served({ run: async (request) => ({ ...request, ms: request.remainingMs() }) });
    const { body } = await ask({
      body: { colour: 'red' },
      headers: { 'content-type': 'application/json', 'X-Feature': 'On' },
    });
    expect(body).toMatchObject({
      params: { thing_id: 'one' },
      body: { colour: 'red' },
      caller: { kind: 'merchant', merchantId: 'shop' },
      headers: { 'x-feature': 'On', 'content-type': 'application/json' },
      requestId: 'req_test',
      sourceIp: '192.0.2.7',
      now: '2026-01-31T12:00:00.000Z',
      ms: 1_234,
    });
  });

  it.each([
    ['abc-1_2', 'abc-1_2'],
    ['a b', 'req_test'],
    ['<script>', 'req_test'],
    ['x'.repeat(65), 'req_test'],
  ])('a request that calls itself %j is answered as %j', async (given, echoed) => {
    const { ask, lines } = served({ run: async () => ({}) });
    const headers = { 'content-type': 'application/json', 'x-request-id': given };
    const answer = await ask({ headers });
    expect(answer.headers).toMatchObject({ 'x-request-id': echoed, 'request-id': echoed });
    expect(lines.join()).toContain(`"request_id":"${echoed}"`);
  });
});

describe('the caller’s address', () => {
  const { ask } = served({ run: async ({ sourceIp }) => ({ sourceIp }) });
  const addressOf = async (headers: Readonly<Record<string, string>>, authorizer?: object) => {
    const json = { 'content-type': 'application/json' };
    const { body } = await ask({ headers: { ...json, ...headers }, authorizer });
    return v.parse(v.object({ sourceIp: v.string() }), body).sourceIp;
  };
  const throughEdge = { lambda: { viewerHeader } };

  it("a caller’s address behind the edge is the one that the edge states, because API Gateway sees only the edge's own", async () => {
    expect(await addressOf({ [viewerHeader]: '203.0.113.9' }, throughEdge)).toBe('203.0.113.9');
    expect(await addressOf({ 'X-Turnout-Viewer': '203.0.113.9' }, throughEdge)).toBe('203.0.113.9');
    expect(await addressOf({}, throughEdge)).toBe('192.0.2.7');
  });

  it.each([
    ['no authorizer let the request in', undefined],
    ['an authorizer says nothing of an edge', { lambda: {} }],
    ['an authorizer says nothing', { lambda: null }],
    ['another kind of authorizer let the request in', { jwt: { claims: { viewerHeader } } }],
  ])(
    'a caller’s address is API Gateway’s where %s: a forged header is not used',
    async (_, authorizer) => {
      const forged = { [viewerHeader]: '203.0.113.9', 'x-forwarded-for': '203.0.113.9' };
      expect(await addressOf(forged, authorizer)).toBe('192.0.2.7');
    },
  );
});

describe('reading ahead', () => {
  const run: Thing['run'] = async (_request, _services, loaded) => ({ loaded });

  it('reading ahead waits for the key when the merchant is unknown', async () => {
    const { ask, order } = served({
      run,
      load: async ({ merchantId }) => {
        order.push(`read for ${merchantId}`);
        return 'thing';
      },
    });
    expect((await ask()).body).toEqual({ loaded: 'thing' });
    expect(order).toEqual(['key asked', 'key answered', 'read for shop']);
  });

  it('reading ahead goes together with the key when its merchant is known', async () => {
    const { ask, order } = served(
      {
        run,
        load: async ({ merchantId }) => {
          order.push(`read for ${merchantId}`);
          return 'thing';
        },
      },
      'shop',
    );
    await ask();
    expect(order).toEqual(['read for shop', 'key asked', 'key answered']);
  });

  it('reading ahead is dropped when the key belongs to another merchant', async () => {
    const { ask } = served({ run, load: async ({ merchantId }) => merchantId }, 'other');
    expect((await ask()).body).toEqual({ loaded: 'shop' });
  });

  it('reading ahead shows nothing to a caller with a revoked key, not even its failure', async () => {
    const failing = async () => {
      throw new SwitchError('payment_not_found');
    };
    const { ask, state, lines } = served({ run, load: failing }, 'shop');
    state.revoked = true;
    expect((await ask()).status).toBe(401);
    state.revoked = false;
    expect((await ask()).status).toBe(404);
    expect(lines.join()).not.toContain('"level":"error"');
  });

  it('reading ahead never runs a change before the key was checked', async () => {
    const ran: string[] = [];
    const { ask, state } = served(
      { run: async () => ran.push('ran'), load: async () => '' },
      'shop',
    );
    state.revoked = true;
    await ask();
    expect(ran).toEqual([]);
  });
});

describe('a failure', () => {
  it('an internal failure is a plain 500, logged once and without details', async () => {
    const { ask, lines } = served({
      run: () => Promise.reject(new Error('the secret is snd_1')),
    });
    const { status, body } = await ask();
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        type: 'api',
        message: 'Something went wrong',
        code: 'HE_00',
        request_id: expect.any(String),
      },
    });
    expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(1);
  });

  it.each<[ErrorKind | 'a bug', ErrorDetails, number, boolean]>([
    ['a bug', {}, 500, true],
    ['internal_error', {}, 500, true],
    ['temporarily_unavailable', {}, 503, true],
    ['temporarily_unavailable', { from: 'connector' }, 503, false],
    ['not_implemented', { what: 'payout_link' }, 501, false],
    ['connector_data_mismatch', {}, 500, false],
    ['dispute_refused_by_connector', {}, 500, false],
    ['mandate_refused_by_connector', { connector_status: 503 }, 503, false],
    ['invalid_data', {}, 422, false],
  ])(
    'a failure as %s with %j is answered with %i, and is a failure of ours: %s',
    async (kind, details, status, isOurs) => {
      const error = kind === 'a bug' ? new Error('a bug') : new SwitchError(kind, details);
      const { ask, counted } = served({ run: () => Promise.reject(error) });
      expect((await ask()).status).toBe(status);
      expect(counted).toEqual(['RequestErrors', ...(isOurs ? ['ServerFailures'] : [])]);
    },
  );

  it('a temporary failure is marked as temporary', async () => {
    const { ask } = served({
      run: () => Promise.reject(new SwitchError('temporarily_unavailable')),
    });
    const { status, headers } = await ask();
    expect({ status, again: headers?.['retry-after'] }).toEqual({ status: 503, again: '1' });
  });

  it('a failure before the body was parsed is logged like any request', async () => {
    const { ask, lines } = served({ run: async () => ({}) });
    for (const text of ['{', `"${' '.repeat(40_000)}"`, '{"a":1,"a":2}']) {
      lines.length = 0;
      expect((await ask({ text })).status).toBe(400);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        message: 'request',
        operation: 'things.change',
        status: 400,
      });
    }
  });

  it('a failure leaves nothing behind for the next request', async () => {
    let failing = true;
    const { ask } = served({
      run: async () => {
        if (failing) throw new Error('once');
        return { fine: true };
      },
    });
    expect((await ask()).status).toBe(500);
    failing = false;
    expect(await ask()).toMatchObject({ status: 200, body: { fine: true } });
  });
});

describe('an answer', () => {
  it('an answer that is not JSON is sent unchanged', async () => {
    const { ask } = served({ run: async () => redirect('https://shop.example/back') });
    expect(await ask()).toMatchObject({
      status: 302,
      headers: { location: 'https://shop.example/back', via: 'HyperSwitch' },
    });
  });

  it('an answer that only looks like one of those is JSON all the same', async () => {
    const look = { status: 302, headers: { location: 'https://elsewhere.example' }, body: '' };
    const { ask } = served({ run: async () => look });
    expect(await ask()).toMatchObject({ status: 200, body: look });
  });
});

it('a body with a repeated member is refused, however it spells it', async () => {
  const { ask } = served({ run: async () => ({}) });
  const { body } = await ask({ text: '{"colour":"red","c\\u006flour":"green"}' });
  expect(body.error.message).toBe('Json deserialize error: duplicate field `colour`');
});

it('a hostile text is scanned once, however many quotes it begins with', () => {
  // A new search from every quote would take hours.
  expect(duplicateMember(`"${'\\"'.repeat(1_000_000)}`)).toBeUndefined();
});

describe('a body', () => {
  const context = { getRemainingTimeInMillis: () => 1_234 } as Context;
  const edge = {
    authenticator: {
      recall: () => undefined,
      identify: async () => ({ kind: 'merchant', merchantId: 'shop' }) as const,
    },
    table: () => memoryTable(),
    log: logTo(() => {}),
    clock: () => new Date(),
  };
  const answers = async (asked: Operation, request: Ask) => {
    const handler = lambdaOver(
      switchPolicy,
      implement(asked, async ({ body }) => ({ body })),
      () => undefined,
      () => edge,
    );
    const event = eventOf(asked, { params: { thing_id: 'one' }, key: 'key', ...request });
    const { statusCode, body = '' } = await handler(event, context);
    return { status: statusCode, body: JSON.parse(body) };
  };

  it.each([
    ['{"a":1,"a":2}', 'application/json'],
    [' [1]\n', 'application/json'],
    ['a=1&b=%7B', 'application/x-www-form-urlencoded'],
    ['<ü/>', 'text/xml'],
    ['', 'text/plain'],
  ])('a body wanted as text is passed on exactly as it came: %j', async (text, type) => {
    const headers = { 'content-type': type };
    for (const base64 of [false, true]) {
      const answer = await answers(asText, { text, headers, base64 });
      expect(answer).toEqual({ status: 200, body: { body: text } });
    }
  });

  it.each<[string, Uint8Array]>([
    ['ISO 8859-1', Buffer.from('{"colour":"rosé"}', 'latin1')],
    ['UTF-16', Buffer.from('{"colour":"red"}', 'utf16le')],
    [
      'half a letter',
      Buffer.from(Buffer.from('{"colour":"rosé"}').filter((byte) => byte !== 0xa9)),
    ],
    ['bytes of no charset', Uint8Array.of(0x7b, 0xff, 0xfe, 0x80, 0x7d)],
  ])('a body that is not UTF-8 is refused: %s', async (_, bytes) => {
    const ran: string[] = [];
    const handler = lambdaOver(
      switchPolicy,
      implement(operation, async () => ran.push('ran')),
      () => undefined,
      () => edge,
    );
    const event = eventOf(operation, { params: { thing_id: 'one' }, key: 'key', body: {} });
    const body = Buffer.from(bytes).toString('base64');
    const answer = await handler({ ...event, body, isBase64Encoded: true }, context);
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ error: { code: 'IR_06' } });
    expect(ran).toEqual([]);
  });

  const askAs = async (type: string, bytes: Buffer, isText: boolean, more: object = {}) => {
    const handler = lambdaOver(
      switchPolicy,
      implement(operation, async ({ body }) => ({ body })),
      () => undefined,
      () => edge,
    );
    const event = eventOf(operation, { params: { thing_id: 'one' }, key: 'key', body: {} });
    const { statusCode, body = '' } = await handler(
      {
        ...event,
        headers: {
          ...event.headers,
          'content-type': type,
          'content-length': String(bytes.length),
          ...more,
        },
        body: bytes.toString(isText ? 'utf8' : 'base64'),
        isBase64Encoded: !isText,
      },
      context,
    );
    return { status: statusCode, body: JSON.parse(body) };
  };
  const rosé = '{"colour":"rosé"}';
  const red = '{"colour":"red"}';

  it.each([
    ['application/json; charset=iso-8859-1', Buffer.from(rosé, 'latin1'), 'charset iso-8859-1'],
    ['application/json;charset="ISO-8859-1"', Buffer.from(rosé, 'latin1'), 'charset iso-8859-1'],
    ['application/json; charset=windows-1252', Buffer.from(rosé, 'latin1'), 'charset windows-1252'],
    ['application/json; charset=utf-16le', Buffer.from(red, 'utf16le'), 'charset utf-16le'],
    ['application/json; charset=iso-8859-1', Buffer.from(rosé), 'charset iso-8859-1'],
    ['application/json; charset=utf-8', Buffer.from(rosé, 'latin1'), 'invalid unicode code point'],
    ['application/json', Buffer.from(rosé, 'latin1'), 'invalid unicode code point'],
  ])(
    'a body that comes as %s in other bytes than UTF-8 is refused with the mistake',
    async (...row) => {
      const [type, bytes, wrong] = row;
      for (const isText of [false, true]) {
        const { status, body } = await askAs(type, bytes, isText);
        expect([status, body.error.code]).toEqual([400, 'IR_06']);
        expect(body.error.message).toContain(wrong);
      }
    },
  );

  it.each([
    ['application/json; charset=UTF-8', rosé],
    ['application/json; charset=utf8', rosé],
    ['application/json; charset=us-ascii', red],
    ['application/json; charset=iso-8859-1', red],
    ['application/json', '{"colour":"\ufffd"}'],
  ])('a body that comes as %s is accepted when it is UTF-8: %s', async (type, text) => {
    for (const isText of [false, true]) {
      const answer = await askAs(type, Buffer.from(text), isText);
      expect(answer).toEqual({ status: 200, body: { body: JSON.parse(text) } });
    }
  });

  it.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate, gzip', 'deflate, gzip'],
    ['br', 'br'],
    ['identity, zstd', 'zstd'],
  ])('a body compressed with %s is refused with 415, which names it', async (sent, named) => {
    for (const isText of [false, true]) {
      const more = { 'content-encoding': sent };
      const { status, body } = await askAs('application/json', gzipSync(red), isText, more);
      expect([status, body.error.code]).toEqual([415, 'IR_06']);
      expect(body.error.message).toContain(`Content-Encoding ${named} is not supported`);
    }
  });

  it('a body with the encoding identity is accepted', async () => {
    const more = { 'content-encoding': 'identity' };
    const answer = await askAs('application/json', Buffer.from(red), true, more);
    expect(answer).toMatchObject({ status: 200 });
  });

  it('a compressed body wanted as text is refused with 415', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    expect(await answers(asText, { text: 'x', headers, base64: true })).toMatchObject({
      status: 415,
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'a body with a member called %s is refused with its name',
    async (name) => {
      for (const value of ['1', '{"prototype":1}']) {
        const { status, body } = await askAs(
          'application/json',
          Buffer.from(`{"metadata":{"${name}":${value}}}`),
          true,
        );
        expect([status, body.error.code]).toEqual([400, 'IR_06']);
        expect(body.error.message).toMatch(
          /^Json deserialize error: a member is called `(__proto__|constructor|prototype)`$/,
        );
      }
    },
  );

  it('a body wanted as text is limited as well', async () => {
    const answer = await answers(asText, { text: 'x'.repeat(bodyLimit + 1) });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
  });

  it.each(['{"a":1,"a":2}', 'a=1&b=2', ''])(
    'a body of an operation without one may be anything: %j',
    async (text) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await answers(bodiless, { text, headers })).toEqual({ status: 200, body: {} });
    },
  );
});
