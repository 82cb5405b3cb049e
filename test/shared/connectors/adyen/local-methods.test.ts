import { aboutAdyen } from '#connectors/adyen/about.ts';
import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';
import { describedConnector } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Requests are compared with Adyen/adyen-openapi json/CheckoutService-v68.json; answers are those of
// Adyen/adyen-java-api-library src/test/resources/mocks/checkout.
const { authorize, complete, capture, refund, webhooks } = describedConnector(
  adyenFacts.descriptions,
  adyenConnector(),
);
if (!complete || !capture || !refund || !webhooks) throw new Error('Adyen does all of this.');

const account = anAccountAt('adyen', {
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
});

const billing = {
  address: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    line1: 'Stargatan 1',
    city: 'Ankeborg',
    zip: '12345',
    country: 'SE',
  },
  phone: { number: '840 839 298', country_code: '+46' },
  email: 'ada@shop.example',
} as const;
const order: Authorization['order'] = { initiator: { by: 'customer' }, billing };

/** Data of a payer for the methods that need some. */
const dataOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ach_bank_debit: { account_number: '000 123-456789', routing_number: '110000000' },
  bacs_bank_debit: { account_number: '55779911', sort_code: '20-00-00' },
  becs_bank_debit: { account_number: '000123456', bsb_number: '000-000' },
  blik: { blik_code: '777 123' },
  sepa_bank_debit: { iban: 'NL13 TEST 0123 4567 89', bank_account_holder_name: 'A. Schneider' },
};

type Method = Pick<MethodAbility, 'method' | 'type'>;

const sourceOf = (
  { method, type }: Method,
  shape: string,
  data = dataOf[shape] ?? {},
): PaymentSource => ({ kind: 'payment_method', method, type, shape, data });

const charge = (source: PaymentSource, changes: Partial<Authorization> = {}) =>
  aCharge('adyen', { source, order, ...changes });

const notLocal: readonly string[] = ['credit', 'debit', 'apple_pay', 'google_pay', 'network_token'];
const local = aboutAdyen.methods.filter(({ type }) => !notLocal.includes(type));
const cases = local.flatMap((ability) =>
  (ability.variants ?? []).map((shape) => [`${ability.type} ${shape}`, ability, shape] as const),
);

const ideal = sourceOf({ method: 'bank_redirect', type: 'ideal' }, 'ideal');
const sepa = sourceOf({ method: 'bank_debit', type: 'sepa' }, 'sepa_bank_debit');
const klarna = sourceOf({ method: 'pay_later', type: 'klarna' }, 'klarna_redirect');
const pix = sourceOf({ method: 'bank_transfer', type: 'pix' }, 'pix');
const blik = sourceOf({ method: 'bank_redirect', type: 'blik' }, 'blik');
const bancontact = { method: 'bank_redirect', type: 'bancontact_card' } as const;

describe('a local method', () => {
  it.each(cases)('%s of the abilities is asked for as Adyen describes it', (_, ability, shape) => {
    const currency = ability.currencies?.[0] ?? 'EUR';
    // An amount that Adyen can express in each currency.
    const input = charge(sourceOf(ability, shape), { currency, amountMinor: 10_000 });
    const request = authorize.request(input, account);
    const body = bodyOf(request);
    expect(request.headers['idempotency-key']).toBe('Shop_pay_1_1');
    expect(body.paymentMethod.type).toMatch(/^\w+$/);
    // Only cards are authenticated by 3-D Secure.
    expect(body.additionalData ?? {}).not.toHaveProperty('executeThreeD');
  });

  it('a method that the abilities lack is not sent', () => {
    const unknown = sourceOf({ method: 'voucher', type: 'efecty' }, 'efecty');
    expect(() => authorize.request(charge(unknown), account)).toThrow('does not charge efecty');
  });

  it('a local method that may be captured later is sent with manual capture', () => {
    const reserved = charge(klarna, { captureMethod: 'manual' });
    expect(bodyOf(authorize.request(reserved, account)).additionalData).toEqual({
      manualCapture: 'true',
    });
  });

  it('a local method is not stored without a charge', () => {
    const nothing = charge(sepa, { isVerification: true, amountMinor: 0 });
    expect(() => authorize.request(nothing, account)).toThrow('only with a charge');
  });
});

describe('the data of a method', () => {
  const methodIn = (source: PaymentSource, changes: Partial<Authorization> = {}) =>
    bodyOf(authorize.request(charge(source, changes), account)).paymentMethod;

  it('a payment by iDEAL is asked for without a bank, which its payer chooses at iDEAL', () => {
    expect(methodIn(ideal)).toEqual({ type: 'ideal' });
  });

  it('Bancontact is a typed card, or without one a code for its app', () => {
    // A published test card of Adyen.
    const typed = {
      card_number: '6703 4444 4444 4449',
      card_exp_month: '03',
      card_exp_year: '30',
      card_holder_name: 'Ada Lovelace',
    };
    expect(methodIn(sourceOf(bancontact, 'bancontact_card', typed))).toEqual({
      type: 'bcmc',
      number: '6703444444444449',
      expiryMonth: '03',
      expiryYear: '2030',
      holderName: 'Ada Lovelace',
    });
    expect(methodIn(sourceOf(bancontact, 'bancontact_card'))).toEqual({ type: 'bcmc_mobile' });
  });

  it('a BLIK code is sent without spaces, and nothing is sent without a code', () => {
    expect(methodIn(blik)).toEqual({ type: 'blik', blikCode: '777123' });
    const without = sourceOf({ method: 'bank_redirect', type: 'blik' }, 'blik', {});
    expect(() => methodIn(without)).toThrow('no blik_code');
  });

  it('a SEPA debit has the IBAN and its owner, and nothing is sent without an owner', () => {
    expect(methodIn(sepa)).toEqual({
      type: 'sepadirectdebit',
      iban: 'NL13TEST0123456789',
      ownerName: 'A. Schneider',
    });
    const iban = { iban: 'NL13TEST0123456789' };
    const bare = sourceOf({ method: 'bank_debit', type: 'sepa' }, 'sepa_bank_debit', iban);
    expect(methodIn(bare)).toMatchObject({ ownerName: 'Ada Lovelace' });
    const nameless = { order: { initiator: order.initiator } };
    expect(() => methodIn(bare, nameless)).toThrow('account holder');
  });

  it('a debit by ACH, Bacs or BECS has the numbers of the account and its owner', () => {
    const debit = (type: 'ach' | 'bacs' | 'becs') =>
      methodIn(sourceOf({ method: 'bank_debit', type }, `${type}_bank_debit`));
    expect(debit('ach')).toEqual({
      type: 'ach',
      ownerName: 'Ada Lovelace',
      bankAccountNumber: '000123456789',
      bankLocationId: '110000000',
    });
    expect(debit('bacs')).toEqual({
      type: 'directdebit_GB',
      holderName: 'Ada Lovelace',
      bankAccountNumber: '55779911',
      bankLocationId: '200000',
    });
    expect(debit('becs')).toEqual({
      type: 'directdebit_AU',
      holderName: 'Ada Lovelace',
      bankAccountNumber: '000123456',
      bankBranchCode: '000000',
    });
  });

  it('Afterpay is Clearpay in pounds, and WeChat Pay is a code or a redirect by its shape', () => {
    const afterpay = { method: 'pay_later', type: 'afterpay_clearpay' } as const;
    const source = sourceOf(afterpay, 'afterpay_clearpay_redirect');
    expect(methodIn(source, { currency: 'GBP' })).toEqual({ type: 'clearpay' });
    expect(methodIn(source, { currency: 'AUD' })).toEqual({ type: 'afterpaytouch' });
    const weChat = { method: 'wallet', type: 'we_chat_pay' } as const;
    expect(methodIn(sourceOf(weChat, 'we_chat_pay_qr'))).toEqual({ type: 'wechatpayQR' });
    expect(methodIn(sourceOf(weChat, 'we_chat_pay_redirect'))).toEqual({ type: 'wechatpayWeb' });
  });

  it('a stored account is charged by the type of its currency, and in no other currency', () => {
    const source = {
      kind: 'connector_mandate',
      connectorMandateId: 'M5N7',
      method: 'bank_debit',
    } as const;
    expect(methodIn(source, { currency: 'USD' })).toMatchObject({ type: 'ach' });
    expect(methodIn(source)).toMatchObject({ type: 'sepadirectdebit' });
    expect(() => methodIn(source, { currency: 'AUD' })).toThrow('no account in AUD');
  });

  it("Pix has the payer's tax number where it is known", () => {
    const known = sourceOf({ method: 'bank_transfer', type: 'pix' }, 'pix', { cpf: '56861752509' });
    const body = bodyOf(authorize.request(charge(known, { currency: 'BRL' }), account));
    expect(body.socialSecurityNumber).toBe('56861752509');
    const unknown = bodyOf(authorize.request(charge(pix, { currency: 'BRL' }), account));
    expect(unknown).not.toHaveProperty('socialSecurityNumber');
  });

  it("the payer of a method is that of the method's data, else that of the billing address", () => {
    const billed = { billing_email: 'eve@shop.example', billing_country: 'DE' };
    const stated = sourceOf({ method: 'pay_later', type: 'klarna' }, 'klarna_redirect', billed);
    expect(bodyOf(authorize.request(charge(stated), account))).toMatchObject({
      shopperEmail: 'eve@shop.example',
      countryCode: 'DE',
    });
    expect(bodyOf(authorize.request(charge(klarna), account))).toMatchObject({
      shopperEmail: 'ada@shop.example',
      countryCode: 'SE',
      telephoneNumber: '+46840839298',
      shopperName: { firstName: 'Ada', lastName: 'Lovelace' },
    });
  });
});

describe('the lines of an invoice', () => {
  const linesOf = (changes: Partial<Authorization['order']>, amountMinor = 1_000) => {
    const input = charge(klarna, { amountMinor, currency: 'SEK', order: { ...order, ...changes } });
    const { lineItems } = bodyOf(authorize.request(input, account));
    return lineItems as readonly { quantity: number; amountIncludingTax: number }[];
  };
  const totalOf = (items: ReturnType<typeof linesOf>) =>
    items.reduce((sum, one) => sum + one.quantity * one.amountIncludingTax, 0);

  // The example of post-payments-klarna in CheckoutService-v68.json.
  const lines = [
    { name: 'Shoes', productId: 'Item #1', quantity: 1, unitMinor: 400, taxMinor: 69, taxRate: 21 },
    {
      name: 'Socks',
      productId: 'Item #2',
      quantity: 2,
      unitMinor: 300,
      taxMinor: 104,
      taxRate: 21,
    },
  ];

  it('each line has the amounts of one piece, with and without tax', () => {
    expect(linesOf({ lines })).toEqual([
      {
        id: 'Item #1',
        description: 'Shoes',
        quantity: 1,
        amountIncludingTax: 400,
        amountExcludingTax: 331,
        taxAmount: 69,
        taxPercentage: 2100,
      },
      {
        id: 'Item #2',
        description: 'Socks',
        quantity: 2,
        amountIncludingTax: 300,
        amountExcludingTax: 248,
        taxAmount: 52,
        taxPercentage: 2100,
      },
    ]);
  });

  it('the lines sum to the amount with shipping, and one that cannot be divided is one piece', () => {
    const odd = [{ name: 'Socks', quantity: 3, unitMinor: 300, totalMinor: 800 }];
    const items = linesOf({ lines: odd, shippingMinor: 200 });
    expect(items).toMatchObject([
      { description: '3 × Socks', quantity: 1, amountIncludingTax: 800 },
      { description: 'Shipping', quantity: 1, amountIncludingTax: 200 },
    ]);
    expect(totalOf(items)).toBe(1_000);
  });

  it('an order whose lines do not sum to the amount is one line with the whole amount', () => {
    const items = linesOf({ lines, description: 'Autumn order' }, 950);
    expect(items).toMatchObject([{ description: 'Autumn order', amountIncludingTax: 950 }]);
    expect(totalOf(linesOf({}))).toBe(1_000);
  });

  it("the lines are counted in Adyen's minor units, which are hundredths for CLP", () => {
    const input = charge(klarna, { amountMinor: 1_250, currency: 'CLP' });
    const { amount, lineItems } = bodyOf(authorize.request(input, account));
    expect(amount.value).toBe(125_000);
    expect(lineItems).toMatchObject([{ amountIncludingTax: 125_000 }]);
  });

  it('a capture and a refund of a part have a line, and those of the whole have none', () => {
    const redirect = { type: 'redirect', method: 'GET', url: 'https://klarna.example/' };
    const outcome = settled(
      authorize.outcome(
        answer({ resultCode: 'RedirectShopper', action: redirect }),
        charge(klarna),
        account,
      ),
    );
    if (!('connectorMetadata' in outcome) || !outcome.connectorMetadata)
      throw new Error('No mark.');
    const { source: _, order: __, ...reference } = charge(klarna, { captureMethod: 'manual' });
    const payment = {
      ...reference,
      connectorTransactionId: 'P1',
      connectorMetadata: outcome.connectorMetadata,
    };
    const part = { captureReference: 'pay_1_1_1', captureNumber: 1, isFinal: false };
    const taken = (captureMinor: number) =>
      bodyOf(capture.request({ ...payment, ...part, captureMinor }, account)).lineItems;
    expect(taken(540)).toEqual([{ description: 'Capture', quantity: 1, amountIncludingTax: 540 }]);
    expect(taken(6_540)).toBeUndefined();
    const back = { reference: 'ref_1', connectorName: 'adyen', currency: 'EUR' };
    const returned = (amountMinor: number, of = payment) =>
      bodyOf(refund.request({ ...back, amountMinor, payment: of }, account)).lineItems;
    expect(returned(40)).toEqual([{ description: 'Refund', quantity: 1, amountIncludingTax: 40 }]);
    expect(returned(6_540)).toBeUndefined();
    expect(returned(40, { ...payment, connectorMetadata: {} })).toBeUndefined();
  });
});

describe('the next step of a local method', () => {
  const reading = (body: object, source: PaymentSource, headers = {}) =>
    settled(authorize.outcome(answer(body, 200, headers), charge(source), account));

  // mocks/checkout/paymentResponseBcmc.json and example post-payments-ideal-200
  it("a redirect leads to the bank, by an address or by a form's fields", () => {
    const url = 'https://test.adyen.com/hpp/checkout.shtml?u=redirectIdeal';
    const action = { paymentMethodType: 'ideal', url, method: 'GET', type: 'redirect' };
    expect(reading({ resultCode: 'RedirectShopper', action }, ideal)).toEqual({
      result: 'challenged',
      redirectUrl: url,
    });
    const form = { ...action, method: 'POST', data: { MD: 'OEVudm', PaReq: 'eNpV' } };
    expect(reading({ resultCode: 'RedirectShopper', action: form }, ideal)).toEqual({
      result: 'challenged',
      redirectForm: { url, fields: form.data },
    });
  });

  // mocks/checkout/pixQrCodeResponse.json
  it("Pix is a QR code until the time of Adyen's answer", () => {
    const body = {
      additionalData: { 'pix.expirationDate': '2021-12-21T13:00:00-03:00' },
      pspReference: '8815658961765250',
      resultCode: 'Pending',
      action: { paymentMethodType: 'pix', type: 'qrCode', qrCodeData: 'DMhpN90TFR2e7TzwHYRFkhw4' },
    };
    expect(reading(body, pix)).toEqual({
      result: 'challenged',
      nextAction: {
        type: 'qr_code_information',
        raw_qr_data: 'DMhpN90TFR2e7TzwHYRFkhw4',
        display_to_timestamp: Date.UTC(2021, 11, 21, 16),
      },
      connectorTransactionId: '8815658961765250',
    });
  });

  // mocks/checkout/paymentResponseBcmcMobile.json
  it('Bancontact without a card is a QR code for its app', () => {
    const action = {
      paymentMethodType: 'bcmc_mobile',
      url: 'BEPGenApp://DoTx?TransId=1bcmc-test.adyen.com/pal/bep$P5FOT6N55HYZNXVPFDGIHEJC',
      qrCodeData: 'BEP://1bcmc-test.adyen.com/pal/test',
      type: 'qrCode',
    };
    const mobile = sourceOf(bancontact, 'bancontact_card');
    expect(reading({ resultCode: 'Pending', action }, mobile)).toMatchObject({
      result: 'challenged',
      nextAction: { raw_qr_data: action.qrCodeData },
    });
  });

  it('BLIK waits for the app of the bank, from the time of the answer', () => {
    const body = { resultCode: 'Pending', pspReference: 'P1', action: { type: 'await' } };
    const date = 'Tue, 01 Dec 2026 10:00:00 GMT';
    const screen = { type: 'wait_screen_information', poll_config: { delay_in_secs: 5 } };
    expect(reading(body, blik, { date })).toMatchObject({
      result: 'challenged',
      nextAction: { ...screen, display_from_timestamp: Date.UTC(2026, 11, 1, 10) },
      connectorTransactionId: 'P1',
    });
    expect(reading(body, blik)).toMatchObject({ nextAction: { display_from_timestamp: 0 } });
  });

  it('a payment that awaits only Adyen or the bank is pending', () => {
    const received = { resultCode: 'Received', pspReference: 'P1' };
    expect(reading(received, sepa)).toEqual({ result: 'pending', connectorTransactionId: 'P1' });
    expect(reading({ ...received, resultCode: 'Pending' }, ideal)).toMatchObject({
      result: 'pending',
    });
  });

  it("an action that only Adyen's own library can show leaves the outcome unknown", () => {
    const action = { type: 'sdk', paymentMethodType: 'wechatpaySDK', sdkData: {} };
    expect(() => reading({ resultCode: 'PresentToShopper', action }, pix)).toThrow();
  });
});

describe('the end of a payment by a local method', () => {
  const { source: _, ...returned } = charge(ideal);

  it.each([
    ['Authorised', 'captured'],
    ['Received', 'pending'],
    ['Pending', 'pending'],
    ['Cancelled', 'voided'],
    ['Refused', 'declined'],
    ['Error', 'declined'],
  ])('a payer who returns with the result %s has the outcome %s', (resultCode, result) => {
    const input = { ...returned, query: { redirectResult: 'X6XtfGC3!Y' }, form: {} };
    // Its currency and its amount are Adyen's: another amount is a mismatch.
    const body = answer({ resultCode, pspReference: 'V4HZ4RBFJGXXGN82' });
    expect(settled(complete.outcome(body, input, account))).toMatchObject({ result });
    expect(bodyOf(complete.request(input, account))).toEqual({
      details: { redirectResult: 'X6XtfGC3!Y' },
    });
  });

  it('a payer who abandons the redirect leaves nothing to ask by', () => {
    expect(complete.canAsk?.({ ...returned, query: { other: 'x' }, form: {} })).toBe(false);
  });

  const said = (item: object) =>
    webhooks.parse({
      headers: {},
      body: JSON.stringify({
        notificationItems: [
          {
            NotificationRequestItem: {
              success: 'true',
              merchantReference: 'pay_1_1',
              amount: { value: 6_540, currency: 'EUR' },
              ...item,
            },
          },
        ],
      }),
    });

  // The shape of Adyen/adyen-openapi json/Webhooks-v1.json
  it('a webhook decides about a debit, and the bank may still return it as a dispute', () => {
    const paid = {
      eventCode: 'AUTHORISATION',
      pspReference: 'P1',
      paymentMethod: 'sepadirectdebit',
    };
    expect(said(paid)).toMatchObject([
      { kind: 'payment', subject: { reference: 'pay_1_1' }, outcome: { result: 'authorized' } },
    ]);
    expect(said({ ...paid, success: 'false', reason: 'Refused' })).toMatchObject([
      { outcome: { result: 'declined', code: 'Refused' } },
    ]);
    const back = { eventCode: 'CHARGEBACK', pspReference: 'D1', originalReference: 'P1' };
    const additionalData = { chargebackReasonCode: 'MD06', disputeStatus: 'Lost' };
    expect(said({ ...back, reason: 'Refund request', additionalData })).toMatchObject([
      {
        kind: 'dispute',
        subject: { connectorId: 'P1' },
        dispute: { status: 'dispute_lost', reasonCode: 'MD06', amountMinor: 6_540 },
      },
    ]);
  });

  it('a debit after iDEAL or SEPA is charged by the token of the recurring contract', () => {
    const contract = {
      eventCode: 'RECURRING_CONTRACT',
      pspReference: 'M5N7TQ4TG5PFWR50',
      originalReference: 'P1',
      amount: { value: 0, currency: 'EUR' },
    };
    expect(said(contract)).toMatchObject([
      { outcome: { result: 'pending', connectorMandateId: 'M5N7TQ4TG5PFWR50' } },
    ]);
    const first = charge(ideal, {
      futureUsage: 'off_session',
      order: { ...order, customer: { id: 'cus_1' } },
    });
    expect(bodyOf(authorize.request(first, account))).toMatchObject({
      storePaymentMethod: true,
      shopperReference: 'cus_1',
      shopperInteraction: 'Ecommerce',
    });
    for (const method of ['bank_redirect', 'bank_debit'] as const) {
      const source = {
        kind: 'connector_mandate',
        connectorMandateId: 'M5N7TQ4TG5PFWR50',
        method,
      } as const;
      const later = charge(source, {
        order: { initiator: { by: 'merchant', why: 'recurring' }, customer: { id: 'cus_1' } },
      });
      expect(bodyOf(authorize.request(later, account))).toMatchObject({
        paymentMethod: { type: 'sepadirectdebit', storedPaymentMethodId: 'M5N7TQ4TG5PFWR50' },
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'Subscription',
      });
    }
  });
});
