import { notFoundHandler } from '#platform/http/not-found.ts';
import { logTo } from '#platform/log.ts';
import { operations, sandboxOperations } from '../../../../shared/operations.ts';
import { eventOf } from '../../../support/switch-in-memory.ts';

const [anyOperation] = operations;
const lines: string[] = [];

async function ask(method: string, path: string, routes = operations, calledBy?: string) {
  if (!anyOperation) throw new Error('There are no operations.');
  const event = eventOf(anyOperation, {
    ...(calledBy !== undefined && { headers: { 'x-request-id': calledBy } }),
  });
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
    'x-request-id': calledBy ?? 'req_test',
    'request-id': calledBy ?? 'req_test',
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
  ['PUT', '/customers/cus_1/', 'GET, POST, DELETE'],
  ['POST', '/health', 'GET'],
  ['OPTIONS', '/accounts', 'POST'],
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
  expect(body.error.hint).toBe('Send the request with `GET` or `POST`.');
});

it('the default route allows pages of every origin to call browser operations, and nothing else', async () => {
  const { status, headers } = await ask('OPTIONS', '/payments/pay_1/confirm');
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': expect.stringContaining('api-key'),
  });
  expect((await ask('OPTIONS', '/customers')).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
});

it.each(['idempotency-key', 'x-profile-id', 'x-request-id', 'authorization', 'content-type'])(
  'the default route allows pages to send %s',
  async (name) => {
    const { headers } = await ask('OPTIONS', '/payments/pay_1/confirm');
    expect(String(headers?.['access-control-allow-headers']).split(', ')).toContain(name);
  },
);

it.each(['x-request-id', 'request-id', 'idempotent-replayed', 'retry-after'])(
  'the default route allows pages to read %s',
  async (name) => {
    const { headers } = await ask('OPTIONS', '/payments/pay_1/confirm');
    expect(String(headers?.['access-control-expose-headers']).split(', ')).toContain(name);
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
  await ask('GET', '/nothing', operations, 'order-17');
  expect(lines.join()).toContain('"request_id":"order-17"');
});
