import { createHmac } from 'node:crypto';
import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { processorPage, returnUrlOf } from '../support/entities/customer.ts';
import { firstReference } from '../support/processors/processor-webhooks.ts';
import { requestOf } from '../support/requests/other-methods.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, cardData, newId, successful } from '../support/switch/merchant.ts';
import { type Answer, type RunningSwitch, sentIn, textAt } from '../support/switch/switch.ts';
import { aPdf } from '../support/switch/switch-with-disputes.ts';

const live = aRunningSwitch({ merchant: { connectors: [] }, webhooks: {} });
/** Stripe's keys have only letters and digits. */
const stripeKey = newId('sk_test');

/** Asks the sandbox's Stripe API as the merchant at Stripe's dashboard. */
const atStripe = (
  method: 'GET' | 'POST',
  path: string,
  form: Readonly<Record<string, FormValue>> = {},
) =>
  live.running.call(method, `${live.running.sandboxUrl}/stripe/v1/${path}`, {
    headers: {
      authorization: `Bearer ${stripeKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(method === 'POST' && { body: encodeForm(form) }),
  });

beforeAll(async () => {
  const { running, merchant } = live;
  const url = `${running.url}/webhooks/${merchant.id}/stripe`;
  const endpoint = await atStripe('POST', 'webhook_endpoints', { url, enabled_events: ['*'] });
  const merchant_secret = textAt(successful(endpoint), 'secret');
  successful(
    await call('POST', `/account/${merchant.id}/connectors`, {
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe',
        connector_account_details: { auth_type: 'HeaderKey', api_key: stripeKey },
        connector_webhook_details: { merchant_secret },
      },
    }),
  );
});

const call: RunningSwitch['call'] = (method, at, given = {}) =>
  live.running.call(method, at, { key: live.merchant.key, ...given });

const pay = async (body: object) => successful(await call('POST', '/payments', { body }));
const retrieve = async (id: string, query: Record<string, string> = {}) =>
  successful(await call('GET', `/payments/${id}`, { query }));

/**
 * The event of this type about the object that has this member, once the merchant has got it, signed
 * with the merchant's key.
 */
const eventOf = (type: string, member: string, value: string) =>
  eventually(() => {
    const found = live.receiver.received(live.webhookPath).find(({ event }) => {
      const { event_type, content } = Object(event);
      return event_type === type && content.object[member] === value;
    });
    if (!found) throw new Error(`No ${type} of ${value} yet.`);
    const { body, headers, event } = found;
    const signature = createHmac('sha512', live.merchant.hashKey).update(body).digest('hex');
    expect(headers['x-webhook-signature-512']).toBe(signature);
    return Object(event);
  });

/** The intents of a payment at Stripe, by our reference. */
async function intentsOf(paymentId: string): Promise<readonly Record<string, unknown>[]> {
  const { key } = live.merchant;
  const payment = successful(await live.running.call('GET', `/payments/${paymentId}`, { key }));
  const query = encodeForm({ query: `metadata['order_id']:'${firstReference(sentIn(payment))}'` });
  return Object(successful(await atStripe('GET', `payment_intents/search?${query}`)).body).data;
}

const statusOf = (answer: Answer) => textAt(answer, 'status');

describe('a merchant who is paid through Stripe', () => {
  it('a merchant paid through Stripe reserves, captures a part, refunds a part, and gets a webhook of each', async () => {
    const created = await pay({ ...aSale(), confirm: false, capture_method: 'manual' });
    const payment_id = textAt(created, 'payment_id');
    const confirmed = successful(
      await call('POST', `/payments/${payment_id}/confirm`, { body: cardData() }),
    );
    expect(confirmed.body).toMatchObject({
      status: 'requires_capture',
      connector: 'stripe',
      amount_capturable: 6540,
    });
    await eventOf('payment_authorized', 'payment_id', payment_id);

    const captured = successful(
      await call('POST', `/payments/${payment_id}/capture`, { body: { amount_to_capture: 6_000 } }),
    );
    expect(captured.body).toMatchObject({ status: 'partially_captured', amount_received: 6_000 });

    const refunded = successful(
      await call('POST', '/refunds', { body: { payment_id, amount: 1_000 } }),
    );
    expect(statusOf(refunded)).toBe('succeeded');
    await eventOf('refund_succeeded', 'refund_id', textAt(refunded, 'refund_id'));

    const [intent, another] = await intentsOf(payment_id);
    expect(another).toBeUndefined();
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 6_000 });
  });

  it('a merchant paid through Stripe releases a reservation', async () => {
    const reserved = await pay({ ...aSale(), capture_method: 'manual' });
    const payment_id = textAt(reserved, 'payment_id');
    const body = { cancellation_reason: 'the customer changed her mind' };
    const released = await call('POST', `/payments/${payment_id}/cancel`, { body });
    expect(statusOf(successful(released))).toBe('cancelled');
    expect(await intentsOf(payment_id)).toMatchObject([{ status: 'canceled' }]);
  });

  it("a merchant paid through Stripe sees a decline in Stripe's own words", async () => {
    const declined = await pay(aSale('4000000000009995'));
    expect(declined.body).toMatchObject({
      status: 'failed',
      error_code: 'card_declined',
      error_message: expect.stringContaining('Your card has insufficient funds.'),
    });
    await eventOf('payment_failed', 'payment_id', textAt(declined, 'payment_id'));
  });

  it("a merchant paid through Stripe gets the reason of a decline, with the payer's text in the language of the request and in English in the webhook", async () => {
    const headers = { 'accept-language': 'xx, ja;q=0.9, de;q=0.8' };
    const declined = successful(
      await call('POST', '/payments', { headers, body: aSale('4000000000009995') }),
    );
    const named = { unified_code: 'UE_1000', unified_message: 'Insufficient funds' };
    const guidance = (text: string) => ({
      ...named,
      error_details: { unified_details: { user_guidance_message: text } },
    });
    const [japanese, english] = ['ja', 'en'].map((one) =>
      sentences(...declineText(one, 'insufficient_funds')),
    );
    expect(declined.body).toMatchObject(guidance(japanese ?? ''));
    const { content } = await eventOf(
      'payment_failed',
      'payment_id',
      textAt(declined, 'payment_id'),
    );
    expect(content.object).toMatchObject(guidance(english ?? ''));
  });

  it('a merchant paid through Stripe is paid when the customer has completed the challenge', async () => {
    const asked = await pay({
      ...aSale('4000000000003063'),
      authentication_type: 'three_ds',
      return_url: 'https://shop.example/back',
    });
    const payment_id = textAt(asked, 'payment_id');
    expect(statusOf(asked)).toBe('requires_customer_action');
    const page = await processorPage(live.running, asked);
    const answered = await call('GET', `${page}/complete`, { query: { confirm: 'true' } });
    const returned = await call('GET', returnUrlOf(answered));
    expect(returned.headers.get('location')).toContain('status=succeeded');
    await eventOf('payment_succeeded', 'payment_id', payment_id);
  });

  it("a merchant learns of the customer's completed challenge from Stripe's event only", async () => {
    const asked = await pay({ ...aSale('4000000000003063'), authentication_type: 'three_ds' });
    const payment_id = textAt(asked, 'payment_id');
    const page = await processorPage(live.running, asked);
    await call('GET', `${page}/complete`, { query: { confirm: 'true' } });
    await eventOf('payment_succeeded', 'payment_id', payment_id);
  });

  it("a merchant learns of a capture at Stripe's dashboard from Stripe's event only", async () => {
    const reserved = await pay({ ...aSale(), capture_method: 'manual' });
    const payment_id = textAt(reserved, 'payment_id');
    const intent = textAt(reserved, 'connector_transaction_id');
    successful(await atStripe('POST', `payment_intents/${intent}/capture`));
    const { content } = await eventOf('payment_succeeded', 'payment_id', payment_id);
    expect(content.object).toMatchObject({ amount_received: 6_540 });
  });

  it("a merchant learns of a cancellation at Stripe's dashboard from Stripe's event only", async () => {
    const reserved = await pay({ ...aSale(), capture_method: 'manual' });
    const payment_id = textAt(reserved, 'payment_id');
    const intent = textAt(reserved, 'connector_transaction_id');
    successful(await atStripe('POST', `payment_intents/${intent}/cancel`));
    await eventOf('payment_cancelled', 'payment_id', payment_id);
  });

  it("a merchant learns of a succeeded refund from Stripe's event only", async () => {
    const paid = await pay(aSale('4000000000007726'));
    const body = { payment_id: textAt(paid, 'payment_id'), amount: 1_000 };
    const refunded = successful(await call('POST', '/refunds', { body }));
    expect(statusOf(refunded)).toBe('pending');
    await eventOf('refund_succeeded', 'refund_id', textAt(refunded, 'refund_id'));
  });

  it('an event about a payment that is not signed by Stripe is not applied', async () => {
    const reserved = await pay({ ...aSale(), capture_method: 'manual' });
    const [intent] = await intentsOf(textAt(reserved, 'payment_id'));
    const object = { ...intent, status: 'succeeded', amount_received: 6_540 };
    const body = JSON.stringify({ type: 'payment_intent.succeeded', data: { object } });
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `t=1,v1=${'0'.repeat(64)}`,
    };
    // It is taken as a reason to ask Stripe, and for nothing else.
    const path = `/webhooks/${live.merchant.id}/stripe`;
    successful(await live.running.call('POST', path, { body, headers }));
    const found = await retrieve(textAt(reserved, 'payment_id'));
    expect(statusOf(found)).toBe('requires_capture');
  });

  it.each(['378282246310005', '371449635398431'])(
    'a merchant paid through Stripe is paid by American Express: %s',
    async (number) => {
      const paid = await pay(aSale(number, '1234'));
      expect(paid.body).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
      expect(await intentsOf(textAt(paid, 'payment_id'))).toMatchObject([{ status: 'succeeded' }]);
    },
  );

  it.each([
    ['4242424242424242', { cvc_check: 'pass', address_postal_code_check: 'pass' }],
    ['4000000000000101', { cvc_check: 'fail', address_postal_code_check: 'pass' }],
    ['4000000000000036', { cvc_check: 'pass', address_postal_code_check: 'fail' }],
  ])(
    "a Stripe payment shows the issuer's checks of address and cvc: %s",
    async (number, payment_checks) => {
      const address = { line1: '1467 Harrison Street', zip: '94122', country: 'US' };
      const shown = { status: 'succeeded', payment_method_data: { card: { payment_checks } } };
      // Stripe's event does not contain the checks. A payment that it settles before the answer
      // arrives, which a slow machine may see, shows none: then another payment shows them.
      const paid = await eventually(async () => {
        const made = await pay({ ...aSale(number), billing: { address } });
        expect(made.body).toMatchObject(shown);
        return made;
      });
      expect((await retrieve(textAt(paid, 'payment_id'))).body).toMatchObject(shown);
    },
  );

  const consent = {
    acceptance_type: 'online',
    online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
  };

  it.each([
    ['pay_later', 'klarna', 'EUR', 'redirect_to_url'],
    ['pay_later', 'afterpay_clearpay', 'USD', 'redirect_to_url'],
    ['pay_later', 'affirm', 'USD', 'redirect_to_url'],
    ['bank_redirect', 'ideal', 'EUR', 'redirect_to_url'],
    ['bank_redirect', 'eps', 'EUR', 'redirect_to_url'],
    ['bank_redirect', 'giropay', 'EUR', 'redirect_to_url'],
    ['bank_redirect', 'sofort', 'EUR', 'redirect_to_url'],
    ['wallet', 'we_chat_pay', 'CNY', 'qr_code_information'],
    ['bank_transfer', 'ach', 'USD', 'display_bank_transfer_information'],
    ['bank_debit', 'ach', 'USD', 'redirect_to_url'],
  ])(
    'a merchant paid through Stripe redirects the customer who pays by %s %s',
    async (method, type, currency, next) => {
      const asked = await pay({
        amount: 6_540,
        currency,
        confirm: true,
        email: 'joseph.doe@example.com',
        name: 'Joseph Doe',
        return_url: 'https://shop.example/back',
        ...requestOf(type, method),
        ...(method === 'bank_debit' && { customer_acceptance: consent }),
        ...(type === 'we_chat_pay' && { payment_method_data: { wallet: { we_chat_pay_qr: {} } } }),
      });
      expect(asked.body).toMatchObject({
        status: 'requires_customer_action',
        connector: 'stripe',
        next_action: { type: next },
      });
    },
  );

  it("a merchant paid through Stripe charges a customer's stored card without the customer", async () => {
    const customer_id = newId('cus');
    const first = await pay({
      ...aSale(),
      customer_id,
      setup_future_usage: 'off_session',
      customer_acceptance: consent,
    });
    const data = textAt(first, 'payment_method_id');
    const second = await pay({
      amount: 1_500,
      currency: 'USD',
      confirm: true,
      customer_id,
      off_session: true,
      recurring_details: { type: 'payment_method_id', data },
    });
    expect(second.body).toMatchObject({ status: 'succeeded', amount_received: 1_500 });
    const [one] = await intentsOf(textAt(first, 'payment_id'));
    const [other] = await intentsOf(textAt(second, 'payment_id'));
    expect(one?.customer).toMatch(/^cus_/);
    expect(other?.customer).toBe(one?.customer);
    expect(other?.payment_method).toBe(one?.payment_method);
    await eventOf('payment_succeeded', 'payment_id', textAt(second, 'payment_id'));
  });

  it('a merchant paid through Stripe charges the SEPA debit that iDEAL has created, under its mandate', async () => {
    const customer_id = newId('cus');
    const online = { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' };
    const asked = await pay({
      amount: 6_540,
      currency: 'EUR',
      confirm: true,
      customer_id,
      name: 'Joseph Doe',
      email: 'joseph.doe@example.com',
      return_url: 'https://shop.example/back',
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: { acceptance_type: 'online', online },
        mandate_type: { multi_use: { amount: 10_000, currency: 'EUR' } },
      },
      payment_method: 'bank_redirect',
      payment_method_type: 'ideal',
      payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } },
    });
    const payment_id = textAt(asked, 'payment_id');
    const page = await processorPage(live.running, asked);
    const answered = await call('GET', `${page}/complete`, { query: { confirm: 'true' } });
    const returned = await call('GET', returnUrlOf(answered));
    expect(returned.headers.get('location')).toContain('status=succeeded');
    const paid = await retrieve(payment_id);
    expect(paid.body).toMatchObject({
      status: 'succeeded',
      connector_mandate_id: expect.stringMatching(/_sepa$/),
    });
    const mandate_id = textAt(paid, 'mandate_id');
    const later = await pay({
      amount: 1_500,
      currency: 'EUR',
      confirm: true,
      customer_id,
      off_session: true,
      recurring_details: { type: 'mandate_id', data: mandate_id },
    });
    expect(later.body).toMatchObject({ status: 'processing', payment_method_type: 'ideal' });
    expect(await intentsOf(textAt(later, 'payment_id'))).toMatchObject([
      {
        payment_method: textAt(paid, 'connector_mandate_id'),
        payment_method_types: ['sepa_debit'],
      },
    ]);
  });

  it('a merchant gets a dispute from Stripe, and wins it with evidence', async () => {
    const paid = await pay(aSale('4000000000002685'));
    const payment_id = textAt(paid, 'payment_id');
    const { content } = await eventOf('dispute_opened', 'payment_id', payment_id);
    const { dispute_id } = content.object;
    expect(content.object).toMatchObject({ amount: '6540', currency: 'USD', connector: 'stripe' });

    const form = new FormData();
    for (const [name, part] of Object.entries({ dispute_id, evidence_type: 'receipt' })) {
      form.append(name, part);
    }
    form.append('file', aPdf());
    const attached = await fetch(`${live.running.url}/disputes/evidence`, {
      method: 'PUT',
      headers: { 'api-key': live.merchant.key },
      body: form,
    });
    expect(attached.status).toBe(200);
    const body = { dispute_id, uncategorized_text: 'winning_evidence' };
    const submitted = successful(await call('POST', '/disputes/evidence', { body }));
    expect(textAt(submitted, 'dispute_status')).toBe('dispute_challenged');
    const atProcessor = await atStripe('GET', `disputes/${content.object.connector_dispute_id}`);
    expect(textAt(successful(atProcessor), 'evidence.receipt')).toMatch(/^file_/);
    await eventOf('dispute_won', 'dispute_id', dispute_id);
  });

  it("a merchant paid through Stripe charges once when Stripe's answer never comes", async () => {
    const asked = await pay(aSale('4111111145551142'));
    const payment_id = textAt(asked, 'payment_id');
    const { body } = await eventually(async () => {
      const found = await retrieve(payment_id, { force_sync: 'true' });
      if (statusOf(found) !== 'succeeded') throw new Error('Not known to be paid yet.');
      return found;
    });
    expect(body).toMatchObject({ amount_received: 6540, attempt_count: 1 });
    expect(await intentsOf(payment_id)).toMatchObject([{ amount_received: 6540 }]);
    await eventOf('payment_succeeded', 'payment_id', payment_id);
  });
});
