import { createHmac } from 'node:crypto';
import { checkCaptureIntegrity } from '#connectors/integrity-check.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization, Capture } from '#connectors/interface/payments.ts';
import { aboutStripe } from '#connectors/stripe/about.ts';
import { stripeConnector } from '#connectors/stripe/connector.ts';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, settled } from '../../../support/processors/an-exchange.ts';
import { describedConnector } from '../../../support/processors/described-exchange.ts';
import { stripeFacts } from './facts.ts';

/** Every request that is made here fits Stripe's description, where that is at hand. */
const connector = describedConnector(stripeFacts.descriptions, stripeConnector());
const { authorize, verify, sync, capture, increment, refund, syncRefund, webhooks } = connector;
const { acceptDispute, submitEvidence, uploadEvidenceFile, registerWebhook, revokeMandate } =
  connector;
if (!verify || !capture || !connector.void || !increment || !refund || !syncRefund)
  throw new Error('It can.');
if (!acceptDispute || !submitEvidence || !uploadEvidenceFile || !registerWebhook)
  throw new Error('It can.');
if (!webhooks?.verifySignature || !revokeMandate) throw new Error('It can.');
const { verifySignature } = webhooks;

const account: ExchangeAccount = anAccountAt('stripe');
const payment = aCharge('stripe', { returnUrl: 'https://switch.example/back' });
const { source: _, order: __, returnUrl: ___, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'pi_1' };
const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 6540,
  amount_received: 6540,
  currency: 'eur',
  status: 'succeeded',
  metadata: { order_id: 'pay_1_1' },
};
const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});
const refusal = (status: number, error: object) => answer(status, { error });
const formOf = ({ body = '' }: HttpRequest) => decodeForm(body);
const keyOf = ({ headers }: HttpRequest) => headers['idempotency-key'];

describe('a request that moves money', () => {
  const part: Capture = {
    ...known,
    captureReference: 'pay_1_1_1',
    captureMinor: 1000,
    captureNumber: 1,
    isFinal: true,
  };
  const given = {
    reference: 'ref_1',
    connectorName: 'stripe',
    amountMinor: 100,
    currency: 'EUR',
    payment: known,
  };

  it('a capture, void or refund has our idempotency key, and a sync has none, so that its answer is new', () => {
    expect(keyOf(authorize.request(payment, account))).toBe('pay_1_1');
    expect(keyOf(capture.request(part, account))).toBe('capture:pay_1_1_1');
    expect(keyOf(refund.request(given, account))).toBe('refund:ref_1');
    const more = { ...known, incrementReference: 'pay_1_1_inc', totalMinor: 7000 };
    expect(keyOf(increment.request(more, account))).toBe('pay_1_1_inc');
    const again = syncRefund.request({ ...given, connectorRefundId: 're_1' }, account);
    expect(again).toMatchObject({ method: 'POST', url: expect.stringMatching(/refunds\/re_1$/) });
    expect(keyOf(again)).toBeUndefined();
    expect(again.body).toBeUndefined();
  });

  // https://docs.stripe.com/currencies: the special cases, and thousandths that end with 0.
  it.each([
    ['EUR', 1250, 1250],
    ['JPY', 1250, 1250],
    ['KWD', 12500, 12500],
    ['ISK', 1200, 1200],
    ['UGX', 500, 50_000],
    ['HUF', 1045, 1045],
    ['TWD', 80_045, 80_045],
  ])(
    'an amount at Stripe is written and read as Stripe counts %s',
    (currency, amountMinor, theirs) => {
      const inCurrency = { currency, amountMinor };
      const forms = [
        authorize.request({ ...payment, ...inCurrency }, account),
        capture.request({ ...part, ...inCurrency, captureMinor: amountMinor }, account),
        increment.request(
          { ...known, ...inCurrency, incrementReference: 'one', totalMinor: amountMinor },
          account,
        ),
        refund.request({ ...given, ...inCurrency }, account),
      ].map(formOf);
      expect(forms.map((form) => form.amount ?? form.amount_to_capture)).toEqual(
        Array(4).fill(String(theirs)),
      );
      const paid = { ...intent, amount: theirs, amount_received: theirs, currency };
      expect(authorize.outcome(answer(200, paid), payment, account)).toMatchObject({
        result: 'captured',
        amountMinor,
        capturedMinor: amountMinor,
        currency,
      });
      const said = { amount: theirs, currency: currency.toLowerCase() };
      const refunded = { id: 're_1', object: 'refund', status: 'succeeded', ...said };
      expect(refund.outcome(answer(200, refunded), given, account)).toMatchObject({ amountMinor });
      const disputed = { id: 'du_1', object: 'dispute', status: 'lost', ...said };
      const events = [
        ['refund.failed', refunded],
        ['charge.dispute.closed', { ...disputed, payment_intent: 'pi_1' }],
        ['payment_intent.succeeded', paid],
      ] as const;
      for (const [type, object] of events) {
        const [content] = webhooks.parse({
          headers: {},
          body: JSON.stringify({ type, data: { object } }),
        });
        expect(content).toEqual(
          expect.objectContaining({
            [content?.kind === 'dispute' ? 'dispute' : 'outcome']: expect.objectContaining({
              amountMinor,
              currency,
            }),
          }),
        );
      }
    },
  );

  it.each([
    ['ISK', 1250],
    ['KWD', 12505],
    ['BHD', 1],
  ])(
    'an amount that Stripe does not accept as a fraction of %s is not sent: %d',
    (currency, amountMinor) => {
      const asked = { ...payment, currency, amountMinor };
      expect(() => authorize.request(asked, account)).toThrow(RangeError);
      expect(() => refund.request({ ...given, currency, amountMinor }, account)).toThrow(
        RangeError,
      );
    },
  );

  // https://docs.stripe.com/api/metadata, and the lengths of Stripe's public description.
  it("a capture, void or refund is never refused by Stripe for a merchant text's length", () => {
    const long = 'x'.repeat(2_000);
    const order = {
      initiator: { by: 'customer' } as const,
      description: long,
      statementDescriptor: long,
      statementDescriptorSuffix: long,
      metadata: {
        note: long,
        'with[bracket]': 'a',
        [long]: 'a',
        order_id: 'theirs',
        ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`name_${index}`, 'a'])),
      },
    };
    const form = formOf(authorize.request({ ...payment, order }, account));
    expect([form.description, form.statement_descriptor]).toEqual([
      'x'.repeat(1_000),
      'x'.repeat(22),
    ]);
    const { metadata } = form;
    expect(metadata).toMatchObject({ note: 'x'.repeat(500), order_id: 'pay_1_1' });
    expect(Object.keys(Object(metadata)).length).toBeLessThanOrEqual(50);
    expect(metadata).not.toHaveProperty(['with[bracket]']);
    const customer = { name: long };
    const stored = {
      ...payment,
      order: { ...order, customer },
      futureUsage: 'off_session',
    } as const;
    expect(formOf(authorize.request(stored, account))).toEqual({ name: 'x'.repeat(256) });
  });

  it('a capture at Stripe reports the captured amount', () => {
    const captured = { ...intent, amount_received: 1000 };
    expect(capture.outcome(answer(200, captured), part, account)).toMatchObject({
      result: 'captured',
      capturedMinor: 1000,
    });
    const undecided = { ...intent, status: 'processing' };
    const pending = capture.outcome(answer(200, undecided), part, account);
    if ('next' in pending) throw new Error('A capture has one step.');
    expect(checkCaptureIntegrity(pending, part)).toMatchObject({ result: 'pending' });
    const nothing = { ...intent, status: 'requires_capture', amount_received: 0 };
    expect(() => capture.outcome(answer(200, nothing), part, account)).toThrow();
  });

  it('an answer of Stripe about another payment or refund is not accepted', () => {
    const other = answer(200, { ...intent, id: 'pi_2' });
    const more = { ...known, incrementReference: 'pay_1_1_inc', totalMinor: 7000 };
    expect(() => sync.outcome(other, known, account)).toThrow('another');
    expect(() => capture.outcome(other, part, account)).toThrow('another');
    expect(() => connector.void?.outcome(other, known, account)).toThrow('another');
    expect(() => increment.outcome(other, more, account)).toThrow('another');
    const theirs = { object: 'refund', amount: 100, currency: 'eur', status: 'succeeded' };
    const asked = { ...given, connectorRefundId: 're_1' };
    const otherRefund = answer(200, { ...theirs, id: 're_2' });
    expect(() => syncRefund.outcome(otherRefund, asked, account)).toThrow('another');
  });

  it("a Stripe refund with a lost answer is found in the payment's list, by our reference", () => {
    expect(syncRefund.request(given, account).url).toMatch(
      /refunds\?payment_intent=pi_1&limit=100$/,
    );
    const theirs = { object: 'refund', amount: 100, currency: 'eur', status: 'succeeded' };
    const metadata = { order_id: 'ref_1', is_refund_id_as_reference: 'true' };
    const data = [
      { ...theirs, id: 're_0', metadata: { order_id: 'ref_1' } },
      { ...theirs, id: 're_1', metadata },
    ];
    expect(syncRefund.outcome(answer(200, { data }), given, account)).toMatchObject({
      result: 'succeeded',
      connectorRefundId: 're_1',
    });
    const others = { data: [data[0]], has_more: false };
    expect(syncRefund.outcome(answer(200, others), given, account)).toEqual({
      result: 'not_found',
    });
    const rest = syncRefund.outcome(answer(200, { ...others, has_more: true }), given, account);
    if (!('next' in rest)) throw new Error('The second page is not asked for.');
    expect(rest.next.url).toMatch(/refunds\?payment_intent=pi_1&limit=100&starting_after=re_0$/);
    expect(rest.outcome(answer(200, { data }))).toMatchObject({ connectorRefundId: 're_1' });
    const empty = answer(200, { data: [], has_more: true });
    expect(() => syncRefund.outcome(empty, given, account)).toThrow();
  });

  it('a void at Stripe leaves out an unsupported reason', () => {
    const release = (cancellationReason: string) =>
      connector.void?.request({ ...known, cancellationReason }, account).body;
    expect(release('duplicate')).toBe('cancellation_reason=duplicate');
    expect(release('changed my mind')).toBeUndefined();
  });
});

describe('a payment whose answer was lost', () => {
  it('a Stripe payment with a lost answer is searched by our reference', () => {
    const { url } = sync.request(reference, account);
    expect(new URL(url).pathname).toBe('/v1/payment_intents/search');
    expect(new URL(url).searchParams.get('query')).toBe("metadata['order_id']:'pay_1_1'");
    expect(sync.outcome(answer(200, { data: [intent] }), reference, account)).toMatchObject({
      result: 'captured',
      connectorTransactionId: 'pi_1',
    });
    const other = { ...intent, metadata: { order_id: 'pay_1_10' } };
    expect(sync.outcome(answer(200, { data: [other] }), reference, account)).toEqual({
      result: 'not_found',
    });
    const two = answer(200, { data: [intent, { ...intent, id: 'pi_2' }] });
    expect(() => sync.outcome(two, reference, account)).toThrow();
  });

  it('a Stripe payment with a lost answer is not searched when it stores a card, because Stripe has no search for that', () => {
    expect(sync.canAsk?.({ ...reference, isVerification: true })).toBe(false);
    expect(sync.canAsk?.(reference)).toBe(true);
  });
});

describe('an answer', () => {
  const read = (response: HttpResponse) => settled(authorize.outcome(response, payment, account));

  it.each([
    ['a conflict', 409, { type: 'invalid_request_error', code: 'lock_timeout' }],
    ['a key that was used before', 400, { type: 'idempotency_error', message: 'Keys …' }],
    ['an unexpected state', 400, { type: 'x', code: 'payment_intent_unexpected_state' }],
    [
      'an intent that is paid all the same',
      402,
      { type: 'card_error', payment_intent: { id: 'pi_1', status: 'succeeded' } },
    ],
  ])('an answer of Stripe is no decline for %s', (_, status, error) => {
    expect(read(refusal(status, error)).result).toBe('unknown');
  });

  it("an answer of Stripe contains the issuer's and the network's codes of a decline", () => {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'do_not_honor',
      message: 'Your card was declined.',
      network_decline_code: '05',
      network_advice_code: '01',
      payment_intent: { id: 'pi_1', status: 'requires_payment_method' },
    };
    expect(read(refusal(402, error))).toEqual({
      result: 'declined',
      code: 'card_declined',
      message: 'Your card was declined.',
      reason: 'message - Your card was declined., decline_code - do_not_honor',
      issuerCode: '05',
      issuerMessage: 'do_not_honor',
      networkAdviceCode: '01',
      connectorTransactionId: 'pi_1',
    });
  });

  it.each([
    ['HTML', '<html></html>'],
    ['a truncated body', '{"id": "pi_1", "status": '],
    ['deep nesting', '['.repeat(100_000)],
    ['an amount that is none', JSON.stringify({ ...intent, amount: 65.4 })],
    ['a charge of nothing', JSON.stringify({ ...intent, amount_received: 0 })],
  ])('an answer of Stripe that is %s cannot be read', (_, body) => {
    expect(() => read({ status: 200, headers: {}, body })).toThrow();
    expect(() => read({ status: 400, headers: {}, body })).toThrow();
  });

  it('an intent of Stripe in an unknown status is not decided, and stays known by its id', () => {
    const body = JSON.stringify({ ...intent, status: 'sleeping' });
    expect(read({ status: 200, headers: {}, body })).toEqual({
      result: 'unknown',
      connectorTransactionId: intent.id,
    });
  });

  it('an answer of Stripe allows an increment only for an authorization that requested it', () => {
    const uncaptured = { ...intent, status: 'requires_capture', amount_received: 0 };
    const reserved = answer(200, uncaptured);
    const asked = { ...payment, captureMethod: 'manual', incrementalAuthorization: true } as const;
    expect(authorize.outcome(reserved, asked, account)).toMatchObject({ incrementAllowed: true });
    expect(authorize.outcome(reserved, payment, account)).not.toHaveProperty('incrementAllowed');
    const card = { incremental_authorization: { status: 'unavailable' } };
    const latest_charge = { payment_method_details: { card } };
    const refused = answer(200, { ...uncaptured, latest_charge });
    expect(authorize.outcome(refused, asked, account)).toMatchObject({ incrementAllowed: false });
  });
});

describe('a customer who pays again', () => {
  const order = { initiator: { by: 'customer' }, customer: { id: 'c', name: 'Jane Doe' } } as const;
  const stored: Authorization = { ...payment, order, futureUsage: 'off_session' };

  it.each([
    ['charged', authorize, 'payment_intents'],
    ['verified', verify, 'setup_intents'],
  ])(
    'a customer who pays again gets an account at Stripe before the card is %s, and the id is reported',
    (_, one, path) => {
      const first = one.request(stored, account);
      expect(first).toMatchObject({
        step: 'customer',
        url: expect.stringMatching(/v1\/customers$/),
      });
      expect(formOf(first)).toEqual({ name: 'Jane Doe' });
      expect(keyOf(first)).toBe('pay_1_1-customer');
      const reading = one.outcome(answer(200, { id: 'cus_1' }), stored, account);
      if (!('next' in reading)) throw new Error('The card was not charged.');
      expect(reading.next.url).toMatch(new RegExp(`${path}$`));
      expect(formOf(reading.next)).toMatchObject({ customer: 'cus_1' });
      const declined = refusal(402, { type: 'card_error', code: 'card_declined' });
      expect(reading.outcome(declined)).toMatchObject({
        result: 'declined',
        connectorCustomerId: 'cus_1',
      });
    },
  );

  it('a customer who pays again is the same Stripe customer', () => {
    const again = { ...order, customer: { ...order.customer, connectorCustomerId: 'cus_1' } };
    const request = authorize.request({ ...stored, order: again }, account);
    expect(request).not.toHaveProperty('step');
    expect(formOf(request)).toMatchObject({ customer: 'cus_1', setup_future_usage: 'off_session' });
  });

  it('a customer who pays again is charged by the stored card in absence', () => {
    const source = {
      kind: 'connector_mandate',
      connectorMandateId: 'pm_1',
      method: 'card',
    } as const;
    const absent = {
      initiator: { by: 'merchant' },
      customer: { connectorCustomerId: 'cus_1' },
    } as const;
    const form = formOf(authorize.request({ ...payment, source, order: absent }, account));
    expect(form).toMatchObject({ payment_method: 'pm_1', customer: 'cus_1', off_session: 'true' });
    expect(form).not.toHaveProperty('payment_method_data');
    const byDebit = { ...payment, source: { ...source, method: 'bank_debit' as const } };
    expect(formOf(authorize.request(byDebit, account))).toMatchObject({
      payment_method_types: ['sepa_debit'],
    });
  });

  it('a customer who pays again can delete the stored card', () => {
    const mandate = { connectorName: 'stripe', connectorMandateId: 'pm_1' };
    expect(revokeMandate.request(mandate, account).url).toMatch(/payment_methods\/pm_1\/detach$/);
    expect(revokeMandate.outcome(answer(200, { id: 'pm_1' }), mandate, account)).toEqual({
      result: 'revoked',
    });
    const gone = refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    expect(revokeMandate.outcome(gone, mandate, account)).toMatchObject({
      result: 'declined',
      status: 404,
    });
  });
});

describe('a payment method that is no card', () => {
  const billing = {
    email: 'jane.doe@example.com',
    address: { first_name: 'Jane', last_name: 'Doe', country: 'DE' },
  } as const;
  const customerAcceptance = { type: 'offline' } as const;
  const customer = { connectorCustomerId: 'cus_1' };
  const order = {
    initiator: { by: 'customer' },
    billing,
    customerAcceptance,
    customer,
  } as const;
  const data: Readonly<Record<string, unknown>> = {
    account_number: '000123456789',
    routing_number: '110000000',
    sort_code: '108800',
    bsb_number: '000000',
    iban: 'DE89370400440532013000',
    blik_code: '777987',
    bank_name: 'ing',
    country: 'DE',
    tokenization_data: { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_1"}' },
    payment_data: Buffer.from('{"data":"x"}').toString('base64'),
    payment_method: { display_name: 'Visa 1', network: 'Visa' },
    transaction_identifier: 't',
  };

  const others = aboutStripe.methods.filter(({ method }) => method !== 'card');
  it.each(others.map((one) => [`${one.method} ${one.type}`, one] as const))(
    'a payment method other than a card is requested as Stripe describes it: %s',
    (_, { method, type, variants = [], currencies = ['EUR'] }) => {
      for (const shape of variants) {
        const source = { kind: 'payment_method', method, type, shape, data } as const;
        const currency = currencies[0] ?? 'EUR';
        const request = authorize.request({ ...payment, currency, order, source }, account);
        expect(request.body).not.toBe('');
      }
    },
  );

  it('a debit at Stripe returns the account and the mandate', () => {
    const source = { kind: 'payment_method', method: 'bank_debit', type: 'sepa', data } as const;
    expect(formOf(authorize.request({ ...payment, order, source }, account))).toMatchObject({
      payment_method_types: ['sepa_debit'],
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'DE89370400440532013000' },
        billing_details: { name: 'Jane Doe', email: 'jane.doe@example.com' },
      },
      mandate_data: { customer_acceptance: { type: 'offline' } },
    });
    const without = { ...source, data: {} };
    expect(() => authorize.request({ ...payment, order, source: without }, account)).toThrow();
  });

  it('an Apple Pay payload becomes a Stripe token first', () => {
    const source = { kind: 'payment_method', method: 'wallet', type: 'apple_pay', data } as const;
    const paid = { ...payment, order, source };
    const first = authorize.request(paid, account);
    expect(first).toMatchObject({ step: 'token', url: expect.stringMatching(/v1\/tokens$/) });
    expect(formOf(first)).toMatchObject({ pk_token: '{"data":"x"}' });
    const reading = authorize.outcome(answer(200, { id: 'tok_2' }), paid, account);
    if (!('next' in reading)) throw new Error('The wallet was not charged.');
    expect(formOf(reading.next)).toMatchObject({
      payment_method_data: { type: 'card', card: { token: 'tok_2' } },
    });
  });

  const page = 'https://pay.example/1';
  it.each([
    ['redirect_to_url', { url: page }, { redirectUrl: page }],
    ['alipay_handle_redirect', { url: page }, { redirectUrl: page }],
    ['verify_with_microdeposits', { hosted_verification_url: page }, { redirectUrl: page }],
    [
      'wechat_pay_display_qr_code',
      { data: 'weixin://1', image_data_url: 'data:image/png;base64,AA', image_url_png: page },
      {
        nextAction: {
          type: 'qr_code_information',
          image_data_url: 'data:image/png;base64,AA',
          qr_code_url: page,
          raw_qr_data: 'weixin://1',
        },
      },
    ],
    [
      'cashapp_handle_redirect_or_display_qr_code',
      { mobile_auth_url: page, qr_code: { expires_at: 1_700_000_000, image_url_png: page } },
      {
        nextAction: {
          type: 'qr_code_information',
          qr_code_url: page,
          display_to_timestamp: 1_700_000_000_000,
          raw_qr_data: page,
        },
      },
    ],
    [
      'display_bank_transfer_instructions',
      {
        amount_remaining: 6000,
        reference: 'R1',
        financial_addresses: [{ type: 'iban', iban: { iban: 'DE89', bic: 'B', country: 'DE' } }],
      },
      {
        nextAction: {
          type: 'display_bank_transfer_information',
          bank_transfer_steps_and_charges_details: {
            sepa_bank_instructions: { iban: 'DE89', bic: 'B', country: 'DE', reference: 'R1' },
            receiver: { amount_received: 540, amount_charged: 6540, amount_remaining: 6000 },
          },
        },
      },
    ],
    [
      'multibanco_display_details',
      { entity: '12345', reference: '999' },
      {
        nextAction: {
          bank_transfer_steps_and_charges_details: {
            multibanco: { entity: '12345', reference: '999' },
          },
        },
      },
    ],
  ])(
    'a payment method other than a card shows the customer the next step: %s',
    (type, details, shown) => {
      const next_action = { type, [type]: details };
      const waiting = { ...intent, amount_received: 0, status: 'requires_action', next_action };
      expect(authorize.outcome(answer(200, waiting), payment, account)).toMatchObject({
        result: 'challenged',
        ...shown,
      });
    },
  );

  it("a payment method other than a card waits when only Stripe's own library could show the next step", () => {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { source: 'src_1' } };
    const waiting = { ...intent, amount_received: 0, status: 'requires_action', next_action };
    expect(authorize.outcome(answer(200, waiting), payment, account)).toMatchObject({
      result: 'pending',
    });
  });
});

describe('a dispute', () => {
  const dispute = { connectorName: 'stripe', connectorDisputeId: 'du_1', reference: 'pay_1_1' };
  const state = { id: 'du_1', object: 'dispute', amount: 6540, currency: 'eur' };

  it('a dispute at Stripe is accepted by closing it', () => {
    expect(acceptDispute.request(dispute, account).url).toMatch(/disputes\/du_1\/close$/);
    const lost = answer(200, { ...state, status: 'lost', evidence_details: { due_by: 1 } });
    expect(acceptDispute.outcome(lost, dispute, account)).toMatchObject({
      result: 'reported',
      dispute: { status: 'dispute_lost', challengeRequiredBy: '1970-01-01T00:00:01.000Z' },
    });
  });

  it("a dispute at Stripe gets its files first, then its evidence under Stripe's names", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const file = {
      evidenceType: 'recurring_transaction_agreement' as const,
      fileId: 'file_1',
      size: 3,
      type: 'image/png',
      sha256: 'ab',
      bytes,
    };
    const upload = uploadEvidenceFile.request({ ...dispute, file }, account);
    expect(upload.url).toBe('https://files.stripe.com/v1/files');
    expect(Buffer.from(upload.bytes ?? []).includes(Buffer.from(bytes))).toBe(true);
    for (const wrong of [{ type: 'text/html' }, { bytes: new Uint8Array(5_000_001) }]) {
      expect(() =>
        uploadEvidenceFile.request({ ...dispute, file: { ...file, ...wrong } }, account),
      ).toThrow();
    }
    const evidence = {
      ...dispute,
      texts: { service_date: '2030-01-01' },
      files: [
        { ...file, connectorFileId: 'file_x' },
        { ...file, evidenceType: 'service_documentation' as const, connectorFileId: 'file_y' },
      ],
    };
    const request = submitEvidence.request(evidence, account);
    expect(formOf(request)).toEqual({
      evidence: {
        service_date: '2030-01-01',
        service_documentation: 'file_y',
        uncategorized_file: 'file_x',
      },
      submit: 'true',
    });
    const better = submitEvidence.request({ ...evidence, texts: {} }, account);
    expect(keyOf(better)).not.toBe(keyOf(request));
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({ type: 'payment_intent.succeeded', data: { object: intent } });
  const signed = (secret: string, text = body, more = '') => {
    const v1 = createHmac('sha256', secret).update(`1700000000.${text}`).digest('hex');
    return { headers: { 'stripe-signature': `t=1700000000,v1=${v1}${more}` }, body };
  };
  const isGenuine = (webhook: ReturnType<typeof signed>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, new Date());

  it('a Stripe webhook is verified by any of the secrets, and by no other', () => {
    expect(isGenuine(signed('one'), ['one'])).toBe(true);
    expect(isGenuine(signed('one'), ['two', 'one'])).toBe(true);
    expect(isGenuine(signed('three'), ['two', 'one'])).toBe(false);
    expect(isGenuine(signed('one', `${body} `), ['one'])).toBe(false);
    expect(isGenuine(signed('one'), [])).toBe(false);
    expect(isGenuine(signed(''), [''])).toBe(false);
    expect(isGenuine({ headers: { 'stripe-signature': 't=1,v1=ab' }, body }, ['one'])).toBe(false);
    const two = signed('one', body, `,v1=${'0'.repeat(64)},v0=ab`);
    expect(isGenuine(two, ['one'])).toBe(true);
  });

  it('a Stripe webhook is registered with the needed events, in a version that reports every refund', () => {
    const input = { reference: 'one', url: 'https://switch.example/webhooks' };
    const request = registerWebhook.request(input, account);
    expect(request.headers['idempotency-key']).toBe('one');
    expect(formOf(request)).toMatchObject({
      api_version: '2024-10-28.acacia',
      enabled_events: expect.arrayContaining(['refund.failed', 'charge.dispute.closed']),
    });
    const made = answer(200, { id: 'we_1', secret: 'whsec_1' });
    expect(registerWebhook.outcome(made, input, account)).toEqual({
      result: 'registered',
      connectorWebhookId: 'we_1',
      secret: 'whsec_1',
    });
  });

  const charge = {
    payment_intent: 'pi_1',
    amount_captured: 6540,
    currency: 'eur',
    object: 'charge',
  };
  const dispute = {
    id: 'du_1',
    object: 'dispute',
    amount: 1,
    currency: 'eur',
    payment_intent: 'pi_1',
  };
  it.each([
    [
      'charge.succeeded',
      { ...charge, payment_method_details: { type: 'multibanco' } },
      { kind: 'payment', subject: { connectorId: 'pi_1' }, outcome: { result: 'captured' } },
    ],
    [
      'charge.succeeded',
      { ...charge, payment_method_details: { type: 'card' } },
      { kind: 'nothing' },
    ],
    [
      'charge.succeeded',
      { ...charge, payment_intent: null, payment_method_details: { type: 'multibanco' } },
      { kind: 'nothing' },
    ],
    [
      'charge.succeeded',
      {
        ...charge,
        customer: 'cus_1',
        metadata: { order_id: 'pay_1_1' },
        payment_method_details: { type: 'ideal', ideal: { generated_sepa_debit: 'pm_2' } },
      },
      {
        kind: 'payment',
        subject: { reference: 'pay_1_1', connectorId: 'pi_1' },
        outcome: {
          result: 'captured',
          capturedMinor: 6540,
          connectorMandateId: 'pm_2',
          connectorCustomerId: 'cus_1',
        },
      },
    ],
    [
      'charge.succeeded',
      {
        ...charge,
        payment_method_details: { type: 'ideal', ideal: { generated_sepa_debit: null } },
      },
      { kind: 'nothing' },
    ],
    // The charge contains the payment method for later charges, and its intent does not.
    [
      'payment_intent.succeeded',
      {
        ...intent,
        status: 'succeeded',
        amount_received: 6540,
        payment_method: 'pm_1',
        payment_method_types: ['ideal'],
        setup_future_usage: 'off_session',
        latest_charge: 'ch_1',
      },
      { kind: 'nothing' },
    ],
    [
      'payment_intent.succeeded',
      {
        ...intent,
        status: 'succeeded',
        amount_received: 6540,
        payment_method: 'pm_1',
        payment_method_types: ['ideal'],
        setup_future_usage: null,
        latest_charge: 'ch_1',
      },
      { kind: 'payment', outcome: expect.not.objectContaining({ connectorMandateId: 'pm_1' }) },
    ],
    ['charge.dispute.updated', { ...dispute, status: 'unheard_of' }, { kind: 'nothing' }],
    ['charge.dispute.created', { ...dispute, payment_intent: null }, { kind: 'nothing' }],
    [
      'charge.dispute.funds_withdrawn',
      { ...dispute, status: 'unheard_of' },
      { kind: 'dispute', dispute: { status: 'dispute_lost', connectorStatus: 'unheard_of' } },
    ],
    [
      'payment_intent.payment_failed',
      { ...intent, status: 'requires_payment_method', amount_received: 0 },
      { kind: 'payment', subject: { reference: 'pay_1_1' }, outcome: { result: 'declined' } },
    ],
    ['invoice.paid', { id: 'in_1' }, { kind: 'nothing' }],
  ])('a Stripe webhook %s is understood', (type, object, content) => {
    const text = JSON.stringify({ type, data: { object } });
    expect(webhooks.parse({ headers: {}, body: text })).toMatchObject([content]);
  });
});
