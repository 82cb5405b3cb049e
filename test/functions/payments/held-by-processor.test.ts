import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { blocklistJobStore } from '#switch/blocklist/blocklist-job-store.ts';
import { blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { disputeStore } from '#switch/disputes/dispute-store.ts';
import { payoutStore } from '#switch/payouts/payout-store.ts';
import { refundStore } from '#switch/refunds/refund-store.ts';
import { relayStore } from '#switch/relays/relay-store.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const atSandbox = sandboxConnector('stripe_test');

/** A processor that holds every payment, and returns the test's answer to each later request. */
async function aShopOnHold(more: object = {}) {
  const answers: Record<'sync' | 'capture' | 'void', PaymentOutcome> = {
    sync: { result: 'held' },
    capture: { result: 'captured' },
    void: { result: 'voided' },
  };
  const asked: string[] = [];
  const says = (name: keyof typeof answers) => ({
    request() {
      asked.push(name);
      return { method: 'GET', url: `${sandboxUrl}/payments/none`, headers: {} } as const;
    },
    outcome: () => answers[name],
  });
  const connector: Connector = {
    ...atSandbox,
    authorize: {
      ...atSandbox.authorize,
      outcome: () => ({ result: 'held', connectorTransactionId: 'ch_1' }),
    },
    sync: says('sync'),
    capture: says('capture'),
    void: says('void'),
  };
  const shop = await paymentsInMemory({
    adapters: { connectorNamed: () => connector },
    send: (send) => async (request, options) =>
      request.url.endsWith('/none')
        ? { kind: 'answered', response: { status: 200, headers: {}, body: '' } }
        : send(request, options),
  });
  const id = await shop.paid(more);
  const table = tableOver(shop.memory);
  const metrics: string[] = [];
  const services = {
    ...shop.services,
    refunds: refundStore(table),
    payouts: payoutStore(table),
    log: logTo(() => {}),
    relays: relayStore(table),
    disputes: disputeStore(table),
    blocklist: blocklistStore(table),
    blocklistJobs: blocklistJobStore(table),
    pause: async () => {},
    metric: (name: string) => void metrics.push(name),
  };
  const payment = () => shop.services.payments.get(merchantId, id);
  return {
    shop,
    id,
    answers,
    asked,
    metrics,
    payment,
    /** The sync job's turn, once the payment is due. */
    async look() {
      const { pendingSync } = await payment();
      const seconds = (Date.parse(pendingSync?.nextAt ?? '') - shop.clock.now.getTime()) / 1_000;
      shop.passes(seconds);
      const place = { pk: `MERCHANT#${merchantId}#PAYMENT#${id}`, sk: 'PAYMENT' };
      await syncDueItem(services, place, { remainingMs: () => 28_000, requestId: 'req_1' });
      return seconds;
    },
  };
}

const refused = { result: 'declined', code: 'HELD', message: 'Held for review' } as const;

describe('a payment that its processor holds for a review', () => {
  it("a payment under its processor's review requires the merchant’s action, and is synced without an alarm, hourly in the end", async () => {
    const { shop, id, look, metrics } = await aShopOnHold();
    expect(await shop.retrieve(id)).toMatchObject({
      status: 'requires_merchant_action',
      amount_capturable: 2_599,
      amount_received: null,
    });
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) waits.push(await look());
    expect(waits).toEqual([60, 300, 300, 300, 300, 300, 3_600, 3_600]);
    expect(metrics).toEqual([]);
    expect((await shop.retrieve(id)).status).toBe('requires_merchant_action');
  });

  it.each([
    [{ result: 'captured' }, {}, 'succeeded'],
    [{ result: 'authorized' }, { capture_method: 'manual' }, 'requires_capture'],
    [{ result: 'voided' }, {}, 'cancelled'],
    [{ result: 'declined', code: 'fraud' }, {}, 'failed'],
  ] as const)(
    "a payment under its processor's review goes on when the processor has decided: %j",
    async (outcome, more, status) => {
      const { shop, id, answers, look, payment } = await aShopOnHold(more);
      answers.sync = outcome;
      await look();
      expect((await shop.retrieve(id)).status).toBe(status);
      expect((await payment()).attempt).not.toHaveProperty('isHeld');
      expect((await payment()).pendingSync).toBeUndefined();
    },
  );

  it("a payment under its processor's review is captured when the merchant approves it, or awaits its capture", async () => {
    const { shop, id, asked } = await aShopOnHold();
    expect(await shop.approve(id)).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
    expect(asked).toEqual(['capture']);
    const manual = await aShopOnHold({ capture_method: 'manual' });
    expect(await manual.shop.approve(manual.id)).toMatchObject({ status: 'requires_capture' });
    expect(manual.asked).toEqual([]);
  });

  it("a payment under its processor's review is failed and voided when the merchant rejects it", async () => {
    const { shop, id, asked } = await aShopOnHold();
    expect(await shop.reject(id)).toMatchObject({
      status: 'failed',
      error_message: 'Rejected by merchant',
      merchant_decision: 'rejected',
    });
    expect(asked).toEqual(['void']);
  });

  it("a payment under the processor's review stays there when the capture or void is refused", async () => {
    const { shop, id, answers, payment } = await aShopOnHold();
    Object.assign(answers, { capture: refused, void: refused });
    for (const decide of [shop.approve, shop.reject]) {
      expect(await decide(id)).toMatchObject({
        status: 'requires_merchant_action',
        error_message: 'Held for review',
        merchant_decision: null,
      });
      expect((await payment()).pendingSync).toBeDefined();
    }
  });

  it("a payment under the processor's review stays there when a void never arrived", async () => {
    const { shop, id, answers, look } = await aShopOnHold();
    answers.void = { result: 'unknown', code: 'TIMEOUT' };
    expect((await shop.reject(id)).status).toBe('processing');
    await look();
    expect((await shop.retrieve(id)).status).toBe('requires_merchant_action');
  });
});
