import { webhooks } from '#connectors/stripe/webhooks.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { settlingMs, shownSettlingMs } from '#sandbox/ledger.ts';
import { stripeCards } from '#sandbox/stripe/test-cards.ts';
import { bareOrder } from '../../../support/processors/an-exchange.ts';
import { aCharge, account, connected, referenceTo } from './connected.ts';

/** The customer's consent to later charges, or to a debit. */
const customerAcceptance = {
  type: 'online',
  ipAddress: '203.0.113.9',
  userAgent: 'Mozilla/5.0',
} as const;

const currencyOf: Readonly<Record<string, string>> = {
  'bank_debit ach': 'USD',
  'bank_transfer ach': 'USD',
};

describe('the connector stripe at the sandbox', () => {
  it('the Stripe connector at the sandbox charges, syncs, refunds, and finds the refund', async () => {
    const { charge, connectors, books } = connected();
    const paid = await charge('4242424242424242');
    expect(paid).toMatchObject({ result: 'captured', capturedMinor: 6_540 });
    const payment = referenceTo(paid);
    expect(await connectors.sync(account, payment)).toMatchObject({ result: 'captured' });
    const refund = {
      reference: 'ref_1',
      amountMinor: 600,
      connectorName: 'stripe',
      currency: 'USD',
      payment,
    };
    expect(await connectors.refund(account, refund)).toMatchObject({ result: 'succeeded' });
    expect(await connectors.refund(account, refund)).toMatchObject({ result: 'succeeded' });
    expect(await connectors.syncRefund(account, refund)).toMatchObject({ result: 'succeeded' });
    expect(await books()).toMatchObject({ chargedTimes: 1, refundedMinor: 600 });
  });

  it('the Stripe connector at the sandbox captures and refunds although a merchant gave another payment and a refund the same id', async () => {
    const { charge, connectors, ledger } = connected();
    const reserved = await charge('4242424242424242', { captureMethod: 'manual' });
    const payment = referenceTo(reserved, { captureMethod: 'manual' });
    // The first attempt of a payment pay_1_1, and the first capture of the first attempt of pay_1.
    await charge('4242424242424242', { reference: 'pay_1_1_1' });
    const part = { captureReference: 'pay_1_1_1', captureMinor: 6_540, captureNumber: 1 };
    const capture = { ...payment, ...part, isFinal: true };
    expect(await connectors.capture(account, capture)).toMatchObject({ result: 'captured' });
    const given = { amountMinor: 600, connectorName: 'stripe', currency: 'USD', payment };
    for (const reference of ['pay_1_1', 'pay_1_1_1']) {
      const refund = { ...given, reference };
      expect(await connectors.refund(account, refund)).toMatchObject({ result: 'succeeded' });
    }
    expect(await ledger()).toMatchObject([
      { capturedMinor: 6_540, refundedMinor: 1_200 },
      { capturedMinor: 6_540, refundedMinor: 0 },
    ]);
  });

  it.each([
    ['UGX', 65_400, 6_000],
    ['ISK', 654_000, 60_000],
    ['KWD', 65_400, 6_000],
    ['JPY', 6_540, 600],
    ['HUF', 65_401, 601],
  ])(
    'the Stripe connector at the sandbox charges and refunds the same amount of %s as the sandbox',
    async (currency, ...minor) => {
      const [amountMinor, refundMinor] = minor;
      const { charge, connectors, books } = connected();
      const paid = await charge('4242424242424242', { currency, amountMinor });
      expect(paid).toMatchObject({ result: 'captured', capturedMinor: amountMinor, currency });
      const payment = referenceTo(paid, { currency, amountMinor });
      expect(await connectors.sync(account, payment)).toMatchObject({ amountMinor });
      const refund = {
        reference: 'ref_1',
        amountMinor: refundMinor,
        connectorName: 'stripe',
        currency,
        payment,
      };
      expect(await connectors.refund(account, refund)).toMatchObject({ amountMinor: refundMinor });
      expect(await books()).toMatchObject({
        capturedMinor: amountMinor,
        refundedMinor: refundMinor,
      });
    },
  );

  it("the Stripe connector at the sandbox authorizes, raises, captures a part once, and can't void after it", async () => {
    const { charge, connectors, books } = connected();
    const manual = { captureMethod: 'manual', incrementalAuthorization: true } as const;
    const reserved = await charge('4242424242424242', manual);
    expect(reserved).toMatchObject({ result: 'authorized', incrementAllowed: true });
    const payment = referenceTo(reserved, { captureMethod: 'manual' });
    const increment = { ...payment, incrementReference: 'auth_1', totalMinor: 8_000 };
    await connectors.increment(account, increment);
    const capture = {
      ...payment,
      amountMinor: 8_000,
      captureReference: 'cap_1',
      captureMinor: 5_000,
      captureNumber: 1,
      isFinal: true,
    };
    const both = [
      await connectors.capture(account, capture),
      await connectors.capture(account, capture),
    ];
    expect(both).toMatchObject([{ result: 'captured' }, { result: 'captured' }]);
    expect((await connectors.void(account, payment)).result).not.toBe('voided');
    expect(await books()).toMatchObject({ authorizedMinor: 8_000, capturedMinor: 5_000 });
  });

  // activemerchant/active_merchant remote_stripe_payment_intents_test.rb, test_successful_authorize_with_extended_authorization
  it('the Stripe connector at the sandbox extends an authorization where it is asked to, and reports its end', async () => {
    const manual = { captureMethod: 'manual' } as const;
    const [longer, usual] = [
      await connected().charge('4242424242424242', { ...manual, extendedAuthorization: true }),
      await connected().charge('4242424242424242', manual),
    ].map((outcome) => Object(outcome));
    expect([longer.extended, usual.extended]).toEqual([true, false]);
    expect(longer.captureBefore).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('the Stripe connector at the sandbox voids before a capture', async () => {
    const { charge, connectors, books } = connected();
    const reserved = await charge('4242424242424242', { captureMethod: 'manual' });
    const payment = referenceTo(reserved, { captureMethod: 'manual' });
    expect(await connectors.void(account, payment)).toMatchObject({ result: 'voided' });
    expect((await books()).releasedMinor).toBe(6_540);
  });

  it('the Stripe connector at the sandbox challenges the customer, and finds the payment afterwards', async () => {
    const { charge, connectors, press, books } = connected();
    const asked = await charge('4000000000003063');
    const page = 'redirectUrl' in asked ? String(asked.redirectUrl) : '';
    expect([asked.result, page]).toEqual(['challenged', expect.stringContaining('/challenges/')]);
    await press(page, true);
    expect(await connectors.sync(account, referenceTo(asked))).toMatchObject({
      result: 'captured',
    });
    expect((await books()).chargedTimes).toBe(1);
  });

  it('the Stripe connector at the sandbox stores a card, and charges it in the customer’s absence', async () => {
    const { charge, connectors, ledger } = connected();
    const customer = { id: 'cus_1', name: 'Jane Doe', email: 'jane@shop.example' };
    const stored = await charge('4242424242424242', {
      futureUsage: 'off_session',
      order: { ...bareOrder, customer },
    });
    const { connectorMandateId, connectorCustomerId } = Object(stored);
    expect([connectorMandateId, connectorCustomerId]).toEqual([
      expect.stringMatching(/^pm_/),
      expect.stringMatching(/^cus_/),
    ]);
    const later = await connectors.authorize(
      account,
      aCharge('', {
        reference: 'pay_2_1',
        source: { kind: 'connector_mandate', connectorMandateId },
        order: {
          ...bareOrder,
          initiator: { by: 'merchant', why: 'unscheduled' },
          customer: { ...customer, connectorCustomerId },
        },
      }),
    );
    expect(later).toMatchObject({ result: 'captured' });
    expect(await ledger()).toHaveLength(2);
  });

  it.each([
    ['4111111145551142', 'never answers'],
    ['4988438843884305', 'answers 500'],
    ['4166676667666746', 'answers a page'],
  ])('%s %s: the payment is unknown, is found by our reference, and charged once', async (card) => {
    const { charge, connectors, books } = connected();
    const lost = await charge(card);
    expect(lost.result).toBe('unknown');
    expect(await connectors.sync(account, referenceTo(lost))).toMatchObject({
      result: 'captured',
    });
    expect((await books()).chargedTimes).toBe(1);
  });

  it.each([
    ['without an order reference of the merchant', {}],
    ['with an order reference of the merchant', { merchantReference: 'order 17' }],
    ['with metadata of the merchant of the same name', { metadata: { order_id: 'order 17' } }],
  ])(
    'the Stripe connector at the sandbox finds a payment, its capture and its refund with lost answers, %s',
    async (_, more) => {
      const { charge, connectors, loseNextAnswer, ledger } = connected();
      const manual = { captureMethod: 'manual', order: { ...bareOrder, ...more } } as const;
      await charge('4242424242424242', { ...manual, reference: 'pay_1_10' });
      loseNextAnswer();
      expect((await charge('4242424242424242', manual)).result).toBe('unknown');
      const nothingKnown = referenceTo({ result: 'unknown' }, { captureMethod: 'manual' });
      const found = await connectors.sync(account, nothingKnown);
      expect(found.result).toBe('authorized');

      const payment = referenceTo(found, { captureMethod: 'manual' });
      const part = { captureReference: 'pay_1_1_1', captureMinor: 5_000, captureNumber: 1 };
      loseNextAnswer();
      const capture = await connectors.capture(account, { ...payment, ...part, isFinal: true });
      expect(capture.result).toBe('unknown');
      expect(await connectors.sync(account, payment)).toMatchObject({
        result: 'captured',
        capturedMinor: 5_000,
      });

      const refund = {
        reference: 'ref_1',
        amountMinor: 600,
        connectorName: 'stripe',
        currency: 'USD',
        payment,
      };
      expect((await connectors.refund(account, { ...refund, reference: 'ref_10' })).result).toBe(
        'succeeded',
      );
      loseNextAnswer();
      expect((await connectors.refund(account, refund)).result).toBe('unknown');
      const { connectorRefundId } = Object(await connectors.syncRefund(account, refund));
      expect(connectorRefundId).toMatch(/^re_/);
      const again = await connectors.syncRefund(account, { ...refund, connectorRefundId });
      expect(again).toMatchObject({ result: 'succeeded', amountMinor: 600 });
      expect(await ledger()).toMatchObject([
        { authorizedMinor: 6_540, capturedMinor: 0 },
        { capturedMinor: 5_000, refundedMinor: 1_200 },
      ]);
    },
  );

  it('the Stripe connector at the sandbox does not accept a charge of another amount', async () => {
    const { charge } = connected();
    expect((await charge('4000020000000000')).result).toBe('integrity_mismatch');
  });

  it('the Stripe connector at the sandbox sent nothing when it is throttled, or its key has expired', async () => {
    const { charge, connectors, ledger } = connected();
    const throttled = await charge('4646464646464644');
    const expired = {
      ...account,
      credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_expired1' } as const,
    };
    const refused = await connectors.authorize(expired, aCharge('4242424242424242'));
    expect([throttled.result, refused.result]).toEqual(['not_sent', 'declined']);
    expect(await ledger()).toEqual([]);
  });

  it('the Stripe connector at the sandbox understands the answer to every test card', async () => {
    for (const [number, { behaviour }] of Object.entries(stripeCards)) {
      const { charge } = connected();
      const { result } = await charge(number);
      const isFault = ['never answers', 'answers 500', 'answers a page'].includes(
        behaviour.manner ?? '',
      );
      expect([number, result === 'unknown']).toEqual([number, isFault]);
    }
  });

  it.each([
    ['pay_later', 'affirm', {}, 'redirect'],
    ['pay_later', 'afterpay_clearpay', { billing_email: 'jane@shop.example' }, 'redirect'],
    ['pay_later', 'klarna', { billing_country: 'DE' }, 'redirect'],
    ['bank_redirect', 'bancontact_card', {}, 'redirect'],
    ['bank_redirect', 'eps', { bank_name: 'bank_austria' }, 'redirect'],
    ['bank_redirect', 'giropay', {}, 'redirect'],
    ['bank_redirect', 'ideal', { bank_name: 'ing' }, 'redirect'],
    ['bank_redirect', 'przelewy24', {}, 'redirect'],
    ['bank_redirect', 'sofort', { country: 'DE' }, 'redirect'],
    ['wallet', 'ali_pay', {}, 'redirect'],
    [
      'bank_debit',
      'ach',
      { account_number: '000123456789', routing_number: '110000000' },
      'redirect',
    ],
    ['bank_redirect', 'blik', { blik_code: '777987' }, 'wait_screen_information'],
    ['wallet', 'we_chat_pay', {}, 'qr_code_information'],
    ['wallet', 'cashapp', {}, 'qr_code_information'],
    ['bank_transfer', 'ach', {}, 'display_bank_transfer_information'],
    ['bank_transfer', 'sepa_bank_transfer', {}, 'display_bank_transfer_information'],
    ['bank_transfer', 'multibanco', {}, 'display_bank_transfer_information'],
  ] as const)(
    '%s %s: the customer gets the next action at the sandbox, and the payment is captured',
    async (method, type, data, shown) => {
      const { charge, connectors, press, wait, ledger } = connected();
      const asked = await charge('', {
        currency: currencyOf[`${method} ${type}`] ?? 'EUR',
        source: { kind: 'payment_method', method, type, data },
        order: {
          ...bareOrder,
          customer: { id: 'cus_1', name: 'Jane', email: 'jane@shop.example' },
          customerAcceptance,
        },
      });
      const { result, redirectUrl, nextAction } = Object(asked);
      expect([result, redirectUrl === undefined ? nextAction?.type : 'redirect']).toEqual([
        'challenged',
        shown,
      ]);
      if (redirectUrl) await press(redirectUrl, true);
      else wait(shownSettlingMs);
      const payment = referenceTo(asked, { currency: currencyOf[`${method} ${type}`] ?? 'EUR' });
      expect(await connectors.sync(account, payment)).toMatchObject({ result: 'captured' });
      expect((await ledger()).map(({ chargedTimes }) => chargedTimes)).toEqual([1]);
    },
  );

  it('the Stripe connector at the sandbox debits an account, and the payment is pending until the bank has paid', async () => {
    const { charge, connectors, wait } = connected();
    const data = { iban: 'DE89370400440532013000', bank_account_holder_name: 'Jane Doe' };
    const source = { kind: 'payment_method', method: 'bank_debit', type: 'sepa', data } as const;
    const order = { ...bareOrder, customerAcceptance };
    const pending = await charge('', { currency: 'EUR', source, order });
    expect(pending.result).toBe('pending');
    wait(settlingMs);
    const payment = referenceTo(pending, { currency: 'EUR' });
    const synced = await connectors.sync(account, payment);
    expect(synced).toMatchObject({
      result: 'captured',
      connectorMetadata: { mandate_reference: expect.stringMatching(/^[0-9A-Z]{16}$/) },
    });
    // Once it is known, nothing is asked for again, and what is stored stays.
    const connectorMetadata = { mandate_reference: 'KNOWN' };
    expect(await connectors.sync(account, { ...payment, connectorMetadata })).not.toHaveProperty(
      'connectorMetadata',
    );
  });

  it('the Stripe connector at the sandbox gets no debit without the consent of the customer', async () => {
    const { charge, ledger } = connected();
    const data = { iban: 'DE89370400440532013000', bank_account_holder_name: 'Jane Doe' };
    const source = { kind: 'payment_method', method: 'bank_debit', type: 'sepa', data } as const;
    expect(await charge('', { currency: 'EUR', source })).toMatchObject({ result: 'declined' });
    expect(await ledger()).toEqual([]);
  });

  it.each(['bancontact_card', 'ideal', 'sofort'] as const)(
    '%s leaves a SEPA debit, which later charges take without the customer',
    async (type) => {
      const { charge, connectors, press, wait, ledger } = connected();
      const customer = { id: 'cus_1', name: 'Jane', email: 'jane@shop.example' };
      const asked = await charge('', {
        currency: 'EUR',
        futureUsage: 'off_session',
        source: { kind: 'payment_method', method: 'bank_redirect', type, data: { country: 'DE' } },
        order: {
          ...bareOrder,
          customer,
          customerAcceptance,
        },
      });
      // Nothing can be charged again before it was paid.
      expect(asked).not.toHaveProperty('connectorMandateId');
      await press(Object(asked).redirectUrl, true);
      const paid = await connectors.sync(account, referenceTo(asked, { currency: 'EUR' }));
      expect(paid).toMatchObject({
        result: 'captured',
        connectorMandateId: expect.stringMatching(/^pm_\w+_sepa$/),
        connectorCustomerId: expect.stringMatching(/^cus_/),
      });
      const { connectorMandateId, connectorCustomerId } = Object(paid);
      const later = await charge('', {
        reference: 'pay_2_1',
        currency: 'EUR',
        source: { kind: 'connector_mandate', connectorMandateId, method: 'bank_redirect' },
        order: {
          ...bareOrder,
          initiator: { by: 'merchant', why: 'unscheduled' },
          customer: { ...customer, connectorCustomerId },
        },
      });
      expect(later).toMatchObject({ result: 'pending' });
      wait(settlingMs);
      const payment = referenceTo(later, { reference: 'pay_2_1', currency: 'EUR' });
      expect(await connectors.sync(account, payment)).toMatchObject({ result: 'captured' });
      expect((await ledger()).map(({ chargedTimes }) => chargedTimes)).toEqual([1, 1]);
    },
  );

  it('the Stripe connector registers its webhook URL at the sandbox, and reads the webhooks there', async () => {
    const received: HttpRequest[] = [];
    const { charge, connectors, post } = connected({
      onNotification: async (request) => {
        received.push(request);
        return undefined;
      },
    });
    const url = 'https://switch.example/webhooks/shop_1/stripe';
    const endpoint = await connectors.registerWebhook(account, { reference: 'one', url });
    expect(endpoint).toMatchObject({ result: 'registered', secret: expect.any(String) });
    const secret = 'secret' in endpoint ? String(endpoint.secret) : '';
    const paid = await charge('4242424242424242');
    const metadata = { order_id: 'ref_1', is_refund_id_as_reference: 'true' };
    const { connectorTransactionId: id } = referenceTo(paid);
    await post('refunds', { payment_intent: id, amount: 600, metadata });
    const incoming = received.map(({ headers, body }) => ({ headers, body: String(body) }));
    const withSecret = { ...account, webhookSecrets: [secret] };
    const now = new Date('2026-01-01T00:00:00Z');
    for (const webhook of incoming) {
      expect(webhooks.verifySignature?.(webhook, withSecret, now)).toBe(true);
    }
    expect(incoming.flatMap((webhook) => webhooks.parse(webhook))).toMatchObject([
      { kind: 'payment', subject: { reference: 'pay_1_1' }, outcome: { result: 'captured' } },
      { kind: 'refund', subject: { reference: 'ref_1' }, outcome: { result: 'succeeded' } },
    ]);
  });
});
