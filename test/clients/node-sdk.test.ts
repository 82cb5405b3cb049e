import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { requestOf } from '../support/requests/other-methods.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, newId } from '../support/switch/merchant.ts';
import { withClient } from './with-client.ts';

/** @see https://www.npmjs.com/package/@juspay-tech/hyperswitch-node */
const published = {
  what: "Hyperswitch's client for Node.js, unchanged",
  variable: 'HYPERSWITCH_NODE',
  holds: 'the node_modules in which it was installed',
};

type Call = (...args: readonly unknown[]) => Promise<unknown>;
interface OfficialClient {
  setHost(host: string, port: string, protocol: string): void;
  readonly [resource: string]: unknown;
}
/** A parse that keeps the object, whose methods need it. */
const Client = v.custom<OfficialClient>((one) => typeof Object(one).setHost === 'function');
/** Its methods take and answer what the API does. */
const Answer = v.looseObject({ status: v.optional(v.string()) });

withClient(published, (folder) => {
  const live = aRunningSwitch({ merchant: { connectors: ['stripe_test'] } });

  let client: OfficialClient | undefined;
  function connected(): OfficialClient {
    const load = createRequire(path.join(folder, 'index.js'));
    const make: unknown = load('@juspay-tech/hyperswitch-node');
    if (typeof make !== 'function') throw new Error('The package exports no function.');
    const made = v.parse(Client, make(live.merchant.key));
    const { hostname, port, protocol } = new URL(live.running.url);
    made.setHost(hostname, port, protocol.replace(':', ''));
    return made;
  }
  /** Calls a method of the client with the merchant's secret key, such as `refunds.create`. */
  async function call(method: string, ...args: readonly unknown[]) {
    client ??= connected();
    const [resource = '', name = ''] = method.split('.');
    const owner = Object(client[resource]);
    const run: Call = owner[name].bind(owner);
    return v.parse(Answer, await run(...args));
  }
  const sale = { amount: 6_540, currency: 'USD', confirm: true };
  const pay = (more: object) => call('paymentIntents.create', { ...sale, ...more });
  const consent = {
    setup_future_usage: 'off_session',
    customer_acceptance: {
      acceptance_type: 'online',
      online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
    },
  };

  it('a card pays, a part is refunded, and both are read again', async () => {
    const paid = await pay(cardData());
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
    const { payment_id } = paid;
    const refund = await call('refunds.create', { payment_id, amount: 2_000 });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 2_000 });
    expect(await call('refunds.retrieve', refund.refund_id)).toMatchObject({ payment_id });
    expect(await call('paymentIntents.retrieve', payment_id)).toMatchObject({
      status: 'succeeded',
      refunds: [{ amount: 2_000 }],
    });
  });

  it('a customer saves a card, pays with it and its code, and is charged without being there', async () => {
    const customer_id = newId('cus');
    await call('customers.create', { customer_id, email: 'anna@example.com' });
    const first = await pay({ customer_id, ...consent, ...cardData() });
    expect(first).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    const listed = await call('customers.listPaymentMethods', customer_id);
    const [saved] = v.parse(
      v.tupleWithRest([v.looseObject({ payment_token: v.string() })], v.unknown()),
      listed.customer_payment_methods,
    );
    const { payment_token } = saved;
    const again = { customer_id, payment_method: 'card', payment_token, card_cvc: '123' };
    expect(await pay(again)).toMatchObject({ status: 'succeeded' });
    const recurring_details = { type: 'payment_method_id', data: first.payment_method_id };
    expect(await pay({ customer_id, off_session: true, recurring_details })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('a declined payer pays the next payment with another card', async () => {
    expect(await pay(cardData('4000000000000002'))).toMatchObject({ status: 'failed' });
    expect(await pay(cardData('5555555555554444'))).toMatchObject({ status: 'succeeded' });
  });

  it('a payer is sent to 3-D Secure, and to a bank for iDEAL', async () => {
    const return_url = 'https://shop.example/return';
    for (const means of [cardData('4000003800000446'), requestOf('ideal')]) {
      expect(await pay({ return_url, ...means })).toMatchObject({
        status: 'requires_customer_action',
        next_action: { type: 'redirect_to_url' },
      });
    }
  });

  it.each(['apple_pay', 'google_pay'])("%s's token pays", async (wallet) => {
    expect(await pay(requestOf(wallet))).toMatchObject({ status: 'succeeded' });
  });

  it('an authorized payment is changed, confirmed, captured in part or cancelled', async () => {
    const { payment_id } = await call('paymentIntents.create', {
      amount: 1_000,
      currency: 'USD',
      capture_method: 'manual',
    });
    await call('paymentIntents.update', payment_id, { amount: 1_200 });
    expect(await call('paymentIntents.confirm', payment_id, cardData())).toMatchObject({
      status: 'requires_capture',
    });
    const part = { amount_to_capture: 700 };
    expect(await call('paymentIntents.capture', payment_id, part)).toMatchObject({
      status: 'partially_captured',
    });
    const other = await pay({ capture_method: 'manual', ...cardData() });
    expect(await call('paymentIntents.cancel', other.payment_id)).toMatchObject({
      status: 'cancelled',
    });
  });

  it("a refusal becomes the client's error, with the words of the switch", async () => {
    await expect(call('paymentIntents.retrieve', 'pay_unknown')).rejects.toMatchObject({
      message: 'Payment does not exist in our records',
    });
  });
});
