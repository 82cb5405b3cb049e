import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  cardData,
  createMerchant,
  type MerchantOptions,
  newId,
  successful,
} from '../support/switch/merchant.ts';
import { withClient } from './with-client.ts';

/** @see https://github.com/juspay/hyperswitch-woocommerce-plugin */
const published = {
  what: "Hyperswitch's plugin for WooCommerce, unchanged",
  variable: 'HYPERSWITCH_WOOCOMMERCE',
  holds: 'the plugin; it needs PHP 8',
};

const Done = v.object({
  order: v.looseObject({ status: v.string(), notes: v.array(v.string()) }),
  sent: v.array(
    v.object({
      method: v.string(),
      path: v.string(),
      status: v.number(),
      answer: v.unknown(),
    }),
  ),
  redirect: v.nullable(v.string()),
  notices: v.array(v.string()),
  result: v.unknown(),
});
type Done = v.InferOutput<typeof Done>;

const script = fileURLToPath(new URL('woocommerce.php', import.meta.url));

/** Has the plugin do a task, in a PHP of its own. */
function plugin(task: object): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const child = execFile('php', [script], (error, stdout, stderr) => {
    if (error || stderr) reject(new Error(stderr || String(error)));
    else resolve(v.parse(Done, JSON.parse(stdout)));
  });
  child.stdin?.end(JSON.stringify(task));
  return promise;
}

const shop = 'https://shop.example';
const anOrder = {
  id: 1007,
  status: 'pending',
  notes: [],
  total: '50.00',
  currency: 'USD',
  customer_note: 'Ring twice',
  billing_first_name: 'Anna',
  billing_last_name: 'Muster',
  billing_address_1: 'Hauptstr. 1',
  billing_city: 'San Francisco',
  billing_state: 'CA',
  billing_country: 'US',
  billing_postcode: '94107',
  billing_phone: '4155550100',
  billing_email: 'anna@example.com',
};

withClient(published, (pluginFolder) => {
  const live = aRunningSwitch();

  /** A shop with the plugin, and its server for webhooks. */
  async function aShop(capture_method: string, options: MerchantOptions = {}) {
    const hooks = `/${newId('hook')}`;
    const merchant = await createMerchant(live.running, {
      ...options,
      account: { webhook_details: { webhook_url: `${live.receiver.url}${hooks}` } },
    });
    const settings = {
      enabled: 'yes',
      environment: 'sandbox',
      api_key: merchant.key,
      publishable_key: merchant.publishableKey,
      webhook_secret_key: merchant.hashKey,
      profile_id: merchant.profileId,
      enable_webhook: 'yes',
      capture_method,
    };
    const common = { plugin: pluginFolder, switch: live.running.url, shop, settings };
    let order: Done['order'] = anOrder;
    const run = async (task: object): Promise<Done> => {
      const done = await plugin({ ...common, order, ...task });
      order = done.order;
      return done;
    };
    /** What the page of the shop does with the plugin's HTML: it confirms with its return URL. */
    const pay = async (sheet: Done, data: object) => {
      const html = JSON.stringify(sheet.result);
      const client_secret = /data-client-secret=\\"([^"\\]+)/.exec(html)?.[1] ?? '';
      const return_url = /renderHyperswitchSDK\(\\"[^"]+\\", \\"([^"\\]+(?:\\\/[^"\\]*)*)\\"/.exec(
        html,
      )?.[1];
      const payment_id = client_secret.split('_secret')[0] ?? '';
      const confirmed = await live.running.call('POST', `/payments/${payment_id}/confirm`, {
        key: merchant.publishableKey,
        body: { client_secret, return_url: return_url?.replaceAll('\\', ''), ...data },
      });
      return { payment_id, client_secret, confirmed };
    };
    /** The webhook of this event, as the plugin gets it. */
    const webhook = async (type: string) => {
      const one = await eventually(() => {
        const all = live.receiver.received(hooks);
        const found = all.find(({ body }) => JSON.parse(body.toString()).event_type === type);
        if (!found) throw new Error(`No webhook ${type} came.`);
        return found;
      });
      return run({
        do: 'webhook',
        body: one.body.toString('utf8'),
        signature: one.headers['x-webhook-signature-512'],
      });
    };
    return { merchant, run, pay, webhook };
  }

  it('an order is paid with a card, and the webhook completes it', async () => {
    const { run, pay, webhook } = await aShop('automatic');
    const sheet = await run({ do: 'sheet' });
    expect(sheet.sent).toMatchObject([
      { method: 'POST', path: '/payments', status: 200 },
      { method: 'POST', path: '/logs/sdk', status: 200 },
    ]);
    const { payment_id, confirmed } = await pay(sheet, cardData());
    expect(successful(confirmed).body).toMatchObject({
      status: 'succeeded',
      return_url: `${shop}/wc-api/wc_hyperswitch/?payment_id=${payment_id}`,
    });
    const returned = await run({ do: 'return', payment_id });
    expect(returned).toMatchObject({
      order: { status: 'processing', transaction_id: payment_id, payment_captured: 'yes' },
      redirect: 'http://shop.example/order-received/1007',
      notices: [],
    });
    const { order } = await webhook('payment_succeeded');
    expect(order.notes.join()).toContain('(via Hyperswitch Webhook)');
  });

  it('an order that changes before it is paid is updated', async () => {
    const { run, pay } = await aShop('automatic');
    const { client_secret } = await pay(await run({ do: 'sheet' }), { payment_method: 'card' });
    const again = await run({ do: 'sheet', client_secret, order: { ...anOrder, total: '75.00' } });
    expect(again.sent[0]).toMatchObject({ status: 200, answer: { amount: 7_500 } });
    const { confirmed } = await pay(again, cardData());
    expect(successful(confirmed).body).toMatchObject({ status: 'succeeded', amount: 7_500 });
  });

  it('a declined payer pays with another card', async () => {
    const { run, pay } = await aShop('automatic');
    const { payment_id } = await pay(await run({ do: 'sheet' }), cardData('4000000000000002'));
    const declined = await run({ do: 'return', payment_id });
    expect(declined).toMatchObject({ order: { status: 'pending' }, notices: [expect.any(String)] });
    const { confirmed, payment_id: another } = await pay(await run({ do: 'sheet' }), cardData());
    expect(successful(confirmed).body).toMatchObject({ status: 'succeeded' });
    expect(await run({ do: 'return', payment_id: another })).toMatchObject({
      order: { status: 'processing' },
    });
  });

  it('an authorized order is captured by hand, synced and refunded', async () => {
    const { run, pay, webhook } = await aShop('manual');
    const { payment_id } = await pay(await run({ do: 'sheet' }), cardData());
    await run({ do: 'return', payment_id });
    const captured = await run({ do: 'capture' });
    expect(captured.sent[0]).toMatchObject({
      path: `/payments/${payment_id}/capture`,
      status: 200,
      answer: { status: 'succeeded' },
    });
    expect(await run({ do: 'sync' })).toMatchObject({ order: { status: 'processing' } });
    const refunded = await run({ do: 'refund', amount: '20' });
    expect(refunded.sent[0]).toMatchObject({
      path: '/refunds',
      status: 200,
      answer: { amount: 2_000, status: 'succeeded', metadata: { order_num: 1007 } },
    });
    const { order } = await webhook('refund_succeeded');
    expect(order.notes.at(-1)).toContain('Refund Successful');
  });
});
