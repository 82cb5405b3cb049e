import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { logTo } from '#platform/log.ts';
import { operations, sandboxOperations } from '../../../../../shared/operations.ts';
import { eventOf } from '../../../../support/switch/switch-in-memory.ts';

const [anyOperation] = operations;
const lines: string[] = [];

async function ask(
  method: string,
  path: string,
  routes = operations,
  sent: Readonly<Record<string, string>> = {},
) {
  if (!anyOperation) throw new Error('There are no operations.');
  const event = eventOf(anyOperation, { headers: sent });
  const http = { ...event.requestContext.http, method, path };
  const handler = notFoundHandler(
    routes,
    logTo((line) => lines.push(line)),
  );
  const { statusCode, headers, body } = await handler({
    ...event,
    rawPath: path,
    requestContext: { ...event.requestContext, http },
  });
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    via: 'HyperSwitch',
    'access-control-allow-origin': '*',
    'x-request-id': sent['x-request-id'] ?? 'req_test',
    'request-id': sent['x-request-id'] ?? 'req_test',
  });
  return { status: statusCode, headers, body: body ? JSON.parse(body) : undefined };
}

const unknown = {
  error: { type: 'invalid_request', message: 'Unrecognized request URL', code: 'IR_02' },
};
const wrongMethod = {
  error: {
    type: 'invalid_request',
    message: 'The HTTP method is not applicable for this API',
    code: 'IR_03',
  },
};

it.each([
  '/',
  '/nothing',
  '/payments/a/b/c',
  '/payments//confirm',
  '/Payments',
  '/payments/pay_1/confirm/now',
  '/xpayments',
  '/payments/pay_1/',
  '/payments/',
])('no route matches %s', async (path) => {
  const { status, headers, body } = await ask('GET', path);
  expect({ status, body }).toMatchObject({ status: 404, body: unknown });
  expect(headers).not.toHaveProperty('allow');
});

it.each([
  ['PUT', '/payments', 'POST'],
  ['GET', '/payments', 'POST'],
  ['PATCH', '/payments/pay_1', 'GET, POST'],
  ['GET', '/payments/pay_1/confirm', 'POST'],
  ['PUT', '/customers/cus_1', 'GET, POST, DELETE'],
  ['POST', '/health', 'GET, HEAD'],
  ['PUT', '/payment_link/merchant_1/pay_1', 'GET, HEAD'],
  ['OPTIONS', '/accounts', 'POST'],
  ['OPTIONS', '/payments', 'POST'],
])('%s is none of the methods of %s, which are %s', async (method, path, allow) => {
  const { status, headers, body } = await ask(method, path);
  expect({ status, body, allow: headers?.allow }).toMatchObject({
    status: 405,
    body: wrongMethod,
    allow,
  });
});

it.each([
  ['/v1/payments', 'Leave the version out of the path: it begins with the first word behind it.'],
  [
    '/api/v1/refunds',
    'Leave the version out of the path: it begins with the first word behind it.',
  ],
  ['/payments/pay_1/', 'Leave out the slash at the end.'],
  ['/payment', 'Did you mean `/payments`?'],
  ['/Payments', 'Did you mean `/payments`?'],
  ['/v1/payment/pay_1', 'Did you mean `/payments/{payment_id}`?'],
  ['/refund', 'Did you mean `/refunds`?'],
  ['/nothing', 'Ask one of the paths that the description of the API lists.'],
  [`/${'payments/'.repeat(500)}`, 'Ask one of the paths that the description of the API lists.'],
])('the default route says which path to ask instead of %s', async (path, hint) => {
  const { body } = await ask('GET', path);
  expect(body.error).toMatchObject({ hint, request_id: 'req_test' });
});

it('the default route says which methods a path has', async () => {
  const { body } = await ask('PATCH', '/payments/pay_1');
  expect(body.error.hint).toBe('Send the request with `POST`.');
});

/** Asks as a browser does before it sends a page's request. */
const preflight = (path: string, method: string, names?: string) =>
  ask('OPTIONS', path, operations, {
    origin: 'https://shop.example',
    'access-control-request-method': method,
    ...(names !== undefined && { 'access-control-request-headers': names }),
  });

it.each([
  ['POST', '/payments/pay_1/confirm'],
  ['GET', '/payments/pay_1'],
  ['POST', '/refunds'],
  ['DELETE', '/customers/cus_1'],
  ['GET', '/health'],
  ['PATCH', '/payments/pay_1'],
  ['GET', '/nowhere'],
  ['POST', '/payments/pay_1/'],
])(
  'a page of every origin may send %s %s, and read the answer or the refusal',
  async (method, path) => {
    const { status, headers, body } = await preflight(path, method, 'api-key');
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'api-key',
      'access-control-max-age': '7200',
      vary: 'access-control-request-headers',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  },
);

it.each([
  ['POST', '/accounts'],
  ['GET', '/accounts/mer_1'],
  ['POST', '/api_keys/mer_1'],
  ['POST', '/gsm/get'],
])("no page may send %s %s, which takes an operator's key", async (method, path) => {
  const { status, headers } = await preflight(path, method, 'api-key');
  expect(status).toBe(405);
  expect(headers).not.toHaveProperty('access-control-allow-headers');
});

it.each([
  ['baggage,sentry-trace', 'baggage, sentry-trace'],
  ['traceparent, tracestate', 'traceparent, tracestate'],
  ['x-datadog-origin,\tx-datadog-trace-id', 'x-datadog-origin, x-datadog-trace-id'],
  ['Authorization , X-Shop', 'authorization, x-shop'],
  ['newrelic,NewRelic,newrelic', 'newrelic'],
  ["a!#$%&'*+-.^_`|~9", "a!#$%&'*+-.^_`|~9"],
  ['*', '*'],
  [',, api-key,', 'api-key'],
  ['x-a\r\nset-cookie: a=b, api-key', 'api-key'],
  ['x-a\nx-b', undefined],
  ['x a, x:b, x(c), "x", ü, x\u0000d', undefined],
  ['', undefined],
  [undefined, undefined],
  [`api-key, x-${'y'.repeat(8_192)}`, 'api-key'],
])('a page that asks for the headers %j may send %j', async (asked, allowed) => {
  const { status, headers } = await preflight('/payments/pay_1/confirm', 'POST', asked);
  expect(status).toBe(204);
  expect(headers?.['access-control-allow-headers']).toBe(allowed);
});

it('a page may send two hundred headers, and not so many that the answer exceeds API Gateway’s limit', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `x-monitoring-${at}`);
  const allowed = async (asked: readonly string[]) => {
    const { headers } = await preflight('/payments', 'POST', asked.join(','));
    return String(headers?.['access-control-allow-headers']);
  };
  expect(await allowed(names(200))).toBe(names(200).join(', '));
  const most = await allowed(names(2_000));
  expect(most.length).toBeLessThan(6_000);
  expect(names(2_000).join(', ').startsWith(most)).toBe(true);
});

it.each(['/nowhere', '/health'])(
  'a page may read every header of the refusal of POST %s',
  async (path) => {
    const { headers = {} } = await ask('POST', path);
    const { 'access-control-expose-headers': exposed, ...others } = headers;
    expect(['access-control-allow-origin', ...String(exposed).split(', ')].sort()).toEqual(
      Object.keys(others).sort(),
    );
  },
);

it('the default route matches only the routes of its own service', async () => {
  expect((await ask('GET', '/customers', sandboxOperations)).status).toBe(404);
  expect((await ask('POST', '/payments/pay_1', sandboxOperations)).headers?.allow).toBe('PUT, GET');
});

it('the default route takes no path for a pattern', async () => {
  expect((await ask('GET', '/payments/%5B(.*)+$')).status).toBe(405);
  expect((await ask('GET', `/${'a'.repeat(10_000)}`)).status).toBe(404);
});

it('the default route logs the request, and not its destination', async () => {
  lines.length = 0;
  await ask('GET', '/who-are-you');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('who-are-you');
});

it("the default route answers under the request's own name, and logs it", async () => {
  lines.length = 0;
  await ask('GET', '/nothing', operations, { 'x-request-id': 'order-17' });
  expect(lines.join()).toContain('"request_id":"order-17"');
});
