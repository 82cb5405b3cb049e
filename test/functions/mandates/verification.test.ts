import { aSwitchWithMandates, charging, consenting, multiUse } from './a-consent.ts';

/** A verification of a card that is to be charged later, as a request. */
const verifying = (more: object = {}, number?: string) =>
  consenting(
    multiUse(5_000),
    { amount: 0, payment_type: 'setup_mandate', connector: ['adyen_test'], ...more },
    number,
  );

describe('a verification', () => {
  it('a verification charges nothing, and saves a credential for later charges', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const paid = await world.paid(verifying());
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount: 0,
      amount_received: 0,
      amount_capturable: 0,
      mandate_id: expect.stringMatching(/^man_/),
      payment_method_id: expect.stringMatching(/^pm_/),
      payment_method_status: 'active',
      connector_mandate_id: expect.stringMatching(/^mandate_/),
    });
    expect(await world.dependencies.processor.ledger()).toMatchObject([
      { state: 'succeeded', chargedTimes: 0, authorizedMinor: 0, movements: [] },
    ]);
    const charged = await world.paid(charging(paid.mandate_id, 2_000));
    expect(charged).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
  });

  it('a verification charges nothing even when the payment has an amount', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const paid = await world.paid(verifying({ amount: 700 }));
    expect(paid).toMatchObject({ status: 'succeeded', amount: 700, amount_received: 0 });
    const [book] = await world.dependencies.processor.ledger();
    expect(book?.movements).toEqual([]);
  });

  it('a verification fails for a card that would be declined, and nothing is stored', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const paid = await world.paid(verifying({}, '4000000000000002'));
    expect(paid).toMatchObject({ status: 'failed', mandate_id: null, connector_mandate_id: null });
    expect(world.port.items().filter(({ sk }) => sk === 'MANDATE')).toEqual([]);
  });

  it('a verification waits for the customer when the card requires it, and is synced like a payment', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const begun = await world.paid(verifying({}, '4000003800000446'));
    expect(begun).toMatchObject({ status: 'requires_customer_action', mandate_id: null });
    const { attempt } = await world.services.payments.get(world.merchant.id, begun.payment_id);
    await world.dependencies.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
    const paid = await world.payment(begun.payment_id, { force_sync: 'true' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 0 });
    expect(await world.mandate(paid.mandate_id)).toMatchObject({ status: 'active' });
  });

  it('a verification with a lost answer is synced later', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) => {
      await send(request, options);
      return { kind: 'unknown', reason: 'timeout' };
    };
    const lost = await world.paid(verifying());
    expect(lost.status).toBe('processing');
    world.dependencies.send = send;
    const paid = await world.payment(lost.payment_id, { force_sync: 'true' });
    expect(paid).toMatchObject({ status: 'succeeded', mandate_id: expect.stringMatching(/^man_/) });
  });

  it('a verification is refused when the processor cannot do it', async () => {
    const world = await aSwitchWithMandates();
    expect(await world.pay(verifying({ connector: ['stripe_test'] }))).toMatchObject({
      status: 501,
      body: {
        error: {
          code: 'IR_00',
          message: 'Setup Mandate flow for DummyConnector is not implemented',
        },
      },
    });
    expect(world.port.items().filter(({ sk }) => sk === 'PAYMENT')).toEqual([]);
  });
});

it.each([{}, { payment_type: 'normal' }, { payment_type: 'new_mandate' }])(
  'a payment of nothing that is no verification is an ordinary charge of nothing: %j',
  async (more) => {
    const world = await aSwitchWithMandates();
    const paid = await world.paid(
      verifying({ connector: undefined, payment_type: undefined, ...more }),
    );
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 0 });
  },
);

it('a payment of nothing can be made and not confirmed', async () => {
  const world = await aSwitchWithMandates();
  const {
    payment_method_data: _,
    payment_method: __,
    payment_method_type: ___,
    ...rest
  } = consenting(multiUse(5_000), { amount: 0, confirm: false });
  expect(await world.paid(rest)).toMatchObject({ status: 'requires_payment_method', amount: 0 });
});
