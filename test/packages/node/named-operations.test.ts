import { Turnout } from '../../../packages/node/src/index.ts';
import { isListName } from '../../../packages/node/src/lists.ts';
import { operations } from '../../../packages/node/src/operations.ts';
import { aServer, json } from './a-server.ts';

const named = Object.entries<
  Readonly<Record<string, readonly [method: string, path: string, content: string, answer: string]>>
>(operations).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ group, name, entry })),
);

const payment = { payment_id: 'pay_1', status: 'succeeded' };

it('each operation has a method of its name, which sends to its path with its content', async () => {
  await using server = await aServer(json([]));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  expect(named.length).toBeGreaterThan(250);
  for (const { group, name, entry } of named) {
    const [method, path, content] = entry;
    const identifiers = [...path.matchAll(/\{\w+\}/g)].map((_, at) => `id/${at}`);
    const given = { limit: 7 };
    const operation: unknown = Reflect.get(Object(Reflect.get(turnout, group)), name);
    if (typeof operation !== 'function') throw new Error(`No method is ${group}.${name}.`);
    const options = { headers: { 'x-call': name } };
    const args = content === 'none' ? [...identifiers, options] : [...identifiers, given, options];
    const answer: unknown = operation(...args);
    if (isListName(`${method.toUpperCase()} ${path}`)) {
      for await (const _ of Object(answer)) throw new Error('The list is empty.');
    } else {
      await answer;
    }
    const sent = server.received.at(-1);
    let at = 0;
    const url = path.replaceAll(/\{\w+\}/g, () => `id%2F${at++}`);
    expect([group, name, sent?.method, sent?.url, sent?.headers['x-call'], sent?.body]).toEqual([
      ...[group, name, method.toUpperCase()],
      content === 'query' ? `${url}?limit=7` : url,
      name,
      content === 'body' ? JSON.stringify(given) : '',
    ]);
  }
});

it('the methods have the types of their operations', async () => {
  await using server = await aServer(json(payment));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const created = await turnout.payments.create({ amount: 2599, currency: 'EUR' });
  const status: string = created.status;
  const captured = await turnout.payments.capture(
    created.payment_id,
    { amount_to_capture: 100 },
    { idempotencyKey: 'the capture of order 7' },
  );
  const found = await turnout.payments.retrieve('pay_1', { force_sync: true });
  const cancelled = await turnout.payments.cancel('pay_1', {}, { maxRetries: 0 });
  expect([status, captured, found, cancelled]).toEqual(['succeeded', payment, payment, payment]);
  expect(server.received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'POST /payments {"amount":2599,"currency":"EUR"}',
    'POST /payments/pay_1/capture {"amount_to_capture":100}',
    'GET /payments/pay_1?force_sync=true ',
    'POST /payments/pay_1/cancel {}',
  ]);
  expect(server.received[1]?.headers['idempotency-key']).toBe('the capture of order 7');

  // Each of these lines is an error of the compiler.
  const wrong = () => [
    // @ts-expect-error: an amount is a number.
    turnout.payments.create({ amount: '2599', currency: 'EUR' }),
    // @ts-expect-error: the identifier is missing.
    turnout.payments.retrieve(),
    // @ts-expect-error: the body is no identifier.
    turnout.payments.capture({ amount_to_capture: 100 }),
    // @ts-expect-error: there is no such operation.
    turnout.payments.charge('pay_1'),
  ];
  expect(wrong).toBeInstanceOf(Function);
});

it('a query beside a body is an option, and an answer that is a text comes as a text', async () => {
  await using server = await aServer(json({}), (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('health is good');
  });
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const query = { enable: 'none' } as const;
  await turnout.routing.createContracts('shop', 'pro_1', {}, { query });
  expect(await turnout.health.check()).toBe('health is good');
  expect(server.received[0]).toMatchObject({
    url: '/account/shop/business_profile/pro_1/dynamic_routing/contracts/create?enable=none',
    body: '{}',
  });
});

it('a named list is iterated over with its query or body, and options for each page', async () => {
  const page = (...ids: readonly string[]) =>
    json({ data: ids.map((refund_id) => ({ refund_id })), total_count: 3 });
  await using server = await aServer(
    ...[page('ref_3', 'ref_2'), page('ref_2', 'ref_1'), page('ref_1'), page('ref_3', 'ref_2')],
  );
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const ids: string[] = [];
  const refunds = turnout.refunds.list({ limit: 2, payment_id: 'pay_1' }, { apiKey: 'snd_2' });
  for await (const { refund_id } of refunds) ids.push(refund_id);
  expect(ids).toEqual(['ref_3', 'ref_2', 'ref_1']);
  expect(server.received.map(({ body }) => JSON.parse(body).offset)).toEqual([
    ...[undefined, 1, 2, undefined],
  ]);
  expect(server.received.every(({ headers }) => headers['api-key'] === 'snd_2')).toBe(true);
});

it('a method whose identifier is missing is refused before anything is sent', async () => {
  await using server = await aServer(json({}));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  await expect(turnout.payments.retrieve('')).rejects.toThrow(TypeError);
  await expect(turnout.apiKeys.list('..').next()).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});
