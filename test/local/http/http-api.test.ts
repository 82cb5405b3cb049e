import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { statusOfLongHead } from '../../support/requests/refused-head.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { type Fixture, type Started, startFixture, synthesizeFixture } from '../fixture-app.ts';

let fixture: Fixture;
let started: Started;
beforeAll(async () => {
  fixture = synthesizeFixture();
  started = await startFixture(fixture);
});
afterAll(async () => {
  await started.assembly.stop();
  fixture.remove();
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${started.url}${path}`, init);
const respond = (answer: unknown) => ask('/respond', { method: 'POST', ...json(answer) });
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
/** Sends a request exactly as it is given, on a connection of its own; the fetch of Node.js may not. */
async function asSent(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: {
    method?: string;
    headers?: Record<string, string | string[]>;
    body?: string;
  } = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(started.url);
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  let text = '';
  for await (const part of response ?? []) text += part;
  return { status: response?.statusCode ?? 0, text };
}
interface Echoed {
  readonly event: {
    readonly [name: string]: unknown;
    readonly requestContext: { authorizer: { lambda: unknown } };
  };
  readonly environment: Record<string, string>;
}
const echoed = async (response: Response) => (await response.json()) as Echoed;
const eventOf = async (response: Response) => (await echoed(response)).event;
const countOf = async () =>
  ((await (await respond({ count: true })).json()) as { calls: number }).calls;

describe('a function sees the request as API Gateway would show it', () => {
  it("a function gets a request's path, query, headers, cookies and context in format 2.0", async () => {
    const headers = { cookie: 'a=1; b=2', 'X-Two': 'one', 'user-agent': 'tests' };
    const event = await eventOf(await ask('/echo/a%252Fb%20c?x=1&x=2&y=%26', { headers }));
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /echo/{id}',
      rawPath: '/echo/a/b c',
      rawQueryString: 'x=1&x=2&y=%26',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-two': 'one', 'x-forwarded-proto': 'http', 'content-length': '0' },
      queryStringParameters: { x: '1,2', y: '&' },
      pathParameters: { id: 'a/b c' },
      requestContext: {
        accountId: '000000000000',
        http: { method: 'GET', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'tests' },
        routeKey: 'ANY /echo/{id}',
        stage: '$default',
        time: expect.stringMatching(/^\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/),
        timeEpoch: expect.any(Number),
      },
      isBase64Encoded: false,
    });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event).not.toHaveProperty('body');
  });

  it.each(['GET', 'DELETE', 'POST', 'PUT'])(
    'a function gets a request with the body of a %s',
    async (method) => {
      // The fetch of Node.js sends no body with GET, HTTP itself has nothing against it.
      const body = '{"a":"ä"}';
      const headers = { ...json(body).headers, 'content-length': `${Buffer.byteLength(body)}` };
      const { event } = JSON.parse((await asSent('/echo/1', { method, headers, body })).text);
      expect(event).toMatchObject({ body: '{"a":"ä"}', isBase64Encoded: false });
    },
  );

  it('a function gets headers and query parameters that have the names of inherited members', async () => {
    const headers = Object.fromEntries([
      ['constructor', 'a'],
      ['__proto__', 'b'],
      ['tostring', 'c'],
    ]);
    const names = '?constructor=1&__proto__=2&toString=3&toString=4';
    const { text } = await asSent(`/echo/a${names}`, { headers });
    const { event } = JSON.parse(text);
    expect(Object.entries(event.queryStringParameters)).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
      ['toString', '3,4'],
    ]);
    expect(Object.entries(event.headers)).toEqual(
      expect.arrayContaining([
        ['constructor', 'a'],
        ['__proto__', 'b'],
        ['tostring', 'c'],
      ]),
    );
  });

  it('a function gets the length of a body that came in chunks', async () => {
    const headers = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
    const sent = { method: 'POST', headers, body: 'in parts' };
    const { event } = JSON.parse((await asSent('/echo/1', sent)).text);
    expect(event).toMatchObject({ body: 'in parts', headers: { 'content-length': '8' } });
    expect(event.headers).not.toHaveProperty('transfer-encoding');
  });

  it('a function gets the values of a repeated header, query parameter and cookie joined or listed', async () => {
    const headers = { 'x-many': ['1', '2'], cookie: ['a=1', 'b=2; c=3'] };
    const { event } = JSON.parse((await asSent('/echo/1?q=1&q=&p&q=a+b%2Bc', { headers })).text);
    expect(event).toMatchObject({
      headers: { 'x-many': '1,2' },
      cookies: ['a=1', 'b=2', 'c=3'],
      rawQueryString: 'q=1&q=&p&q=a+b%2Bc',
      queryStringParameters: { q: '1,,a b+c', p: '' },
    });
  });

  it.each([
    ['/capture/a%2Fb?x=1', '/capture/a/b', 'a/b'],
    ['/capture/a%252Fb?x=1', '/capture/a/b', 'a/b'],
    ['/capture/a%3Fb/c?x=1', '/capture/a', 'a'],
    ['/capture/a%253Fb/c?x=1', '/capture/a?b/c', 'a?b/c'],
    ['/capture/a%2525b/c?x=1', '/capture/a%b/c', 'a%b/c'],
    ['/capture/a+b//c/../d/?x=1', '/capture/a+b//c/../d/', 'a+b//c/../d/'],
  ])(
    'a function gets the path of %s decoded twice, and cut at an encoded question mark',
    async (sent, path, rest) => {
      const { event } = JSON.parse((await asSent(sent)).text);
      expect(event).toMatchObject({
        rawPath: path,
        pathParameters: { rest },
        rawQueryString: 'x=1',
        queryStringParameters: { x: '1' },
        requestContext: { http: { path } },
      });
    },
  );

  it('a function gets a slash of its only parameter when it is encoded twice, and not when encoded once', async () => {
    const { event } = JSON.parse((await asSent('/echo/a%252Fb')).text);
    expect(event).toMatchObject({ rawPath: '/echo/a/b', pathParameters: { id: 'a/b' } });
    expect((await asSent('/echo/a%2Fb')).status).toBe(404);
  });

  it('a function gets a body that is not text in Base64', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const event = await eventOf(
      await ask('/echo/1', { method: 'POST', headers, body: Buffer.from([0, 255]) }),
    );
    expect(event).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
  });
});

describe('a client sees the response as API Gateway would send it', () => {
  it('a client gets a response with status, headers, cookies and body', async () => {
    const response = await respond({
      statusCode: 418,
      headers: { 'X-Tea': 'pot', 'x-number': 7 },
      cookies: ['a=1; HttpOnly', 'b=2'],
      body: 'short and stout',
    });
    expect(response.status).toBe(418);
    expect(response.headers.get('x-tea')).toBe('pot');
    expect(response.headers.get('x-number')).toBe('7');
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(await response.text()).toBe('short and stout');
  });

  it('a client gets a Base64 body decoded', async () => {
    const response = await respond({ statusCode: 200, body: 'AP8=', isBase64Encoded: true });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
  });

  it('a client gets a 200 in JSON when the function gives no status', async () => {
    const response = await respond({ hello: 'world' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ hello: 'world' });
  });

  it('a client gets a 404 where there is no route', async () => {
    const response = await ask('/nowhere');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
  });

  it.each(['/echo/%ff', '/echo/a%25b', '/echo/a%25', '/nowhere/%25'])(
    'a client gets a 400 where the path is %s, which is not properly encoded or is not after one decoding',
    async (path) => {
      const { status, text } = await asSent(path);
      expect([status, text]).toEqual([400, '{"message":"Bad Request"}']);
    },
  );

  it('a client gets a 431 when the request line and the values of headers have more than 10,240 bytes', async () => {
    const line = 'GET /echo/1 HTTP/1.1'.length;
    const ownHeaders = `${new URL(started.url).host}close`.length;
    const free = 10_240 - line - ownHeaders;
    const filled = (bytes: number) =>
      asSent('/echo/1', { headers: { 'x-filling': 'x'.repeat(bytes) } });
    expect((await filled(free)).status).toBe(200);
    const refused = await filled(free + 1);
    expect([refused.status, refused.text]).toEqual([
      431,
      '{"message":"Request Header Fields Too Large"}',
    ]);
    // A line that is too long counts as well, and Node.js itself refuses a far larger one.
    expect((await asSent(`/echo/1?${'x'.repeat(10_240)}`)).status).toBe(431);
    expect(await statusOfLongHead(filled(100_000))).toBe(431);
  });

  it('a client gets a 413 when the event of a request has more than 6,291,456 bytes, as its JSON counts', async () => {
    // An escaped quotation mark takes two bytes of the request and four of the event.
    const sent = (body: string) =>
      ask('/respond', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await sent(`{"hello":"${'x'.repeat(6_000_000)}"}`)).status).toBe(200);
    const refused = await sent(`{"hello":"${'\\"'.repeat(2_200_000)}"}`);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ message: 'Request Entity Too Large' });
    const bytes = await ask('/echo/1', { method: 'POST', body: Buffer.alloc(5 * 2 ** 20) });
    expect(bytes.status).toBe(413);
  });

  it('a client gets a 413 when the answer of a function has more than 6,291,456 bytes', async () => {
    const frame = '{"body":""}'.length;
    expect((await respond({ filling: 6_291_456 - frame })).status).toBe(200);
    const refused = await respond({ filling: 6_291_457 - frame });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ message: 'Request Entity Too Large' });
  });

  it('a client gets a 413 when the body is over 10 MB', async () => {
    const response = await ask('/respond', { method: 'POST', body: 'x'.repeat(11 * 2 ** 20) });
    expect(response.status).toBe(413);
  });

  it('a client gets a 500 when the function throws, and its instance lives on', async () => {
    const before = await countOf();
    const response = await respond({ fail: 'throw' });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
    expect(await countOf()).toBe(before + 1);
  });

  it('a client gets a 500 when the function exits, and the next request has a new instance', async () => {
    expect((await respond({ fail: 'exit' })).status).toBe(500);
    expect(await countOf()).toBe(1);
  });

  it('a client gets a 503 when the function runs out of time', async () => {
    const response = await ask('/slow', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '5000',
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ message: 'Service Unavailable' });
  });

  it('a client gets the preflight answer that browsers need across origins', async () => {
    const origin = 'https://shop.example';
    const preflight = await ask('/respond', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    const response = await ask('/echo/1', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const foreign = await ask('/echo/1', { headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a function that asks an API of the assembly', () => {
  const asked = async (method: string, path: string, body: string, type: string) => {
    const headers = { 'content-type': type, 'user-agent': 'tests', cookie: 'a=1; b=2' };
    const url = `${started.url}${path}`;
    const through = (await started.assembly.invoke('Asker', { method, url, headers, body })) as {
      status: number;
      headers: Record<string, string | string[]>;
      body: string;
    };
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    return { through, response };
  };

  it.each([
    [{ statusCode: 418, headers: { 'X-Tea': 'pot' }, cookies: ['a=1', 'b=2'], body: 'short' }],
    [{ statusCode: 200, body: 'AP8=', isBase64Encoded: true }],
    [{ hello: 'world' }],
    [{ fail: 'throw' }],
  ])(
    'a function that calls an API of the assembly is answered %j like any client',
    async (answer) => {
      const body = JSON.stringify(answer);
      const { through, response } = await asked('POST', '/respond', body, 'application/json');
      expect(through.status).toBe(response.status);
      expect(through.body).toBe(Buffer.from(await response.arrayBuffer()).toString('base64'));
      for (const name of ['content-type', 'content-length', 'x-tea']) {
        expect(through.headers[name] ?? null).toBe(response.headers.get(name));
      }
      expect(through.headers['set-cookie'] ?? []).toEqual(response.headers.getSetCookie());
    },
  );

  it('a function that calls an API of the assembly gets the errors of a missing route and a body over 10 MB like any client', async () => {
    for (const [path, body] of [
      ['/nowhere', ''],
      ['/respond', 'x'.repeat(11 * 2 ** 20)],
    ] as const) {
      const { through, response } = await asked('POST', path, body, 'text/plain');
      expect(through.status).toBe(response.status);
      expect(JSON.parse(String(Buffer.from(through.body, 'base64')))).toEqual(
        await response.json(),
      );
    }
  });

  it('a function that calls another through the API shows it the same request as any client', async () => {
    const { through, response } = await asked(
      'PUT',
      '/echo/a%252Fb?x=1&x=2',
      '{"a":"ä"}',
      'text/plain',
    );
    const event = JSON.parse(String(Buffer.from(through.body, 'base64'))).event;
    const expected = await eventOf(response);
    const { accept: _, ...headers } = expected.headers as Record<string, string>;
    for (const own of ['accept-encoding', 'accept-language', 'sec-fetch-mode']) delete headers[own];
    expect(event).toEqual({
      ...expected,
      headers: { ...headers, 'x-amzn-trace-id': expect.any(String) },
      requestContext: {
        ...expected.requestContext,
        requestId: expect.any(String),
        time: expect.any(String),
        timeEpoch: expect.any(Number),
      },
    });
  });
});

describe('an authorizer', () => {
  const guarded = (key?: string) => ask('/guarded', { headers: key ? { 'api-key': key } : {} });

  it('an authorizer is not invoked when the caller has no credentials', async () => {
    expect((await guarded()).status).toBe(401);
  });
  it('an authorizer refuses its caller with 403', async () => {
    const response = await guarded('wrong');
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: 'Forbidden' });
  });
  it('an authorizer is invoked once for an identity, and its context reaches the function', async () => {
    const first = await eventOf(await guarded('right'));
    const second = await eventOf(await guarded('right'));
    expect(first.requestContext.authorizer.lambda).toEqual({ asked: expect.any(Number) });
    expect(second.requestContext.authorizer).toEqual(first.requestContext.authorizer);
  });
});

describe('a function runs by itself', () => {
  it('a function runs with its own environment and nothing of the runtime’s', async () => {
    process.env.OUR_SECRET = 'ours';
    const { environment } = await echoed(await ask('/echo/1'));
    expect(environment).toMatchObject({
      API: started.url,
      AWS_LAMBDA_FUNCTION_NAME: 'fixture-work-Echo',
      AWS_REGION: 'eu-west-1',
    });
    for (const name of ['OUR_SECRET', 'PATH', 'NODE_OPTIONS', 'HOME']) {
      expect(environment).not.toHaveProperty(name);
    }
  });

  it('a function runs with credentials that no other function has', async () => {
    const { environment } = await echoed(await ask('/echo/1'));
    const other = (await started.assembly.invoke('Sibling', {})) as { body: string };
    const { environment: its } = JSON.parse(other.body) as Echoed;
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) {
      expect(environment[name]).toMatch(/^.{16,}$/);
      expect(environment[name]).not.toBe(its[name]);
    }
  });

  it('a function runs at the same time as others of its kind, each in its own instance', async () => {
    // The first time, three instances have to be made; on a busy machine that takes its time.
    await eventually(async () => {
      const runs = (await Promise.all(
        [1, 2, 3].map(() => started.assembly.invoke('Slow', { ms: 300 })),
      )) as { from: number; to: number }[];
      expect(Math.max(...runs.map(({ from }) => from))).toBeLessThan(
        Math.min(...runs.map(({ to }) => to)),
      );
    });
  });

  it('one at a time when the template reserves it one instance', async () => {
    const runs = (await Promise.all(
      [1, 2, 3].map(() => started.assembly.invoke('Alone', { ms: 60 })),
    )) as { from: number; to: number }[];
    const sorted = runs.toSorted((a, b) => a.from - b.from);
    for (const [index, { from }] of sorted.entries()) {
      expect(from).toBeGreaterThanOrEqual(sorted[index - 1]?.to ?? 0);
    }
  });

  it('a function runs from code inside the template', async () => {
    expect(await started.assembly.invoke('Inline', {})).toEqual({ inline: true });
  });

  it("a function's direct invocation returns its error by name", async () => {
    const event = { body: '{"fail":"throw"}' };
    await expect(started.assembly.invoke('Respond', event)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'as asked',
    });
  });
});
