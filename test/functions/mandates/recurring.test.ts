import { acceptance, aSwitchWithMandates, charging, consenting, multiUse } from './a-consent.ts';

const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };

/**
 * A payment whose customer agrees to later charges of the card, without a mandate, as a request.
 */
function saving(more: object = {}) {
  const { mandate_data: _, ...rest } = consenting({});
  return { ...rest, customer_acceptance: acceptance, ...more };
}

const byDetails = (recurring_details: object, more: object = {}) =>
  charging('', 2_000, { recurring_details, ...more });

/** The latest charge that the processor was asked for. */
function askedOf(world: Awaited<ReturnType<typeof aSwitchWithMandates>>) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  const { send } = world.dependencies;
  world.dependencies.send = (request, options) => {
    asked.push({ url: request.url, body: JSON.parse(request.body ?? '{}') });
    return send(request, options);
  };
  return asked;
}

describe('a payment method that was saved for later', () => {
  it('a saved payment method is charged by the connector mandate, without its card number', async () => {
    const world = await aSwitchWithMandates();
    const first = await world.paid(saving());
    expect(first).toMatchObject({
      mandate_id: null,
      payment_method_id: expect.stringMatching(/^pm_/),
      connector_mandate_id: expect.stringMatching(/^mandate_/),
    });
    const asked = askedOf(world);
    const details = { type: 'payment_method_id', data: first.payment_method_id };
    const paid = await world.paid(byDetails(details));
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method_id: first.payment_method_id,
      payment_method_data: { card: { last4: '4242' } },
      mandate_id: null,
      connector_mandate_id: first.connector_mandate_id,
    });
    expect(await world.payment(paid.payment_id)).toMatchObject({
      connector_mandate_id: first.connector_mandate_id,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({ mandate_reference: first.connector_mandate_id });
    expect(asked[0]?.body).not.toHaveProperty('card');
  });

  it('a card has no connector mandate when saved on_session, and is not charged without its customer', async () => {
    const world = await aSwitchWithMandates();
    const first = await world.paid(saving({ setup_future_usage: 'on_session' }));
    expect(first.connector_mandate_id).toBeNull();
    const asked = askedOf(world);
    const details = { type: 'payment_method_id', data: first.payment_method_id };
    expect(await world.pay(byDetails(details))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_39' } },
    });
    expect(asked).toEqual([]);
  });

  it('a saved payment method has no connector mandate without customer_acceptance', async () => {
    const world = await aSwitchWithMandates();
    const paid = await world.paid(saving({ customer_acceptance: undefined }));
    expect(paid).toMatchObject({ connector_mandate_id: null, payment_method_id: null });
  });

  it('a saved payment method goes to the processor of the connector mandate although another stands first in the routing', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const first = await world.paid(saving({ connector: ['adyen_test'] }));
    expect(first.connector).toBe('adyen_test');
    const details = { type: 'payment_method_id', data: first.payment_method_id };
    expect(await world.paid(byDetails(details))).toMatchObject({ connector: 'adyen_test' });
  });
});

describe('a processor_payment_token', () => {
  it('a processor_payment_token is charged at the account that is named', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const first = await world.paid(saving({ connector: ['adyen_test'] }));
    const data = {
      processor_payment_token: first.connector_mandate_id,
      merchant_connector_id: first.merchant_connector_id,
    };
    const paid = await world.paid(byDetails({ type: 'processor_payment_token', data }));
    expect(paid).toMatchObject({
      status: 'succeeded',
      connector: 'adyen_test',
      payment_method: 'card',
      connector_mandate_id: first.connector_mandate_id,
    });
  });

  it('a processor_payment_token is declined by a processor that does not know it, and nothing is charged', async () => {
    const world = await aSwitchWithMandates();
    const data = { processor_payment_token: 'mandate_unknown' };
    const paid = await world.paid(byDetails({ type: 'processor_payment_token', data }));
    expect(paid).toMatchObject({
      status: 'failed',
      error_code: 'DC_41',
      connector_mandate_id: 'mandate_unknown',
    });
    expect(await world.dependencies.processor.ledger()).toEqual([]);
  });

  it('a token that holds a card number is neither kept nor shown', async () => {
    const world = await aSwitchWithMandates();
    const data = { processor_payment_token: 'tok-4242424242424242' };
    const paid = await world.paid(byDetails({ type: 'processor_payment_token', data }));
    expect(paid).toMatchObject({ status: 'failed', connector_mandate_id: null });
  });

  it('a processor_payment_token is refused for an unknown account', async () => {
    const world = await aSwitchWithMandates();
    const data = { processor_payment_token: 'any', merchant_connector_id: 'mca_unknown' };
    expect(await world.pay(byDetails({ type: 'processor_payment_token', data }))).toMatchObject({
      status: 404,
      body: { error: { code: 'HE_02' } },
    });
  });
});

describe('a card that another processor was the first to charge', () => {
  const network_transaction_id = 'nti_of_the_first_payment';
  const withName = { card_holder_name: 'Joseph Doe', card_network: 'Visa' };

  it.each([
    [
      'network_transaction_id_and_card_details',
      { ...card, ...withName, network_transaction_id },
      network_transaction_id,
    ],
    [
      'network_transaction_id_and_network_token_details',
      {
        network_token: card.card_number,
        token_exp_month: '12',
        token_exp_year: '2039',
        network_transaction_id,
        ...withName,
      },
      network_transaction_id,
    ],
    [
      'network_transaction_id_and_decrypted_wallet_token_details',
      {
        decrypted_token: card.card_number,
        token_exp_month: '12',
        token_exp_year: '2039',
        network_transaction_id,
        token_source: 'apple_pay',
      },
      network_transaction_id,
    ],
    ['card_with_limited_data', card, undefined],
  ])('a card that another processor charged first is charged by %s', async (type, data, sent) => {
    const world = await aSwitchWithMandates();
    const asked = askedOf(world);
    const paid = await world.paid(byDetails({ type, data }));
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: 'card',
      payment_method_data: { card: { last4: '4242', card_network: 'Visa', card_exp_year: '2039' } },
    });
    expect(asked[0]?.body).toMatchObject({
      card: { number: card.card_number, expiry_month: '12', expiry_year: '2039' },
    });
    expect(asked[0]?.body.network_transaction_id).toBe(sent);
    expect(asked[0]?.body.card).not.toHaveProperty('cvc');
    expect(JSON.stringify(world.port.items())).not.toContain(card.card_number);
  });

  it('a card that another processor charged first is not challenged: its customer is absent', async () => {
    const world = await aSwitchWithMandates();
    const data = { ...card, card_number: '4000003800000446', network_transaction_id };
    const details = { type: 'network_transaction_id_and_card_details', data };
    expect(await world.paid(byDetails(details))).toMatchObject({ status: 'succeeded' });
  });

  it('a card that another processor charged first can be known by its number only', async () => {
    const world = await aSwitchWithMandates();
    const { card_number } = card;
    const details = { type: 'card_with_limited_data', data: { card_number } };
    expect(await world.paid(byDetails(details))).toMatchObject({ status: 'succeeded' });
  });

  it('a card that another processor charged first is refused once it has expired, and never shown again', async () => {
    const world = await aSwitchWithMandates();
    const data = { ...card, card_exp_year: '2020', network_transaction_id };
    const details = { type: 'network_transaction_id_and_card_details', data };
    const answer = await world.pay(byDetails(details));
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_16' } } });
    expect(answer.text).not.toContain(card.card_number);
  });
});

it('a saved card that pays by its token can set up a mandate', async () => {
  const world = await aSwitchWithMandates();
  await world.paid(saving());
  const { customer_payment_methods } = await world.answered('payment-methods.list', {
    params: { customer_id: 'cus_1' },
  });
  const [{ payment_token, payment_method_id }] = customer_payment_methods;
  const { payment_method_data: _, ...rest } = consenting(multiUse(5_000));
  const paid = await world.paid({ ...rest, payment_token, card_cvc: '314' });
  expect(paid.payment_method_id).toBe(payment_method_id);
  expect(await world.mandate(paid.mandate_id)).toMatchObject({
    payment_method_id,
    card: { card_token: expect.any(String), card_fingerprint: expect.any(String) },
  });
});

it("a charge goes to another processor by the card network's id, when the profile allows it", async () => {
  const world = await aSwitchWithMandates('adyen_test');
  const { key, id: account_id, profileId: profile_id } = world.merchant;
  const set = (is_connector_agnostic_mit_enabled: boolean) =>
    world.ask('profiles.update', {
      key,
      params: { account_id, profile_id },
      body: { is_connector_agnostic_mit_enabled },
    });
  await set(true);
  const first = await world.paid(saving({ connector: ['adyen_test'] }));
  const details = { type: 'payment_method_id', data: first.payment_method_id };
  await world.answered('connector-accounts.update', {
    params: { account_id, merchant_connector_id: first.merchant_connector_id },
    body: { connector_type: 'payment_processor', disabled: true },
  });
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
  const asked = askedOf(world);
  expect(await world.paid(byDetails(details))).toMatchObject({
    connector: 'stripe_test',
    connector_mandate_id: null,
  });
  await set(false);
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
  expect(await world.pay(byDetails(details))).toMatchObject({
    status: 400,
    body: { error: { code: 'IR_39' } },
  });
  expect(asked.map(({ body }) => body.network_transaction_id)).toEqual([
    first.network_transaction_id,
  ]);
});

describe('recurring_details', () => {
  it.each(['mandate_id', 'payment_method_id'])(
    'recurring_details are no longer than an id: %s',
    async (type) => {
      const world = await aSwitchWithMandates();
      // DynamoDB refuses keys of 2 kB, and that must not be the merchant's answer.
      const body = byDetails({ type, data: 'x'.repeat(3_000) });
      const answer = await world.ask('payments.create', { key: world.merchant.key, body });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
      expect(JSON.stringify(answer.body)).not.toContain('xxxx');
    },
  );
});
