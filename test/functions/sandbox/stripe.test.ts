import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { foreignApi } from '#platform/http/edge/foreign-api.ts';
import { formLimit } from '#platform/http/request/form.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { tableStripeAnswers } from '#sandbox/stripe/idempotency.ts';
import { tableStripeObjects } from '#sandbox/stripe/objects.ts';
import { serveStripe, stripeFailure } from '#sandbox/stripe/serve.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

const context = { getRemainingTimeInMillis: () => 28_000 };

/** The function as API Gateway invokes it. */
function invoked() {
  const port = memoryPort();
  const lines: string[] = [];
  const table = tableOver(port);
  const handler = foreignApi(
    { name: 'sandbox.stripe', serve: serveStripe, failed: stripeFailure },
    () => ({
      ledger: tableLedger(table),
      objects: tableStripeObjects(table),
      answers: tableStripeAnswers(table),
      notifications: { send: async () => {} },
      sandboxUrl: 'http://sandbox.test',
      pause: async () => {},
    }),
    logTo((line) => lines.push(line)),
  );
  const invoke = async (
    method: string,
    path: string,
    body: string | Uint8Array = '',
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const event = {
      version: '2.0',
      routeKey: 'ANY /stripe/{path+}',
      rawPath: `/stripe/${path}`,
      rawQueryString: '',
      headers: {
        Authorization: 'Bearer sk_test_key0001',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      pathParameters: { path },
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      requestContext: {
        requestId: 'req_1',
        http: { method, path: `/stripe/${path}`, sourceIp: '192.0.2.1' },
      },
    } as unknown as APIGatewayProxyEventV2;
    const { statusCode, headers: sent, body: text } = await handler(event, context);
    return { status: statusCode, headers: sent, body: JSON.parse(text ?? '') };
  };
  return { invoke, lines, port };
}

const sale =
  'amount=6540&currency=usd&confirm=true&payment_method_data[type]=card' +
  '&payment_method_data[card][number]=4242424242424242' +
  '&payment_method_data[card][exp_month]=03&payment_method_data[card][exp_year]=2040' +
  '&metadata[order_id]=pay_1_1';

it('a form that API Gateway encoded is read, and answered with the headers of all answers', async () => {
  const { invoke } = invoked();
  expect(await invoke('POST', 'v1/payment_intents', sale)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'stripe-version': '2022-11-15',
      'request-id': 'req_1',
    },
    body: { status: 'succeeded' },
  });
});

it('the log has one line for a request, and nothing of its path, its key or its body', async () => {
  const { invoke, lines } = invoked();
  await invoke('POST', 'v1/payment_intents', sale, { 'idempotency-key': 'attempt-1' });
  await invoke('POST', 'v1/4242424242424242', sale);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { operation: 'sandbox.stripe', status: 200 },
    { operation: 'sandbox.stripe', status: 404 },
  ]);
  for (const secret of ['4242424242424242', 'sk_test_key0001', 'pay_1_1', 'payment_intents']) {
    expect(lines.join()).not.toContain(secret);
  }
});

it.each([
  'a%b',
  'v1/payment_intents/a?b',
  'v1/payment_intents/%',
  'v1/customers/a//b',
  '../v1',
  '',
])(
  'the path %j, decoded as API Gateway decodes it, is answered as not found in Stripe’s shape',
  async (path) => {
    const { invoke } = invoked();
    const { status, body } = await invoke('GET', path);
    expect([status, body.error.type]).toEqual([404, 'invalid_request_error']);
  },
);

it('a table that fails is an error in Stripe’s shape, and logged', async () => {
  const { invoke, lines, port } = invoked();
  port.put = async () => {
    throw new Error('The table is gone.');
  };
  expect(await invoke('POST', 'v1/payment_intents', sale)).toMatchObject({
    status: 500,
    body: { error: { type: 'api_error' } },
  });
  expect(lines.some((line) => line.includes('The table is gone.'))).toBe(true);
});

it.each(['a[b', 'a=1&a[b]=2', `${'a[b]'.repeat(20)}=1`])(
  'the form %s is refused, and not repeated',
  async (form) => {
    const { invoke } = invoked();
    const { status, body } = await invoke('POST', 'v1/payment_intents', form);
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
  },
);

describe('a file', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');

  async function upload(bytes: Uint8Array, changes: Readonly<Record<string, string>> = {}) {
    const form = new FormData();
    form.set('purpose', 'dispute_evidence');
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'receipt.png');
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '', ...changes };
    const { invoke } = invoked();
    const body = Buffer.from(await encoded.arrayBuffer());
    return { invoke, answer: await invoke('POST', 'v1/files', body, headers) };
  }

  it("a file at the sandbox's Stripe is accepted, and found again", async () => {
    const { invoke, answer } = await upload(png);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^file_\w{20}$/),
        object: 'file',
        filename: 'receipt.png',
        purpose: 'dispute_evidence',
        size: 8,
        type: 'png',
      },
    });
    const found = await invoke('GET', `v1/files/${answer.body.id}`);
    expect(found.body).toEqual(answer.body);
  });

  it("a file at the sandbox's Stripe is refused when its bytes are no picture and no document", async () => {
    const { answer } = await upload(Buffer.from('<script>'));
    expect([answer.status, answer.body.error.param]).toEqual([400, 'file']);
  });

  it("a file at the sandbox's Stripe is refused above 5 MB", async () => {
    expect(formLimit).toBeLessThan(5_000_001);
    const { answer } = await upload(Buffer.concat([png, Buffer.alloc(5_000_000)]));
    expect(answer.status).toBe(400);
  });
});
