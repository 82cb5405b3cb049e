import { createHmac } from 'node:crypto';
import { aboutNamed } from '#connectors/abouts.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
} from '#connectors/interface/webhooks.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { markOf, sentReference } from '#connectors/sent-reference.ts';
import { chosenConnector } from '#switch/payments/confirm/plan-payment.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { startNextAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { startIncrement } from '#switch/payments/lifecycle/incremental-authorization.ts';
import { startVoid } from '#switch/payments/lifecycle/voids.ts';
import { connectForPayouts, payoutCards, toCard } from '../../support/entities/a-payout.ts';
import { plainProcessor, plainWebhook } from '../../support/processors/plain-processor.ts';
import { withSentReferences } from '../../support/processors/processor-webhooks.ts';
import { sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  container,
  type SwitchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const merchantId = 'merchant_example';
const secret = 'whsec_current';

/** A shop whose processor signs its webhooks with a secret of the connector account. */
async function aShop(
  changes: Partial<WebhookParser> = {},
  about: Partial<About> = { isVerificationRequired: false },
  named: (name: string) => Connector | undefined = plainProcessor(changes),
) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, merchantId);
  const answered = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, request);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const items = (sk: string) => world.port.items().filter((item) => item.sk.startsWith(sk));
  const accountId = String(items('CONNECTOR#')[0]?.id);
  const later = (seconds: number) => {
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
  };
  const changeSecret = async (merchant_secret: string) => {
    await answered('connector-accounts.update', {
      key: adminKey,
      params: { account_id: merchantId, merchant_connector_id: accountId },
      body: {
        connector_type: 'payment_processor',
        connector_webhook_details: { merchant_secret },
      },
    });
    // By then the change of a moment ago is read.
    later(10);
  };
  await changeSecret(secret);
  const adapters: Pick<SwitchDependencies, 'connectorNamed' | 'aboutNamed'> = {
    connectorNamed: named,
    aboutNamed: (name) => {
      const known = aboutNamed(name);
      return known && { ...known, ...about };
    },
  };
  const served = container(world.port, Object.assign(Object.create(world.dependencies), adapters));
  return {
    world,
    served,
    merchant,
    accountId,
    items,
    later,
    changeSecret,
    payment: (id: string) => items('PAYMENT').find((item) => item.id === id),
    pay: (payment_id: string, body: object = {}) =>
      answered('payments.create', {
        key: merchant.key,
        body: aPaymentRequest({
          payment_id,
          confirm: true,
          ...byCard('4000003800000446'),
          ...body,
        }),
      }),
    answered,
    tell: (contents: readonly WebhookContent[], given = secret, connector = accountId) => {
      const { text, headers } = plainWebhook(contents, given);
      return served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector },
        text: withSentReferences(text, world.port.items()),
        headers,
      });
    },
    /** The same with references that stay as they are. */
    tellAsIs: (contents: readonly WebhookContent[], given = secret, connector = accountId) =>
      served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector },
        ...plainWebhook(contents, given),
      }),
  };
}

/** Makes the payment one of a processor whose webhooks may contain only the processor's id. */
async function indexed(
  { world }: Awaited<ReturnType<typeof aShop>>,
  paymentId: string,
  connectorTransactionId: string,
) {
  const { payments } = world.services;
  const payment = await payments.get(merchantId, paymentId);
  await payments.settleOrThrow(payment, (current) => ({
    ...current,
    attempt: { ...current.attempt, isFoundByConnectorId: true, connectorTransactionId },
  }));
}

const charged = (reference: string): WebhookContent => ({
  kind: 'payment',
  subject: { reference },
  outcome: { result: 'captured' },
});

const openedDispute = {
  connectorDisputeId: 'du_1',
  amountMinor: 6_540,
  currency: 'USD',
  stage: 'dispute',
  status: 'dispute_opened',
  connectorStatus: 'open',
} as const;

describe('a webhook that its processor encrypts', () => {
  const turned = (text: string) => [...text].reverse().join('');
  const told = async (
    { served, accountId, world }: Awaited<ReturnType<typeof aShop>>,
    given = secret,
  ) => {
    const { headers, text: json } = plainWebhook([charged('pay_1_1')], given);
    const text = withSentReferences(json, world.port.items());
    return served.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchantId, connector: accountId },
      headers,
      text: turned(text),
    });
  };

  it('an encrypted webhook is applied as its sender decrypts it, and not read where the sender cannot', async () => {
    const shop = await aShop({
      decrypt: (webhook, { webhookSecrets = [] }) => {
        expect(webhookSecrets).toContain(secret);
        return { ...webhook, body: turned(webhook.body) };
      },
    });
    await shop.pay('pay_1');
    expect(await told(shop)).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'succeeded' });
    const other = await aShop({
      decrypt: () => {
        throw new Error('Another key.');
      },
    });
    await other.pay('pay_1');
    expect(await told(other)).toMatchObject({ status: 400 });
    // The text of another signer is not decrypted at all.
    expect(await told(shop, 'whsec_other')).toMatchObject({ status: 400 });
  });
});

describe('a webhook with several contents', () => {
  it('a webhook with several contents has all of them applied', async () => {
    const { pay, tell, payment } = await aShop();
    await pay('pay_1');
    await pay('pay_2');
    const answer = await tell([charged('pay_1_1'), { kind: 'nothing' }, charged('pay_2_1')]);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect([payment('pay_1'), payment('pay_2')]).toMatchObject([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ]);
  });

  it('a webhook with several contents comes again when one of them cannot be applied, and the others are applied once', async () => {
    const { pay, tell, payment } = await aShop();
    await pay('pay_2');
    const contents = [charged('pay_1_1'), charged('pay_2_1')];
    expect(await tell(contents)).toMatchObject({ status: 404, body: { error: { code: 'WE_04' } } });
    const paid = payment('pay_2');
    expect(paid).toMatchObject({ status: 'succeeded' });
    await pay('pay_1');
    expect(await tell(contents)).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'succeeded' });
    expect(payment('pay_2')).toEqual(paid);
  });
});

describe('a webhook about an object that we do not have', () => {
  const minute = 60_000;
  const about: readonly WebhookContent[] = [
    charged('pay_1_1'),
    { kind: 'refund', subject: { reference: 'ref_1' }, outcome: { result: 'succeeded' } },
    { kind: 'payout', subject: { reference: 'payout_1_1' }, outcome: { result: 'paid' } },
    { kind: 'dispute', subject: { connectorId: 'ch_1' }, dispute: openedDispute },
    { kind: 'dispute', subject: { reference: 'pay_1_1' }, dispute: openedDispute },
    { kind: 'mandate', subject: { connectorId: 'mandate_1' }, status: 'revoked' },
    {
      kind: 'capture',
      subject: { reference: 'pay_1_1' },
      capture: { connectorId: 'cap_1' },
      status: 'charged',
    },
  ];

  it.each(about)(
    'a webhook about an unknown object comes again for ten minutes after its event, and is acknowledged from then on: %j',
    async (content) => {
      let happened = 0;
      const shop = await aShop({ happenedAt: () => new Date(happened) });
      const now = shop.world.dependencies.clock.now.getTime();
      const statuses: number[] = [];
      for (const age of [-1, 0, 9, 10, 60 * 24]) {
        happened = now - age * minute;
        statuses.push((await shop.tell([content])).status);
      }
      expect(statuses).toEqual([404, 404, 404, 200, 200]);
    },
  );

  it('a webhook about an unknown object comes again when its event cannot be dated', async () => {
    const happenedAt = () => {
      throw new Error('It states no date.');
    };
    const shop = await aShop({ happenedAt });
    expect(await shop.tell(about)).toMatchObject({ status: 404 });
  });

  it('a webhook about an unknown object is not counted as our failure, which would raise an alarm', async () => {
    const shop = await aShop();
    for (const content of about) {
      expect((await shop.tell([content])).status).toBeLessThan(500);
    }
    expect(shop.world.dependencies.logged.join()).not.toContain('request failed');
  });
});

describe('a webhook with our reference about another transaction than ours', () => {
  const alarms = ({ world }: Awaited<ReturnType<typeof aShop>>) =>
    world.dependencies.logged.filter((line) => line === 'metric ConflictingOutcome').length;
  const other = { connectorTransactionId: 'pi_other' };
  const about = (outcome: PaymentOutcome): WebhookContent => ({
    kind: 'payment',
    subject: { reference: 'pay_1_1', connectorId: 'pi_other' },
    outcome,
  });

  const contents: readonly WebhookContent[] = [
    about({ result: 'captured', capturedMinor: 6_540, ...other }),
    about({ result: 'authorized', ...other }),
    about({ result: 'declined', ...other }),
    about({ result: 'voided', ...other }),
    about({ result: 'expired', ...other }),
    about({ result: 'held', ...other }),
    about({ result: 'captured', amountMinor: 1, currency: 'EUR', ...other }),
    {
      kind: 'payment',
      subject: { reference: 'pay_1_1' },
      outcome: { result: 'authorized', ...other },
      failed: { change: 'void', code: 'no' },
    },
  ];

  it.each(contents)(
    'a webhook with our reference about another transaction changes nothing, syncs ours at once and alerts an operator: %j',
    async (content) => {
      const shop = await aShop();
      await shop.pay('pay_1');
      const before = shop.payment('pay_1');
      expect(Object(before?.attempt).connectorTransactionId).toMatch(/./);
      expect(await shop.tell([content])).toMatchObject({ status: 200 });
      const now = shop.world.dependencies.clock.now.toISOString();
      expect(shop.payment('pay_1')).toMatchObject({
        status: before?.status,
        attempt: before?.attempt,
        pendingSync: { nextAt: now },
        dueAt: now,
      });
      expect(alarms(shop)).toBe(1);
    },
  );

  it('a webhook with our reference about another transaction changes nothing of a paid payment, whose id stays', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    const before = shop.payment('pay_1');
    expect(before).toMatchObject({ status: 'succeeded' });
    expect(await shop.tell([about({ result: 'captured', ...other })])).toMatchObject({
      status: 200,
    });
    expect(shop.payment('pay_1')).toEqual(before);
    expect(alarms(shop)).toBe(1);
  });

  it('a webhook with another id is believed while the customer acts, and not later, where the processor renames payments', async () => {
    const about_ = { isVerificationRequired: false, renames: ['payment'] } as const;
    const shop = await aShop({}, about_);
    await shop.pay('pay_1');
    expect(await shop.tell([about({ result: 'captured', ...other })])).toMatchObject({
      status: 200,
    });
    const renamed = shop.payment('pay_1');
    expect(renamed).toMatchObject({ status: 'succeeded', attempt: other });
    const third = { connectorTransactionId: 'pi_third' };
    await shop.tell([about({ result: 'captured', ...third })]);
    expect(shop.payment('pay_1')).toEqual(renamed);
    expect(alarms(shop)).toBe(1);
  });

  const refused: readonly WebhookContent[] = [
    {
      kind: 'capture',
      subject: { reference: 'pay_1_1', connectorId: 'pi_other' },
      capture: { connectorId: 'cap_1' },
      status: 'charged',
    },
    {
      kind: 'dispute',
      subject: { reference: 'pay_1_1', connectorId: 'pi_other' },
      dispute: openedDispute,
    },
  ];

  it.each(refused)(
    'a webhook about a capture or a dispute of another transaction is refused as not found: %j',
    async (content) => {
      const shop = await aShop();
      await shop.pay('pay_1');
      const before = shop.world.port.items();
      expect(await shop.tell([content])).toMatchObject({ status: 404 });
      expect(shop.world.port.items()).toEqual(before);
    },
  );

  it('a webhook about a dispute is taken where its id is that of a capture', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    const subject = { reference: 'pay_1_1', connectorId: 'capture_of_ours' };
    const content = {
      kind: 'dispute',
      subject,
      isOfCapture: true,
      dispute: openedDispute,
    } as const;
    expect(await shop.tell([content])).toMatchObject({ status: 200 });
    expect(shop.items('DISPUTE#')).toHaveLength(1);
  });

  it('a webhook with our reference about another transaction, signed by Stripe, changes nothing', async () => {
    const { webhooks } = connectorNamed('stripe') ?? {};
    const shop = await aShop({}, undefined, plainProcessor(webhooks));
    await shop.pay('pay_1');
    const before = shop.payment('pay_1');
    const told = (object: object) => {
      const text = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: 1_767_225_600,
        data: { object: { object: 'payment_intent', status: 'succeeded', ...object } },
      });
      const v1 = createHmac('sha256', secret).update(`1767225600.${text}`).digest('hex');
      return shop.served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector: shop.accountId },
        text,
        headers: { 'stripe-signature': `t=1767225600,v1=${v1}` },
      });
    };
    const sums = { amount: 6_540, amount_received: 6_540, currency: 'usd' };
    const metadata = { order_id: sentReference('pay_1_1', markOf(shop.accountId)) };
    expect(await told({ id: 'pi_other', metadata, ...sums })).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({
      status: before?.status,
      attempt: before?.attempt,
    });
    expect(alarms(shop)).toBe(1);
    const id = Object(before?.attempt).connectorTransactionId;
    expect(await told({ id, metadata, ...sums })).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({
      status: 'succeeded',
      attempt: { connectorTransactionId: id },
    });
  });

  it('a webhook with our reference about another transaction changes nothing of a payout, and syncs it at once', async () => {
    const shop = await aShop();
    const connector_webhook_details = { merchant_secret: secret };
    const account = await connectForPayouts(shop.world, shop.merchant, {
      connector_webhook_details,
    });
    await shop.answered('payouts.create', {
      key: shop.merchant.key,
      body: {
        payout_id: 'payout_1',
        amount: 5_000,
        currency: 'USD',
        payout_type: 'card',
        customer_id: 'cus_1',
        confirm: true,
        auto_fulfill: true,
        ...toCard(payoutCards.later),
      },
    });
    const [before] = shop.items('PAYOUT');
    expect(before).toMatchObject({
      status: 'pending',
      attempt: { connectorTransactionId: expect.any(String) },
    });
    const outcome = { result: 'paid', connectorTransactionId: 'po_other' } as const;
    const content = { kind: 'payout', subject: { reference: 'payout_1_1' }, outcome } as const;
    expect(await shop.tell([content], secret, account)).toMatchObject({ status: 200 });
    const [after] = shop.items('PAYOUT');
    expect(after).toMatchObject({ status: 'pending', attempt: before?.attempt });
    expect(Object(after).dueAt).toBe(shop.world.dependencies.clock.now.toISOString());
    expect(alarms(shop)).toBe(1);
  });

  it('a webhook with our reference about another transaction changes nothing of a refund, and syncs it at once', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard('4000000000007726'));
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await shop.answered('refunds.create', { key: shop.merchant.key, body });
    const [before] = shop.items('REFUND#');
    expect(before).toMatchObject({ status: 'pending', connectorRefundId: expect.any(String) });
    const outcome = { result: 'succeeded', connectorRefundId: 're_other' } as const;
    const content = { kind: 'refund', subject: { reference: 'ref_1' }, outcome } as const;
    expect(await shop.tell([content])).toMatchObject({ status: 200 });
    const [after] = shop.items('REFUND#');
    expect(after).toMatchObject({
      status: 'pending',
      connectorRefundId: before?.connectorRefundId,
      dueAt: shop.world.dependencies.clock.now.toISOString(),
    });
    expect(alarms(shop)).toBe(1);
  });
});

describe('a webhook that names an object by a number under which it was not sent', () => {
  const marks = ['', `.${markOf('mca_another')}`];

  /** A payment whose charge was answered with 500, so that no id of the processor is known. */
  async function anUnansweredPayment(body: object = {}) {
    const shop = await aShop();
    shop.world.dependencies.send = async () => ({
      kind: 'answered',
      response: { status: 500, headers: {}, body: '' },
    });
    await shop.pay('pay_1', { ...byCard('4242424242424242'), ...body });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'processing' });
    return shop;
  }
  const paid = (reference: string): WebhookContent => ({
    kind: 'payment',
    subject: { reference, connectorId: 'pi_stranger' },
    outcome: {
      result: 'captured',
      capturedMinor: 6_540,
      amountMinor: 6_540,
      currency: 'USD',
      connectorTransactionId: 'pi_stranger',
    },
  });

  it.each(marks)(
    "a webhook that names a payment with '%s' instead of its mark changes nothing, and one that names it by its number pays it",
    async (mark) => {
      const shop = await anUnansweredPayment();
      const before = shop.payment('pay_1');
      expect(await shop.tellAsIs([paid(`pay_1_1${mark}`)])).toMatchObject({ status: 200 });
      expect(shop.payment('pay_1')).toEqual(before);
      expect(await shop.tell([paid('pay_1_1')])).toMatchObject({ status: 200 });
      expect(shop.payment('pay_1')).toMatchObject({
        status: 'succeeded',
        attempt: { connectorTransactionId: 'pi_stranger' },
      });
    },
  );

  it.each(marks)(
    "an unsigned webhook that names a payment with '%s' instead of its mark schedules no sync",
    async (mark) => {
      const shop = await anUnansweredPayment();
      shop.later(10);
      const before = shop.payment('pay_1');
      expect((await shop.tellAsIs([paid(`pay_1_1${mark}`)], 'whsec_other')).status).toBe(200);
      expect(shop.payment('pay_1')).toEqual(before);
      await shop.tell([paid('pay_1_1')], 'whsec_other');
      expect(shop.payment('pay_1')).not.toEqual(before);
    },
  );

  it.each(marks)(
    "a webhook that names a dispute's payment with '%s' instead of its mark records no dispute",
    async (mark) => {
      const shop = await aShop();
      await shop.pay('pay_1', byCard('4242424242424242'));
      const subject = { reference: `pay_1_1${mark}` };
      const dispute = { kind: 'dispute', subject, dispute: openedDispute } as const;
      expect(await shop.tellAsIs([dispute])).toMatchObject({ status: 200 });
      expect(shop.items('DISPUTE#')).toEqual([]);
      await shop.tell([{ ...dispute, subject: { reference: 'pay_1_1' } }]);
      expect(shop.items('DISPUTE#')).toHaveLength(1);
    },
  );

  it.each(marks)(
    "a webhook that names a refund with '%s' instead of its mark changes nothing",
    async (mark) => {
      const shop = await aShop();
      await shop.pay('pay_1', byCard('4000000000007726'));
      const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
      await shop.answered('refunds.create', { key: shop.merchant.key, body });
      const before = shop.items('REFUND#');
      const outcome = { result: 'succeeded' } as const;
      const refunded = (reference: string) =>
        ({ kind: 'refund', subject: { reference }, outcome }) as const;
      expect(await shop.tellAsIs([refunded(`ref_1${mark}`)])).toMatchObject({ status: 200 });
      expect(shop.items('REFUND#')).toEqual(before);
      await shop.tell([refunded('ref_1')]);
      expect(shop.items('REFUND#')).toMatchObject([{ status: 'succeeded' }]);
    },
  );

  it.each(marks)(
    "a webhook that names a payout with '%s' instead of its mark changes nothing",
    async (mark) => {
      const shop = await aShop();
      const connector_webhook_details = { merchant_secret: secret };
      const account = await connectForPayouts(shop.world, shop.merchant, {
        connector_webhook_details,
      });
      const body = {
        ...{ payout_id: 'payout_1', amount: 5_000, currency: 'USD', payout_type: 'card' },
        ...{ customer_id: 'cus_1', confirm: true, auto_fulfill: true },
        ...toCard(payoutCards.later),
      };
      await shop.answered('payouts.create', { key: shop.merchant.key, body });
      const before = shop.items('PAYOUT');
      const paidOut = (reference: string) =>
        ({ kind: 'payout', subject: { reference }, outcome: { result: 'paid' } }) as const;
      const named = paidOut(`payout_1_1${mark}`);
      expect(await shop.tellAsIs([named], secret, account)).toMatchObject({ status: 200 });
      expect(shop.items('PAYOUT')).toEqual(before);
      await shop.tell([paidOut('payout_1_1')], secret, account);
      expect(shop.items('PAYOUT')).toMatchObject([{ status: 'success' }]);
    },
  );

  it.each(marks)(
    "a webhook that names a capture with '%s' instead of its mark charges no pending capture",
    async (mark) => {
      const shop = await aShop();
      await shop.pay('pay_1', {
        ...byCard('4242424242424242'),
        capture_method: 'manual_multiple',
      });
      shop.world.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
      const params = { payment_id: 'pay_1' };
      const body = { amount_to_capture: 600 };
      await shop.answered('payments.capture', { key: shop.merchant.key, params, body });
      shop.later(120);
      const before = shop.payment('pay_1');
      const captured = (reference: string) => [
        {
          kind: 'capture',
          subject: { reference: sentReference('pay_1_1', markOf(shop.accountId)) },
          capture: { reference },
          status: 'charged',
        } as const,
      ];
      await shop.tellAsIs(captured(`pay_1_1_1${mark}`));
      expect(shop.payment('pay_1')).toEqual(before);
      await shop.tellAsIs(captured(sentReference('pay_1_1_1', markOf(shop.accountId))));
      expect(shop.payment('pay_1')).toMatchObject({ captures: [{ status: 'charged' }] });
    },
  );
});

describe("Adyen's webhook about an authorisation", () => {
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

  /** A shop whose processor sends Adyen's webhooks, with a payment of 6,540 that waits for one. */
  async function aWaitingPayment(body: object = {}) {
    const { webhooks } = connectorNamed('adyen') ?? {};
    const shop = await aShop({}, undefined, plainProcessor(webhooks));
    await shop.changeSecret(key);
    await shop.pay('pay_1', body);
    const { connectorTransactionId: pspReference } = Object(shop.payment('pay_1')?.attempt);
    const reference = sentReference('pay_1_1', markOf(shop.accountId));
    const authorise = (value: number, currency = 'USD') => {
      const signed = `${pspReference}::Shop:${reference}:${value}:${currency}:AUTHORISATION:true`;
      const hmac = createHmac('sha256', Buffer.from(key, 'hex')).update(signed);
      const item = {
        pspReference,
        merchantAccountCode: 'Shop',
        merchantReference: reference,
        eventCode: 'AUTHORISATION',
        success: 'true',
        amount: { value, currency },
        additionalData: { hmacSignature: hmac.digest('base64') },
      };
      return shop.served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector: shop.accountId },
        headers: {},
        text: JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] }),
      });
    };
    return { ...shop, authorise };
  }

  it('an Adyen authorisation of the requested amount pays the payment', async () => {
    const { authorise, payment } = await aWaitingPayment();
    expect(await authorise(6_540)).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'succeeded', amountReceivedMinor: 6_540 });
  });

  it.each([
    ['a lower amount', 100, 'USD'],
    ['a higher amount', 65_400, 'USD'],
    ['another currency', 6_540, 'EUR'],
  ])('an Adyen authorisation of %s puts the payment in conflict', async (_, value, currency) => {
    const { authorise, payment } = await aWaitingPayment();
    expect(await authorise(value, currency)).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'conflicted' });
    expect(payment('pay_1')).not.toHaveProperty('amountReceivedMinor');
  });

  it('an Adyen authorisation of a part is accepted where the merchant accepts parts', async () => {
    const parts = { enable_partial_authorization: true };
    const manual = await aWaitingPayment({ ...parts, capture_method: 'manual' });
    await manual.authorise(4_000);
    expect(manual.payment('pay_1')).toMatchObject({
      status: 'partially_authorized_and_requires_capture',
      attempt: { authorizedMinor: 4_000 },
    });
    const automatic = await aWaitingPayment(parts);
    await automatic.authorise(4_000);
    expect(automatic.payment('pay_1')).toMatchObject({
      status: 'partially_captured',
      amountReceivedMinor: 4_000,
    });
    const more = await aWaitingPayment(parts);
    await more.authorise(6_541);
    expect(more.payment('pay_1')).toMatchObject({ status: 'conflicted' });
  });
});

describe('a webhook that states more than the amount asked for', () => {
  it('a webhook that captured more than was authorized puts the payment in conflict', async () => {
    for (const said of [
      { result: 'captured', capturedMinor: 65_400 },
      { result: 'captured', amountMinor: 6_540, capturedMinor: 65_400 },
      { result: 'authorized', authorizedMinor: 65_400 },
      {
        result: 'captured',
        captures: [
          { connectorCaptureId: 'cap_1', amountMinor: 6_540, status: 'charged' },
          { connectorCaptureId: 'cap_2', amountMinor: 1, status: 'charged' },
        ],
      },
    ] as const) {
      const shop = await aShop();
      await shop.pay('pay_1');
      const content = {
        kind: 'payment',
        subject: { reference: 'pay_1_1' },
        outcome: said,
      } as const;
      expect(await shop.tell([content])).toMatchObject({ status: 200 });
      const payment = shop.payment('pay_1');
      expect(payment).toMatchObject({ status: 'conflicted' });
      expect(payment).not.toHaveProperty('amountReceivedMinor');
      const body = { payment_id: 'pay_1', amount: 59_000 };
      const refund = await shop.world.ask('refunds.create', { key: shop.merchant.key, body });
      expect(refund).toMatchObject({ status: 400, body: { error: { code: 'IR_14' } } });
    }
  });

  it('a webhook that captured more than the authorized part puts the payment in conflict', async () => {
    for (const said of [
      { result: 'captured', capturedMinor: 6_540 },
      {
        result: 'captured',
        captures: [{ connectorCaptureId: 'cap_1', amountMinor: 6_540, status: 'charged' }],
      },
    ] as const) {
      const shop = await aShop();
      const asks = { capture_method: 'manual', enable_partial_authorization: true };
      await shop.pay('pay_1', asks);
      const tells = (outcome: PaymentOutcome) =>
        shop.tell([{ kind: 'payment', subject: { reference: 'pay_1_1' }, outcome }]);
      await tells({ result: 'authorized', authorizedMinor: 4_000 });
      expect(shop.payment('pay_1')).toMatchObject({ attempt: { authorizedMinor: 4_000 } });
      expect(await tells(said)).toMatchObject({ status: 200 });
      expect(shop.payment('pay_1')).toMatchObject({ status: 'conflicted' });
    }
  });

  it('a webhook that disputes more than was captured is an alarm, and the dispute is shown', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    const dispute = { ...openedDispute, amountMinor: 6_541 };
    const content = { kind: 'dispute', subject: { reference: 'pay_1_1' }, dispute } as const;
    expect(await shop.tell([content])).toMatchObject({ status: 200 });
    expect(shop.items('DISPUTE#')).toMatchObject([{ amountMinor: 6_541 }]);
    await shop.tell([content]);
    const alarms = shop.world.dependencies.logged.filter((line) => /^metric Conflict/.test(line));
    expect(alarms).toHaveLength(1);
  });
});

describe('the answer to a webhook', () => {
  it('the answer to a webhook is the text that the processor requires', async () => {
    const { pay, tell } = await aShop({ acknowledgement: '[accepted]' });
    await pay('pay_1');
    const answer = await tell([charged('pay_1_1')]);
    expect(answer).toMatchObject({ status: 200, text: '[accepted]' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('the answer to a webhook is another text when the webhook has to come again', async () => {
    const { tell } = await aShop({ acknowledgement: '[accepted]' });
    const answer = await tell([charged('pay_1_1')]);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('[accepted]');
  });

  it('the answer to a webhook about unknown objects is an acknowledgement', async () => {
    const { tell } = await aShop();
    expect(await tell([{ kind: 'nothing' }])).toMatchObject({ status: 200, body: {} });
  });
});

describe('a webhook about a capture', () => {
  const capture = (changes: object = {}): WebhookContent => ({
    kind: 'capture',
    subject: { reference: 'pay_1_1' },
    capture: { reference: 'pay_1_1_1' },
    status: 'charged',
    ...changes,
  });

  /** A payment of which the merchant captures a part, and the processor is slow to decide. */
  async function aPendingCapture() {
    const shop = await aShop();
    const { pay, world, merchant, answered } = shop;
    await pay('pay_1', { capture_method: 'manual_multiple', ...byCard() });
    const { send } = world.dependencies;
    world.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await answered('payments.capture', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
      body: { amount_to_capture: 600 },
    });
    world.dependencies.send = send;
    return shop;
  }

  it('a webhook about a capture charges the pending capture once', async () => {
    const { tell, payment } = await aPendingCapture();
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    const after = payment('pay_1');
    expect(after).toMatchObject({
      status: 'partially_captured_and_capturable',
      chargedMinor: 600,
      captures: [{ id: 'pay_1_1_1', status: 'charged' }],
    });
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toEqual(after);
  });

  it('a webhook about a capture comes again while its capture is unknown', async () => {
    const { tell, payment } = await aPendingCapture();
    const before = payment('pay_1');
    const unknown = capture({ capture: { connectorId: 'cap_at_processor' } });
    expect(await tell([unknown])).toMatchObject({
      status: 404,
      body: { error: { code: 'WE_04' } },
    });
    expect(payment('pay_1')).toEqual(before);
  });

  it.each(['pay_2_1', 'pay_1_2'])(
    'a webhook about a capture comes again for an unknown attempt: %s',
    async (reference) => {
      const { tell } = await aPendingCapture();
      expect(await tell([capture({ subject: { reference } })])).toMatchObject({ status: 404 });
    },
  );

  it('a webhook that charges a failed capture raises an alarm', async () => {
    const { tell, world } = await aPendingCapture();
    await tell([capture({ status: 'failed' })]);
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    const alarms = world.dependencies.logged.filter((line) => line === 'metric ConflictingOutcome');
    expect(alarms).toHaveLength(1);
  });
});

describe('a webhook of a processor that no sync can ask', () => {
  /** A shop whose processor has no status call, like Adyen. */
  const aShopWithoutSync = (syncRefund?: Connector['syncRefund']) =>
    aShop({}, { isVerificationRequired: true }, (name) => {
      const connector = plainProcessor()(name);
      const sync = connector && { ...connector.sync, canAsk: () => false };
      return (
        connector &&
        Object.defineProperties(Object.create(connector), {
          sync: { value: sync },
          syncRefund: { value: syncRefund },
        })
      );
    });

  const refused = (change: 'void' | 'increment'): WebhookContent => ({
    kind: 'payment',
    subject: { reference: 'pay_1_1' },
    outcome: { result: 'authorized' },
    failed: { change, code: 'TOO_LATE', message: 'It is too late.' },
  });

  it.each([
    ['declined', 'failed'],
    ['expired', 'expired'],
  ] as const)(
    'a webhook of a processor without sync decides a pending payment: %s',
    async (result, status) => {
      const { pay, tell, payment } = await aShopWithoutSync();
      await pay('pay_1');
      const content = { kind: 'payment', subject: { reference: 'pay_1_1' } } as const;
      const outcome = { result, ...(result === 'declined' && { code: '05', message: 'No' }) };
      expect(await tell([{ ...content, outcome }])).toMatchObject({ status: 200 });
      expect(payment('pay_1')).toMatchObject({ status });
      expect(payment('pay_1')).not.toHaveProperty('pendingSync');
    },
  );

  it('a webhook of a processor without sync ends a void that the processor had received and then refused', async () => {
    const { pay, tell, payment, world } = await aShopWithoutSync();
    await pay('pay_1', { capture_method: 'manual', ...byCard() });
    const { payments } = world.services;
    const authorized = await payments.get(merchantId, 'pay_1');
    const { now } = world.dependencies.clock;
    await payments.settleOrThrow(authorized, (one) => startVoid(one, undefined, now));
    expect(await tell([refused('increment')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'processing' });
    expect(await tell([refused('void')])).toMatchObject({ status: 200 });
    const after = payment('pay_1');
    expect(after).toMatchObject({
      status: 'failed',
      attempt: { status: 'void_failed', error: { code: 'TOO_LATE' } },
    });
    expect(await tell([refused('void')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toEqual(after);
    expect(world.dependencies.logged).not.toContain('metric ConflictingOutcome');
  });

  it('a webhook of a processor without sync ends an increment that the processor had received and then refused', async () => {
    const { pay, tell, payment, world } = await aShopWithoutSync();
    await pay('pay_1', { capture_method: 'manual', ...byCard() });
    const { payments } = world.services;
    const authorized = await payments.get(merchantId, 'pay_1');
    const { now } = world.dependencies.clock;
    const totalMinor = authorized.attempt.amountMinor + 100;
    await payments.settleOrThrow(
      authorized,
      (one) => startIncrement(one, { totalMinor }, now).payment,
    );
    expect(await tell([refused('increment')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({
      status: 'requires_capture',
      amountCapturableMinor: authorized.amountCapturableMinor,
      increments: [{ status: 'failure', error: { code: 'TOO_LATE' } }],
    });
  });

  it('a webhook of a processor without sync fails a refund, whose amount can then be refunded again', async () => {
    const { pay, tell, items, payment, answered, merchant } = await aShopWithoutSync();
    await pay('pay_1', byCard('4000000000007726'));
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await answered('refunds.create', { key: merchant.key, body });
    const before = Number(payment('pay_1')?.refundableMinor);
    const outcome = { result: 'declined', code: 'NO', message: 'No' } as const;
    const content = { kind: 'refund', subject: { reference: 'ref_1' }, outcome } as const;
    expect(await tell([content])).toMatchObject({ status: 200 });
    expect(items('REFUND#')).toMatchObject([{ status: 'failed', error: { code: 'NO' } }]);
    expect(payment('pay_1')).toMatchObject({ refundableMinor: before + 600 });
  });

  it('a webhook of a processor without sync fails a succeeded refund, whose amount is returned once', async () => {
    const { pay, tell, items, payment, answered, merchant } = await aShopWithoutSync();
    await pay('pay_1', byCard());
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await answered('refunds.create', { key: merchant.key, body });
    expect(items('REFUND#')).toMatchObject([{ status: 'succeeded' }]);
    expect(payment('pay_1')).toMatchObject({ refundableMinor: 5_940 });
    const outcome = { result: 'declined', code: 'NO', message: 'No' } as const;
    const content = { kind: 'refund', subject: { reference: 'ref_1' }, outcome } as const;
    for (let time = 0; time < 2; time += 1) {
      expect(await tell([content])).toMatchObject({ status: 200 });
      expect(items('REFUND#')).toMatchObject([{ status: 'failed', error: { code: 'NO' } }]);
      expect(payment('pay_1')).toMatchObject({ refundableMinor: 6_540 });
    }
  });

  it('a webhook of a processor without refund syncs fails a refund, though the processor syncs others', async () => {
    const { pay, tell, items, answered, merchant } = await aShopWithoutSync({
      canAsk: () => false,
      request: () => {
        throw new Error('It cannot be asked.');
      },
      outcome: () => ({ result: 'not_found' }),
    });
    await pay('pay_1', byCard('4000000000007726'));
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await answered('refunds.create', { key: merchant.key, body });
    const outcome = { result: 'declined', code: 'NO', message: 'No' } as const;
    const content = { kind: 'refund', subject: { reference: 'ref_1' }, outcome } as const;
    expect(await tell([content])).toMatchObject({ status: 200 });
    expect(items('REFUND#')).toMatchObject([{ status: 'failed', error: { code: 'NO' } }]);
  });

  it('a webhook of a processor without sync changes nothing where no such change is pending', async () => {
    const { pay, tell, payment } = await aShopWithoutSync();
    await pay('pay_1');
    const before = payment('pay_1');
    expect(await tell([refused('void'), refused('increment')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toEqual(before);
  });
});

describe('a webhook that has only the id of the processor', () => {
  const chargedById = (connectorId: string): WebhookContent => ({
    kind: 'payment',
    subject: { connectorId },
    outcome: { result: 'captured' },
  });

  it("a webhook with only the processor's id reaches the payment", async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    await indexed(shop, 'pay_1', 'ch_1');
    expect(await shop.tell([chargedById('ch_1')])).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'succeeded' });
  });

  it("a webhook with only the processor's id reaches the dispute of the payment", async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    await indexed(shop, 'pay_1', 'ch_1');
    const dispute: WebhookContent = {
      kind: 'dispute',
      subject: { connectorId: 'ch_1' },
      dispute: openedDispute,
    };
    expect(await shop.tell([dispute])).toMatchObject({ status: 200 });
    expect(shop.items('DISPUTE#')).toMatchObject([{ connectorDisputeId: 'du_1' }]);
  });

  it("a webhook with only the processor's id reaches an earlier attempt, where a late charge raises an alarm", async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    await indexed(shop, 'pay_1', 'ch_1');
    const { payments } = shop.world.services;
    const payment = await payments.get(merchantId, 'pay_1');
    await payments.keepEarlier(payment, { attempts: [payment.attempt] });
    await payments.settleOrThrow(payment, ({ attempt, ...current }) => ({
      ...current,
      attempt: { ...attempt, id: 'pay_1_2', connectorTransactionId: 'ch_2' },
    }));
    expect(await shop.tell([chargedById('ch_1')])).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'requires_customer_action' });
    expect(shop.world.dependencies.logged).toContain('metric ConflictingOutcome');
  });

  it("a webhook with only the processor's id reaches a refund by the id of the refund", async () => {
    const shop = await aShop();
    const { world, merchant, pay, answered, tell, items } = shop;
    await pay('pay_1', byCard('4000000000007726'));
    await indexed(shop, 'pay_1', 'ch_1');
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await answered('refunds.create', { key: merchant.key, body });
    const refund = await world.services.refunds.get(merchantId, 'ref_1');
    await world.services.refunds.save({ ...refund, connectorRefundId: 're_1' });
    const succeeded: WebhookContent = {
      kind: 'refund',
      subject: { connectorId: 're_1' },
      outcome: { result: 'succeeded' },
    };
    expect(await tell([succeeded])).toMatchObject({ status: 200 });
    expect(items('REFUND#')).toMatchObject([{ id: 'ref_1', status: 'succeeded' }]);
  });

  it('a webhook with an id that we do not know yet is acknowledged and changes nothing: a sync finds ours out', async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    const before = shop.world.port.items();
    for (const id of ['ch_1', 'pay_1_1', '', '#']) {
      expect(await shop.tell([chargedById(id)])).toMatchObject({ status: 200 });
      expect(shop.world.port.items()).toEqual(before);
    }
    await indexed(shop, 'pay_1', 'ch_1');
    expect(await shop.tell([chargedById('ch_1')])).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'succeeded' });
  });

  it("a webhook with only the processor's id comes again about a dispute with an unknown id, because no sync finds a dispute", async () => {
    const shop = await aShop();
    const subject = { connectorId: 'ch_1' };
    const answer = await shop.tell([{ kind: 'dispute', subject, dispute: openedDispute }]);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'WE_04' } } });
  });

  it.each<[string, WebhookContent['kind']]>([
    ['a refund', 'refund'],
    ['a mandate', 'mandate'],
  ])(
    "a webhook with only the processor's id reaches nothing of another kind: %s",
    async (_, kind) => {
      const shop = await aShop();
      await shop.pay('pay_1');
      await indexed(shop, 'pay_1', 'ch_1');
      const subject = { connectorId: 'ch_1' };
      const content =
        kind === 'refund'
          ? ({ kind, subject, outcome: { result: 'succeeded' } } as const)
          : ({ kind: 'mandate', subject, status: 'revoked' } as const);
      const before = shop.world.port.items();
      expect(await shop.tell([content])).toMatchObject({ status: kind === 'refund' ? 200 : 404 });
      expect(shop.world.port.items()).toEqual(before);
    },
  );

  it("a webhook with only the processor's id does not reach the payment of another account with the same id", async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    await indexed(shop, 'pay_1', 'ch_1');
    const { payments } = shop.world.services;
    await payments.settleOrThrow(await payments.get(merchantId, 'pay_1'), (current) => ({
      ...current,
      attempt: { ...current.attempt, connectorAccountId: 'mca_another' },
    }));
    expect(await shop.tell([chargedById('ch_1')])).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'requires_customer_action' });
  });

  it("a processor's id is indexed where webhooks may have no reference", async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    const { configurations, payments } = shop.world.services;
    const { connectorAccounts } = await configurations.read(merchantId);
    const [account] = connectorAccounts;
    if (!account) throw new Error('The shop has no connector account.');
    const connector = chosenConnector({ ...account, connectorName: 'authorizedotnet' });
    const payment = await payments.get(merchantId, 'pay_1');
    await payments.keepEarlier(payment, { attempts: [payment.attempt] });
    const { now } = shop.world.dependencies.clock;
    const started = await payments.save(startNextAttempt(payment, connector, now));
    expect(shop.payment('pay_1')).not.toHaveProperty('listPk');
    await payments.settle(started, (current) =>
      applyOutcome(
        current,
        {
          attemptId: 'pay_1_2',
          outcome: { result: 'authorized', connectorTransactionId: '60123456789' },
        },
        now,
      ),
    );
    expect(shop.payment('pay_1')).toMatchObject({
      listPk: `MERCHANT#${merchantId}#CONNECTOR_ID#${account.id}#60123456789`,
      listSk: 'PAYMENT#pay_1_2',
    });
  });

  it("a processor's id is not indexed where the processor repeats our reference", async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    expect(shop.payment('pay_1')).toMatchObject({
      attempt: { connectorTransactionId: expect.any(String) },
    });
    expect(shop.payment('pay_1')).not.toHaveProperty('listPk');
  });
});

describe('a webhook about a mandate', () => {
  /** A mandate that a customer gave, and its id at the processor. */
  async function aMandate() {
    const shop = await aShop();
    const { mandate_id } = await shop.pay('pay_1', {
      ...byCard(),
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: { acceptance_type: 'offline' },
        mandate_type: { multi_use: { amount: 10_000, currency: 'USD' } },
      },
    });
    const { mandates } = shop.world.services;
    const given = await mandates.get(merchantId, mandate_id);
    const { connectorMandateId = '' } = given;
    await mandates.change(given, (current) => ({ ...current, isFoundByConnectorId: true }));
    const tell = (status: 'active' | 'revoked', connectorId = connectorMandateId) =>
      shop.tell([{ kind: 'mandate', subject: { connectorId }, status }]);
    return { ...shop, tell, mandate: () => mandates.get(merchantId, mandate_id) };
  }

  it('a webhook about a mandate revokes it once, sends one event, and no payment method charges by it', async () => {
    const { tell, mandate, items } = await aMandate();
    const accounts = () => Object(items('PAYMENT_METHOD')[0]).connectorMandates;
    expect(Object.keys(accounts() ?? {})).toHaveLength(1);
    expect(await tell('revoked')).toMatchObject({ status: 200 });
    const after = await mandate();
    expect(after).toMatchObject({ status: 'revoked' });
    expect(after.transitions.map(({ type }) => type)).toEqual([
      'mandate_active',
      'mandate_revoked',
    ]);
    expect(Object.keys(accounts() ?? {})).toHaveLength(0);
    expect(await tell('revoked')).toMatchObject({ status: 200 });
    expect(await mandate()).toEqual(after);
  });

  it('a webhook about a revoked mandate does not activate it again', async () => {
    const { tell, mandate } = await aMandate();
    await tell('revoked');
    expect(await tell('active')).toMatchObject({ status: 200 });
    expect(await mandate()).toMatchObject({ status: 'revoked' });
  });

  it('a webhook about a mandate changes nothing of one that is active, or will be', async () => {
    const { tell, mandate } = await aMandate();
    const before = await mandate();
    expect(await tell('active')).toMatchObject({ status: 200 });
    expect(await tell('active', 'of a mandate that comes')).toMatchObject({ status: 200 });
    expect(await mandate()).toEqual(before);
  });

  it('a webhook that revokes an unknown mandate is refused so that it comes again', async () => {
    const { tell } = await aMandate();
    expect(await tell('revoked', 'unknown')).toMatchObject({ status: 404 });
  });
});

describe("Adyen's webhook about a token", () => {
  const keys = [
    '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    'AB'.repeat(32),
  ];

  /** A saved card whose processor sends Adyen's webhooks, with or without a mandate of ours. */
  async function aSavedCard(body: object = {}) {
    const { webhooks } = connectorNamed('adyen') ?? {};
    const shop = await aShop({}, undefined, plainProcessor(webhooks));
    await shop.changeSecret(keys[0] ?? '');
    const { mandate_id, payment_method_id } = await shop.pay('pay_1', {
      ...byCard(),
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      ...body,
    });
    const { paymentMethods } = shop.world.services;
    const saved = await paymentMethods.get(merchantId, payment_method_id);
    const token = saved.connectorMandates?.[shop.accountId]?.connectorMandateId;
    const tell = (type: string, storedPaymentMethodId = token, shopperReference = 'cus_1') => {
      const data = {
        merchantAccount: 'Shop',
        storedPaymentMethodId,
        type: 'visa',
        shopperReference,
      };
      const { now } = shop.world.dependencies.clock;
      const createdAt = new Date(now.getTime() - 60 * 60_000).toISOString();
      const text = JSON.stringify({
        createdAt,
        eventId: 'P1',
        environment: 'test',
        data,
        type: `recurring.token.${type}`,
      });
      const hmac = createHmac('sha256', Buffer.from(keys[0] ?? '', 'hex')).update(text);
      return shop.served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector: shop.accountId },
        headers: { hmacsignature: hmac.digest('base64') },
        text,
      });
    };
    const charge = (recurring_details: object) =>
      shop.world.ask('payments.create', {
        key: shop.merchant.key,
        body: {
          amount: 1_000,
          currency: 'USD',
          confirm: true,
          customer_id: 'cus_1',
          off_session: true,
          recurring_details,
        },
      });
    const tokenLeft = async () =>
      (await paymentMethods.get(merchantId, payment_method_id)).connectorMandates?.[shop.accountId];
    return { ...shop, mandate_id, payment_method_id, token, tell, charge, tokenLeft };
  }

  const mandate_data = {
    customer_acceptance: { acceptance_type: 'offline' },
    mandate_type: { multi_use: { amount: 10_000, currency: 'USD' } },
  };

  it('a token that Adyen disabled revokes its mandate, which is charged no more', async () => {
    const { tell, charge, tokenLeft, mandate_id, world } = await aSavedCard({ mandate_data });
    const details = { type: 'mandate_id', data: mandate_id };
    expect(await charge(details)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await tell('disabled')).toMatchObject({ status: 200 });
    const mandate = await world.services.mandates.get(merchantId, mandate_id);
    expect(mandate).toMatchObject({ status: 'revoked' });
    expect(await tokenLeft()).toBeUndefined();
    expect(await charge(details)).toMatchObject({ status: 400 });
  });

  it('a token that Adyen disabled leaves a card that was saved without a mandate', async () => {
    const { tell, tokenLeft, token } = await aSavedCard({
      customer_acceptance: { acceptance_type: 'offline' },
    });
    expect(token).toBeDefined();
    expect(await tell('disabled', 'of another system')).toMatchObject({ status: 200 });
    expect(await tell('disabled', token, 'cus_of_another_system')).toMatchObject({ status: 200 });
    for (const type of ['created', 'alreadyExisting', 'updated']) {
      expect(await tell(type)).toMatchObject({ status: 200 });
    }
    expect(await tokenLeft()).toMatchObject({ connectorMandateId: token });
    expect(await tell('disabled')).toMatchObject({ status: 200 });
    expect(await tokenLeft()).toBeUndefined();
  });
});

describe('a webhook that cannot be verified', () => {
  const unknownSecret = 'whsec_of_another';

  it('a webhook without a valid signature makes the switch sync the payment instead', async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    expect(await shop.tell([charged('pay_1_1')], unknownSecret)).toMatchObject({ status: 200 });
    const now = shop.world.dependencies.clock.now.toISOString();
    expect(shop.payment('pay_1')).toMatchObject({
      status: 'requires_customer_action',
      pendingSync: { nextAt: now },
      unverifiedWebhookAt: now,
    });
  });

  it('a webhook without a valid signature syncs with the processor at most once a minute, however many come', async () => {
    const shop = await aShop();
    const { world, payment, tell } = shop;
    await shop.pay('pay_1');
    const { payments } = world.services;
    const { clock } = world.dependencies;
    const dueNow = () => Object(payment('pay_1')).pendingSync.nextAt === clock.now.toISOString();
    /** Acts as the sync job: the processor has decided nothing, and is asked again in 5 minutes. */
    const sync = async () => {
      const current = await payments.get(merchantId, 'pay_1');
      const nextAt = new Date(clock.now.getTime() + 300_000).toISOString();
      const pendingSync = { since: nextAt, checks: 1, nextAt };
      await payments.save({ ...current, pendingSync });
    };
    const due: boolean[] = [];
    for (const seconds of [0, 1, 30, 28, 1, 59, 1]) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
      await Promise.all([1, 2, 3].map(() => tell([charged('pay_1_1')], unknownSecret)));
      due.push(dueNow());
      await sync();
    }
    expect(due).toEqual([true, false, false, false, true, false, true]);
  });

  it.each<[string, WebhookContent]>([
    ['a payment that does not exist', charged('pay_9_1')],
    ['a payment whose attempt does not exist', charged('pay_1_9')],
    ['a reference that is none of ours', charged('pay_1#_1')],
    [
      'an id that the processor never gave',
      { kind: 'payment', subject: { connectorId: 'ch_9' }, outcome: { result: 'captured' } },
    ],
    [
      'a refund that does not exist',
      { kind: 'refund', subject: { reference: 'ref_9' }, outcome: { result: 'succeeded' } },
    ],
    [
      'a payout that does not exist',
      { kind: 'payout', subject: { reference: 'po_9_1' }, outcome: { result: 'paid' } },
    ],
    ['nothing', { kind: 'nothing' }],
  ])(
    'a webhook without a valid signature is answered as if the object existed, about %s',
    async (_, content) => {
      const shop = await aShop();
      await shop.pay('pay_1');
      const known = await shop.tell([charged('pay_1_1')], unknownSecret);
      const before = shop.world.port.items();
      const unknown = await shop.tell([content], unknownSecret);
      expect(unknown).toMatchObject({ status: known.status, text: known.text });
      expect(shop.world.port.items()).toEqual(before);
    },
  );

  it("a webhook without a valid signature changes nothing of another account's payment", async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    const { payments } = shop.world.services;
    const saved = await payments.settleOrThrow(await payments.get(merchantId, 'pay_1'), (one) => ({
      ...one,
      attempt: { ...one.attempt, connectorAccountId: 'mca_another' },
    }));
    expect(await shop.tell([charged('pay_1_1')], unknownSecret)).toMatchObject({ status: 200 });
    expect(await payments.get(merchantId, 'pay_1')).toEqual(saved);
  });

  it('a webhook without a valid signature changes nothing of a final payment', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    const before = shop.payment('pay_1');
    expect(await shop.tell([charged('pay_1_1')], unknownSecret)).toMatchObject({ status: 200 });
    expect(shop.payment('pay_1')).toEqual(before);
  });

  it('a webhook without a signature above 32 KiB is refused before it is parsed', async () => {
    const parse = () => {
      throw new Error('It was parsed.');
    };
    const { served, accountId } = await aShop({ parse });
    const answer = await served.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchantId, connector: accountId },
      text: 'x'.repeat(32_769),
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
    expect(answer.text).toContain('is larger than allowed (limit: 32768 bytes)');
  });

  it('a webhook without a valid signature syncs a pending refund', async () => {
    const shop = await aShop();
    const { merchant, items, tell } = shop;
    await shop.pay('pay_1', byCard('4000000000007726'));
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await shop.answered('refunds.create', { key: merchant.key, body });
    const content: WebhookContent = {
      kind: 'refund',
      subject: { reference: 'ref_1' },
      outcome: { result: 'succeeded' },
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await tell([content], unknownSecret)).toMatchObject({ status: 200 });
    }
    const now = shop.world.dependencies.clock.now.toISOString();
    expect(items('REFUND#')).toMatchObject([
      { status: 'pending', pendingSync: { nextAt: now }, version: 3 },
    ]);
  });

  it('a webhook that says that a succeeded refund failed has it synced', async () => {
    const shop = await aShop();
    await shop.pay('pay_1', byCard());
    const body = { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 };
    await shop.answered('refunds.create', { key: shop.merchant.key, body });
    const says = (result: 'succeeded' | 'declined'): WebhookContent => ({
      kind: 'refund',
      subject: { reference: 'ref_1' },
      outcome: { result },
    });
    const [before] = shop.items('REFUND#');
    await shop.tell([says('succeeded')], unknownSecret);
    expect(shop.items('REFUND#')).toEqual([before]);
    for (let time = 0; time < 3; time += 1) await shop.tell([says('declined')], unknownSecret);
    const now = shop.world.dependencies.clock.now.toISOString();
    expect(shop.items('REFUND#')).toMatchObject([
      { status: 'succeeded', pendingSync: { nextAt: now }, version: Number(before?.version) + 1 },
    ]);
  });

  it.each<[string, WebhookContent]>([
    [
      'a dispute',
      {
        kind: 'dispute',
        subject: { reference: 'pay_1_1' },
        dispute: openedDispute,
      },
    ],
    ['a mandate', { kind: 'mandate', subject: { connectorId: 'mandate_1' }, status: 'revoked' }],
  ])(
    'a webhook without a valid signature is refused about %s, which no sync can find',
    async (_, content) => {
      const shop = await aShop();
      await shop.pay('pay_1', byCard());
      const before = shop.world.port.items();
      const answer = await shop.tell([content], unknownSecret);
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'WE_01' } } });
      expect(shop.world.port.items()).toEqual(before);
    },
  );

  it('a webhook whose signature check throws counts as unsigned', async () => {
    const throws = () => {
      throw new Error('A name has wrong brackets.');
    };
    for (const [isVerificationRequired, status] of [
      [true, 401],
      [false, 200],
    ] as const) {
      const shop = await aShop({ verifySignature: throws }, { isVerificationRequired });
      await shop.pay('pay_1');
      const before = shop.payment('pay_1');
      expect(await shop.tell([charged('pay_1_1')])).toMatchObject({ status });
      const after = shop.payment('pay_1');
      expect(after?.status).toBe(before?.status);
      expect(shop.world.dependencies.logged.join()).not.toContain('request failed');
    }
  });

  it('a webhook without a signature is refused when the processor always signs, and no processor is asked', async () => {
    const shop = await aShop({}, { isVerificationRequired: true });
    await shop.pay('pay_1');
    const before = shop.payment('pay_1');
    const answer = await shop.tell([charged('pay_1_1')], unknownSecret);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'WE_01' } } });
    expect(shop.payment('pay_1')).toEqual(before);
  });

  it('a webhook for an account without a webhook secret always counts as unsigned', async () => {
    const shop = await aShop();
    const { body } = await shop.world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id: merchantId },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe_test',
        connector_label: 'without a secret',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'another key' },
      },
    });
    await shop.pay('pay_1');
    const { payments } = shop.world.services;
    await payments.settleOrThrow(await payments.get(merchantId, 'pay_1'), (one) => ({
      ...one,
      attempt: { ...one.attempt, connectorAccountId: body.merchant_connector_id },
    }));
    shop.later(10);
    expect(await shop.tell([charged('pay_1_1')], '', body.merchant_connector_id)).toMatchObject({
      status: 200,
    });
    expect(shop.payment('pay_1')).toMatchObject({
      status: 'requires_customer_action',
      pendingSync: { nextAt: shop.world.dependencies.clock.now.toISOString() },
    });
  });
});

describe('a webhook that only its processor can verify', () => {
  const asking = {
    verifyByAsking: {
      request: ({ body }: IncomingWebhook) => ({
        method: 'POST',
        url: `${sandboxUrl}/verify`,
        headers: {},
        body,
      }),
      outcome: ({ body }: { readonly body: string }) => JSON.parse(body),
    },
  } satisfies Partial<WebhookParser>;

  /** A shop whose processor answers this about its webhooks. */
  async function aShopThatAsks(answer: string, status = 200) {
    const shop = await aShop(asking);
    await shop.pay('pay_1');
    const asked: string[] = [];
    shop.world.dependencies.send = async ({ url }) => {
      asked.push(url);
      const body = withSentReferences(answer, shop.world.port.items());
      return { kind: 'answered', response: { status, headers: {}, body } };
    };
    return { ...shop, asked };
  }

  it('a webhook that only its processor can verify is applied when the processor confirms it', async () => {
    const { tell, payment, asked } = await aShopThatAsks('{"result":"verified"}');
    expect(await tell([charged('pay_1_1')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'succeeded' });
    expect(asked).toEqual([`${sandboxUrl}/verify`]);
  });

  it("a webhook that only its processor can verify is replaced by the processor's own answer", async () => {
    const told = JSON.stringify({ result: 'verified', contents: [charged('pay_1_1')] });
    const { tell, payment } = await aShopThatAsks(told);
    expect(await tell([charged('pay_2_1')])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['it is not', '{"result":"forged"}', 200],
    ['nothing that can be read', '<html>', 200],
    ['that it is out of order', '{"result":"verified"}', 500],
  ])(
    'a webhook that only its processor can verify is not applied when the processor answers %s: the payment is synced',
    async (_, answer, status) => {
      const { tell, payment, world } = await aShopThatAsks(answer, status);
      expect(await tell([charged('pay_1_1')])).toMatchObject({ status: 200 });
      expect(payment('pay_1')).toMatchObject({
        status: 'requires_customer_action',
        pendingSync: { nextAt: world.dependencies.clock.now.toISOString() },
      });
    },
  );

  it('a webhook that only its processor can verify is refused about a mandate when the processor does not answer', async () => {
    const { tell } = await aShopThatAsks('', 503);
    const revoked = {
      kind: 'mandate',
      subject: { connectorId: 'm_1' },
      status: 'revoked',
    } as const;
    expect(await tell([revoked])).toMatchObject({
      status: 401,
      body: { error: { code: 'WE_01' } },
    });
  });

  const unknown = (id: string): WebhookContent => ({
    kind: 'payment',
    subject: { connectorId: id },
    outcome: { result: 'captured' },
  });

  it('a processor gets five requests in a second at most because of strangers, whose other webhooks are to come again', async () => {
    const { tellAsIs, asked, later } = await aShopThatAsks('{"result":"forged"}');
    const answers = [];
    for (let one = 0; one < 60; one += 1) answers.push(await tellAsIs([unknown(`tr_${one}`)]));
    expect(asked).toHaveLength(5);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(55).fill(429),
    ]);
    expect(answers.at(-1)).toMatchObject({ headers: { 'retry-after': '1' } });
    later(1);
    expect((await tellAsIs([unknown('tr_60')])).status).toBe(200);
    expect(asked).toHaveLength(6);
  });

  it('a processor gets 300 requests in an hour at most because of strangers', async () => {
    const { tellAsIs, asked, later } = await aShopThatAsks('{"result":"forged"}');
    for (let one = 0; one < 320; one += 1) {
      if (one % 5 === 0) later(1);
      await tellAsIs([unknown(`tr_${one}`)]);
    }
    expect(asked).toHaveLength(300);
    later(3_600);
    await tellAsIs([unknown('tr_320')]);
    expect(asked).toHaveLength(301);
  });

  it('a text that a processor has refused causes no second request for ten minutes', async () => {
    const { tellAsIs, asked, later } = await aShopThatAsks('{"result":"forged"}');
    for (let one = 0; one < 60; one += 1) {
      expect((await tellAsIs([unknown('tr_1')])).status).toBe(200);
    }
    expect(asked).toHaveLength(1);
    later(601);
    await tellAsIs([unknown('tr_1')]);
    expect(asked).toHaveLength(2);
  });

  it('a processor is asked about one object of ours five times a minute, and then the object is synced', async () => {
    const { tell, tellAsIs, asked, payment } = await aShopThatAsks('{"result":"forged"}');
    for (let one = 0; one < 60; one += 1) {
      expect((await tell([charged('pay_1_1'), unknown(`tr_${one}`)])).status).toBe(200);
    }
    expect(asked).toHaveLength(5);
    expect(payment('pay_1')).toMatchObject({ pendingSync: { checks: 0 } });
    // The budget for unknown objects is untouched.
    expect((await tellAsIs([unknown('tr_60')])).status).toBe(200);
    expect(asked).toHaveLength(6);
  });

  it('a webhook that only its processor can verify is refused without a query when it cannot be read', async () => {
    const { world, served, accountId, asked } = await aShopThatAsks('{"result":"verified"}');
    const answer = await served.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchantId, connector: accountId },
      text: '<html>',
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'WE_02' } } });
    expect(asked).toEqual([]);
    expect(world.dependencies.logged.join('\n')).not.toContain('html');
  });
});

describe('the secret with which webhooks are signed', () => {
  const required = { isVerificationRequired: true };

  it('a webhook secret is valid for a day after the merchant has changed it', async () => {
    const shop = await aShop({}, required);
    await shop.changeSecret('whsec_second');
    await shop.pay('pay_1');
    await shop.pay('pay_2');
    await shop.pay('pay_3');
    expect(await shop.tell([charged('pay_1_1')], 'whsec_second')).toMatchObject({ status: 200 });
    shop.later(23 * 3_600);
    expect(await shop.tell([charged('pay_2_1')], secret)).toMatchObject({ status: 200 });
    shop.later(3_600);
    expect(await shop.tell([charged('pay_3_1')], secret)).toMatchObject({ status: 401 });
    expect(await shop.tell([charged('pay_3_1')], 'whsec_second')).toMatchObject({ status: 200 });
  });

  it('a webhook secret is refused as soon as it is the last but one', async () => {
    const shop = await aShop({}, required);
    await shop.changeSecret('whsec_second');
    await shop.changeSecret('whsec_third');
    await shop.pay('pay_1');
    const before = shop.payment('pay_1');
    expect(await shop.tell([charged('pay_1_1')], secret)).toMatchObject({
      status: 401,
      body: { error: { code: 'WE_01' } },
    });
    expect(shop.payment('pay_1')).toEqual(before);
    expect(await shop.tell([charged('pay_1_1')], 'whsec_second')).toMatchObject({ status: 200 });
  });

  it('a webhook secret stays the only one when an update repeats it', async () => {
    const shop = await aShop({}, required);
    await shop.changeSecret('whsec_second');
    shop.later(20 * 3_600);
    await shop.changeSecret('whsec_second');
    shop.later(4 * 3_600);
    await shop.pay('pay_1');
    expect(await shop.tell([charged('pay_1_1')], secret)).toMatchObject({ status: 401 });
  });

  it('a webhook secret is stored sealed, the replaced one as well', async () => {
    const shop = await aShop();
    await shop.changeSecret('whsec_second');
    const stored = JSON.stringify(shop.world.port.items());
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('whsec_second');
    expect(shop.world.dependencies.logged.join('\n')).not.toContain('whsec');
  });
});

describe('a webhook for an account that was deleted', () => {
  it('a webhook for a deleted account is refused as for an unknown one, and changes nothing', async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    await shop.answered('connector-accounts.delete', {
      key: adminKey,
      params: { account_id: merchantId, merchant_connector_id: shop.accountId },
    });
    shop.later(10);
    const before = shop.payment('pay_1');
    for (const connector of [shop.accountId, 'stripe_test']) {
      expect(await shop.tell([charged('pay_1_1')], secret, connector)).toMatchObject({
        status: 404,
        body: { error: { code: 'HE_02' } },
      });
    }
    expect(shop.payment('pay_1')).toEqual(before);
  });
});

describe('a processor that sends no webhooks', () => {
  it('a processor without webhooks gets any request acknowledged, and nothing changes', async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    const silent = container(shop.world.port, {
      ...shop.world.dependencies,
      connectorNamed: () => undefined,
    });
    const answer = await silent.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchantId, connector: shop.accountId },
      ...plainWebhook([charged('pay_1_1')], secret),
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'requires_customer_action' });
  });
});
