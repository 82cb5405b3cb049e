import fc from 'fast-check';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import {
  acceptance,
  aSwitchWithMandates,
  charging,
  consenting,
  customerId,
  multiUse,
  singleUse,
} from './a-consent.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithMandates>>;

let world: Switch;
let id: string;
beforeAll(async () => {
  world = await aSwitchWithMandates();
  id = await world.consented(multiUse(5_000));
});

/** The refusal, as a client sees it. */
const refusalOf = async (body: object) => {
  const answer = await world.pay(body);
  const { code, message, reason } = answer.body.error ?? {};
  return [answer.status, code, message, ...(reason ? [reason] : [])];
};

describe('a charge with a mandate', () => {
  it('a charge with a mandate succeeds without the customer and shows its stored credential', async () => {
    const own = await aSwitchWithMandates();
    const mandateId = await own.consented(multiUse(5_000));
    const paid = await own.paid(charging(mandateId, 2_000));
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 2_000,
      mandate_id: mandateId,
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_status: 'active',
      card_discovery: 'saved_card',
      off_session: true,
    });
    expect(paid.payment_method_data.card).toMatchObject({ last4: '4242', card_exp_year: '2039' });
    const { payment_method_id } = await own.mandate(mandateId);
    expect(paid.payment_method_id).toBe(payment_method_id);
    const { attempts } = await own.payment(paid.payment_id, { expand_attempts: 'true' });
    expect(attempts).toMatchObject([{ mandate_id: mandateId }]);
  });

  it('a charge with a mandate can name it at the root, as older clients do', async () => {
    const { recurring_details: _, ...rest } = charging(id, 100);
    expect(await world.paid({ ...rest, mandate_id: id })).toMatchObject({
      status: 'succeeded',
      mandate_id: id,
    });
  });

  it('a charge with a mandate can be a confirm of a payment that was created before', async () => {
    const { recurring_details, confirm: _, ...rest } = charging(id, 100);
    const begun = await world.paid({ ...rest, confirm: false });
    expect(begun.status).toBe('requires_payment_method');
    const { payment_id } = begun;
    expect(await world.onPayment('confirm', payment_id, { recurring_details })).toMatchObject({
      status: 'succeeded',
      mandate_id: id,
    });
  });

  it.each<[string, object, readonly unknown[]]>([
    [
      'no customer',
      { customer_id: undefined },
      [400, 'IR_04', 'Missing required param: customer_id'],
    ],
    ['no confirm', { confirm: undefined }, [400, 'IR_04', 'Missing required param: confirm']],
    [
      'a confirm that is false',
      { confirm: false },
      [400, 'IR_16', '`confirm` must be `true` for mandates'],
    ],
    [
      'no off_session',
      { off_session: undefined },
      [400, 'IR_04', 'Missing required param: off_session'],
    ],
    [
      'an off_session that is false',
      { off_session: false },
      [400, 'IR_16', '`off_session` should be `true` for mandates'],
    ],
    [
      'a payment token beside it',
      { payment_token: 'token_00000000000000000000' },
      [400, 'IR_16', 'Expected one out of recurring_details and payment_token but got both'],
    ],
    [
      'a mandate beside it',
      { mandate_id: 'man_00000000000000000000' },
      [400, 'IR_16', 'Expected one out of recurring_details and mandate_id but got both'],
    ],
    [
      'a new mandate beside it',
      { mandate_data: { mandate_type: { multi_use: null } }, setup_future_usage: 'off_session' },
      [
        400,
        'HE_03',
        'Mandate Validation Failed',
        'Expected one out of recurring_details and mandate_data but got both',
      ],
    ],
    [
      'an unknown mandate',
      { recurring_details: { type: 'mandate_id', data: 'man_00000000000000000000' } },
      [404, 'HE_02', 'Mandate does not exist in our records'],
    ],
    [
      'an unknown payment method',
      { recurring_details: { type: 'payment_method_id', data: 'pm_00000000000000000000' } },
      [404, 'HE_02', 'Payment method does not exist in our records'],
    ],
    [
      "another customer's mandate",
      { customer_id: 'cus_2' },
      [400, 'IR_16', 'customer_id must match mandate customer_id'],
    ],
    [
      'more than its amount',
      { amount: 5_001 },
      [400, 'HE_03', 'Mandate Validation Failed', 'request amount is greater than mandate amount'],
    ],
    [
      'more than its amount with what is added',
      { amount: 4_000, shipping_cost: 1_001 },
      [400, 'HE_03', 'Mandate Validation Failed', 'request amount is greater than mandate amount'],
    ],
    [
      'another currency',
      { currency: 'USD' },
      [400, 'HE_03', 'Mandate Validation Failed', 'cross currency mandates not supported'],
    ],
    [
      'another payment method',
      { payment_method: 'wallet', payment_method_type: 'paypal' },
      [
        400,
        'IR_16',
        'payment method in request does not match previously provided payment method information',
      ],
    ],
  ])(
    'a charge with a mandate is refused with %s, before anything is written',
    async (_, changes, refusal) => {
      const before = world.port.items().length;
      expect(await refusalOf({ ...charging(id, 100), ...changes })).toEqual(refusal);
      expect(world.port.items()).toHaveLength(before);
    },
  );

  it('a charge with a single-use mandate is refused above its amount, and when it was used before', async () => {
    const once = await world.consented(singleUse(2_000));
    expect(await refusalOf(charging(once, 2_001))).toEqual([
      400,
      'HE_03',
      'Mandate Validation Failed',
      'request amount is greater than mandate amount',
    ]);
    expect(await world.paid(charging(once, 500))).toMatchObject({ status: 'succeeded' });
    expect(await world.mandate(once)).toMatchObject({ status: 'revoked' });
    expect(await refusalOf(charging(once, 500))).toEqual([400, 'IR_16', 'mandate is not active']);
  });

  it('a charge with a mandate is refused outside the dates of the mandate, to the second', async () => {
    const own = await aSwitchWithMandates();
    const start = new Date(
      Math.ceil(own.dependencies.clock.now.getTime() / 1_000) * 1_000 + 60_000,
    );
    const end = new Date(start.getTime() + 60_000);
    const mandateId = await own.consented(
      multiUse(5_000, { start_date: start.toISOString(), end_date: end.toISOString() }),
    );
    const at = async (ms: number) => {
      own.dependencies.clock.now = new Date(start.getTime() + ms);
      const { status, body } = await own.pay(charging(mandateId, 100));
      return status === 200 ? body.status : body.error.reason;
    };
    expect(await at(-1)).toBe('mandate is not valid yet');
    expect(await at(0)).toBe('succeeded');
    expect(await at(60_999)).toBe('succeeded');
    expect(await at(61_000)).toBe('mandate is not valid any more');
  });

  it('a payment that sets up a mandate whose end date has passed is refused, and nothing is charged', async () => {
    const own = await aSwitchWithMandates();
    const { now } = own.dependencies.clock;
    const ending = (ms: number) =>
      own.pay(
        consenting(multiUse(5_000, { end_date: new Date(now.getTime() + ms).toISOString() })),
      );
    expect(await ending(-1_000)).toMatchObject({
      status: 400,
      body: { error: { code: 'HE_03', reason: 'mandate is not valid any more' } },
    });
    expect(await own.dependencies.processor.ledger()).toEqual([]);
    expect(await ending(1_000)).toMatchObject({ status: 200 });
  });

  it('a charge with a mandate goes to the processor of the connector mandate, and to no other', async () => {
    const own = await aSwitchWithMandates('adyen_test');
    const mandateId = await own.consented(multiUse(5_000), { connector: ['adyen_test'] });
    const paid = await own.paid(charging(mandateId, 100));
    expect(paid).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
    const { merchant_connector_id: connector_id } = paid;
    await own.answered('connector-accounts.update', {
      params: { account_id: own.merchant.id, merchant_connector_id: connector_id },
      body: { connector_type: 'payment_processor', disabled: true },
    });
    own.dependencies.clock.now = new Date(own.dependencies.clock.now.getTime() + 60_000);
    expect(await own.pay(charging(mandateId, 100))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_39' } },
    });
  });

  it('a charge with a mandate of another merchant is refused as not found', async () => {
    const stranger = await aMerchant(world, 'another_shop');
    const answer = await world.ask('payments.create', {
      key: stranger.key,
      body: charging(id, 100),
    });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'HE_02' } } });
  });
});

describe('a mandate with any limits', () => {
  const amount = fc.integer({ min: -5, max: 10_000 });
  const dates = fc.option(fc.constantFrom('2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z', 'soon'));
  const limits = fc.record({
    amount,
    currency: fc.constantFrom('EUR', 'USD', 'XXX'),
    start_date: dates,
    end_date: dates,
  });
  const types = fc.oneof(
    fc.record({ multi_use: fc.option(limits) }),
    fc.record({ single_use: limits }),
    fc.record({ single_use: limits, multi_use: limits }),
    fc.constant({}),
  );

  it('a mandate with any limits is created or refused, and never answers 500', async () => {
    await fc.assert(
      fc.asyncProperty(types, fc.boolean(), async (mandate_type, agrees) => {
        const own = await aSwitchWithMandates();
        const mandate_data = { mandate_type, ...(agrees && { customer_acceptance: acceptance }) };
        const { status, body } = await own.pay(consenting({}, { mandate_data }));
        expect(status).toBeLessThan(500);
        const made = own.port.items().filter(({ sk }) => sk === 'MANDATE');
        expect(made).toHaveLength(status === 200 && agrees ? 1 : 0);
        if (status !== 200) {
          expect(own.port.items().filter(({ sk }) => sk === 'PAYMENT')).toEqual([]);
        } else {
          expect(body.mandate_id === null).toBe(!agrees);
        }
      }),
      { numRuns: 60 },
    );
  });
});

it('a charge with a mandate shows the agreement in its answer', async () => {
  const paid = await world.paid(consenting(multiUse(700, { metadata: { plan: 'gold' } })));
  expect(paid).toMatchObject({
    mandate_data: {
      customer_acceptance: acceptance,
      mandate_type: { multi_use: { amount: 700, currency: 'EUR', metadata: { plan: 'gold' } } },
    },
    customer_id: customerId,
    connector_mandate_id: expect.stringMatching(/^mandate_/),
    network_transaction_id: expect.stringMatching(/^nti_/),
  });
});

it('a charge with a mandate shows the billing of its payment method data', async () => {
  const billing = { address: { city: 'Berlin', country: 'DE' } };
  const id = await world.consented(multiUse(5_000));
  const paid = await world.paid(charging(id, 100, { payment_method_data: { billing } }));
  expect(paid.payment_method_data).toMatchObject({ card: { last4: '4242' }, billing });
});

it('a single-use mandate of a payment with manual capture stays active until a charge uses it', async () => {
  const body = consenting(singleUse(2_000), { capture_method: 'manual' });
  const { payment_id, mandate_id } = await world.paid(body);
  expect(await world.mandate(mandate_id)).toMatchObject({ status: 'active' });
  await world.onPayment('capture', payment_id);
  expect(await world.mandate(mandate_id)).toMatchObject({ status: 'active' });
  await world.paid(charging(mandate_id, 100));
  expect(await world.mandate(mandate_id)).toMatchObject({ status: 'revoked' });
});
