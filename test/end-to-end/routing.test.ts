import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId, newSecret, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';
import { untilListed } from '../support/table/listed-entities.ts';

const processorKey = newSecret();
/** Connector accounts by the connector's name, as choices. */
const choices = new Map<string, { connector: string; merchant_connector_id: string }>();

const live = aRunningSwitch({
  merchant: { connectors: ['stripe_test', 'fauxpay', 'phonypay'], processorKey },
});
beforeAll(async () => {
  const { key } = live.merchant;
  const list = successful(await live.running.call('GET', '/routing/default', { key })).body;
  for (const choice of Array.isArray(list) ? list : []) choices.set(choice.connector, choice);
});

const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  live.running.call(method, path, { key: live.merchant.key, ...(body !== undefined && { body }) });
const pay = async (number?: string) => successful(await ask('POST', '/payments', aSale(number)));

describe('a merchant', () => {
  it('a merchant sets the order of its connectors, and payments follow it', async () => {
    expect(textAt(await pay(), 'connector')).toBe('stripe_test');
    const order = ['phonypay', 'fauxpay', 'stripe_test'].map((name) => choices.get(name));
    const { profileId } = live.merchant;
    const changed = await ask('POST', `/routing/default/profile/${profileId}`, order);
    expect(changed).toMatchObject({
      status: 200,
      body: { profile_id: profileId, connectors: order },
    });
    // A busy container uses settings of two seconds ago.
    await eventually(async () => expect(textAt(await pay(), 'connector')).toBe('phonypay'));
  });

  it('a merchant creates a routing algorithm, activates it, sees it in its profile, and deactivates it', async () => {
    const fauxpay = choices.get('fauxpay');
    const written = await ask('POST', '/routing', {
      name: 'large ones apart',
      description: 'By the account that is cheaper for them',
      profile_id: live.merchant.profileId,
      algorithm: {
        type: 'advanced',
        data: {
          defaultSelection: { type: 'priority', data: [fauxpay] },
          rules: [],
          metadata: {},
        },
      },
    });
    const id = textAt(successful(written), 'id');
    expect((await ask('GET', '/routing')).body).toEqual([written.body]);
    expect(await ask('POST', `/routing/${id}/activate`, {})).toMatchObject({
      status: 200,
      body: written.body,
    });
    expect((await ask('GET', '/routing/active')).body).toEqual([written.body]);
    const path = `/account/${live.merchant.id}/business_profile/${live.merchant.profileId}`;
    expect((await ask('GET', path)).body).toMatchObject({
      routing_algorithm: { algorithm_id: id },
    });
    const body = { profile_id: live.merchant.profileId };
    expect((await ask('POST', '/routing/deactivate', body)).body).toEqual(written.body);
    expect((await ask('GET', '/routing/active')).body).toEqual([]);
  });

  it('a merchant refunds a payment that was made elsewhere', async () => {
    const reference = newId('elsewhere');
    const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
    const charge = {
      processor: 'fauxpay',
      amount: 6_540,
      currency: 'EUR',
      capture_method: 'automatic',
      card,
    };
    const at = `${live.running.sandboxUrl}/payments/${reference}`;
    successful(await live.running.call('PUT', at, { key: processorKey, body: charge }));
    const relayed = successful(
      await ask('POST', '/relay', {
        connector_resource_id: reference,
        connector_id: choices.get('fauxpay')?.merchant_connector_id,
        type: 'refund',
        data: { refund: { amount: 600, currency: 'EUR' } },
      }),
    );
    expect(relayed.body).toMatchObject({ status: 'success', error: null });
    const shown = await ask('GET', `/relay/${textAt(relayed, 'id')}`);
    expect(shown.body).toEqual(relayed.body);
    const books = successful(await live.running.call('GET', at, { key: processorKey }));
    expect(books.body).toMatchObject({ amount_refunded: 600 });
  });
});

/** Activates an algorithm, for as long as payments are made by it. */
async function routedBy<T>(algorithm: object, pays: () => Promise<T>): Promise<T> {
  const facts = { name: 'for a while', description: 'All of them' };
  const { profileId: profile_id } = live.merchant;
  const body = { ...facts, profile_id, algorithm };
  const id = textAt(successful(await ask('POST', '/routing', body)), 'id');
  successful(await ask('POST', `/routing/${id}/activate`, {}));
  try {
    return await pays();
  } finally {
    successful(await ask('POST', '/routing/deactivate', { profile_id }));
  }
}

const takenBy = async (changes: object = {}) => {
  const paid = successful(await ask('POST', '/payments', { ...aSale(), ...changes }));
  expect(paid.body).toMatchObject({ status: 'succeeded' });
  return { connector: textAt(paid, 'connector'), id: textAt(paid, 'payment_id') };
};

describe('a payment', () => {
  it('a payment is routed by each kind of algorithm from the moment of its activation', async () => {
    const [stripe, fauxpay, phonypay] = ['stripe_test', 'fauxpay', 'phonypay'].map((name) =>
      choices.get(name),
    );
    await routedBy({ type: 'single', data: fauxpay }, async () => {
      expect((await takenBy()).connector).toBe('fauxpay');
      // The request's own routing wins.
      const routing = { type: 'single', data: stripe };
      expect((await takenBy({ routing })).connector).toBe('stripe_test');
    });
    await routedBy({ type: 'priority', data: [stripe, fauxpay] }, async () => {
      expect((await takenBy()).connector).toBe('stripe_test');
      expect((await takenBy({ connector: ['fauxpay'] })).connector).toBe('fauxpay');
    });
    const whole = [
      { connector: stripe, split: 0 },
      { connector: fauxpay, split: 100 },
    ];
    await routedBy({ type: 'volume_split', data: whole }, async () => {
      for (let payment = 0; payment < 3; payment += 1) {
        expect((await takenBy()).connector).toBe('fauxpay');
      }
    });
    const large = {
      lhs: 'amount',
      comparison: 'greater_than',
      value: { type: 'number', value: 10_000 },
      metadata: {},
    };
    const program = {
      defaultSelection: { type: 'priority', data: [phonypay] },
      rules: [
        {
          name: 'large',
          connectorSelection: { type: 'priority', data: [fauxpay] },
          statements: [{ condition: [large], nested: null }],
        },
      ],
      metadata: {},
    };
    await routedBy({ type: 'advanced', data: program }, async () => {
      expect((await takenBy()).connector).toBe('phonypay');
      const { connector, id } = await takenBy({ amount: 20_000 });
      expect(connector).toBe('fauxpay');
      expect((await ask('GET', `/payments/${id}/routing`)).body).toMatchObject({
        payment_id: id,
        attempts: [
          {
            attempt_id: `${id}_1`,
            routing_approach: 'rule_based_routing',
            rule: 'large',
            connectors: expect.arrayContaining([fauxpay, stripe, phonypay]),
          },
        ],
      });
      const asked = {
        created_by: live.merchant.profileId,
        parameters: { amount: { type: 'number', value: 20_000 } },
      };
      expect((await ask('POST', '/routing/rule/evaluate', asked)).body).toMatchObject({
        status: 'success',
        output: { rule: 'large' },
        evaluated_output: [fauxpay],
      });
    });
  });

  it('a payment is routed to the cheapest account', async () => {
    const fees = { fauxpay: 10, phonypay: 20, stripe_test: 30 };
    for (const [name, per_mille] of Object.entries(fees)) {
      const at = `/account/${live.merchant.id}/connectors/${choices.get(name)?.merchant_connector_id}`;
      const body = {
        connector_type: 'payment_processor',
        processing_fees: [{ fixed: 0, per_mille }],
      };
      successful(await ask('POST', at, body));
    }
    await routedBy({ type: 'least_cost', data: {} }, async () => {
      const { connector, id } = await takenBy();
      expect(connector).toBe('fauxpay');
      expect((await ask('GET', `/payments/${id}/routing`)).body).toMatchObject({
        attempts: [{ routing_approach: 'least_cost' }],
      });
    });
  });

  it('a payment is routed to the account that has learned to succeed', async () => {
    const { id, profileId } = live.merchant;
    const at = `/account/${id}/business_profile/${profileId}/dynamic_routing/success_based`;
    const body = { config: { exploration_percent: 0, min_aggregates_size: 3 } };
    successful(await ask('POST', `${at}/create?enable=dynamic_connector_selection`, body));
    const declined = async () => textAt(await pay('4000000000000002'), 'connector');
    const before = await declined();
    // Outcomes arrive by the stream, and containers use scores that they read for five seconds. All
    // payments until then are declined: payments that succeed would teach the opposite.
    await eventually(async () => expect(await declined()).not.toBe(before));
    successful(await ask('POST', `${at}/toggle?enable=none`));
  });

  it('an earlier payment can be simulated with a routing algorithm that is not active', async () => {
    const { id } = await takenBy({ amount: 12_345 });
    const body = {
      name: 'all by stripe',
      description: 'All of them',
      profile_id: live.merchant.profileId,
      algorithm: { type: 'single', data: choices.get('stripe_test') },
    };
    const algorithm = textAt(successful(await ask('POST', '/routing', body)), 'id');
    // A payment is listed some seconds after it.
    await untilListed(live.running, live.merchant.id, 'payments');
    const answer = successful(await ask('POST', `/routing/${algorithm}/simulate`, {}));
    expect(answer.body).toMatchObject({ routing_algorithm_id: algorithm, troubled: 0 });
    expect(answer.text).toContain(id);
  });
});

describe('an operator', () => {
  it('an operator names an error of a processor, and failed payments show that name', async () => {
    const declined = '4000000000000002';
    const failed = await pay(declined);
    expect(failed.body).toMatchObject({ status: 'failed', unified_code: 'UE_9000' });
    const place = {
      connector: textAt(failed, 'connector'),
      flow: 'Payment',
      sub_flow: 'Authorize',
      code: textAt(failed, 'error_code'),
      message: textAt(failed, 'error_message'),
    };
    const rule = {
      ...place,
      status: 'Failure',
      decision: 'do_default',
      step_up_possible: false,
      clear_pan_possible: false,
      unified_code: 'UE_1000',
      unified_message: 'Issue with the card',
    };
    successful(await live.running.call('POST', '/gsm', { key: adminKey, body: rule }));
    await eventually(async () =>
      expect(textAt(await pay(declined), 'unified_code')).toBe('UE_1000'),
    );
    successful(await live.running.call('POST', '/gsm/delete', { key: adminKey, body: place }));
  });
});
