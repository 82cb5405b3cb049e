import { atStripe, byCard } from '../../../support/processors/at-stripe.ts';

const good = '4242424242424242';

/** A key with a customer. */
async function withCustomer() {
  const stripe = atStripe();
  const { body } = await stripe.post('customers', { name: 'Jane Doe', email: 'jane@shop.example' });
  const customer = String(body.id);
  return {
    ...stripe,
    customer,
    /** Charges a stored payment method in the customer's absence. */
    charge: (method: string, changes: object = {}) =>
      stripe.post('payment_intents', {
        amount: 2_500,
        currency: 'usd',
        confirm: true,
        customer,
        payment_method: method,
        payment_method_types: ['card'],
        off_session: true,
        ...changes,
      }),
    setUp: (number: string, changes: object = {}) => {
      const { payment_method_data, return_url } = byCard(number);
      return stripe.post('setup_intents', {
        confirm: true,
        customer,
        payment_method_data,
        return_url,
        usage: 'off_session',
        expand: ['latest_attempt'],
        ...changes,
      });
    },
  };
}

it('a customer is made, and found by the same key alone', async () => {
  const { get, customer } = await withCustomer();
  expect((await get(`customers/${customer}`)).body).toMatchObject({
    id: expect.stringMatching(/^cus_\w{14}$/),
    name: 'Jane Doe',
    email: 'jane@shop.example',
    phone: null,
  });
  expect((await get(`customers/${customer}`, {}, { key: 'sk_test_other' })).status).toBe(404);
});

it('the id of an object of one kind is none of another kind', async () => {
  const { get, post, customer, charge, pay } = await withCustomer();
  const { body } = await pay(good, { customer, setup_future_usage: 'off_session' });
  const method = String(body.payment_method);
  for (const path of [`customers/${method}`, 'events/webhook_endpoints', `files/${customer}`]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await get(`payment_methods/${customer}`)).status).toBe(404);
  expect((await post(`payment_methods/${customer}/detach`)).status).toBe(404);
  expect(await charge(customer)).toMatchObject({ status: 400 });
  expect(await charge(method, { customer: method })).toMatchObject({ status: 400 });
});

describe('a card that a payment stored', () => {
  const store = { setup_future_usage: 'off_session' };

  it('a card that a Stripe payment stored is charged later in the customer’s absence', async () => {
    const { pay, charge, customer, get } = await withCustomer();
    const { body } = await pay(good, { customer, ...store });
    const method = String(body.payment_method);
    expect((await get(`payment_methods/${method}`)).body).toMatchObject({
      customer,
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2_030 },
    });
    const later = await charge(method, { expand: ['latest_charge'] });
    expect(later.body).toMatchObject({
      status: 'succeeded',
      payment_method: method,
      amount_received: 2_500,
    });
    const { card } = later.body.latest_charge.payment_method_details;
    expect(card.network_transaction_id).toMatch(/^\d{15}$/);
  });

  it('a card that a Stripe payment stored is refused to another customer, and after it was detached', async () => {
    const { pay, charge, post, customer, ledger } = await withCustomer();
    const { body } = await pay(good, { customer, ...store });
    const other = await post('customers', { name: 'Sam' });
    expect((await charge(body.payment_method, { customer: other.body.id })).status).toBe(400);
    const detached = await post(`payment_methods/${body.payment_method}/detach`);
    expect(detached.body.customer).toBe(null);
    expect((await charge(body.payment_method)).status).toBe(400);
    expect((await post(`payment_methods/${body.payment_method}/attach`, { customer })).status).toBe(
      400,
    );
    expect(await ledger()).toHaveLength(1);
  });

  it('a card is not stored when nothing asked for it, or its payment was declined', async () => {
    const { pay, charge, customer } = await withCustomer();
    const once = await pay(good, { customer });
    const error = { code: 'resource_missing', param: 'payment_method' };
    expect((await charge(once.body.payment_method)).body.error).toMatchObject(error);
    const declined = await pay('4000000000009995', { customer, ...store });
    const method = `pm_${declined.body.error.payment_intent.id.slice(3)}`;
    expect((await charge(method)).body.error).toMatchObject(error);
  });

  it('4000002760003184 asks its customer each time, so it is declined in the customer’s absence', async () => {
    const { pay, charge, press, customer } = await withCustomer();
    const { body } = await pay('4000002760003184', { customer, ...store });
    await press(body.next_action.redirect_to_url.url, true);
    expect((await charge(body.payment_method)).body.error.code).toBe('authentication_required');
  });
});

describe('a setup intent', () => {
  it('a setup intent stores a card, moves no money, and the card is charged later', async () => {
    const { setUp, charge, get, customer, ledger } = await withCustomer();
    const { status, body } = await setUp(good, { metadata: { order_id: 'pay_1_1' } });
    expect([status, body]).toMatchObject([
      200,
      {
        id: expect.stringMatching(/^seti_\w{20}$/),
        object: 'setup_intent',
        status: 'succeeded',
        customer,
        usage: 'off_session',
        mandate: expect.stringMatching(/^mandate_/),
        latest_attempt: { object: 'setup_attempt', status: 'succeeded' },
        metadata: { order_id: 'pay_1_1' },
      },
    ]);
    expect((await get(`setup_intents/${body.id}`)).body).toMatchObject({ status: 'succeeded' });
    expect((await ledger()).flatMap(({ movements }) => movements)).toEqual([]);
    expect((await charge(body.payment_method)).body.status).toBe('succeeded');
  });

  it('4000002500003155 asks its customer once, and is charged later without a question', async () => {
    const { setUp, charge, press } = await withCustomer();
    const { body } = await setUp('4000002500003155');
    expect(body.status).toBe('requires_action');
    expect((await charge(body.payment_method)).status).toBe(400);
    await press(body.next_action.redirect_to_url.url, true);
    expect((await charge(body.payment_method)).body.status).toBe('succeeded');
  });

  it('a setup intent is declined like a payment', async () => {
    const { setUp } = await withCustomer();
    expect(await setUp('4000000000000002')).toMatchObject({
      status: 402,
      body: {
        error: {
          code: 'card_declined',
          setup_intent: { object: 'setup_intent', status: 'requires_payment_method' },
        },
      },
    });
  });

  it('4000000000000341 is stored, and its charges are declined', async () => {
    const { setUp, charge } = await withCustomer();
    const { body } = await setUp('4000000000000341');
    expect(body.status).toBe('succeeded');
    expect((await charge(body.payment_method)).body.error.code).toBe('card_declined');
  });

  it('a setup intent is no payment intent', async () => {
    const { setUp, get, post } = await withCustomer();
    const { body } = await setUp(good);
    expect((await get(`payment_intents/${body.id}`)).status).toBe(404);
    expect((await post(`payment_intents/${body.id}/capture`)).status).toBe(404);
  });
});

it('a payment method that was made by itself is attached to a customer and charged', async () => {
  const { post, charge, customer } = await withCustomer();
  const card = { number: good, exp_month: '3', exp_year: '30', cvc: '737' };
  const made = await post('payment_methods', { type: 'card', card });
  expect(made.body).toMatchObject({ customer: null, card: { last4: '4242' } });
  const attached = await post(`payment_methods/${made.body.id}/attach`, { customer });
  expect(attached.body.customer).toBe(customer);
  expect((await charge(made.body.id)).body.status).toBe('succeeded');
});

it('a card is stored with its customer, whatever the request says about later charges', async () => {
  const { pay, customer } = await withCustomer();
  const { body } = await pay('4000000000003220', {
    customer,
    off_session: true,
    setup_future_usage: 'off_session',
  });
  expect(body.status).toBe('requires_action');
});

it('a card with the network’s id of an earlier payment is charged without a question', async () => {
  const { pay } = atStripe();
  const exemption = { mit_exemption: { network_transaction_id: '976910110049114' } };
  const { body } = await pay('4000003800000446', {
    off_session: true,
    payment_method_options: { card: exemption },
  });
  expect(body.status).toBe('succeeded');
});

describe('a card that Stripe publishes as a token', () => {
  it.each([
    ['tok_visa', '4242'],
    ['tok_amex', '0005'],
  ])('%s pays, as from a wallet', async (token, last4) => {
    const { pay } = atStripe();
    const { body } = await pay('', {
      payment_method_data: { type: 'card', card: { token } },
      expand: ['latest_charge'],
    });
    expect(body.status).toBe('succeeded');
    expect(body.latest_charge.payment_method_details.card.last4).toBe(last4);
  });

  it('pm_card_visa pays, and pm_card_visa_chargeDeclined is declined', async () => {
    const { post } = atStripe();
    const by = (payment_method: string) =>
      post('payment_intents', { amount: 100, currency: 'usd', confirm: true, payment_method });
    expect((await by('pm_card_visa')).body.status).toBe('succeeded');
    expect((await by('pm_card_visa_chargeDeclined')).body.error.code).toBe('card_declined');
    expect((await by('pm_card_constructor')).status).toBe(400);
  });

  it('a Stripe token of an Apple Pay payload pays, for its own key only', async () => {
    const { pay, post } = atStripe();
    const made = await post('tokens', { pk_token: '{"version":"EC_v1"}' });
    const by = (key?: string) => {
      const card = { token: made.body.id };
      return pay('', { payment_method_data: { type: 'card', card } }, { key });
    };
    expect((await by()).body.status).toBe('succeeded');
    expect((await by('sk_test_another')).body.error.code).toBe('resource_missing');
  });

  it('tok_unheard_of is refused', async () => {
    const { pay } = atStripe();
    const data = { type: 'card', card: { token: 'tok_unheard_of' } };
    expect((await pay('', { payment_method_data: data })).body.error.code).toBe('resource_missing');
  });
});
