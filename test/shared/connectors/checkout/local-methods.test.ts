import { aboutCheckout } from '#connectors/checkout/about.ts';
import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

// Sources have the members of checkout/checkout-sdk-php lib/Checkout/Payments/Request/Source/Apm and
// the values of checkout/checkout-sdk-java src/test/java/com/checkout/payments/RequestApmPaymentsIT.java.
const { authorize, sync, refund, webhooks } = checkoutConnector();
if (!refund || !webhooks) throw new Error('It can.');
const account = anAccountAt('checkout');

const address = {
  first_name: 'Bruce',
  last_name: 'Wayne',
  line1: '1 Main St',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'US',
} as const;
const theirAddress = {
  address_line1: '1 Main St',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'US',
};
const billing = { address, email: 'bruce@wayne-enterprises.com' };
const order: Authorization['order'] = { initiator: { by: 'customer' }, billing };

type Method = Pick<MethodAbility, 'method' | 'type'>;
const sourceOf = ({ method, type }: Method, shape: string, data = {}): PaymentSource => ({
  kind: 'payment_method',
  method,
  type,
  shape,
  data,
});
const charge = (source: PaymentSource, changes: Partial<Authorization> = {}) =>
  aCharge('checkout', { source, order, ...changes });
const bodyFor = (source: PaymentSource, changes: Partial<Authorization> = {}) =>
  bodyOf(authorize.request(charge(source, changes), account));

const account1 = { account_number: '000123-456789', routing_number: '110000000' };
const ach = sourceOf({ method: 'bank_debit', type: 'ach' }, 'ach_bank_debit', account1);
const ideal = sourceOf({ method: 'bank_redirect', type: 'ideal' }, 'ideal');
const bancontact = sourceOf(
  { method: 'bank_redirect', type: 'bancontact_card' },
  'bancontact_card',
);

const notLocal: readonly string[] = ['credit', 'debit', 'apple_pay', 'google_pay', 'network_token'];
const cases = aboutCheckout.methods
  .filter(({ type }) => !notLocal.includes(type))
  .flatMap((ability) =>
    (ability.variants ?? []).map((shape) => [`${ability.type} ${shape}`, ability, shape] as const),
  );

/** Types of checkout-sdk-java src/main/java/com/checkout/common/PaymentSourceType.java. */
const sourceTypes = new Set(
  `ach alipay_cn alipay_hk alma bancontact dana eps gcash ideal kakaopay knet mobilepay multibanco
  p24 tng trustly twint vipps`.split(/\s+/),
);

describe('a local method', () => {
  it.each(cases)(
    '%s of the abilities is a source of Checkout.com, charged at once',
    (_, ability, shape) => {
      const currency = ability.currencies?.[0] ?? 'EUR';
      const data = ability.method === 'bank_debit' ? account1 : {};
      // An amount that Checkout.com can express in each currency.
      const input = charge(sourceOf(ability, shape, data), { currency, amountMinor: 10_000 });
      const request = authorize.request(input, account);
      const body = bodyOf(request);
      expect(sourceTypes).toContain(body.source.type);
      expect(body).toMatchObject({ currency, capture: true, payment_type: 'Regular' });
      // Only cards are authenticated by 3-D Secure.
      expect(body).not.toHaveProperty('3ds');
      expect(request.headers['cko-idempotency-key']).toBe('pay_1_1');
      expect(ability.captureMethods).not.toContain('manual');
    },
  );

  it('a method that the abilities lack is not sent, and none is stored without a charge', () => {
    const unknown = sourceOf({ method: 'voucher', type: 'efecty' }, 'efecty');
    expect(() => bodyFor(unknown)).toThrow('does not charge efecty');
    expect(() => bodyFor(ach, { isVerification: true, amountMinor: 0 })).toThrow('stores no ach');
  });

  it('a reference is as short as the strictest method wants it', () => {
    const { reference } = bodyFor(ideal, { reference: 'p'.repeat(36) });
    expect(reference).toMatch(/^h-[0-9a-f]{28}$/);
  });
});

describe('the source of a method', () => {
  it("a payment by iDEAL has a description for the bank's page, which is cut", () => {
    const described = { ...order, description: 'A description that is longer than it may be' };
    expect(bodyFor(ideal, { order: described }).source).toEqual({
      type: 'ideal',
      description: 'A description that is longe',
    });
  });

  it("Bancontact and Multibanco have their payer's country and name, and are not sent without a name", () => {
    const named = { payment_country: 'US', account_holder_name: 'Bruce Wayne' };
    expect(bodyFor(bancontact).source).toEqual({ type: 'bancontact', ...named });
    const stated = { billing_details: { billing_name: 'Ada Lovelace' } };
    const typed = sourceOf(
      { method: 'bank_redirect', type: 'bancontact_card' },
      'bancontact_card',
      stated,
    );
    const bare = { order: { initiator: order.initiator } };
    expect(bodyFor(typed, bare).source).toEqual({
      type: 'bancontact',
      payment_country: 'BE',
      account_holder_name: 'Ada Lovelace',
    });
    expect(() => bodyFor(bancontact, bare)).toThrow("payer's name");
  });

  it("Przelewy24 has its payer's e-mail address, EPS the account holder, and KNET the language", () => {
    const p24 = sourceOf({ method: 'bank_redirect', type: 'przelewy24' }, 'przelewy24');
    expect(bodyFor(p24).source).toMatchObject({
      type: 'p24',
      account_holder_email: 'bruce@wayne-enterprises.com',
    });
    const eps = sourceOf({ method: 'bank_redirect', type: 'eps' }, 'eps');
    expect(bodyFor(eps).source).toEqual({
      type: 'eps',
      purpose: 'Payment',
      account_holder: { first_name: 'Bruce', last_name: 'Wayne', billing_address: theirAddress },
    });
    const knet = sourceOf({ method: 'card_redirect', type: 'knet' }, 'knet');
    expect(bodyFor(knet).source).toEqual({ type: 'knet', language: 'en' });
    const arabic = { order: { ...order, browser: { language: 'ar-KW' } } };
    expect(bodyFor(knet, arabic).source.language).toBe('ar');
  });

  it('an ACH debit has the account, its kind and its holder, a person or a company', () => {
    expect(bodyFor(ach).source).toEqual({
      type: 'ach',
      account_type: 'checking',
      country: 'US',
      account_number: '000123456789',
      bank_code: '110000000',
      account_holder: {
        type: 'individual',
        first_name: 'Bruce',
        last_name: 'Wayne',
        billing_address: theirAddress,
      },
    });
    const company = {
      ...account1,
      bank_type: 'savings',
      bank_holder_type: 'business',
      bank_account_holder_name: 'Wayne Enterprises',
    };
    const source = sourceOf({ method: 'bank_debit', type: 'ach' }, 'ach_bank_debit', company);
    expect(bodyFor(source).source).toMatchObject({
      account_type: 'savings',
      account_holder: { type: 'corporate', company_name: 'Wayne Enterprises' },
    });
    const without = sourceOf({ method: 'bank_debit', type: 'ach' }, 'ach_bank_debit', {});
    expect(() => bodyFor(without)).toThrow('no account_number');
  });
});

describe('the way of a local payment', () => {
  const { source: _, order: __, returnUrl: ___, ...reference } = charge(ideal);
  const known = { ...reference, connectorTransactionId: 'pay_y' };
  const reading = (body: object, source = ideal) =>
    settled(authorize.outcome(answer(body, 202), charge(source), account));

  // The answer of https://www.checkout.com/docs/payments/add-payment-methods/ideal/api-only
  it("a payment that awaits its payer leads to the bank's page, and a debit is pending", () => {
    const pending = { id: 'pay_y', status: 'Pending' };
    const href = 'https://sandbox.ideal-acquiring.example/simulation';
    expect(reading({ ...pending, _links: { redirect: { href } } })).toMatchObject({
      result: 'challenged',
      redirectUrl: href,
      connectorTransactionId: 'pay_y',
    });
    expect(reading({ ...pending, source: { type: 'ach' } }, ach)).toMatchObject({
      result: 'pending',
    });
  });

  it.each([
    ['Captured', {}, 'captured'],
    ['Authorized', {}, 'captured'],
    ['Authorized', { source: { type: 'ach' } }, 'pending'],
    ['Captured', { source: { type: 'ach' } }, 'captured'],
    ['Declined', {}, 'declined'],
    ['Canceled', {}, 'declined'],
    ['Expired', {}, 'declined'],
  ])('a sync of a payment that is %s with %j has the outcome %s', (status, more, result) => {
    const body = answer({ id: 'pay_y', status, amount: 6540, currency: 'EUR', ...more });
    expect(settled(sync.outcome(body, known, account))).toMatchObject({ result });
  });

  it('a payer who abandons the page leaves the payment open until it expires', () => {
    const href = 'https://bank.example/';
    const open = answer({ id: 'pay_y', status: 'Pending', _links: { redirect: { href } } });
    expect(settled(sync.outcome(open, known, account))).toMatchObject({ result: 'challenged' });
  });

  const said = (type: string, data: object) =>
    webhooks.parse({ headers: {}, body: JSON.stringify({ type, data }) });
  const money = { amount: 6540, currency: 'EUR' };

  it('webhooks decide about a payment, and an approved debit stays pending', () => {
    const data = { id: 'pay_y', reference: 'pay_1_1', ...money };
    expect(said('payment_captured', data)).toMatchObject([
      { subject: { reference: 'pay_1_1' }, outcome: { result: 'captured', capturedMinor: 6540 } },
    ]);
    const debit = { ...data, source: { type: 'ach' } };
    expect(said('payment_approved', debit)).toMatchObject([{ outcome: { result: 'pending' } }]);
    expect(said('payment_approved', data)).toMatchObject([{ outcome: { result: 'authorized' } }]);
    expect(said('payment_declined', debit)).toMatchObject([{ outcome: { result: 'declined' } }]);
  });

  // https://www.checkout.com/docs/workflows/webhook-event-types/payment_returned
  it('a debit that the bank returns after its capture is a lost dispute', () => {
    const data = {
      id: 'pay_y',
      action_id: 'act_kqknlhpwscaetbzyk2b773jiti',
      reference: 'pay_1_1',
      response_code: 'R10',
      response_summary: 'Customer advises not authorized',
      ...money,
    };
    expect(said('payment_returned', { ...data, source: { type: 'ach' } })).toMatchObject([
      {
        kind: 'dispute',
        subject: { reference: 'pay_1_1', connectorId: 'pay_y' },
        dispute: {
          connectorDisputeId: 'act_kqknlhpwscaetbzyk2b773jiti',
          status: 'dispute_lost',
          amountMinor: 6540,
          currency: 'EUR',
          reasonCode: 'R10',
        },
      },
    ]);
    // A payout comes back by the same event.
    const payout = { ...data, source: { type: 'currency_account' } };
    expect(said('payment_returned', payout)).toMatchObject([
      { kind: 'payout', outcome: { result: 'reversed' } },
    ]);
  });

  it('a local payment is refunded like a card, also in part', () => {
    const back = { reference: 'ref_1', connectorName: 'checkout', currency: 'EUR' };
    const request = refund.request({ ...back, amountMinor: 40, payment: known }, account);
    expect(request.url).toMatch(/\/payments\/pay_y\/refunds$/);
    expect(bodyOf(request)).toEqual({ amount: 40, reference: 'ref_1' });
  });
});
