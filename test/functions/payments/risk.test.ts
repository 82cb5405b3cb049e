import * as v from 'valibot';
import { PaymentResponse } from '#switch/payments/response/payment-response.ts';
import { confirm } from '../../../functions/payments/confirm.ts';
import {
  cardsAt,
  customers,
  paymentsWithFraudCheck,
} from '../../support/processors/payments-with-fraud-check.ts';
import { failingCalls } from '../../support/runner/faults.ts';
import {
  byCard,
  merchantId,
  paymentsInMemory,
  request,
} from '../../support/switch/payments-in-memory.ts';

const held = { capture_method: 'manual' };
const stolen = '4100000000000019';

describe('a payment that is checked for fraud', () => {
  it('a payment checked for fraud is accepted without a risk', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid({ ...customers.safe, frm_metadata: { order: '7' } });
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'succeeded',
      frm_message: {
        frm_name: 'signifyd',
        frm_transaction_id: expect.stringMatching(/^risk_/),
        frm_transaction_type: 'pre_frm',
        frm_status: 'legit',
        frm_score: 5,
        frm_reason: null,
        frm_error: null,
      },
      frm_metadata: { order: '7' },
      merchant_decision: null,
    });
    expect(shop.asked).toEqual([
      `PUT /risk-checks/${payment}_1`,
      expect.stringMatching(new RegExp(`^PUT /payments/${payment}_1\\.\\w{8}$`)),
    ]);
  });

  it('a payment checked for fraud is refused when it is fraud', async () => {
    const shop = await paymentsWithFraudCheck({ checker: 'riskified' });
    const payment = await shop.paid(customers.fraudulent);
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'failed',
      error_code: 'fraud',
      error_message: 'The e-mail address is known for fraud',
      frm_message: { frm_name: 'riskified', frm_status: 'fraud', frm_score: 90 },
    });
    expect(await shop.books(payment)).toEqual([]);
  });

  it("a merchant's statement of fraud blocks a payment, whatever the customer’s browser states", async () => {
    const shop = await paymentsWithFraudCheck();
    const body = { amount: 2_599, currency: 'EUR' } as const;
    const stated = [
      customers.fraudulent,
      { customer: customers.fraudulent },
      // For a customer with this address in the merchant's records.
      { customer_id: 'cus_1' },
    ];
    await shop.create({ ...body, customer: { id: 'cus_1', ...customers.fraudulent } });
    const corrections = [customers.safe, { customer: customers.safe }, {}];
    for (const [wish, more] of stated.flatMap((one) =>
      corrections.map((other) => [one, other] as const),
    )) {
      const { payment_id, client_secret } = v.parse(
        PaymentResponse,
        await shop.create({ ...body, ...wish }),
      );
      const { payments, configurations } = shop.services;
      const payment = await payments.get(merchantId, payment_id);
      const configuration = await configurations.current(merchantId);
      const confirmed = await confirm.run(
        {
          ...request,
          now: shop.clock.now,
          params: { payment_id },
          caller: { kind: 'client', merchantId, clientSecret: client_secret ?? '' },
          body: { ...byCard(), ...more },
        },
        shop.services,
        [payment, configuration, undefined],
      );
      expect(confirmed).toMatchObject({ status: 'failed', error_code: 'fraud' });
      expect(await shop.books(payment_id)).toEqual([]);
    }
  });

  it('a payment checked for fraud is recognized by its card, of which the checker gets only the ends', async () => {
    const sent: string[] = [];
    const shop = await paymentsWithFraudCheck({
      send: (send) => async (request, options) => {
        if (request.url.includes('/risk-checks/')) sent.push(request.body ?? '');
        return send(request, options);
      },
    });
    const payment = await shop.paid(byCard(stolen));
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'failed', error_code: 'fraud' });
    expect(sent.join()).not.toContain(stolen);
    expect(sent.join()).not.toContain('"314"');
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      card: { first_digits: '410000', last_digits: '0019' },
    });
  });

  it('a payment checked for fraud waits for a review when the checker or the merchant asks for one', async () => {
    const shop = await paymentsWithFraudCheck();
    const wanting = await paymentsWithFraudCheck({
      configs: [cardsAt('stripe_test', 'manual_review')],
    });
    for (const [one, payment] of [
      [shop, await shop.paid(customers.doubtful)],
      [wanting, await wanting.paid(customers.fraudulent)],
    ] as const) {
      expect(await one.retrieve(payment)).toMatchObject({
        status: 'requires_merchant_action',
        amount_capturable: 2_599,
        amount_received: null,
        next_action: null,
      });
      expect(await one.books(payment)).toMatchObject([
        { authorizedMinor: 2_599, capturedMinor: 0 },
      ]);
      const { transitions } = await one.services.payments.get(merchantId, payment);
      expect(transitions.at(-1)).toMatchObject({ type: 'action_required' });
    }
  });

  it('a payment checked for fraud waits for a review also after the customer has passed a challenge', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid({ ...customers.doubtful, ...byCard('4000003800000446') });
    const { attempt } = await shop.services.payments.get(merchantId, payment);
    await shop.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
    expect(await shop.sync(payment)).toMatchObject({ status: 'requires_merchant_action' });
  });

  it('a payment checked for fraud is checked by the connector that is named as an object, too', async () => {
    const data = { connector: 'signifyd', merchant_connector_id: null };
    const shop = await paymentsWithFraudCheck({
      profile: { frm_routing_algorithm: { type: 'single', data } },
    });
    const payment = await shop.paid(customers.fraudulent);
    expect((await shop.retrieve(payment)).frm_message).toMatchObject({ frm_name: 'signifyd' });
  });

  it('a payment is checked for fraud only when the merchant requests that', async () => {
    const plain = await paymentsInMemory();
    const elsewhere = await paymentsWithFraudCheck({
      configs: [cardsAt('adyen_test', 'cancel_txn')],
    });
    const nobody = await paymentsWithFraudCheck({ profile: { frm_routing_algorithm: null } });
    for (const shop of [plain, elsewhere, nobody]) {
      const payment = await shop.paid(customers.fraudulent);
      expect(await shop.retrieve(payment)).toMatchObject({
        status: 'succeeded',
        frm_message: null,
      });
    }
  });

  it.each(['swallowed', 429, 500, 'not sent'] as const)(
    'a payment checked for fraud is accepted when the checker does not answer: %s',
    async (way) => {
      const shop = await paymentsWithFraudCheck({
        send: failingCalls(/risk-checks/, way, way, way),
      });
      const payment = await shop.paid(customers.fraudulent);
      expect(await shop.retrieve(payment)).toMatchObject({
        status: 'succeeded',
        frm_message: { frm_status: 'pending', frm_error: expect.any(String) },
      });
    },
  );
});

describe('approving', () => {
  it('approving a payment under fraud review captures it', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid(customers.doubtful);
    expect(await shop.approve(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      merchant_decision: 'approved',
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_599 }]);
  });

  it('approving a payment captures a part of it, and no more than its amount', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid(customers.doubtful);
    const approving = (amount_to_capture: number) => shop.approve(payment, { amount_to_capture });
    await expect(approving(2_600)).rejects.toMatchObject({ kind: 'amount_too_large_to_capture' });
    await expect(approving(0)).rejects.toMatchObject({ kind: 'invalid_data' });
    expect(await approving(2_000)).toMatchObject({
      status: 'partially_captured',
      amount_received: 2_000,
    });
  });

  it('approving a manual-capture payment makes it an ordinary authorized payment', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid({ ...held, ...customers.doubtful });
    const before = shop.asked.length;
    expect(await shop.approve(payment)).toMatchObject({
      status: 'requires_capture',
      merchant_decision: 'approved',
    });
    expect(shop.asked).toHaveLength(before);
    expect(await shop.sync(payment)).toMatchObject({ status: 'requires_capture' });
    expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('an approval whose answer is lost is found by the pending sync', async () => {
    const shop = await paymentsWithFraudCheck({ send: failingCalls(/captures/, 'lost') });
    const payment = await shop.paid(customers.doubtful);
    expect(await shop.approve(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('approving a payment can be done again when the connector was never reached', async () => {
    const shop = await paymentsWithFraudCheck({ send: failingCalls(/captures/, 'swallowed') });
    const payment = await shop.paid(customers.doubtful);
    await shop.approve(payment);
    shop.passes(61);
    expect(await shop.sync(payment)).toMatchObject({
      status: 'requires_merchant_action',
      merchant_decision: null,
    });
    expect(await shop.approve(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_599 }]);
  });
});

describe('rejecting', () => {
  it("rejecting a payment under fraud review voids it, and it fails with the fraud check's reason", async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid(customers.doubtful);
    expect(await shop.reject(payment, { cancellation_reason: 'looked at it' })).toMatchObject({
      status: 'failed',
      amount_capturable: 0,
      merchant_decision: 'rejected',
      error_code: 'manual_review',
      error_message: 'A person should look at it',
      cancellation_reason: 'looked at it',
    });
    expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 2_599, voided: true }]);
  });

  it('a rejection whose answer is lost is found by the pending sync', async () => {
    const shop = await paymentsWithFraudCheck({ send: failingCalls(/\/void/, 'lost') });
    const payment = await shop.paid(customers.doubtful);
    expect(await shop.reject(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({
      status: 'failed',
      merchant_decision: 'rejected',
    });
  });

  it('rejecting a payment can be decided anew when the connector was never reached', async () => {
    const shop = await paymentsWithFraudCheck({ send: failingCalls(/\/void/, 'swallowed') });
    const payment = await shop.paid(customers.doubtful);
    await shop.reject(payment);
    shop.passes(61);
    expect(await shop.sync(payment)).toMatchObject({
      status: 'requires_merchant_action',
      merchant_decision: null,
    });
    expect(await shop.approve(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('rejecting or approving a payment, whichever is first, excludes the other', async () => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid(customers.doubtful);
    const all = await Promise.allSettled([shop.approve(payment), shop.reject(payment)]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [books] = await shop.books(payment);
    const { status } = await shop.retrieve(payment);
    expect(books).toMatchObject(
      status === 'succeeded'
        ? { capturedMinor: 2_599, releasedMinor: 0 }
        : { capturedMinor: 0, releasedMinor: 2_599 },
    );
  });
});

it.each(['approve', 'reject'] as const)(
  '%s: a payment that is not under review is refused',
  async (decide) => {
    const shop = await paymentsWithFraudCheck();
    const payment = await shop.paid();
    await expect(shop[decide](payment)).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
      details: { action: decide, status: 'succeeded' },
    });
  },
);
