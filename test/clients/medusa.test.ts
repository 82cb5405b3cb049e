import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { requestOf } from '../support/requests/other-methods.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, createMerchant, newId, successful } from '../support/switch/merchant.ts';
import { withClient } from './with-client.ts';

/** @see https://github.com/Ayyanaruto/medusa-payment-hyperswitch */
const published = {
  what: "Hyperswitch's plugin for Medusa 1, unchanged",
  variable: 'HYPERSWITCH_MEDUSA',
  holds: 'the plugin after its own `build:server`, and with Medusa installed',
};

const script = fileURLToPath(new URL('medusa.mjs', import.meta.url));
const Told = v.object({ id: v.string(), answer: v.unknown() });
const Paid = v.looseObject({ payment_id: v.string(), client_secret: v.string() });

const aCart = {
  billing_address: {
    first_name: 'Anna',
    last_name: 'Muster',
    address_1: 'Hauptstr. 1',
    city: 'San Francisco',
    province: 'CA',
    country_code: 'us',
    postal_code: '94107',
    phone: '4155550100',
  },
  customer: { id: 'cus_anna', email: 'anna@example.com' },
};

withClient(published, (folder) => {
  const live = aRunningSwitch();
  const children: ChildProcess[] = [];
  const folders: string[] = [];

  afterAll(async () => {
    for (const child of children) child.disconnect();
    await Promise.all(folders.map((one) => rm(one, { recursive: true, force: true })));
  });

  /** A shop with the plugin in a process of its own, which keeps its logs in a folder of its own. */
  async function aShop(capture_method: string, enable_save_cards = false) {
    const hooks = `/${newId('hook')}`;
    const { key, publishableKey, hashKey } = await createMerchant(live.running, {
      account: { webhook_details: { webhook_url: `${live.receiver.url}${hooks}` } },
    });
    const credentials = {
      secret_key: key,
      publishable_key: publishableKey,
      payment_hash_key: hashKey,
      environment: 'sandbox',
      capture_method,
      enable_save_cards,
    };
    const cwd = await mkdtemp(path.join(tmpdir(), 'medusa-plugin-'));
    folders.push(cwd);
    const args = [folder, live.running.url, JSON.stringify(credentials)];
    const child = fork(script, args, { cwd, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.push(child);
    const ask = (task: object) => {
      const id = newId('task');
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const listen = (message: unknown) => {
        const told = v.parse(Told, message);
        if (told.id !== id) return;
        child.off('message', listen);
        resolve(told.answer);
      };
      child.on('message', listen);
      child.once('exit', (code) => reject(new Error(`The plugin's process ended with ${code}.`)));
      child.send({ id, ...task });
      return promise;
    };
    const call = (name: string, ...args: readonly unknown[]) => ask({ call: name, args });
    /** A cart of 65.40 USD up to the page of the checkout. */
    const checkout = async () => {
      const cart = { amount: 6_540, currency_code: 'usd', resource_id: newId('cart'), ...aCart };
      const session = v.parse(Paid, await call('initiatePayment', cart));
      const { payment_id } = session;
      const paymentSessionData = { payment_id };
      const updated = await call('updatePayment', { ...cart, paymentSessionData });
      return { cart, payment_id, session, updated };
    };
    return {
      call,
      checkout,
      /** The confirm of Hyperswitch's checkout. */
      pay: (
        { session: { payment_id, client_secret } }: Awaited<ReturnType<typeof checkout>>,
        data: object,
      ) =>
        live.running.call('POST', `/payments/${payment_id}/confirm`, {
          key: publishableKey,
          body: { client_secret, ...data },
        }),
      /** The webhook of this event, as the plugin gets it. */
      webhook: async (type: string, spoilt: object = {}) => {
        const { headers, body } = await eventually(() => {
          const all = live.receiver.received(hooks);
          const found = all.find((one) => JSON.parse(one.body.toString()).event_type === type);
          if (!found) throw new Error(`No webhook ${type} came.`);
          return found;
        });
        return ask({ webhook: { headers: { ...headers, ...spoilt }, body: body.toString() } });
      },
    };
  }

  it('a cart is paid with a card, and the webhook completes it', async () => {
    const { call, checkout, pay, webhook } = await aShop('automatic');
    const one = await checkout();
    const { payment_id, cart } = one;
    expect(one.session).toMatchObject({ status: 'requires_payment_method', amount: 6_540 });
    expect(one.updated).toMatchObject({ payment_id, customer_id: 'cus_anna', theme: 'light' });
    expect(successful(await pay(one, cardData())).body).toMatchObject({ status: 'succeeded' });
    expect(await call('authorizePayment', { payment_id }, {})).toMatchObject({
      status: 'authorized',
      data: { status: 'succeeded', amount_received: 6_540 },
    });
    expect(await webhook('payment_succeeded')).toEqual({
      received: true,
      told: [
        { name: 'handlePaymentSucceeded', data: { id: payment_id, cart_id: cart.resource_id } },
      ],
    });
    const data = { payment_id, amount: 6_540, currency: 'USD' };
    expect(await call('refundPayment', { data })).toMatchObject({
      data: { status: 'succeeded', amount: 6_540 },
    });
  });

  it('an authorized cart is captured, and another is cancelled', async () => {
    const { call, checkout, pay, webhook } = await aShop('manual');
    const one = await checkout();
    const { payment_id } = one;
    await pay(one, cardData());
    await call('authorizePayment', { payment_id }, {});
    expect(await call('capturePayment', { data: { payment_id } })).toMatchObject({
      status: 'succeeded',
      amount_received: 6_540,
    });
    expect(await webhook('payment_succeeded')).toMatchObject({ received: true });
    const other = await checkout();
    await pay(other, cardData());
    expect(await call('cancelPayment', { data: { payment_id: other.payment_id } })).toMatchObject({
      data: { status: 'cancelled' },
    });
  });

  it('a declined payer pays the next cart with another card', async () => {
    const { call, checkout, pay, webhook } = await aShop('automatic');
    const one = await checkout();
    await pay(one, cardData('4000000000000002'));
    expect(await call('authorizePayment', { payment_id: one.payment_id }, {})).toMatchObject({
      status: 'error',
    });
    expect(await webhook('payment_failed')).toMatchObject({
      told: [{ name: 'handlePaymentFailed' }],
    });
    const next = await checkout();
    await pay(next, cardData('5555555555554444'));
    expect(await call('getPaymentStatus', { data: { payment_id: next.payment_id } })).toBe(
      'authorized',
    );
  });

  it('a cart that was given up is deleted', async () => {
    const { call, checkout } = await aShop('automatic', true);
    const { payment_id, session } = await checkout();
    expect(session).toMatchObject({ setup_future_usage: 'on_session' });
    expect(await call('deletePayment', { payment_id })).toMatchObject({
      data: { status: 'cancelled' },
    });
  });

  it('a payer is sent to 3-D Secure, and to a bank for iDEAL', async () => {
    const { call, checkout, pay } = await aShop('automatic');
    for (const means of [cardData('4000003800000446'), requestOf('ideal')]) {
      const one = await checkout();
      await pay(one, means);
      const { payment_id } = one;
      expect(await call('authorizePayment', { payment_id }, {})).toMatchObject({
        status: 'requires_more',
        data: { next_action: { type: 'redirect_to_url' } },
      });
    }
  });

  it('a webhook with another signature is refused', async () => {
    const { webhook, checkout, pay } = await aShop('automatic');
    await pay(await checkout(), cardData());
    expect(
      await webhook('payment_succeeded', { 'x-webhook-signature-512': 'f'.repeat(128) }),
    ).toEqual({ refused: 'Invalid signature', status: 400 });
  });
});
