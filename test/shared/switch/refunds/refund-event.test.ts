import type { Item } from '#platform/table/port.ts';
import { presentRefund } from '#switch/refunds/present-refund.ts';
import { applyRefundOutcome, type Refund } from '#switch/refunds/refund.ts';
import { isWanted, newTransitions, refundEvent } from '#webhooks/events/event.ts';
import { publishEvents } from '../../../../functions/queues/publish-events.ts';
import { later, noon } from '../../../support/entities/a-payment.ts';
import { aRefund } from '../../../support/entities/a-refund.ts';
import { byCard } from '../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  container,
  switchDependencies,
} from '../../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const succeeded: Refund = {
  ...applyRefundOutcome(aRefund(), { result: 'succeeded' }, later(1)),
  version: 2,
};
const [transition] = newTransitions(succeeded, aRefund());
if (!transition) throw new Error('A success is a transition.');

describe('the event of a refund', () => {
  const event = refundEvent(succeeded, transition);

  it("a refund's event is the same to the byte however often it is created", () => {
    expect(refundEvent(structuredClone(succeeded), { ...transition })).toEqual(event);
  });

  it("a refund's event contains the refund as the API answers it", () => {
    expect(event).toMatchObject({ type: 'refund_succeeded', class: 'refunds', objectId: 'ref_1' });
    expect(JSON.parse(event.body)).toEqual({
      merchant_id: 'merchant_1',
      event_id: event.id,
      event_type: 'refund_succeeded',
      content: { type: 'refund_details', object: presentRefund(succeeded) },
      timestamp: later(1).toISOString(),
      processor_merchant_id: 'merchant_1',
    });
  });

  it("a refund's event has an id that no other transition has", () => {
    const others = [
      refundEvent(succeeded, { ...transition, version: 3 }),
      refundEvent({ ...succeeded, id: 'ref_2' }, transition),
      refundEvent({ ...succeeded, merchantId: 'merchant_2' }, transition),
    ];
    expect(new Set([event, ...others].map(({ id }) => id)).size).toBe(4);
  });
});

describe('the merchant’s settings for events of refunds', () => {
  const of = (type: string) => ({ type, status: 'any', at: noon.toISOString(), version: 1 });

  it.each([
    ['refund_succeeded', undefined, true],
    ['refund_failed', undefined, true],
    ['refund_succeeded', { refund_statuses_enabled: [] }, true],
    ['refund_succeeded', { refund_statuses_enabled: null }, true],
    ['refund_succeeded', { refund_statuses_enabled: ['success'] }, true],
    ['refund_failed', { refund_statuses_enabled: ['success'] }, false],
    ['refund_failed', { refund_statuses_enabled: ['failure'] }, true],
    ['refund_succeeded', { refund_statuses_enabled: ['failure'] }, false],
    // Settings for payments do not apply to refunds.
    ['refund_succeeded', { payment_statuses_enabled: ['failed'] }, true],
  ])('a change of a refund to %s with %j: %s', (type, settings, wanted) => {
    expect(isWanted(of(type), settings ?? {})).toBe(wanted);
  });
});

/** The changes of a merchant's payment and its refunds, turned into events. */
async function eventsOf(number: string, settings: object = {}) {
  const changes: { before: Item | undefined; after: Item | undefined }[] = [];
  const memory = memoryPort([], (before, after) => void changes.push({ before, after }));
  const shop = container(memory, switchDependencies());
  const webhook_details = { webhook_url: 'https://shop.example/hooks', ...settings };
  const { key } = await aMerchant(shop, 'merchant_example', { webhook_details });
  const paid = await shop.ask('payments.create', {
    key,
    body: { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(number) },
  });
  const refund = { payment_id: paid.body.payment_id, refund_id: 'ref_1', amount: 500 };
  await shop.ask('refunds.create', { key, body: refund });
  await shop.ask('refunds.update', { key, params: { refund_id: 'ref_1' }, body: { reason: 'x' } });
  const publish = publishEvents(shop.services);
  // As the stream is filtered.
  const told = changes.filter(({ after }) => /^(PAYMENT$|REFUND#)/.test(after?.sk ?? ''));
  const messages = await Promise.all([...told, ...told].map(publish));
  const bodies = messages.flat().map(({ body }) => JSON.parse(body ?? ''));
  return [...new Map(bodies.map((body) => [body.event_id, body.event_type])).values()];
}

describe('a merchant gets the event', () => {
  it('a merchant gets one event of a refund that succeeded, and none of its other changes', async () => {
    const types = await eventsOf('4242424242424242');
    expect(types.filter((type) => type !== 'payment_succeeded')).toEqual(['refund_succeeded']);
  });

  it('a merchant gets the event of a failed refund, unless it asked for successes only', async () => {
    const refused = '4000000000009235';
    expect(await eventsOf(refused)).toContain('refund_failed');
    const settings = { refund_statuses_enabled: ['success'] };
    expect(await eventsOf(refused, settings)).not.toContain('refund_failed');
  });
});
