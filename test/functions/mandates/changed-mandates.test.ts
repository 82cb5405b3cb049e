import { tableOver } from '#platform/table/table.ts';
import { searchIntervalMs } from '#platform/time-limits.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import {
  acceptance,
  aSwitchWithMandates,
  charging,
  consenting,
  customerId,
  multiUse,
  singleUse,
} from './a-consent.ts';

type World = Awaited<ReturnType<typeof aSwitchWithMandates>>;

const mastercard = '5555555555554444';
const challenged = '4000003800000446';

/** A payment that gives a mandate its card, as a request. */
const changing = (id: string, more: object = {}, number = mastercard) =>
  consenting(
    {},
    {
      mandate_data: { customer_acceptance: acceptance, update_mandate_id: id },
      ...more,
    },
    number,
  );

const stored = ({ port, merchant }: World, id: string) =>
  mandateStore(tableOver(port)).get(merchant.id, id);

/** The processor's mandates that it is asked to revoke from now on. */
function revocationsOf({ dependencies }: World): readonly string[] {
  const { send } = dependencies;
  const asked: string[] = [];
  dependencies.send = (request, options) => {
    const [, id] = /\/mandates\/(\w+)\/revocation$/.exec(request.url) ?? [];
    if (id !== undefined) asked.push(id);
    return send(request, options);
  };
  return asked;
}

/** Finds everything that is due after these seconds, and handles each message twice. */
async function lookAfter({ port, services, dependencies }: World, seconds: number) {
  const later = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
  dependencies.clock.now = later;
  const syncs = recordingQueue<SyncMessage>();
  const deliveries = recordingQueue<DeliveryMessage>();
  // For a run two minutes on, all that is due by now is late.
  const at = new Date(later.getTime() + 2 * searchIntervalMs);
  await findDue({ ...services, table: tableOver(port), syncs, deliveries })({ at });
  const due = syncs.queued.filter(({ message: { dueAt } }) => dueAt <= later.toISOString());
  for (const { message } of due) {
    const request = { remainingMs: () => 28_000, requestId: 'req_look' };
    await syncDueItem(services, message, request);
    await syncDueItem(services, message, request);
  }
  return due.length;
}

describe('the change of a mandate by a payment', () => {
  it('a mandate gets the card and the consent of the payment that changes it, and keeps its id, limit and use', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const before = await stored(world, id);
    await world.paid(charging(id, 3_000));
    const consent = { acceptance_type: 'offline', accepted_at: '2026-02-03T04:05:06.000Z' };
    const paid = await world.paid(
      changing(id, { mandate_data: { customer_acceptance: consent, update_mandate_id: id } }),
    );
    expect(paid).toMatchObject({ status: 'succeeded', mandate_id: id });
    const after = await world.mandate(id);
    expect(after).toMatchObject({
      mandate_id: id,
      status: 'active',
      card: { last4_digits: '4444', card_network: 'Mastercard' },
      payment_method_id: paid.payment_method_id,
      customer_acceptance: { ...consent, online: null },
    });
    expect(await stored(world, id)).toMatchObject({
      usedMinor: 3_000,
      limitMinor: 5_000,
      createdAt: before.createdAt,
      connectorMandateId: paid.connector_mandate_id,
      paymentId: paid.payment_id,
    });
    expect(paid.connector_mandate_id).not.toBe(before.connectorMandateId);
    expect(await world.pay(charging(id, 2_001))).toMatchObject({
      status: 400,
      body: { error: { code: 'HE_03' } },
    });
    expect(await world.paid(charging(id, 2_000))).toMatchObject({
      status: 'succeeded',
      connector_mandate_id: paid.connector_mandate_id,
    });
  });

  it("a changed mandate's old one is revoked at its processor afterwards, once, and leaves its payment method", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { payment_method_id: old } = await world.mandate(id);
    const { connectorMandateId } = await stored(world, id);
    const revoked = revocationsOf(world);
    await world.paid(changing(id));
    expect(revoked).toEqual([]);
    expect(await lookAfter(world, 60)).toBe(1);
    expect(revoked).toEqual([connectorMandateId]);
    expect(await lookAfter(world, 3_600)).toBe(0);
    expect(revoked).toEqual([connectorMandateId]);
    const recurring_details = { type: 'payment_method_id', data: old };
    expect(await world.pay(charging(id, 100, { recurring_details }))).toMatchObject({
      body: { error: { code: 'IR_39' } },
    });
    expect(await world.paid(charging(id, 100))).toMatchObject({ status: 'succeeded' });
  });

  it('an old mandate that a later payment gave back is not revoked', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { connectorMandateId } = await stored(world, id);
    const revoked = revocationsOf(world);
    await world.paid(changing(id));
    // As where a processor names one card by one mandate, however often it is stored.
    await mandateStore(tableOver(world.port)).change(await stored(world, id), (current) => ({
      ...current,
      ...(connectorMandateId !== undefined && { connectorMandateId }),
    }));
    expect(await lookAfter(world, 60)).toBe(1);
    expect(revoked).toEqual([]);
    expect(await world.paid(charging(id, 100))).toMatchObject({ status: 'succeeded' });
    expect(await lookAfter(world, 3_600)).toBe(0);
  });

  it('a processor that refuses to revoke the old mandate is asked four times, and nothing else changes', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { payment_id } = await world.paid(changing(id));
    const { send } = world.dependencies;
    let asked = 0;
    world.dependencies.send = async () => {
      asked += 1;
      return { kind: 'unknown', reason: 'timeout' };
    };
    const looks: number[] = [];
    for (const seconds of [120, 120, 3_700, 86_500, 864_000]) {
      looks.push(await lookAfter(world, seconds));
    }
    expect([looks, asked]).toEqual([[1, 1, 1, 1, 0], 4]);
    world.dependencies.send = send;
    expect(await world.payment(payment_id)).toMatchObject({ status: 'succeeded', mandate_id: id });
    expect(await world.paid(charging(id, 100))).toMatchObject({ status: 'succeeded' });
  });

  it('a mandate changes when the payer has passed a challenge, and not before', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const begun = await world.paid(changing(id, {}, challenged));
    expect(begun.status).toBe('requires_customer_action');
    expect(await world.mandate(id)).toMatchObject({ card: { last4_digits: '4242' } });
    const { attempt } = await world.services.payments.get(world.merchant.id, begun.payment_id);
    await world.dependencies.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
    await world.payment(begun.payment_id, { force_sync: 'true' });
    expect(await world.mandate(id)).toMatchObject({ card: { last4_digits: '0446' } });
  });

  it('a declined payment leaves the mandate as it was', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const before = await stored(world, id);
    expect(await world.paid(changing(id, {}, '4000000000000002'))).toMatchObject({
      status: 'failed',
    });
    expect(await stored(world, id)).toEqual(before);
    expect(await lookAfter(world, 3_600)).toBe(0);
  });

  it('a mandate is changed by a verification of nothing, and by a payment that was made before', async () => {
    const world = await aSwitchWithMandates('adyen_test');
    const id = await world.consented(multiUse(5_000), { connector: ['adyen_test'] });
    const verification = { amount: 0, payment_type: 'setup_mandate', connector: ['adyen_test'] };
    await world.paid(changing(id, verification));
    expect(await world.mandate(id)).toMatchObject({ card: { last4_digits: '4444' } });
    const {
      confirm: _,
      payment_method,
      payment_method_data,
      ...rest
    } = changing(id, {}, '4242424242424242');
    const { payment_id } = await world.paid(rest);
    await world.onPayment('confirm', payment_id, { payment_method, payment_method_data });
    expect(await world.mandate(id)).toMatchObject({ card: { last4_digits: '4242' } });
  });

  it('a mandate that is revoked while the payer is away stays revoked, and the payment succeeds', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const begun = await world.paid(changing(id, {}, challenged));
    await world.revoke(id);
    const { attempt } = await world.services.payments.get(world.merchant.id, begun.payment_id);
    await world.dependencies.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
    expect(await world.payment(begun.payment_id, { force_sync: 'true' })).toMatchObject({
      status: 'succeeded',
    });
    expect(await world.mandate(id)).toMatchObject({ status: 'revoked' });
    expect(await world.pay(charging(id, 100))).toMatchObject({
      body: { error: { code: 'IR_16', message: 'mandate is not active' } },
    });
  });

  it('two payments that change a mandate at once leave it with one of their cards, and it is charged', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const cards = [mastercard, '6011111111111117'];
    const paid = await Promise.all(cards.map((number) => world.paid(changing(id, {}, number))));
    expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    const { connectorMandateId } = await stored(world, id);
    expect(paid.map(({ connector_mandate_id }) => connector_mandate_id)).toContain(
      connectorMandateId,
    );
    await lookAfter(world, 60);
    expect(await world.paid(charging(id, 100))).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['an unknown mandate', 'man_00000000000000000000', {}, 404, 'HE_02'],
    ["another customer's mandate", undefined, { customer_id: 'cus_2' }, 400, 'IR_16'],
    ['a mandate of another currency', undefined, { currency: 'USD' }, 400, 'HE_03'],
    ['no consent to the new card', undefined, 'no consent', 400, 'IR_04'],
  ])(
    'a change with %s is refused, and nothing is written',
    async (_, named, more, status, code) => {
      const world = await aSwitchWithMandates();
      const id = await world.consented(multiUse(5_000));
      const mandateId = named ?? id;
      const before = JSON.stringify(world.port.items());
      const body =
        typeof more === 'string'
          ? changing(mandateId, { mandate_data: { update_mandate_id: mandateId } })
          : changing(mandateId, more);
      expect(await world.pay(body)).toMatchObject({ status, body: { error: { code } } });
      expect(JSON.stringify(world.port.items())).toBe(before);
    },
  );

  it('a revoked mandate cannot be changed', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(singleUse(5_000));
    await world.revoke(id);
    expect(await world.pay(changing(id))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: 'mandate is not active' } },
    });
  });

  it("a payer's page cannot name the mandate that its payment changes", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { payment_id, client_secret } = await world.paid({
      amount: 1_000,
      currency: 'EUR',
      customer_id: customerId,
    });
    const { confirm: _, amount: __, currency: ___, customer_id: ____, ...stated } = changing(id);
    expect(
      await world.ask('payments.confirm', {
        key: world.merchant.publishableKey,
        params: { payment_id },
        body: { ...stated, client_secret },
      }),
    ).toMatchObject({ status: 401 });
  });
});
