import type { Send } from '#platform/http/egress/egress.ts';
import { countedIn, writtenBy } from '../../support/documents/written-lines.ts';
import { spoilCredentials } from '../../support/processors/spoilt-credentials.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  afterAuthorization,
  aRetryingMerchant,
  askedOf,
  retrying,
  takenBySecond,
} from '../../support/table/falling-through.ts';

const first = { connector: 'fauxpay', status: 'failure', error_code: 'DC_08' };
const challenged = '4000003800000446';

describe('a payment that its first processor declines', () => {
  it("a payment that its first processor declines is authorized by the second when the operator's rule advises a retry", async () => {
    const world = await aRetryingMerchant();
    expect(await world.pay()).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 2,
      amount_received: 2_599,
      error_code: null,
    });
    expect((await world.shown()).attempts).toMatchObject([
      { ...first, attempt_id: 'pay_1_1' },
      { connector: 'stripe_test', status: 'charged', attempt_id: 'pay_1_2' },
    ]);
    expect(await world.charged()).toEqual([
      ['pay_1_1', 0],
      ['pay_1_2', 1],
    ]);
  });

  it('a payment under failover is never shown as failed on the way', async () => {
    const world = await aRetryingMerchant();
    await world.pay();
    const item = world.port.items().find(({ sk }) => sk === 'PAYMENT');
    expect(item?.transitions).toMatchObject([
      { type: 'payment_created' },
      { type: 'payment_succeeded' },
    ]);
  });

  it('a payment under failover fails with the error of the last, when all decline', async () => {
    const world = await aRetryingMerchant({ connectors: ['fauxpay', 'phonypay', 'adyen_test'] });
    expect(await world.pay()).toMatchObject({
      status: 'failed',
      connector: 'adyen_test',
      attempt_count: 3,
      error_code: 'DC_08',
    });
    const { attempts } = await world.shown();
    expect(attempts.map((one: { status: string }) => one.status)).toEqual(Array(3).fill('failure'));
    const item = world.port.items().find(({ sk }) => sk === 'PAYMENT');
    expect(item?.transitions).toMatchObject([
      { type: 'payment_created' },
      { type: 'payment_failed' },
    ]);
  });

  it.each([
    ['the rule says do_default', { rule: { decision: 'do_default' } }],
    ['there is no rule', { rule: 'none' as const }],
    ['the rule is of another error', { rule: { message: 'Payment declined: Lost card' } }],
    [
      'its feature_data says otherwise',
      {
        rule: {
          feature_data: {
            retry: { decision: 'do_default', step_up_possible: false, clear_pan_possible: false },
          },
        },
      },
    ],
    ['the profile has it off', { profile: { max_auto_retries_enabled: 3 } }],
    ['the profile allows none', { profile: { is_auto_retries_enabled: true } }],
    [
      'the profile allows 0',
      { profile: { is_auto_retries_enabled: true, max_auto_retries_enabled: 0 } },
    ],
    ['less than 8 s are left', { dependencies: { remainingMs: () => 7_999 } }],
  ])('a payment that its first processor declines stays there when %s', async (_, given) => {
    const world = await aRetryingMerchant(given);
    expect(await world.pay()).toMatchObject({ ...first, status: 'failed', attempt_count: 1 });
    expect(await world.charged()).toEqual([['pay_1_1', 0]]);
  });

  it('a payment under failover is tried again as often as the profile allows, and not once more', async () => {
    const connectors = ['fauxpay', 'phonypay', 'adyen_test', 'stripe_test'];
    const profile = { is_auto_retries_enabled: true, max_auto_retries_enabled: 2 };
    const world = await aRetryingMerchant({ connectors, profile });
    expect(await world.pay()).toMatchObject({
      status: 'failed',
      connector: 'adyen_test',
      attempt_count: 3,
    });
  });

  it("a payment under failover fails with the first decline, with the reason logged and counted, when the second account's credentials do not open", async () => {
    const world = await aRetryingMerchant();
    const second = await spoilCredentials(world, world.merchant.id, 'stripe_test');
    const lines = await writtenBy(async () =>
      expect(await world.pay()).toMatchObject({ ...first, status: 'failed', attempt_count: 1 }),
    );
    expect(countedIn(lines, 'FailoverStopped')).toBe(1);
    const said = lines.filter((line) => line.includes('next connector not asked'));
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({
      level: 'error',
      payment_id: 'pay_1',
      attempt_id: 'pay_1_1',
      connector: 'stripe_test',
      connector_account_id: second,
      error: expect.stringMatching(/./),
    });
  });

  it('a payment under failover ends without counting a stopped failover when another request settled it first', async () => {
    const world = await aRetryingMerchant();
    afterAuthorization(world, 1, async () => {
      await world.shown('pay_1', { force_sync: 'true' });
      return undefined;
    });
    const lines = await writtenBy(async () =>
      expect(await world.pay()).toMatchObject({ status: 'failed', attempt_count: 1 }),
    );
    expect(countedIn(lines, 'FailoverStopped')).toBe(0);
    expect(lines.filter((line) => line.includes('next connector not asked'))).toEqual([]);
  });

  it('a payment under failover does not count a processor that was not reached as a retry', async () => {
    const connectors = ['fauxpay', 'phonypay', 'stripe_test'];
    const profile = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
    const world = await aRetryingMerchant({ connectors, profile });
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) =>
      /pay_1_2\.\w{8}$/.test(request.url)
        ? { kind: 'not_sent', reason: 'no connection' }
        : send(request, options);
    expect(await world.pay()).toMatchObject({ status: 'succeeded', attempt_count: 3 });
  });

  it.each<[string, Awaited<ReturnType<Send>>]>([
    ['is silent', { kind: 'unknown', reason: 'timeout' }],
    ['answers 500', { kind: 'answered', response: { status: 500, headers: {}, body: '' } }],
    ['answers a page', { kind: 'answered', response: { status: 200, headers: {}, body: '<p>' } }],
  ])('a payment is never sent to the second processor while the first %s', async (_, answer) => {
    const world = await aRetryingMerchant();
    afterAuthorization(world, 1, async () => answer);
    expect(await world.pay(byCard())).toMatchObject({
      status: 'processing',
      connector: 'fauxpay',
      attempt_count: 1,
    });
    expect(await world.charged()).toEqual([['pay_1_1', 1]]);
    expect(await world.shown('pay_1', { force_sync: 'true' })).toMatchObject({
      status: 'succeeded',
      connector: 'fauxpay',
      attempt_count: 1,
    });
  });

  it('a payment under failover goes no further while the second is unknown', async () => {
    const world = await aRetryingMerchant({ connectors: ['fauxpay', 'stripe_test', 'phonypay'] });
    afterAuthorization(world, 2, async () => ({ kind: 'unknown', reason: 'timeout' }));
    expect(await world.pay()).toMatchObject({
      status: 'processing',
      connector: 'stripe_test',
      attempt_count: 2,
    });
    expect(await world.shown('pay_1', { force_sync: 'true' })).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
    });
    expect((await world.charged()).map(([, times]) => times)).toEqual([0, 1]);
  });

  it('a payment is not sent to the second processor while its customer is challenged by the first', async () => {
    const world = await aRetryingMerchant();
    expect(await world.pay(byCard(challenged))).toMatchObject({
      status: 'requires_customer_action',
      connector: 'fauxpay',
      attempt_count: 1,
    });
  });

  it("a payment under failover is tried again with the card's code, which the vault gives once", async () => {
    const world = await aRetryingMerchant();
    const { payment_id } = await world.pay({ confirm: false });
    const asked = askedOf(world);
    const { ports } = world.dependencies.vault;
    const before = ports.audit.items().length;
    const body = {};
    expect(await world.good('payments.confirm', { params: { payment_id }, body })).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
    });
    expect(asked.map(({ card }) => card)).toEqual(
      Array(2).fill(expect.objectContaining({ number: takenBySecond, cvc: '314' })),
    );
    const types = ports.audit
      .items()
      .slice(before)
      .map(({ type }) => type);
    expect(types.filter((type) => type === 'cvc.taken')).toHaveLength(1);
    expect(types.filter((type) => type === 'card.used')).toHaveLength(1);
    expect(ports.codes.items().filter(({ sk }) => sk === 'CODE')).toEqual([]);
  });

  it('a payment that its first processor declines is checked for fraud once, and the second attempt shows the result', async () => {
    const world = await aRetryingMerchant();
    const params = { account_id: world.merchant.id };
    await world.good('connector-accounts.create', {
      params,
      body: {
        connector_type: 'payment_vas',
        connector_name: 'signifyd',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of merchant_example' },
      },
    });
    await world.set({ frm_routing_algorithm: { type: 'single', data: 'signifyd' } });
    world.pass(60);
    const checks: string[] = [];
    const { send } = world.dependencies;
    world.dependencies.send = (request, options) => {
      if (request.url.includes('risk')) checks.push(request.url);
      return send(request, options);
    };
    const paid = await world.pay({ email: 'review@example.com' });
    expect(paid).toMatchObject({
      status: 'requires_merchant_action',
      connector: 'stripe_test',
      attempt_count: 2,
      frm_message: expect.objectContaining({ frm_status: 'manual_review' }),
    });
    expect(checks).toHaveLength(1);
  });

  it('a payment under failover logs which account is asked next and why, and nothing secret', async () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const world = await aRetryingMerchant();
      const { merchant_connector_id } = await world.pay();
      const lines = written.mock.calls.map(([line]) => String(line));
      const line = lines.find((one) => one.includes('payment tried again')) ?? '{}';
      expect(JSON.parse(line)).toMatchObject({
        level: 'info',
        payment_id: 'pay_1',
        attempt_id: 'pay_1_2',
        reason: 'retry',
        connector: 'stripe_test',
        connector_account_id: merchant_connector_id,
      });
      expect(lines.join('')).not.toContain(takenBySecond);
    } finally {
      written.mockRestore();
    }
  });
});

describe('a decline that a step-up may help', () => {
  const steppingUp = { decision: 'do_default', step_up_possible: true };
  /** The first attempt is declined, the next asks the customer. */
  const declinedAtFirst = (world: Awaited<ReturnType<typeof aRetryingMerchant>>) => {
    const { send } = world.dependencies;
    world.dependencies.send = (request, options) =>
      send(
        /_1\.\w{8}$/.test(request.url)
          ? { ...request, body: request.body?.replace(challenged, takenBySecond) ?? '' }
          : request,
        options,
      );
  };

  it('a decline that a step-up may help is sent to the same account once more, with 3-D Secure', async () => {
    const world = await aRetryingMerchant({ rule: steppingUp });
    declinedAtFirst(world);
    expect(await world.pay(byCard(challenged))).toMatchObject({
      status: 'requires_customer_action',
      connector: 'fauxpay',
      attempt_count: 2,
      authentication_type: 'three_ds',
      next_action: { type: 'redirect_to_url' },
    });
    const { attempts } = await world.shown();
    expect(attempts).toMatchObject([
      first,
      { ...first, status: 'authentication_pending', error_code: null },
    ]);
  });

  it('a step-up comes before the other accounts, once, and counts as a retry', async () => {
    const rule = { decision: 'retry', step_up_possible: true };
    const world = await aRetryingMerchant({ rule });
    expect(await world.pay()).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 3,
      authentication_type: 'three_ds',
    });
    const { attempts } = await world.shown();
    expect(attempts.map((one: { connector: string }) => one.connector)).toEqual([
      ...['fauxpay', 'fauxpay', 'stripe_test'],
    ]);
    const profile = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
    const once = await aRetryingMerchant({ rule, profile });
    expect(await once.pay()).toMatchObject({ ...first, status: 'failed', attempt_count: 2 });
  });

  it.each([
    ['the payment was sent with 3-D Secure', { authentication_type: 'three_ds' }, {}],
    [
      'its customer is authenticated elsewhere',
      {
        three_ds_data: {
          authentication_cryptogram: { cavv: { authentication_cryptogram: 'AAAA' } },
          ds_trans_id: 'ds_1',
          version: '2.2.0',
          eci: '05',
          transaction_status: 'Y',
        },
      },
      {},
    ],
    ['the profile has it off', {}, { profile: { is_auto_retries_enabled: false } }],
  ])('a decline that a step-up may help stays declined when %s', async (_, changes, given) => {
    const world = await aRetryingMerchant({ rule: steppingUp, ...given });
    expect(await world.pay(changes)).toMatchObject({
      status: 'failed',
      connector: 'fauxpay',
      attempt_count: 1,
    });
  });
});

describe('a saved card that its processor declines while the customer is away', () => {
  const saved = {
    customer_id: 'cus_1',
    setup_future_usage: 'off_session',
    customer_acceptance: { acceptance_type: 'offline' },
  };
  /** A card that the first processor stored, and declines from now on. */
  async function stored(isAgnostic = true, retries: object = {}) {
    const world = await aRetryingMerchant();
    await world.set({ is_connector_agnostic_mit_enabled: isAgnostic, ...retries });
    world.pass(60);
    const before = await world.pay({ ...byCard(), ...saved, payment_id: 'pay_before' });
    const asked = askedOf(world);
    const decline = async (answer?: Awaited<ReturnType<Send>>) => {
      const { send } = world.dependencies;
      world.dependencies.send = async (request, options) => {
        if (!/pay_1_1\.\w{8}$/.test(request.url)) return send(request, options);
        asked.push(JSON.parse(request.body ?? '{}'));
        const card = { number: takenBySecond, expiry_month: '12', expiry_year: '2039' };
        const { mandate_reference: _, ...body } = JSON.parse(request.body ?? '{}');
        return (
          answer ??
          world.dependencies.processor.send(
            { ...request, body: JSON.stringify({ ...body, card }) },
            options,
          )
        );
      };
    };
    const charge = (more: object = {}) =>
      world.pay({
        customer_id: 'cus_1',
        off_session: true,
        payment_method: undefined,
        payment_method_data: undefined,
        recurring_details: { type: 'payment_method_id', data: before.payment_method_id },
        ...more,
      });
    await decline();
    return { world, before, asked, charge, decline };
  }
  const usedCards = ({ dependencies }: Awaited<ReturnType<typeof aRetryingMerchant>>) =>
    dependencies.vault.ports.audit.items().filter(({ type }) => type === 'card.used').length;

  it("a saved card declined off-session is charged by another processor with its number and the card network's id", async () => {
    const { world, before, asked, charge } = await stored();
    const used = usedCards(world);
    expect(await charge()).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 2,
      payment_method_id: before.payment_method_id,
      connector_mandate_id: null,
    });
    expect(asked).toMatchObject([
      { mandate_reference: before.connector_mandate_id },
      {
        card: { number: '4242424242424242' },
        network_transaction_id: before.network_transaction_id,
      },
    ]);
    expect(asked[0]).not.toHaveProperty('network_transaction_id');
    expect(asked[0]).not.toHaveProperty('card');
    // The vault is asked for the card when it is needed, and once.
    expect(usedCards(world)).toBe(used + 1);
  });

  it('a saved card off-session goes to another processor as well when its own was not reached', async () => {
    const { charge, decline } = await stored();
    await decline({ kind: 'not_sent', reason: 'no connection' });
    expect(await charge()).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
  });

  it('a saved card off-session is not sent to another processor while its own is unknown', async () => {
    const { world, asked, charge, decline } = await stored();
    await decline({ kind: 'unknown', reason: 'timeout' });
    const used = usedCards(world);
    expect(await charge()).toMatchObject({ status: 'processing', attempt_count: 1 });
    expect([asked.length, usedCards(world)]).toEqual([1, used]);
  });

  it.each([
    ['the profile keeps the network’s name to itself', false, {}],
    ['the profile has retries off', true, { is_auto_retries_enabled: false }],
  ])(
    'a saved card declined off-session stays declined where %s',
    async (_, isAgnostic, settings) => {
      const { world, charge } = await stored(isAgnostic, settings);
      const used = usedCards(world);
      expect(await charge()).toMatchObject({ ...first, status: 'failed', attempt_count: 1 });
      expect(usedCards(world)).toBe(used);
    },
  );

  it('a saved card declined off-session stays declined when the vault has the card no longer', async () => {
    const { world, before, asked, charge } = await stored();
    afterAuthorization(world, 1, async () => {
      const params = { method_id: before.payment_method_id };
      await world.good('payment-methods.delete', { params });
      return undefined;
    });
    expect(await charge()).toMatchObject({ ...first, status: 'failed', attempt_count: 1 });
    expect(asked).toHaveLength(1);
  });
});

describe('a failure between two attempts', () => {
  it('a saved card deleted between two processors does not stop the failover', async () => {
    const world = await aRetryingMerchant();
    const { payment_method_id } = await world.pay({
      ...byCard(),
      payment_id: 'pay_before',
      customer_id: 'cus_1',
      setup_future_usage: 'on_session',
      customer_acceptance: { acceptance_type: 'offline' },
    });
    const { customer_payment_methods } = await world.good('payment-methods.list', {
      params: { customer_id: 'cus_1' },
    });
    const [{ payment_token }] = customer_payment_methods;
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) => {
      if (!/pay_1_1\.\w{8}$/.test(request.url)) return send(request, options);
      const declined = await send(
        { ...request, body: request.body?.replace('4242424242424242', takenBySecond) ?? '' },
        options,
      );
      await world.good('payment-methods.delete', { params: { method_id: payment_method_id } });
      return declined;
    };
    const paid = await world.pay({
      customer_id: 'cus_1',
      payment_token,
      payment_method_data: undefined,
    });
    expect(paid).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  });

  it('the mandate that is charged gives its amount once', async () => {
    const profile = { ...retrying, is_connector_agnostic_mit_enabled: true };
    const world = await aRetryingMerchant({ profile });
    const multi_use = { amount: 10_000, currency: 'EUR' };
    const consent = {
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: { acceptance_type: 'offline' },
        mandate_type: { multi_use },
      },
    };
    const { mandate_id } = await world.pay({ ...byCard(), ...consent, payment_id: 'pay_before' });
    const ofMandate = () => world.port.items().find(({ sk }) => sk === 'MANDATE');
    // A mandate that no processor stores is charged by its card.
    const { pk = '', sk = '' } = ofMandate() ?? {};
    await world.port.update({ pk, sk }, { remove: ['connectorMandateId'] });
    const { send } = world.dependencies;
    world.dependencies.send = (request, options) =>
      send(
        /pay_1_1\.\w{8}$/.test(request.url)
          ? { ...request, body: request.body?.replace('4242424242424242', takenBySecond) ?? '' }
          : request,
        options,
      );
    const paid = await world.pay({
      customer_id: 'cus_1',
      off_session: true,
      payment_method: undefined,
      payment_method_data: undefined,
      recurring_details: { type: 'mandate_id', data: mandate_id },
    });
    expect(paid).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(ofMandate()).toMatchObject({ usedMinor: 2_599 });
  });
});
