import { createHmac } from 'node:crypto';
import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

const connector = adyenConnector();
const { sync, webhooks, isRefusal } = connector;
if (!connector.complete || !connector.capture || !connector.refund || !connector.increment) {
  throw new Error('Adyen does all of this.');
}
if (!connector.void || !connector.submitEvidence || !webhooks?.verifySignature || !isRefusal) {
  throw new Error('Adyen does all of this.');
}
// Whatever a test asks is held against Adyen's public description.
const authorize = describedExchange(adyenFacts.descriptions, connector.authorize);
const complete = describedExchange(adyenFacts.descriptions, connector.complete);
const capture = describedExchange(adyenFacts.descriptions, connector.capture);
const release = describedExchange(adyenFacts.descriptions, connector.void);
const increment = describedExchange(adyenFacts.descriptions, connector.increment);
const refund = describedExchange(adyenFacts.descriptions, connector.refund);
const submitEvidence = describedExchange(adyenFacts.descriptions, connector.submitEvidence);
const { verifySignature } = webhooks;

const account: ExchangeAccount = anAccountAt('adyen', {
  credentials: { auth_type: 'SignatureKey', api_key: 'AQE', key1: 'Shop', api_secret: 'review' },
});
const payment = aCharge('adyen', {
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual_multiple',
  order: { initiator: { by: 'customer' }, metadata: { deep: { a: [1] } } },
  source: aCard({ number: '4035501000000008', expiryYear: '35' }),
});
const { source: _, order, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'NC6HT9CRT65ZGN82' };

it('Adyen gets an idempotency key with every request that moves money, and texts as metadata', () => {
  const charge = authorize.request(payment, account);
  expect(charge.headers['idempotency-key']).toBe('Shop_pay_1_1');
  expect(bodyOf(charge)).toMatchObject({
    metadata: { deep: '{"a":[1]}' },
    paymentMethod: { expiryYear: '2035' },
    additionalData: { manualCapture: 'true' },
  });
  const part = { captureReference: 'pay_1_1_2', captureMinor: 500, captureNumber: 2 };
  const taken = capture.request({ ...known, ...part, isFinal: false }, account);
  expect(taken.headers['idempotency-key']).toBe('Shop_capture:pay_1_1_2');
  expect(bodyOf(taken).reference).toBe('pay_1_1_2');
});

it('every change at Adyen has an idempotency key unique among merchant accounts, and valid for Adyen', () => {
  const keyOf = (reference: string, key1 = 'Shop') => {
    const credentials = { auth_type: 'BodyKey', api_key: 'AQE', key1 } as const;
    const { headers } = authorize.request({ ...payment, reference }, { ...account, credentials });
    return headers['idempotency-key'] ?? '';
  };
  expect(keyOf('pay_1_1', 'Shop2')).not.toBe(keyOf('pay_1_1'));
  const long = 'p'.repeat(64);
  expect(keyOf(`${long}_1`)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf(`${long}_2`)).not.toBe(keyOf(`${long}_1`));
});

describe('an amount', () => {
  // https://docs.adyen.com/development-resources/currency-codes
  it.each([
    ['CLP', 1250, 125_000],
    ['CVE', 1200, 12],
    ['IDR', 150_000, 1500],
    ['ISK', 1250, 1250],
    ['KWD', 12_500, 12_500],
    ['JPY', 1250, 1250],
  ])(
    "an amount of %s is counted in Adyen's minor units in every request and answer",
    (currency, ours, theirs) => {
      const money = { amountMinor: ours, currency };
      const amount = { value: theirs, currency };
      const paid = { ...payment, ...money };
      const part = { captureReference: 'pay_1_1_1', captureMinor: ours, captureNumber: 1 };
      const back = { reference: 'ref_1', connectorName: 'adyen', ...money };
      const left = [
        authorize.request(paid, account),
        capture.request({ ...known, ...money, ...part, isFinal: true }, account),
        increment.request(
          { ...known, ...money, incrementReference: 'inc_1', totalMinor: ours },
          account,
        ),
        refund.request({ ...back, payment: { ...known, ...money } }, account),
      ];
      expect(left.map((request) => bodyOf(request).amount)).toEqual(left.map(() => amount));
      const automatic = { ...paid, captureMethod: 'automatic' } as const;
      expect(
        authorize.outcome(answer({ resultCode: 'Authorised', amount }), automatic, account),
      ).toEqual({ result: 'captured', capturedMinor: ours, ...money });
      const said = ['CAPTURE', 'REFUND', 'AUTHORISATION_ADJUSTMENT', 'CHARGEBACK'].map(
        (eventCode) => ({
          NotificationRequestItem: {
            eventCode,
            success: 'true',
            pspReference: 'P2',
            originalReference: 'P1',
            amount,
          },
        }),
      );
      const body = JSON.stringify({ notificationItems: said });
      expect(webhooks.parse({ headers: {}, body })).toMatchObject([
        { kind: 'capture', amountMinor: ours },
        { kind: 'refund', outcome: money },
        { kind: 'payment', outcome: money },
        { kind: 'dispute', dispute: money },
      ]);
    },
  );

  it('an amount that Adyen cannot express is not sent', () => {
    const broken = { ...payment, currency: 'CVE', amountMinor: 1250 };
    expect(() => authorize.request(broken, account)).toThrow(RangeError);
  });
});

it('an Adyen authorization is released by our reference', () => {
  expect(bodyOf(release.request(known, account))).toEqual({
    merchantAccount: 'Shop',
    reference: 'pay_1_1',
  });
});

describe('an answer', () => {
  const reading = (body: object, input = payment) =>
    authorize.outcome(answer(body), input, account);

  it("an answer of Adyen names the stored card and its customer by Adyen's present field names", () => {
    const additionalData = {
      'tokenization.storedPaymentMethodId': 'M5N7',
      'tokenization.shopperReference': 'cus_1',
      'recurring.recurringDetailReference': 'older',
    };
    expect(reading({ resultCode: 'Authorised', additionalData })).toMatchObject({
      connectorMandateId: 'M5N7',
      connectorCustomerId: 'cus_1',
    });
    const older = { 'recurring.recurringDetailReference': '8416038790273850' };
    expect(reading({ resultCode: 'Authorised', additionalData: older })).toMatchObject({
      connectorMandateId: '8416038790273850',
    });
  });

  it("an answer of Adyen contains the issuer's checks of the card, null for missing ones", () => {
    const additionalData = { avsResult: '7 Both postal code and address match', cvcResult: '1' };
    expect(reading({ resultCode: 'Authorised', additionalData })).toMatchObject({
      paymentChecks: {
        avs_result: '7 Both postal code and address match',
        avs_result_raw: null,
        cvc_result: '1',
        cvc_result_raw: null,
      },
    });
  });

  it('an answer about a partial amount has that amount, by the capture method', () => {
    const additionalData = { authorisedAmountValue: '8000', authorisedAmountCurrency: 'KWD' };
    const amount = { value: 12_500, currency: 'KWD' };
    const part = { resultCode: 'PartiallyAuthorised', amount, additionalData };
    expect(reading(part)).toEqual({
      result: 'authorized',
      authorizedMinor: 8000,
      currency: 'KWD',
    });
    expect(reading(part, { ...payment, captureMethod: 'automatic' })).toEqual({
      result: 'captured',
      capturedMinor: 8000,
      currency: 'KWD',
    });
    expect(() => reading({ ...part, additionalData: {} })).toThrow('unknown amount');
    const order = { ...payment.order, partialAuthorization: true };
    const asked = bodyOf(authorize.request({ ...payment, order }, account)).additionalData;
    expect(asked.allowPartialAuth).toBe('true');
  });

  // https://docs.adyen.com/development-resources/response-handling
  it.each([401, 403])(
    'an Adyen answer of %s without text means that access is denied',
    (status) => {
      const empty = { status, headers: {}, body: '' };
      expect(authorize.outcome(empty, payment, account)).toEqual({
        result: 'declined',
        code: String(status),
      });
    },
  );

  // https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json (500 of /payments)
  // https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/adyen_test.rb (702)
  it.each([
    ['905', 'configuration'],
    ['702', 'validation'],
  ])(
    'an Adyen answer of 500 with the code %s is a refusal by its type %s',
    (errorCode, errorType) => {
      const refused = answer({ status: 500, errorCode, errorType, message: 'No' }, 500);
      expect(isRefusal(refused)).toBe(true);
      expect(authorize.outcome(refused, payment, account)).toMatchObject({
        result: 'declined',
        code: errorCode,
      });
    },
  );

  it('an Adyen answer of 500 with another type or status, without text, or with a temporary error is no refusal', () => {
    const body = { status: 500, errorCode: '905', errorType: 'configuration', message: 'No' };
    const others = [
      answer({ ...body, errorType: 'internal' }, 500),
      answer({ ...body, errorType: undefined }, 500),
      answer(body, 503),
      { status: 500, headers: {}, body: '' },
      { ...answer(body, 500), headers: { 'transient-error': 'true' } },
    ];
    expect(others.map((one) => isRefusal(one))).toEqual(others.map(() => false));
    for (const one of others) {
      expect(() => authorize.outcome(one, payment, account)).toThrow();
    }
  });
});

describe('an address', () => {
  type Place = NonNullable<NonNullable<Authorization['order']['billing']>['address']>;
  const sent = (address: Place) => {
    const order = { ...payment.order, billing: { address }, shipping: { address } };
    const body = bodyOf(authorize.request({ ...payment, order }, account));
    expect(body.deliveryAddress).toEqual(body.billingAddress);
    return body;
  };
  const whole = { line1: '5 Dock Road', city: 'Oslo', zip: '0150', country: 'NO' } as const;

  it('an address for Adyen has its first line as the street, which banks compare, and the second one beside it', () => {
    expect(sent(whole).billingAddress).toEqual({
      street: '5 Dock Road',
      houseNumberOrName: 'NA',
      city: 'Oslo',
      postalCode: '0150',
      country: 'NO',
    });
    const street = { street: '5 Dock Road', houseNumberOrName: 'Unit 7' };
    expect(sent({ ...whole, line2: 'Unit 7' }).billingAddress).toMatchObject(street);
    const house = { street: 'Dock Road', houseNumberOrName: '5b' };
    const apart = { ...whole, line1: '5b', line2: 'Dock Road' };
    expect(sent(apart).billingAddress).toMatchObject(house);
  });

  it('an address for Adyen has a placeholder for unknown parts, and is left out where a bank could compare nothing', () => {
    const unknown = { houseNumberOrName: 'NA', city: 'NA', country: 'ZZ' };
    expect(sent({ line1: 'Dock Road' }).billingAddress).toEqual({
      street: 'Dock Road',
      postalCode: 'NA',
      ...unknown,
    });
    expect(sent({ zip: '0150' }).billingAddress).toEqual({
      street: 'NA',
      postalCode: '0150',
      ...unknown,
    });
    expect(sent({ country: 'NO', city: 'Oslo' })).not.toHaveProperty('billingAddress');
    expect(sent({ country: 'NO', city: 'Oslo' }).countryCode).toBe('NO');
  });

  it('an address for Adyen in the United States or Canada needs its state and its postal code', () => {
    const home = { line1: '1 Main St', city: 'Reno', country: 'US' } as const;
    expect(sent({ ...home, zip: '89501' })).not.toHaveProperty('billingAddress');
    expect(sent({ ...home, state: 'NV', country: 'CA' })).not.toHaveProperty('billingAddress');
    const exact = sent({ ...home, state: 'NV', zip: '89501-1234' }).billingAddress;
    expect(exact).toMatchObject({ stateOrProvince: 'NV', postalCode: '89501' });
  });

  it('an address for Adyen has both names of the customer, or none', () => {
    const both = { firstName: 'Ada', lastName: 'Lovelace' };
    const given = { first_name: 'Ada', last_name: 'Lovelace' };
    expect(sent(given).shopperName).toEqual(both);
    expect(sent({ first_name: 'Ada' })).not.toHaveProperty('shopperName');
    expect(sent({ last_name: 'x'.repeat(81) })).not.toHaveProperty('shopperName');
    expect(sent({ ...given, last_name: 'x'.repeat(81) }).shopperName.lastName).toHaveLength(80);
  });
});

it('Adyen gets all browser fields that it requires, or none', () => {
  const sent = (browser: Authorization['order']['browser']) =>
    bodyOf(authorize.request({ ...payment, order: { ...payment.order, browser } }, account));
  const whole = {
    userAgent: 'Test/1.0',
    acceptHeader: '*/*',
    language: 'nb',
    colorDepth: 24,
    screenHeight: 723,
    screenWidth: 1536,
    timeZone: 0,
  };
  expect(sent(whole).browserInfo).toMatchObject({ timeZoneOffset: 0, javaEnabled: false });
  const { colorDepth: _, ...part } = whole;
  expect(sent(part)).not.toHaveProperty('browserInfo');
});

it('Adyen gets no more metadata than it accepts', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`name ${at}`, at]));
  const sent = (metadata: Authorization['order']['metadata']) =>
    bodyOf(authorize.request({ ...payment, order: { ...payment.order, metadata } }, account));
  expect(Object.keys(sent(many).metadata)).toHaveLength(20);
  expect(sent({ ['n'.repeat(21)]: 'x', long: 'x'.repeat(81) }).metadata).toEqual({
    long: 'x'.repeat(80),
  });
});

it('a challenge by form carries its fields', () => {
  const action = {
    url: 'https://acs.example/challenge',
    method: 'POST',
    data: { PaReq: 'eNpV', MD: 'md' },
  };
  expect(
    authorize.outcome(answer({ resultCode: 'RedirectShopper', action }), payment, account),
  ).toEqual({
    result: 'challenged',
    redirectForm: { url: action.url, fields: action.data },
  });
  const nowhere = answer({ resultCode: 'RedirectShopper' });
  expect(() => authorize.outcome(nowhere, payment, account)).toThrow();
});

it("Adyen gets the customer's return parameters, by query or form, and nothing else", () => {
  const brought = { ...known, query: { redirectResult: 'proof', other: 'x' }, form: {}, order };
  const { url, body, headers } = complete.request(brought, account);
  expect(url).toBe('https://checkout-test.adyen.com/v68/payments/details');
  expect(JSON.parse(String(body))).toEqual({ details: { redirectResult: 'proof' } });
  const keyOf = (redirectResult: string) =>
    complete.request({ ...brought, query: { redirectResult } }, account).headers['idempotency-key'];
  expect(headers['idempotency-key']).toMatch(/^Shop_pay_1_1_details_[0-9a-f]{16}$/);
  expect(keyOf('proof')).toBe(headers['idempotency-key']);
  expect(keyOf('another proof')).not.toBe(headers['idempotency-key']);
  const posted = { ...known, query: {}, form: { threeDSResult: 'proof' }, order };
  expect(bodyOf(complete.request(posted, account))).toEqual({
    details: { threeDSResult: 'proof' },
  });
  const nothing = { ...known, query: { other: 'x' }, form: {}, order };
  expect([complete.canAsk?.(brought), complete.canAsk?.(posted)]).toEqual([true, true]);
  expect(complete.canAsk?.(nothing)).toBe(false);
  expect(() => complete.request(nothing, account)).toThrow();
});

it('Adyen cannot be asked for the state of a payment', () => {
  expect(sync.canAsk?.(known)).toBe(false);
});

it('a request repeated to Adyen is not read as a refusal', () => {
  const body = { status: 422, errorCode: '704', message: 'request already processed' };
  expect(() => authorize.outcome(answer(body, 422), payment, account)).toThrow();
});

it('a dispute at Adyen gets its documents before its defense', () => {
  const evidence = {
    ...anAccountAt('adyen'),
    connectorDisputeId: 'DZ3',
    reference: 'pay_1_1',
    texts: {},
    files: [
      {
        evidenceType: 'receipt' as const,
        fileId: 'file_1',
        size: 3,
        type: 'application/pdf',
        sha256: 'ab',
        bytes: new Uint8Array([1, 2, 3]),
      },
    ],
  };
  const first = submitEvidence.request(evidence, account);
  expect(first.step).toBe('evidence');
  expect(bodyOf(first).defenseDocuments).toEqual([
    {
      content: 'AQID',
      contentType: 'application/pdf',
      defenseDocumentTypeCode: 'InvoiceOrReceipt',
    },
  ]);
  const texts = { product_description: 'Two tickets' };
  expect(() => submitEvidence.request({ ...evidence, texts, files: [] }, account)).toThrow('texts');
  const unread = evidence.files.map(({ bytes: _, ...file }) => file);
  expect(() => submitEvidence.request({ ...evidence, files: unread }, account)).toThrow('bytes');
  const done = answer({ disputeServiceResult: { success: true } });
  const reading = submitEvidence.outcome(done, evidence, account);
  if (!('next' in reading)) throw new Error('It was not defended.');
  expect(reading.next.url).toMatch(/defendDispute$/);
  expect(reading.outcome(done)).toMatchObject({ result: 'changed', status: 'dispute_challenged' });
  const refused = answer({ disputeServiceResult: { success: false, errorMessage: 'Too late' } });
  expect(reading.outcome(refused)).toMatchObject({ result: 'declined', message: 'Too late' });
});

describe('a notification', () => {
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  const item = (changes: object = {}, secret = key) => {
    const said = {
      eventCode: 'AUTHORISATION',
      success: 'true',
      pspReference: 'NC6HT9CRT65ZGN82',
      merchantAccountCode: 'Shop',
      merchantReference: 'pay_1_1',
      originalReference: undefined,
      amount: { value: 12_500, currency: 'KWD' },
      ...changes,
    };
    const { amount } = said;
    const ours = [
      said.pspReference,
      said.originalReference ?? '',
      said.merchantAccountCode,
      said.merchantReference,
      amount.value,
      amount.currency,
      said.eventCode,
      said.success,
    ].join(':');
    const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex'))
      .update(ours)
      .digest('base64');
    return { NotificationRequestItem: { ...said, additionalData: { hmacSignature } } };
  };
  const notification = (...items: readonly object[]) => ({
    headers: {},
    body: JSON.stringify({ live: 'false', notificationItems: items }),
  });
  const isGenuine = (webhook: ReturnType<typeof notification>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, new Date());

  it('an Adyen notification is accepted only when every item is signed, with any of the keys', () => {
    expect(isGenuine(notification(item()), [key])).toBe(true);
    expect(isGenuine(notification(item()), ['AB'.repeat(32), key])).toBe(true);
    expect(isGenuine(notification(item(), item({}, 'AB'.repeat(32))), [key])).toBe(false);
    expect(isGenuine(notification(item()), ['not hexadecimal', ''])).toBe(false);
    expect(isGenuine(notification(item()), [])).toBe(false);
  });

  it('an Adyen notification about a chargeback with an unknown status opens it', () => {
    const { NotificationRequestItem: said } = item({ eventCode: 'CHARGEBACK' });
    const opened = { kind: 'dispute', dispute: { status: 'dispute_opened' } };
    for (const disputeStatus of ['Undefended', 'constructor', '__proto__']) {
      const additionalData = { ...said.additionalData, disputeStatus };
      const changed = { NotificationRequestItem: { ...said, additionalData } };
      expect(webhooks.parse(notification(changed))).toMatchObject([opened]);
    }
  });

  it("an Adyen notification about an authorisation contains the stored card and the issuer's checks", () => {
    const { NotificationRequestItem: said } = item();
    const additionalData = {
      'tokenization.storedPaymentMethodId': 'M5N7',
      'tokenization.shopperReference': 'cus_1',
      networkTxReference: '060720116005060',
      cvcResult: '1 Matches',
    };
    const stored = { NotificationRequestItem: { ...said, additionalData } };
    expect(webhooks.parse(notification(stored))).toMatchObject([
      {
        kind: 'payment',
        outcome: {
          result: 'authorized',
          connectorMandateId: 'M5N7',
          connectorCustomerId: 'cus_1',
          networkTransactionId: '060720116005060',
          paymentChecks: { cvc_result: '1 Matches' },
        },
      },
    ]);
  });

  it("an Adyen notification about a cancelOrRefund states Adyen's choice of the two", () => {
    const { NotificationRequestItem: said } = item({
      eventCode: 'CANCEL_OR_REFUND',
      originalReference: 'P1',
      pspReference: 'P2',
    });
    const saying = (action: string, success: string) =>
      webhooks.parse(
        notification({
          NotificationRequestItem: {
            ...said,
            success,
            additionalData: { 'modification.action': action },
          },
        }),
      );
    const cancelled = {
      kind: 'payment',
      outcome: { result: 'voided', connectorTransactionId: 'P1' },
    };
    expect(saying('cancel', 'true')).toMatchObject([cancelled]);
    expect(saying('cancel', 'false')).toMatchObject([
      { kind: 'payment', failed: { change: 'void' } },
    ]);
    expect(saying('refund', 'true')).toMatchObject([
      { kind: 'refund', outcome: { result: 'succeeded', connectorRefundId: 'P2' } },
    ]);
    expect(saying('refund', 'false')).toMatchObject([
      { kind: 'refund', outcome: { result: 'declined' } },
    ]);
  });

  it('an Adyen notification about an authorisation has its amount, or the part that was authorised', () => {
    const amountOf = (changes: object, additionalData: object = {}) => {
      const { NotificationRequestItem: said } = item(changes);
      const changed = { NotificationRequestItem: { ...said, additionalData } };
      return webhooks.parse(notification(changed));
    };
    const money = { amountMinor: 12_500, currency: 'KWD' };
    const authorized = { result: 'authorized', ...money };
    expect(amountOf({})).toMatchObject([{ outcome: authorized }]);
    expect(amountOf({ success: 'false' })).toMatchObject([
      { outcome: { result: 'declined', ...money } },
    ]);
    expect(amountOf({ success: 'perhaps' })).toEqual([{ kind: 'nothing' }]);
    const part = { authorisedAmountValue: '5000', authorisedAmountCurrency: 'KWD' };
    expect(amountOf({}, part)).toMatchObject([{ outcome: { ...authorized, amountMinor: 5_000 } }]);
    const other = { ...part, authorisedAmountCurrency: 'EUR' };
    expect(amountOf({}, other)).toMatchObject([{ outcome: authorized }]);
    const contract = { eventCode: 'RECURRING_CONTRACT', originalReference: 'P1' };
    expect(amountOf(contract)).toMatchObject([{ outcome: authorized }]);
    const free = { ...contract, amount: { value: 0, currency: 'KWD' } };
    const stored = { result: 'pending', connectorMandateId: 'NC6HT9CRT65ZGN82' };
    expect(amountOf(free)).toMatchObject([{ outcome: stored }]);
    expect(amountOf(free)).not.toMatchObject([{ outcome: { amountMinor: 0 } }]);
  });

  /** A webhook about a token: one event, signed as a whole in a header. */
  const tokenWebhook = (type: string, changes: object = {}, secret = key) => {
    const body = JSON.stringify({
      createdAt: '2025-06-30T16:40:23+02:00',
      eventId: 'QBQQ9DLNRHHKGK38',
      environment: 'test',
      data: {
        merchantAccount: 'Shop',
        storedPaymentMethodId: 'M5N7TQ4TG5PFWR50',
        type: 'visastandarddebit',
        shopperReference: 'cus_1',
        ...changes,
      },
      type,
    });
    const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(body);
    return { headers: { hmacsignature: signature.digest('base64') }, body };
  };

  it('an Adyen webhook about a token is accepted only when the header signs its whole body', () => {
    const disabled = tokenWebhook('recurring.token.disabled');
    // As Adyen's own library for Node.js signs it.
    const { hmacsignature } = disabled.headers;
    expect(hmacsignature).toBe('fpPUesU096lMXz9UO5wePAFf0NDXA2srN8JMgyb52Bc=');
    expect(isGenuine(disabled, ['AB'.repeat(32), key])).toBe(true);
    expect(isGenuine(disabled, ['AB'.repeat(32)])).toBe(false);
    expect(isGenuine({ ...disabled, headers: {} }, [key])).toBe(false);
    const changed = disabled.body.replace('M5N7', 'M5N8');
    expect(isGenuine({ ...disabled, body: changed }, [key])).toBe(false);
    expect(isGenuine({ ...disabled, headers: { hmacsignature: '' } }, [key])).toBe(false);
    // A list of items is signed item by item, whatever its header says.
    const items = notification(item({}, 'AB'.repeat(32)));
    const signature = createHmac('sha256', Buffer.from(key, 'hex')).update(items.body);
    const headers = { hmacsignature: signature.digest('base64') };
    expect(isGenuine({ ...items, headers }, [key])).toBe(false);
  });

  it('an Adyen webhook about a token names it with its customer, and revokes a disabled one', () => {
    const subject = { connectorId: 'M5N7TQ4TG5PFWR50' };
    const said = (type: string, changes: object = {}) =>
      webhooks.parse(tokenWebhook(`recurring.token.${type}`, changes));
    const mandate = { kind: 'mandate', subject, customerId: 'cus_1' };
    expect(said('disabled')).toEqual([{ ...mandate, status: 'revoked' }]);
    for (const type of ['created', 'alreadyExisting', 'updated']) {
      expect(said(type)).toEqual([{ ...mandate, status: 'active' }]);
    }
    expect(said('disabled', { shopperReference: 'customer-c' })).toMatchObject([
      { customerId: 'c' },
    ]);
    expect(said('constructor')).toEqual([{ kind: 'nothing' }]);
    expect(webhooks.parse(tokenWebhook('balancePlatform.transfer.created'))).toEqual([
      { kind: 'nothing' },
    ]);
    expect(webhooks.happenedAt?.(tokenWebhook('recurring.token.disabled'))).toEqual(
      new Date('2025-06-30T14:40:23Z'),
    );
    expect(() => said('disabled', { storedPaymentMethodId: '' })).toThrow();
  });

  it('an Adyen notification returns the changes of all its items', () => {
    const original = { originalReference: 'NC6HT9CRT65ZGN82', pspReference: 'WNS7' };
    const said = webhooks.parse(
      notification(
        item(),
        item({ eventCode: 'CAPTURE', merchantReference: 'pay_1_1_2', ...original }),
        item({ eventCode: 'REFUND', merchantReference: 'ref_1', success: 'false', ...original }),
        item({ eventCode: 'CANCELLATION', ...original }),
        item({ eventCode: 'CANCELLATION', success: 'false', reason: 'Not found', ...original }),
        item({ eventCode: 'AUTHORISATION_ADJUSTMENT', success: 'false', ...original }),
        item({ eventCode: 'REPORT_AVAILABLE' }),
      ),
    );
    expect(said).toMatchObject([
      {
        kind: 'payment',
        subject: { reference: 'pay_1_1' },
        outcome: { result: 'authorized', connectorTransactionId: 'NC6HT9CRT65ZGN82' },
        isByCaptureMethod: true,
      },
      {
        kind: 'capture',
        subject: { connectorId: 'NC6HT9CRT65ZGN82' },
        capture: { reference: 'pay_1_1_2', connectorId: 'WNS7' },
        status: 'charged',
        amountMinor: 12_500,
      },
      { kind: 'refund', subject: { reference: 'ref_1' }, outcome: { result: 'declined' } },
      { kind: 'payment', outcome: { result: 'voided' } },
      { kind: 'payment', failed: { change: 'void', code: 'Not found', message: 'Not found' } },
      { kind: 'payment', failed: { change: 'increment' } },
      { kind: 'nothing' },
    ]);
  });
});

describe('our address for webhooks', () => {
  if (!connector.registerWebhook) throw new Error('Adyen takes our address.');
  const registerWebhook = describedExchange(adyenFacts.descriptions, connector.registerWebhook);
  const url = 'https://switch.example/webhooks/merchant_1/mca_1';
  const input = { reference: 'one', url };
  const path = 'https://management-test.adyen.com/v3/merchants/Shop/webhooks';
  const hmacKey = 'A1'.repeat(32);
  const webhook = (id: string, changes: object = {}) => ({
    id,
    type: 'standard',
    url,
    active: true,
    communicationFormat: 'json',
    ...changes,
  });
  const others = [
    webhook('other', { url: 'https://shop.example/hook' }),
    webhook('ended', { active: false }),
    webhook('reports', { type: 'report-notification' }),
    webhook('soap', { communicationFormat: 'soap' }),
  ];
  const listed = (data?: readonly object[]) =>
    answer({ itemsTotal: data?.length ?? 0, pagesTotal: 1, data });
  type Reading = ReturnType<typeof registerWebhook.outcome>;
  const afterListing = (data?: readonly object[]) =>
    registerWebhook.outcome(listed(data), input, account);
  const nextOf = (reading: Reading) => {
    if (!('next' in reading)) throw new Error('Nothing more is asked.');
    return reading;
  };

  it('a webhook URL is registered at Adyen for standard events, and signed with the key that Adyen generates', () => {
    const first = registerWebhook.request(input, account);
    expect(first).toMatchObject({ method: 'GET', url: `${path}?pageSize=100` });
    expect(first.headers['x-api-key']).toBe('AQE');
    const creation = nextOf(afterListing(others));
    expect(creation.next).toMatchObject({
      method: 'POST',
      url: path,
      headers: { 'idempotency-key': 'Shop_webhook:one' },
    });
    expect(bodyOf(creation.next)).toEqual({
      type: 'standard',
      url,
      active: true,
      communicationFormat: 'json',
      description: 'Payment switch',
    });
    const generation = nextOf(creation.outcome(answer(webhook('S2-1'))));
    expect(generation.next).toMatchObject({
      method: 'POST',
      url: `${path}/S2-1/generateHmac`,
      headers: { 'idempotency-key': 'Shop_webhook:S2-1:one' },
    });
    expect(generation.outcome(answer({ hmacKey }))).toEqual({
      result: 'registered',
      connectorWebhookId: 'S2-1',
      secret: hmacKey,
    });
  });

  it('a webhook URL is not registered twice at Adyen: a repeat generates a key for the existing webhook', () => {
    const generation = nextOf(afterListing([...others, webhook('S2-1')]));
    expect(generation.next.url).toBe(`${path}/S2-1/generateHmac`);
    expect(nextOf(afterListing()).next.url).toBe(path);
  });

  it("a registered webhook URL gets Adyen's webhooks verified with the generated key", () => {
    const reading = nextOf(afterListing([webhook('S2-1')])).outcome(answer({ hmacKey }));
    if (!('result' in reading) || reading.result !== 'registered') throw new Error('Not done.');
    const { secret = '' } = reading;
    const signed = 'P1::Shop:pay_1_1:100:EUR:AUTHORISATION:true';
    const key = Buffer.from(hmacKey, 'hex');
    const item = {
      pspReference: 'P1',
      merchantAccountCode: 'Shop',
      merchantReference: 'pay_1_1',
      eventCode: 'AUTHORISATION',
      success: 'true',
      amount: { value: 100, currency: 'EUR' },
      additionalData: { hmacSignature: createHmac('sha256', key).update(signed).digest('base64') },
    };
    const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
    const isGenuine = (webhookSecrets: readonly string[]) =>
      verifySignature({ headers: {}, body }, { ...account, webhookSecrets }, new Date());
    expect(isGenuine([secret])).toBe(true);
    expect(isGenuine(['B2'.repeat(32)])).toBe(false);
  });

  it("a webhook URL that Adyen refuses is not registered, and the error has Adyen's words", () => {
    const refused = answer(
      {
        type: 'https://docs.adyen.com/errors/forbidden',
        title: 'Forbidden',
        status: 403,
        detail: 'Not the right permission',
        errorCode: '00_403',
      },
      403,
    );
    const declined = { result: 'declined', code: '00_403', message: 'Not the right permission' };
    expect(registerWebhook.outcome(refused, input, account)).toEqual(declined);
    expect(nextOf(afterListing([])).outcome(refused)).toEqual(declined);
    expect(nextOf(afterListing([webhook('S2-1')])).outcome(refused)).toEqual(declined);
  });

  it('a webhook URL is not known to be registered after an unreadable answer of Adyen', () => {
    const running = answer({ errorCode: '704', title: 'Conflict' }, 422);
    for (const nonsense of [answer({}), answer({}, 302), answer({ id: '' }), running]) {
      expect(() => registerWebhook.outcome(nonsense, input, account)).toThrow();
      expect(() => nextOf(afterListing([])).outcome(nonsense)).toThrow();
      expect(() => nextOf(afterListing([webhook('S2-1')])).outcome(nonsense)).toThrow();
    }
    const generation = nextOf(afterListing([webhook('S2-1')]));
    expect(() => generation.outcome(answer({ hmacKey: 'no hexadecimal digits' }))).toThrow();
  });
});
