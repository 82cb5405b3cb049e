import fc from 'fast-check';
import { tableOver } from '#platform/table/table.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { inEveryOrder } from '../../support/table/in-every-order.ts';
import { aSwitchWithMandates, charging, consenting, multiUse, singleUse } from './a-consent.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithMandates>>;

const stored = (world: Pick<Switch, 'port' | 'merchant'>, id: string) =>
  mandateStore(tableOver(world.port)).get(world.merchant.id, id);

/**
 * The amount charged at the processor, in minor units, beside the payment that set up the mandate.
 */
async function chargedLater({ dependencies }: Pick<Switch, 'dependencies'>) {
  const books = await dependencies.processor.ledger();
  return books.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0) - 1_000;
}

const wish = ({ merchant }: Switch, body: object) =>
  ['payments.create', { key: merchant.key, body }] as const;

describe('a mandate under many payments at once', () => {
  it('a single-use mandate is charged once, in whatever order two payments come', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(singleUse(5_000));
    const requests = [
      wish(world, charging(id, 3_000, { payment_id: 'pay_a' })),
      wish(world, charging(id, 3_000, { payment_id: 'pay_b' })),
    ] as const;
    const tried = await inEveryOrder(world, requests, async (answers, after) => {
      const succeeded = answers.filter(({ body }) => body.status === 'succeeded');
      expect(succeeded).toHaveLength(1);
      const mandate = await stored({ ...after, merchant: world.merchant }, id);
      expect(mandate).toMatchObject({ status: 'revoked', usedMinor: 3_000 });
    });
    expect(tried).toBeGreaterThan(10);
  });

  it('a mandate is never charged more than its amount, in whatever order two payments come', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const requests = [
      wish(world, charging(id, 3_000, { payment_id: 'pay_a' })),
      wish(world, charging(id, 2_500, { payment_id: 'pay_b' })),
    ] as const;
    const tried = await inEveryOrder(world, requests, async (answers, after) => {
      const taken = answers
        .filter(({ body }) => body.status === 'succeeded')
        .reduce((sum, { body }) => sum + body.amount_received, 0);
      expect([3_000, 2_500]).toContain(taken);
      const mandate = await stored({ ...after, merchant: world.merchant }, id);
      expect(mandate).toMatchObject({ status: 'active', usedMinor: taken });
      // The late request is refused before any write about its payment.
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      expect(after.port.items().filter(({ sk }) => sk === 'PAYMENT')).toHaveLength(2);
    });
    expect(tried).toBeGreaterThan(10);
  });

  it('a mandate is charged any amounts at once, and declined payments return theirs', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.integer({ min: 1_000, max: 6_000 }), async (wanted, limit) => {
        const world = await aSwitchWithMandates();
        const id = await world.consented(multiUse(limit));
        const answers = await Promise.all(wanted.map((amount) => world.pay(charging(id, amount))));
        const taken = answers
          .filter(({ body }) => body.status === 'succeeded')
          .reduce((sum, { body }) => sum + body.amount_received, 0);
        expect(taken).toBeLessThanOrEqual(limit);
        expect((await stored(world, id)).usedMinor).toBe(taken);
        expect(await chargedLater(world)).toBe(taken);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the amount that a payment took from its mandate', () => {
  it('a declined payment returns its amount to the mandate, and it can be charged again', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(singleUse(5_000));
    // The sandbox processor declines charges of stored credentials whose amount ends in 51.
    const declined = await world.paid(charging(id, 2_051));
    expect(declined).toMatchObject({ status: 'failed', error_code: 'DC_08', mandate_id: id });
    expect(await stored(world, id)).toMatchObject({ status: 'active', usedMinor: 0 });
    expect(await stored(world, id)).not.toHaveProperty('reservedBy');
    expect(await world.paid(charging(id, 2_000))).toMatchObject({ status: 'succeeded' });
    expect(await stored(world, id)).toMatchObject({ status: 'revoked', usedMinor: 2_000 });
  });

  it("an unknown payment's amount stays taken from the mandate, and is settled by a sync", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(singleUse(5_000));
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) => {
      await send(request, options);
      return { kind: 'unknown', reason: 'timeout' };
    };
    const lost = await world.paid(charging(id, 2_000));
    expect(lost.status).toBe('processing');
    expect(await world.pay(charging(id, 2_000))).toMatchObject({
      status: 422,
      body: { error: { code: 'HE_00' } },
    });
    world.dependencies.send = send;
    await world.payment(lost.payment_id, { force_sync: 'true' });
    expect(await stored(world, id)).toMatchObject({ status: 'revoked', usedMinor: 2_000 });
    expect(await world.pay(charging(id, 2_000))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: 'mandate is not active' } },
    });
    expect(await chargedLater(world)).toBe(2_000);
  });

  it('a voided authorization returns its amount to the mandate, and a partial capture returns the rest', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const manual = { capture_method: 'manual' };
    const first = await world.paid(charging(id, 4_000, manual));
    expect(first.status).toBe('requires_capture');
    expect(await stored(world, id)).toMatchObject({ usedMinor: 4_000 });
    await world.onPayment('cancel', first.payment_id, {});
    expect(await stored(world, id)).toMatchObject({ usedMinor: 0 });
    const second = await world.paid(charging(id, 4_000, manual));
    await world.onPayment('capture', second.payment_id, { amount_to_capture: 1_500 });
    expect(await stored(world, id)).toMatchObject({ usedMinor: 1_500 });
  });

  it('a retried payment takes its amount from the mandate again', async () => {
    const world = await aSwitchWithMandates();
    const { key, id: account_id, profileId: profile_id } = world.merchant;
    await world.ask('profiles.update', {
      key,
      params: { account_id, profile_id },
      body: { is_manual_retry_enabled: true },
    });
    const id = await world.consented(multiUse(5_000));
    const { send } = world.dependencies;
    world.dependencies.send = async () => ({ kind: 'not_sent', reason: 'name not found' });
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
    const failed = await world.paid(charging(id, 2_000));
    expect(failed.status).toBe('failed');
    expect(await stored(world, id)).toMatchObject({ usedMinor: 0 });
    world.dependencies.send = send;
    const { recurring_details, off_session, customer_id } = charging(id, 2_000);
    const again = { recurring_details, off_session, customer_id };
    const paid = await world.onPayment('confirm', failed.payment_id, again);
    expect(paid).toMatchObject({ status: 'succeeded', attempt_count: 2, mandate_id: id });
    expect(await stored(world, id)).toMatchObject({ usedMinor: 2_000 });
  });
});

describe('a mandate that a payment sets up', () => {
  it('a mandate that a payment sets up exists once the customer has passed the challenge, and not before', async () => {
    const world = await aSwitchWithMandates();
    const challenged = await world.paid(consenting(multiUse(5_000), {}, '4000003800000446'));
    expect(challenged).toMatchObject({ status: 'requires_customer_action', mandate_id: null });
    const [book] = await world.dependencies.processor.ledger();
    expect(book?.state).toBe('challenged');
    const { redirectUrl } = (
      await world.services.payments.get(world.merchant.id, challenged.payment_id)
    ).attempt;
    await world.dependencies.processor.visit(`${redirectUrl}/complete?confirm=true`);
    const paid = await world.payment(challenged.payment_id, { force_sync: 'true' });
    expect(paid).toMatchObject({ status: 'succeeded', mandate_id: expect.stringMatching(/^man_/) });
    expect(await world.mandate(paid.mandate_id)).toMatchObject({ status: 'active' });
  });

  it('a mandate is not created by a payment that is declined', async () => {
    const world = await aSwitchWithMandates();
    const declined = await world.paid(consenting(multiUse(5_000), {}, '4000000000000002'));
    expect(declined).toMatchObject({ status: 'failed', mandate_id: null });
    expect(world.port.items().filter(({ sk }) => sk === 'MANDATE')).toEqual([]);
  });

  it('a mandate is created once, whether the response, a sync or a webhook brings the outcome', async () => {
    const world = await aSwitchWithMandates();
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) => {
      await send(request, options);
      return { kind: 'unknown', reason: 'timeout' };
    };
    const lost = await world.paid(consenting(multiUse(5_000)));
    expect(lost).toMatchObject({ status: 'processing', mandate_id: null });
    world.dependencies.send = send;
    const look = () => world.payment(lost.payment_id, { force_sync: 'true' });
    const [one, other] = await Promise.all([look(), look()]);
    expect(one.mandate_id).toBe(other.mandate_id);
    expect(world.port.items().filter(({ sk }) => sk === 'MANDATE')).toHaveLength(1);
  });

  it('a mandate is not created when the customer did not agree', async () => {
    const world = await aSwitchWithMandates();
    const { mandate_data: _, ...rest } = consenting(multiUse(5_000));
    const paid = await world.paid({ ...rest, mandate_data: { mandate_type: multiUse(5_000) } });
    expect(paid).toMatchObject({ status: 'succeeded', mandate_id: null, payment_method_id: null });
  });
});

describe('a mandate whose payment has an incremental authorization', () => {
  const incrementable = { capture_method: 'manual', request_incremental_authorization: true };

  async function raised(type: object, amount: number, to: number) {
    const world = await aSwitchWithMandates();
    const id = await world.consented(type);
    const { key } = world.merchant;
    const { body: payment } = await world.ask(...wish(world, charging(id, amount, incrementable)));
    const params = { payment_id: payment.payment_id };
    const request = { key, params, body: { amount: to } };
    const answer = await world.ask('payments.incremental-authorization', request);
    await world.ask('payments.capture', { key, params, body: {} });
    return { answer, usedMinor: (await stored(world, id)).usedMinor };
  }

  it.each([
    ['serves again and again', multiUse(5_000), 5_001],
    ['serves again and again, within what others may take meanwhile', multiUse(5_000), 3_001],
    ['serves once', singleUse(5_000), 5_001],
  ])(
    "a mandate whose payment's incremental authorization %s can't be charged beyond its limit",
    async (_, type, to) => {
      const { answer, usedMinor } = await raised(type, 3_000, to);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { reason: 'request amount is greater than mandate amount' } },
      });
      expect(usedMinor).toBe(3_000);
    },
  );

  it.each([
    ['has no limit', { multi_use: null }, 6_000],
    ['serves once and has its amount for itself', singleUse(5_000), 5_000],
  ])(
    "a mandate whose payment's incremental authorization %s can still be charged",
    async (_, type, to) => {
      const { answer, usedMinor } = await raised(type, 3_000, to);
      expect([answer.status, answer.body.amount]).toEqual([200, to]);
      expect(usedMinor).toBe(to);
    },
  );
});
