import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Turnout, verifyWebhook } from '../../../packages/node/src/index.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { aRunningSwitch } from '../../support/switch/a-running-switch.ts';
import { installPacked, modules, programsOn, type Shop } from '../packed.ts';

const suite = aRunningSwitch({ merchant: {}, webhooks: {} });

let shop: Shop;
beforeAll(async () => {
  shop = await installPacked('node', ['openapi-fetch', 'openapi-typescript-helpers']);
});
afterAll(() => shop?.remove());

it('the packed client is installed offline into an empty folder, compiles and takes a payment', async () => {
  expect((await stat(shop.tarball)).size).toBeLessThan(500 * 1024);
  const readme = join(shop.folder, 'node_modules/@turnout/node/README.md');
  const programs = programsOn(await readFile(readme, 'utf8'), 'ts');
  expect(programs).toHaveLength(3);
  const [payment = '', refund = '', webhooks = ''] = programs;
  await shop.write('refund.ts', refund);
  await shop.write('payment.ts', payment);
  await shop.write('webhooks.ts', webhooks);
  const typeRoots = [join(modules, '@types')];
  await shop.compile({ lib: ['es2023'], outDir: 'built', types: ['node'], typeRoots });

  const { running, merchant } = suite;
  const pay = async () => {
    const output = await shop.run([process.execPath, 'built/payment.js'], {
      env: { TURNOUT_URL: running.url, TURNOUT_API_KEY: merchant.key },
    });
    return output.trim().split('\n');
  };
  const [first = ''] = await pay();
  expect(first).toMatch(/^pay_\w+ succeeded 2599$/);
  // Lists follow the payments a moment later, so a later run lists the first payment.
  await eventually(async () => {
    const [, ...listed] = await pay();
    expect(listed).toContain(first.replace(/ 2599$/, ''));
  });

  const refused = shop.run([process.execPath, 'built/payment.js'], {
    env: { TURNOUT_URL: running.url, TURNOUT_API_KEY: 'snd_unknown' },
  });
  await expect(refused).rejects.toThrow(/IR_01 .* [\da-f-]{36}\n/);
});

it('the client lists every payment of a running switch once, and verifies their webhooks', async () => {
  const { running, merchant, receiver, webhookPath } = suite;
  const turnout = new Turnout({ baseUrl: running.url, apiKey: merchant.key });
  const created = await Promise.all(
    ['client_1', 'client_2', 'client_3', 'client_4', 'client_5'].map((payment_id) =>
      turnout.post('/payments', { body: { payment_id, amount: 100, currency: 'EUR' } }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual(Array(5).fill('requires_payment_method'));
  const idsIn = async (payments: AsyncIterable<{ readonly payment_id: string }>) => {
    const ids: string[] = [];
    for await (const { payment_id } of payments) ids.push(payment_id);
    return ids.filter((id) => id.startsWith('client_')).sort();
  };
  const ids = created.map(({ payment_id }) => payment_id).sort();
  await eventually(async () => {
    const params = { query: { limit: 2 } };
    expect(await idsIn(turnout.list('GET /payments/list', { params }))).toEqual(ids);
    expect(await idsIn(turnout.list('POST /payments/list', { body: { limit: 2 } }))).toEqual(ids);
  });

  const params = { path: { payment_id: 'client_1' } };
  await turnout.post('/payments/{payment_id}/cancel', { params, body: {} });
  const { headers, body } = await eventually(() => {
    const webhook = receiver.received(webhookPath).find(({ body }) => body.includes('client_1'));
    if (!webhook) throw new Error('No webhook about the payment has arrived.');
    return webhook;
  });
  const { content } = await verifyWebhook(body, headers, merchant.hashKey);
  if (content.type !== 'payment_details') throw new Error('The event is about no payment.');
  expect(content.object.status).toBe('cancelled');
});

it('the client gives each refund of a running switch once, though two are made while it reads', async () => {
  const { running, merchant } = suite;
  const turnout = new Turnout({ baseUrl: running.url, apiKey: merchant.key });
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
  const { payment_id } = await turnout.payments.create({
    ...({ amount: 2_000, currency: 'EUR', confirm: true, payment_method: 'card' } as const),
    payment_method_data: { card: { ...card, card_cvc: '314' } },
  });
  const refund = async () => (await turnout.refunds.create({ payment_id, amount: 100 })).refund_id;
  const made: string[] = [];
  for (let count = 0; count < 9; count += 1) made.push(await refund());
  const areListed = (count: number) =>
    eventually(async () => {
      const list = turnout.post('/refunds/list', { body: { limit: 1, currency: ['EUR'] } });
      const { total_count } = await list;
      expect(total_count).toBe(count);
    });
  await areListed(9);

  const found: string[] = [];
  for await (const { refund_id } of turnout.refunds.list({ limit: 3, currency: ['EUR'] })) {
    if (found.push(refund_id) !== 4) continue;
    for (let count = 0; count < 2; count += 1) made.push(await refund());
    await areListed(11);
  }
  expect(found.sort()).toEqual(made.sort());
});
