import type { Item } from '#platform/table/port.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { disputeWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import { switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

type SwitchWithDisputes = Awaited<ReturnType<typeof switchWithDisputes>>;

/** The processor's webhook about a dispute of the payment, signed with this key. */
async function tell(
  shop: SwitchWithDisputes,
  paymentId: string,
  changes: object = {},
  key?: string,
) {
  const text = disputeWebhook({ payment: `${paymentId}_1`, currency: 'EUR', ...changes });
  const signed = signedWebhook(
    text,
    key ?? `key of ${shop.merchant.id}`,
    shop.dependencies.clock.now,
    shop.port.items(),
  );
  return shop.hear(signed.text, signed.headers);
}

async function aPaidPayment() {
  const shop = await switchWithDisputes();
  return { shop, paymentId: await shop.pay('4242424242424242') };
}

describe('a processor’s webhooks about disputes', () => {
  it('a processor’s dispute webhook sent a hundred times makes one dispute', async () => {
    const { shop, paymentId } = await aPaidPayment();
    const answers = await Promise.all(Array.from({ length: 100 }, () => tell(shop, paymentId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(shop.disputeItems()).toMatchObject([{ version: 1 }]);
  });

  it('a processor’s dispute webhooks give every dispute of every payment its own id', async () => {
    const { shop, paymentId } = await aPaidPayment();
    const another = await shop.pay('4242424242424242');
    await tell(shop, paymentId);
    await tell(shop, paymentId, { id: 'du_second' });
    await tell(shop, another);
    expect(new Set(shop.disputeItems().map(({ id }) => id)).size).toBe(3);
  });

  it('a processor’s dispute webhook never makes an unlawful move, and the refusal is logged', async () => {
    const { shop, paymentId } = await aPaidPayment();
    await tell(shop, paymentId, { status: 'won' });
    const before = shop.port.items();
    const { status, body } = await tell(shop, paymentId, { status: 'lost' });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'WE_02',
      'Bad request body received',
    ]);
    expect(shop.port.items()).toEqual(before);
    expect((await tell(shop, paymentId, { stage: 'inquiry', status: 'won' })).status).toBe(400);
    expect(shop.port.items()).toEqual(before);
  });

  it('a processor’s dispute webhook that comes late does not replace newer facts', async () => {
    const { shop, paymentId } = await aPaidPayment();
    const respond = (respond_by: string, updated: string) =>
      tell(shop, paymentId, { respond_by, updated });
    await respond('2026-02-01T00:00:00.000Z', '2026-01-25T00:00:00.000Z');
    await respond('2026-02-09T00:00:00.000Z', '2026-01-26T00:00:00.000Z');
    expect((await respond('2026-02-01T00:00:00.000Z', '2026-01-25T00:00:00.000Z')).status).toBe(
      200,
    );
    expect(shop.disputeItems()).toMatchObject([
      { challengeRequiredBy: '2026-02-09T00:00:00.000Z', version: 2 },
    ]);
  });

  it('a forged dispute webhook is refused, and nothing changes', async () => {
    const { shop, paymentId } = await aPaidPayment();
    const before = shop.port.items();
    const { status, body } = await tell(shop, paymentId, {}, 'key of somebody else');
    expect([status, body.error.code]).toEqual([401, 'WE_01']);
    expect(shop.port.items()).toEqual(before);
  });

  it('a dispute webhook comes again when the payment is unknown, and is acknowledged when another account took it', async () => {
    const { shop, paymentId } = await aPaidPayment();
    const unknown = await tell(shop, 'pay_nobody');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'WE_04']);
    await shop.ask('connector-accounts.create', {
      params: { account_id: shop.merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe_test',
        connector_label: 'another account',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'another key' },
      },
    });
    shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 60_000);
    const other = await tell(shop, paymentId, {}, 'another key');
    expect(other).toMatchObject({ status: 200, body: {} });
    expect(shop.disputeItems()).toEqual([]);
  });

  it('a dispute webhook is accepted about an earlier attempt too, which may have been charged', async () => {
    const shop = await switchWithDisputes({}, {});
    const { profileId, id: account_id } = shop.merchant;
    await shop.ask('profiles.update', {
      params: { account_id, profile_id: profileId },
      body: { is_manual_retry_enabled: true },
    });
    shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 60_000);
    const paymentId = await shop.pay('4000000000000002');
    const again = await shop.ask('payments.confirm', {
      params: { payment_id: paymentId },
      body: {
        payment_method: 'card',
        payment_method_data: {
          card: {
            card_number: '4242424242424242',
            card_exp_month: '12',
            card_exp_year: '2039',
            card_cvc: '314',
          },
        },
      },
    });
    expect(again.body.status).toBe('succeeded');
    expect((await tell(shop, paymentId)).status).toBe(200);
    expect(shop.disputeItems()).toMatchObject([{ attemptId: `${paymentId}_1` }]);
    expect((await tell(shop, paymentId, { payment: `${paymentId}_7` })).status).toBe(404);
  });

  it.each([
    ['{"type":"dispute"}'],
    [disputeWebhook({ status: 'perhaps' })],
    [disputeWebhook({ stage: 'arbitration' })],
    [disputeWebhook({ amount: 1.5 })],
    [disputeWebhook({ amount: -1 })],
    [disputeWebhook({ currency: null })],
  ])('a dispute webhook is refused when it cannot be read: %s', async (text) => {
    const { shop } = await aPaidPayment();
    const { headers } = signedWebhook(
      text,
      `key of ${shop.merchant.id}`,
      shop.dependencies.clock.now,
    );
    const { status, body } = await shop.hear(text, headers);
    expect([status, body.error.code]).toEqual([400, 'WE_02']);
  });
});

describe('the webhooks to merchants about disputes', () => {
  /** Publishes a saved change of a dispute, and returns the bodies of the sent webhooks. */
  async function heard(
    shop: SwitchWithDisputes,
    before: Item | undefined,
    after: Item | undefined,
  ) {
    const messages: readonly DeliveryMessage[] = await publishEvents(shop.services)({
      before,
      after,
    });
    return messages.map(({ body }) => JSON.parse(body ?? ''));
  }
  const listens = { webhook_details: { webhook_url: 'https://shop.example/hooks' } };

  it("a merchant's dispute webhook is sent for each change of it, as it would be shown, and always as the same event", async () => {
    const shop = await switchWithDisputes({}, listens);
    const { disputeId } = await shop.disputed();
    const [opened] = shop.disputeItems();
    const [event] = await heard(shop, undefined, opened);
    expect(event).toMatchObject({
      event_type: 'dispute_opened',
      content: { type: 'dispute_details' },
      merchant_id: shop.merchant.id,
    });
    expect(event.content.object).toEqual((await shop.dispute(disputeId)).body);
    await shop.submit(disputeId, { uncategorized_text: 'losing_evidence' });
    const [challenged] = shop.disputeItems();
    await shop.pass(6);
    const [over] = shop.disputeItems();
    const later = [
      ...(await heard(shop, opened, challenged)),
      ...(await heard(shop, challenged, over)),
    ];
    expect(later.map(({ event_type }) => event_type)).toEqual([
      'dispute_challenged',
      'dispute_lost',
    ]);
    const ids = [event, ...later].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(3);
    // The change is published again before its webhook is queued: the same bytes.
    expect((await heard(shop, challenged, over))[0]).toEqual(later[1]);
  });

  it("a merchant's dispute webhook is not sent where only facts are new, or evidence", async () => {
    const shop = await switchWithDisputes({}, listens);
    const { disputeId } = await shop.disputed();
    const [before] = shop.disputeItems();
    await shop.attach({
      dispute_id: disputeId,
      evidence_type: 'receipt',
      file: new File(['%PDF-1.4'], 'r.pdf', { type: 'application/pdf' }),
    });
    const [after] = shop.disputeItems();
    expect(after?.version).toBe(Number(before?.version) + 1);
    expect(await heard(shop, before, after)).toEqual([]);
  });

  it("a merchant's dispute webhooks are sent whatever the merchant’s settings for payments are", async () => {
    const shop = await switchWithDisputes(
      {},
      { webhook_details: { ...listens.webhook_details, payment_statuses_enabled: ['failed'] } },
    );
    await shop.disputed();
    const [opened] = shop.disputeItems();
    expect(await heard(shop, undefined, opened)).toHaveLength(1);
  });
});
