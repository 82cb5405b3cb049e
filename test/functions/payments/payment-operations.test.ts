import fc from 'fast-check';
import { parsePayment } from '#switch/payments/payment-store.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Merchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

type SwitchInMemory = ReturnType<typeof switchInMemory>;

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const ask = (verb: string, request: Ask = {}) =>
    world.ask(`payments.${verb}`, { key: merchant.key, ...request });
  const made = async (changes: object = {}) => {
    const { status, body } = await ask('create', { body: aPaymentRequest(changes) });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  return { world, merchant, ask, made, itemOf: (id: string) => itemOf(world, id) };
}

function itemOf({ port }: SwitchInMemory, id: string) {
  const item = port.items().find((one) => one.id === id && one.sk === 'PAYMENT');
  if (!item) throw new Error(`There is no payment ${id}.`);
  return item;
}

const paid = { confirm: true, ...byCard() };
const challengedBy = { confirm: true, ...byCard('4000003800000446') };

const refused = (code: string, message: string) => ({
  error: expect.objectContaining({ type: 'invalid_request', code, message }),
});

describe('the metadata of a payment', () => {
  it("a payment's metadata is changed key by key, after it was confirmed", async () => {
    const { ask, made } = await aWorld();
    const { payment_id } = await made({ ...paid, metadata: { order: '7', table: 'A' } });
    const params = { payment_id };
    const body = { metadata: { table: 'B', tip: { minor: 100 } } };
    const answer = await ask('update-metadata', { params, body });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        payment_id,
        metadata: { order: '7', table: 'B', tip: { minor: 100 } },
        status: 'succeeded',
        feature_metadata: null,
      },
    ]);
    const shown = await ask('retrieve', { params });
    expect(shown.body.metadata).toEqual(answer.body.metadata);
    const feature_metadata = { redirect_response: { param: 'a' } };
    const next = await ask('update-metadata', { params, body: { feature_metadata } });
    expect(next.body).toMatchObject({ metadata: answer.body.metadata, feature_metadata });
  });

  it("a change of a payment's metadata sends no webhook, and changes nothing else", async () => {
    const { ask, made, itemOf } = await aWorld();
    const { payment_id } = await made(paid);
    const before = parsePayment(itemOf(payment_id));
    await ask('update-metadata', { params: { payment_id }, body: { metadata: { a: 1 } } });
    const after = parsePayment(itemOf(payment_id));
    expect(after.transitions).toEqual(before.transitions);
    expect({ ...after, terms: before.requestFields }).toMatchObject({
      status: before.status,
      attempt: before.attempt,
      version: before.version + 1,
    });
  });

  it("a change of a payment's metadata is refused without any, with too much, and before the confirm", async () => {
    const { ask, made } = await aWorld();
    const [{ payment_id }, open] = [await made(paid), await made()];
    const params = { payment_id };
    const without = await ask('update-metadata', { params, body: {} });
    expect([without.status, without.body]).toEqual([
      400,
      refused('IR_04', 'Missing required param: metadata/feature_metadata'),
    ]);
    for (const name of ['a', 'b']) {
      const body = { metadata: { [name]: 'x'.repeat(20_000) } };
      const { status } = await ask('update-metadata', { params, body });
      expect(status).toBe(name === 'a' ? 200 : 422);
    }
    const body = { metadata: { a: 1 } };
    const early = await ask('update-metadata', { params: { payment_id: open.payment_id }, body });
    expect([early.status, early.body]).toEqual([
      400,
      refused(
        'IR_16',
        'You cannot update_metadata this payment because it has status requires_payment_method',
      ),
    ]);
  });
});

describe('a payment that the body names', () => {
  it('a payment retrieved by a body is answered like any other, and synced with its connector on request', async () => {
    const { world, ask, made } = await aWorld();
    const { payment_id, ...rest } = await made(challengedBy);
    const { redirectUrl } = parsePayment(itemOf(world, payment_id)).attempt;
    await world.dependencies.processor.visit(`${redirectUrl}/complete?confirm=true`);
    const calm = await ask('sync', { body: { payment_id } });
    expect(calm.body).toEqual({ payment_id, ...rest });
    const synced = await ask('sync', {
      body: { payment_id, force_sync: true, expand_attempts: true },
    });
    expect(synced.body).toMatchObject({ status: 'succeeded', attempts: [{ status: 'charged' }] });
    const query = { expand_attempts: 'true' };
    const retrieved = await ask('retrieve', { params: { payment_id }, query });
    expect(retrieved.body).toEqual(synced.body);
  });

  it('a payment retrieved by a body is shown to its customer, with its secret in the body', async () => {
    const { ask, made, merchant } = await aWorld();
    const { payment_id, client_secret } = await made(paid);
    const asking = (secret: string) =>
      ask('sync', { key: merchant.publishableKey, body: { payment_id, client_secret: secret } });
    expect((await asking(client_secret)).status).toBe(200);
    expect((await asking(`${payment_id}_secret_x`)).body).toMatchObject({
      error: { code: 'IR_09' },
    });
  });

  it.each([
    [{ payment_id: 'nobody' }, 404, 'HE_02'],
    [{}, 400, 'IR_06'],
    [{ payment_id: 'pay_1', merchant_id: 'other' }, 404, 'HE_02'],
  ])('a payment retrieved by a body, %j: %s %s', async (body, status, code) => {
    const { ask } = await aWorld();
    const answer = await ask('sync', { body });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('a payment retrieved by a body must belong to the merchant of the key', async () => {
    const { ask, made } = await aWorld();
    const { payment_id } = await made(paid);
    const answer = await ask('sync', { body: { payment_id, merchant_id: 'other' } });
    expect(answer.body).toEqual(
      refused(
        'IR_05',
        'merchant_id contains invalid data. Expected format is merchant_id from merchant account',
      ),
    );
  });
});

describe('complete_authorize', () => {
  const goOn = async (
    { world, ask, made, merchant }: Awaited<ReturnType<typeof aWorld>>,
    { by, completes = true }: { by: 'customer' | 'merchant'; completes?: boolean },
    more: object = {},
  ) => {
    // The merchant leaves open where the goods go.
    const { payment_id, client_secret } = await made({ ...challengedBy, shipping: undefined });
    const { redirectUrl } = parsePayment(itemOf(world, payment_id)).attempt;
    if (completes) await world.dependencies.processor.visit(`${redirectUrl}/complete?confirm=true`);
    const client = { key: merchant.publishableKey, body: { client_secret, ...more } };
    const request = by === 'customer' ? client : { body: more };
    return ask('complete-authorize', { params: { payment_id }, ...request });
  };

  it.each(['customer', 'merchant'] as const)(
    'complete_authorize asks the connector: %s',
    async (by) => {
      const { status, body } = await goOn(await aWorld(), { by });
      expect([status, body.status]).toEqual([200, 'succeeded']);
    },
  );

  it('complete_authorize does not trust a client that a challenge was passed', async () => {
    const more = { threeds_method_comp_ind: 'Y' };
    const { body } = await goOn(await aWorld(), { by: 'customer', completes: false }, more);
    expect(body.status).toBe('requires_customer_action');
  });

  it('complete_authorize accepts the shipping address', async () => {
    const world = await aWorld();
    const shipping = { address: { city: 'Berlin', country: 'DE' } };
    const { body } = await goOn(world, { by: 'customer' }, { shipping });
    expect(body).toMatchObject({ status: 'succeeded', shipping });
    const { payment_id } = await world.made();
    const waiting = await world.ask('complete-authorize', {
      params: { payment_id },
      body: { shipping },
    });
    expect(waiting.body).toMatchObject({ status: 'requires_payment_method', shipping });
  });

  it('complete_authorize is refused once the payment is final', async () => {
    const { ask, made } = await aWorld();
    const { payment_id } = await made(paid);
    const { body } = await ask('complete-authorize', { params: { payment_id }, body: {} });
    expect(body).toEqual(
      refused('IR_16', 'You cannot confirm this payment because it has status succeeded'),
    );
  });

  it('complete_authorize needs the secret of this payment', async () => {
    const { ask, made, merchant } = await aWorld();
    const [{ payment_id }, other] = [await made(challengedBy), await made()];
    const key = merchant.publishableKey;
    const params = { payment_id };
    const body = { client_secret: other.client_secret };
    expect((await ask('complete-authorize', { key, params, body })).body).toMatchObject({
      error: { code: 'IR_09' },
    });
    expect((await ask('complete-authorize', { key, params, body: {} })).body).toMatchObject({
      error: { code: 'IR_04' },
    });
    const both = await ask('complete-authorize', { params, body });
    expect(both.body).toEqual(refused('IR_06', 'client_secret is not a valid parameter'));
  });
});

describe('deciding a payment under review', () => {
  const reviewed = async ({ world, made, itemOf }: Awaited<ReturnType<typeof aWorld>>) => {
    const { payment_id } = await made(paid);
    const payment = parsePayment(itemOf(payment_id));
    await world.services.payments.save({
      ...payment,
      status: 'review',
      attempt: { ...payment.attempt, status: 'capture_review' },
    });
    return payment_id;
  };
  const byHand = (merchant: Merchant, payment_id: string, intent_status: string) => ({
    key: adminKey,
    params: { payment_id },
    body: { merchant_id: merchant.id, intent_status },
  });

  it.each([
    ['succeeded', 'charged'],
    ['failed', 'failure'],
  ])('a payment under review is decided as %s', async (intent_status, attempt_status) => {
    const world = await aWorld();
    const payment_id = await reviewed(world);
    const request = byHand(world.merchant, payment_id, intent_status);
    const { status, body } = await world.ask('manual-status-update', request);
    expect([status, body]).toEqual([
      200,
      { payment_id, attempt_id: `${payment_id}_1`, intent_status, attempt_status },
    ]);
    const shown = await world.ask('retrieve', { params: { payment_id } });
    expect(shown.body.status).toBe(intent_status);
    const again = await world.ask('manual-status-update', request);
    expect([again.status, again.body]).toEqual([
      422,
      refused(
        'IR_06',
        `Payment status must be 'review' to perform manual status update, current status is '${intent_status}'`,
      ),
    ]);
  });

  it('a decision about a payment under review needs a merchant, in the body or in a header', async () => {
    const world = await aWorld();
    const payment_id = await reviewed(world);
    const { body: _, ...request } = byHand(world.merchant, payment_id, 'failed');
    const body = { intent_status: 'failed' };
    const without = await world.ask('manual-status-update', { ...request, body });
    expect(without.body).toEqual(refused('IR_04', 'Missing required param: merchant_id'));
    const headers = { 'x-merchant-id': world.merchant.id };
    const { status } = await world.ask('manual-status-update', { ...request, body, headers });
    expect(status).toBe(200);
  });
});

describe('any request that a client sends', () => {
  const or = (value: unknown, ...others: readonly unknown[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.constantFrom(...others));
  const strange = [undefined, null, '', 'x', 1.5, -1, 1e12, [], {}, true] as const;
  const anyBody = fc.record(
    {
      amount: or(4_000, 2_599, 0, 999_999_999, 1_000_000_000, ...strange),
      reason: or('more', 'x'.repeat(300), ...strange),
      metadata: or({ a: '1' }, { a: { b: [1] } }, ...strange),
      feature_metadata: or({ search_tags: ['a'] }, { x: 1 }, ...strange),
      amount_to_capture: or(100, 2_599, 2_600, ...strange),
      cancellation_reason: or('no', 'x'.repeat(300), ...strange),
      intent_status: or('succeeded', 'failed', 'cancelled', ...strange),
      merchant_id: or('merchant_example', 'other', ...strange),
      shipping: or({ address: { city: 'Berlin' } }, { email: 'x' }, ...strange),
      threeds_method_comp_ind: or('Y', 'Z', ...strange),
      payment_id: or('pay_held', 'nobody', ...strange),
    },
    { requiredKeys: [] },
  );
  const verbs = [
    'incremental-authorization',
    'extend-authorization',
    'update-metadata',
    'complete-authorize',
    'approve',
    'reject',
    'sync',
    'manual-status-update',
  ] as const;

  it('any request of a client is answered properly, or refused with nothing written, and never an internal error', async () => {
    const { world, ask, made } = await aWorld();
    const terms = { capture_method: 'manual', request_incremental_authorization: true };
    await made({ payment_id: 'pay_held', ...paid, ...terms, request_extended_authorization: true });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...verbs), anyBody, async (verb, body) => {
        const before = world.port.items();
        const key = verb === 'manual-status-update' ? { key: adminKey } : {};
        const params = verb === 'sync' ? {} : { params: { payment_id: 'pay_held' } };
        const sent = verb === 'extend-authorization' ? {} : { body };
        const answer = await ask(verb, { ...key, ...params, ...sent });
        statuses.add(answer.status);
        expect([200, 400, 404, 422]).toContain(answer.status);
        if (answer.status !== 200) expect(world.port.items()).toEqual(before);
        const { amountMinor, amountCapturableMinor, attempt } = parsePayment(
          itemOf(world, 'pay_held'),
        );
        expect([amountCapturableMinor, attempt.amountMinor]).toEqual([amountMinor, amountMinor]);
      }),
      { numRuns: 400 },
    );
    expect([...statuses].sort()).toEqual([200, 400, 404, 422]);
  });
});
