import { createHmac } from 'node:crypto';
import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { Reference } from '#connectors/interface/payments.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import {
  account,
  answer,
  bodyOf,
  card,
  details,
  ok,
  payment,
  referenceOf,
  transaction,
} from './answers.ts';

const { authorize, verify, sync, capture, refund, webhooks, registerWebhook, ...connector } =
  authorizeDotNetConnector();
const { void: voidPayment, voidCaptured } = connector;
if (
  !registerWebhook ||
  !verify ||
  !capture ||
  !refund ||
  !voidPayment ||
  !voidCaptured ||
  !webhooks?.verifySignature
) {
  throw new Error('Authorize.net does all of this.');
}
const { verifySignature } = webhooks;

it('Authorize.net does not charge a payment that requires 3-D Secure', () => {
  const order = { ...payment.order, authenticationType: 'three_ds' } as const;
  expect(() => authorize.request({ ...payment, order }, account)).toThrow(/3-D Secure/);
});

it('a duplicate says nothing of the first transaction, nor does an error of their own', () => {
  const duplicate = transaction({
    responseCode: '3',
    errors: [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }],
  });
  expect(() => authorize.outcome(duplicate, payment, account)).toThrow();
  const failure = answer({
    messages: { resultCode: 'Error', message: [{ code: 'E00001', text: 'An error occurred.' }] },
  });
  expect(() => authorize.outcome(failure, payment, account)).toThrow();
});

it("a payment under Authorize.net's review keeps the masked card that a refund needs", () => {
  const held = authorize.outcome(transaction({ responseCode: '4' }), payment, account);
  expect(held).toMatchObject({ result: 'held', connectorTransactionId: '40' });
  if (!('connectorMetadata' in held)) throw new Error('Nothing was kept.');

  const paid: Reference = {
    ...referenceOf(payment),
    connectorTransactionId: '40',
    connectorMetadata: held.connectorMetadata ?? {},
  };
  const given: RefundReference = {
    reference: 'ref_1',
    connectorName: 'authorizedotnet',
    amountMinor: 100,
    currency: 'USD',
    payment: paid,
  };
  const { transactionRequest } = bodyOf(refund.request(given, account)).createTransactionRequest;
  expect(transactionRequest).toMatchObject({
    amount: 1,
    payment: { creditCard: { cardNumber: '4242', expirationDate: 'XXXX' } },
    refTransId: '40',
  });
});

it('a refund of a payment whose card is not known asks its transaction for the card first', () => {
  const known = { ...referenceOf(payment), connectorTransactionId: '40' };
  const given: RefundReference = {
    reference: 'ref_1',
    connectorName: 'authorizedotnet',
    amountMinor: 100,
    currency: 'USD',
    payment: known,
  };
  const asked = refund.request(given, account);
  expect(asked.step).toBe('order');
  expect(bodyOf(asked)).toMatchObject({ getTransactionDetailsRequest: { transId: '40' } });
  const read = refund.outcome(details({ transId: '40' }), given, account);
  if (!('next' in read)) throw new Error('Nothing was refunded.');
  expect(bodyOf(read.next)).toMatchObject({
    createTransactionRequest: {
      transactionRequest: { payment: { creditCard: { cardNumber: '4242' } } },
    },
  });
  expect(read.outcome(transaction({ transId: '41' }))).toEqual({
    result: 'pending',
    connectorRefundId: '41',
  });
});

describe('a whole refund of an unsettled payment', () => {
  const given: RefundReference = {
    reference: 'ref_1',
    connectorName: 'authorizedotnet',
    amountMinor: 6540,
    currency: 'USD',
    payment: { ...referenceOf(payment), connectorTransactionId: '40', connectorMetadata: card },
  };
  // "The referenced transaction does not meet the criteria for issuing a credit": reason 54 of
  // https://developer.authorize.net/api/reference/responseCodes.html; Active Merchant voids then too.
  const notSettled = transaction({
    responseCode: '3',
    transId: '0',
    errors: [{ errorCode: '54', errorText: 'It does not meet the criteria for a credit.' }],
  });
  const voiding = () => {
    const read = refund.outcome(notSettled, given, account);
    if (!('next' in read)) throw new Error('Nothing was voided.');
    return read;
  };

  it('a full refund before settlement becomes a void of the payment, and the answer shows it', () => {
    expect(voiding().next.step).toBeUndefined();
    expect(bodyOf(voiding().next)).toMatchObject({
      createTransactionRequest: {
        transactionRequest: { transactionType: 'voidTransaction', refTransId: '40' },
      },
    });
    expect(voiding().outcome(transaction({}))).toEqual({ result: 'succeeded', isByVoid: true });
    const voidedBefore = transaction({ messages: [{ code: '310', description: 'Voided.' }] });
    expect(voiding().outcome(voidedBefore)).toEqual({ result: 'succeeded', isByVoid: true });
  });

  it('a full refund before settlement keeps its first refusal when the void is refused too', () => {
    const refused = transaction({
      responseCode: '3',
      errors: [{ errorCode: '16', errorText: 'The transaction cannot be found.' }],
    });
    expect(voiding().outcome(refused)).toMatchObject({ result: 'declined', code: '54' });
    expect(() => voiding().outcome(transaction({ responseCode: '4' }))).toThrow();
  });

  it('a refused partial refund of an unsettled payment stays refused, because a void returns the whole amount', () => {
    const part = { ...given, amountMinor: 100 };
    expect(refund.outcome(notSettled, part, account)).toMatchObject({
      result: 'declined',
      code: '54',
    });
  });
});

it('a charged payment that is not settled yet is voided as a whole', () => {
  const known = { ...referenceOf(payment), connectorTransactionId: '40' };
  expect(bodyOf(voidCaptured.request(known, account))).toMatchObject({
    createTransactionRequest: {
      transactionRequest: { transactionType: 'voidTransaction', refTransId: '40' },
    },
  });
  const voided = { connectorTransactionId: '40' };
  expect(voidCaptured.outcome(transaction({}), known, account)).toMatchObject({
    result: 'voided_after_capture',
    ...voided,
  });
  const state = (transactionType: string) =>
    sync.outcome(details({ transactionType, transactionStatus: 'voided' }), known, account);
  expect(state('authCaptureTransaction')).toMatchObject({ result: 'voided_after_capture' });
  expect(state('authOnlyTransaction')).toMatchObject({ result: 'voided' });
});

// "This transaction has already been voided" and "… captured" come with the code of an approval:
// activemerchant/active_merchant, test/unit/gateways/authorize_net_test.rb.
it('a payment voided before is voided, and one captured before is synced', () => {
  const known = { ...referenceOf(payment), connectorTransactionId: '40' };
  const before = (code: string) => transaction({ messages: [{ code, description: 'Already.' }] });
  expect(voidPayment.outcome(before('310'), known, account)).toMatchObject({ result: 'voided' });
  expect(() => voidPayment.outcome(before('311'), known, account)).toThrow();
  const part = { captureReference: 'cap_1', captureMinor: 100, captureNumber: 1, isFinal: true };
  expect(() => capture.outcome(before('311'), { ...known, ...part }, account)).toThrow();
  expect(() => capture.outcome(before('310'), { ...known, ...part }, account)).toThrow();
});

it('an answer without a response code is a refusal where it says why, and else decides nothing', () => {
  const refused = (changes: object, messages: object) =>
    authorize.outcome(answer({ transactionResponse: changes, messages }), payment, account);
  const error = { resultCode: 'Error', message: [{ code: 'E00027', text: 'Unsuccessful.' }] };
  expect(refused({ SupplementalDataQualificationIndicator: 0 }, error)).toMatchObject({
    result: 'declined',
    code: 'E00027',
  });
  const errors = [{ errorCode: '8', errorText: 'The credit card has expired.' }];
  expect(refused({ responseCode: '', errors }, error)).toMatchObject({ code: '8' });
  expect(() => refused({}, ok)).toThrow();
});

it.each(['11', '120', '121', '122', '181'])(
  'the reason %s of Authorize.net decides nothing, because a first transaction may exist',
  (errorCode) => {
    const errors = [{ errorCode, errorText: 'An error occurred during processing.' }];
    const failed = transaction({ responseCode: '3', errors });
    expect(() => authorize.outcome(failed, payment, account)).toThrow();
  },
);

// Reason 295 of https://developer.authorize.net/api/reference/responseCodes.html.
it('a part that was approved on a prepaid card is voided, and the payment declined', () => {
  const part = transaction({
    responseCode: '4',
    errors: [{ errorCode: '295', errorText: 'Only partially approved.' }],
  });
  const read = authorize.outcome(part, payment, account);
  if (!('next' in read)) throw new Error('The part stays reserved.');
  expect(read.keep).toEqual({ connectorTransactionId: '40' });
  expect(bodyOf(read.next)).toMatchObject({
    createTransactionRequest: {
      transactionRequest: { transactionType: 'voidTransaction', refTransId: '40' },
    },
  });
  expect(read.outcome(transaction({}))).toEqual({
    result: 'declined',
    code: '295',
    message: 'Only partially approved.',
    reason: 'Only partially approved.',
    connectorTransactionId: '40',
    connectorReference: '40',
  });
  const refused = transaction({ responseCode: '3', errors: [{ errorCode: '16', errorText: '' }] });
  expect(() => read.outcome(refused)).toThrow();
});

it("Authorize.net's answers and syncs show the issuer's checks of address and card code", () => {
  const found = {
    avs_result_code: 'Z',
    description: expect.stringContaining('postal code matched'),
    cvv_result_code: 'N',
    cvv_description: 'The card code did not match.',
  };
  const charged = transaction({ avsResultCode: 'Z', cvvResultCode: 'N' });
  expect(authorize.outcome(charged, payment, account)).toMatchObject({ paymentChecks: found });
  const known = { ...referenceOf(payment), connectorTransactionId: '40' };
  const state = details({ AVSResponse: 'Z', cardCodeResponse: 'N' });
  expect(sync.outcome(state, known, account)).toMatchObject({ paymentChecks: found });
});

it('a customer of another merchant with the same number has another profile', () => {
  const profileAt = (accountId: string) =>
    bodyOf(verify.request({ ...payment, amountMinor: 0 }, { ...account, accountId }))
      .createCustomerProfileRequest.profile;
  const [one, other] = [profileAt('mca_1'), profileAt('mca_2')];
  expect(one.merchantCustomerId).toMatch(/^[0-9a-f]{20}$/);
  expect(one.description).toBe('cus_1');
  expect(one.merchantCustomerId).not.toBe(other.merchantCustomerId);
  expect(profileAt('mca_1')).toEqual(one);
});

// Descriptors and Base64 as in AuthorizeNet/sample-code-node, MobileInAppTransactions.
it('the encrypted token of a wallet is sent as it is, and a decrypted one is not', () => {
  const tokenOf = (type: 'apple_pay' | 'google_pay' | 'paypal', data: Record<string, unknown>) => {
    const source = { kind: 'payment_method', method: 'wallet', type, data } as const;
    const { createTransactionRequest } = bodyOf(authorize.request({ ...payment, source }, account));
    return createTransactionRequest.transactionRequest.payment.opaqueData;
  };
  expect(tokenOf('apple_pay', { payment_data: 'eyJkYXRhIjoiIn0=' })).toEqual({
    dataDescriptor: 'COMMON.APPLE.INAPP.PAYMENT',
    dataValue: 'eyJkYXRhIjoiIn0=',
  });
  expect(tokenOf('google_pay', { tokenization_data: { token: '{"signature":"x"}' } })).toEqual({
    dataDescriptor: 'COMMON.GOOGLE.INAPP.PAYMENT',
    dataValue: btoa('{"signature":"x"}'),
  });
  const decrypted = { payment_data: { application_primary_account_number: '4242' } };
  expect(() => tokenOf('apple_pay', decrypted)).toThrow(/as it is|nothing that can be charged/);
  expect(() => tokenOf('google_pay', {})).toThrow(/as it is|nothing that can be charged/);
  expect(() => tokenOf('paypal', {})).toThrow(/paypal/);
});

it('the proof of an authentication elsewhere is sent as the cardholder authentication', () => {
  const order = { ...payment.order, authenticationType: 'three_ds' } as const;
  const authenticationData = { cryptogram: 'proof', electronicCommerceIndicator: '05' };
  const asked = authorize.request({ ...payment, order, authenticationData }, account);
  expect(bodyOf(asked).createTransactionRequest.transactionRequest).toMatchObject({
    cardholderAuthentication: {
      authenticationIndicator: '05',
      cardholderAuthenticationValue: 'proof',
    },
  });
});

it('a stored card at Authorize.net creates a customer first, or uses the existing one', () => {
  const first = verify.request({ ...payment, amountMinor: 0 }, account);
  expect(first.step).toBe('customer');
  expect(bodyOf(first).createCustomerProfileRequest.profile).toEqual({
    merchantCustomerId: 'cus_1',
    email: 'jane@example.com',
  });
  const text = 'A duplicate record with ID 1915435550 already exists.';
  const there = answer({ messages: { resultCode: 'Error', message: [{ code: 'E00039', text }] } });
  const reading = verify.outcome(there, payment, account);
  if (!('next' in reading)) throw new Error('The card was not stored.');
  expect(bodyOf(reading.next).createCustomerPaymentProfileRequest).toMatchObject({
    customerProfileId: '1915435550',
    validationMode: 'testMode',
  });
  const stored = answer({ customerPaymentProfileId: '18288', messages: ok });
  expect(reading.outcome(stored)).toEqual({
    result: 'captured',
    capturedMinor: 0,
    connectorCustomerId: '1915435550',
    connectorMandateId: '1915435550-18288',
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    eventType: 'net.authorize.payment.priorAuthCapture.created',
    payload: { responseCode: 1, authAmount: 12.3, id: '40' },
  });
  const key = 'AB'.repeat(64);
  const signed = (secret: string | Buffer, text = body) => ({
    headers: {
      'x-anet-signature': `sha512=${createHmac('sha512', secret).update(text).digest('hex')}`,
    },
    body,
  });
  const now = new Date();
  const isGenuine = (webhook: ReturnType<typeof signed>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, now);

  it('an Authorize.net webhook is verified by the signature key, in either encoding, and by an earlier key', () => {
    expect(isGenuine(signed(key), [key])).toBe(true);
    expect(isGenuine(signed(Buffer.from(key, 'hex')), [key])).toBe(true);
    expect(isGenuine(signed(key), ['CD'.repeat(64), key])).toBe(true);
  });

  it('an Authorize.net webhook is refused with another key, another body or no key', () => {
    expect(isGenuine(signed('CD'.repeat(64)), [key])).toBe(false);
    expect(isGenuine(signed(key, `${body} `), [key])).toBe(false);
    expect(isGenuine(signed(''), [])).toBe(false);
    expect(isGenuine(signed(''), [''])).toBe(false);
  });

  it('an Authorize.net webhook contains the captured amount', () => {
    expect(webhooks.parse({ headers: {}, body })).toEqual([
      {
        kind: 'payment',
        subject: { connectorId: '40' },
        outcome: {
          result: 'captured',
          capturedMinor: 1230,
          connectorTransactionId: '40',
          connectorReference: '40',
        },
      },
    ]);
  });
});

it('an amount with more decimals than money has is not read', () => {
  const fine = details({ settleAmount: 65.401 });
  const known = { ...referenceOf(payment), connectorTransactionId: '40' };
  expect(() => sync.outcome(fine, known, account)).toThrow();
});

describe('a webhook of the fraud detection', () => {
  const event = (type: string, responseCode: number) => ({
    headers: {},
    body: JSON.stringify({
      eventType: `net.authorize.payment.fraud.${type}`,
      payload: { responseCode, authAmount: 65.4, entityName: 'transaction', id: '40' },
    }),
  });
  const outcomeOf = (type: string, responseCode: number) => {
    const [content] = webhooks.parse(event(type, responseCode));
    return content;
  };

  // Payloads of held transactions have the response code 4.
  it("a fraud webhook puts the payment under review, releases or declines it by the event's type", () => {
    const subject = { connectorId: '40' };
    expect(outcomeOf('held', 4)).toMatchObject({ subject, outcome: { result: 'held' } });
    expect(outcomeOf('approved', 1)).toMatchObject({
      subject,
      isByCaptureMethod: true,
      outcome: { result: 'authorized', amountMinor: 6540, connectorTransactionId: '40' },
    });
    expect(outcomeOf('declined', 1)).toMatchObject({ subject, outcome: { result: 'declined' } });
  });

  it('a webhook of a declined fraud review fails an authorization-only payment', () => {
    expect(outcomeOf('approved', 2)).toMatchObject({ outcome: { result: 'declined' } });
  });
});

it('a webhook of an authorization and of a charge at once has the amount to compare', () => {
  const outcomeOf = (event: string) =>
    webhooks.parse({
      headers: {},
      body: JSON.stringify({
        eventType: `net.authorize.payment.${event}.created`,
        payload: {
          ...{ responseCode: 1, authCode: 'HH5414', authAmount: 65.4 },
          ...{ id: '40', merchantReferenceId: 'pay_1_1' },
        },
      }),
    });
  expect(outcomeOf('authorization')).toMatchObject([
    { outcome: { result: 'authorized', amountMinor: 6540 } },
  ]);
  expect(outcomeOf('authcapture')).toMatchObject([
    { outcome: { result: 'captured', amountMinor: 6540, capturedMinor: 6540 } },
  ]);
  const [capture] = outcomeOf('priorAuthCapture');
  expect(capture).toMatchObject({ outcome: { result: 'captured', capturedMinor: 6540 } });
  expect(capture).not.toHaveProperty('outcome.amountMinor');
});

it('a payment profile that was deleted revokes the stored credential of its name', () => {
  const body = JSON.stringify({
    eventType: 'net.authorize.customer.paymentProfile.deleted',
    payload: { customerProfileId: 394, entityName: 'customerPaymentProfile', id: '694' },
  });
  expect(webhooks.parse({ headers: {}, body })).toEqual([
    { kind: 'mandate', subject: { connectorId: '394-694' }, status: 'revoked' },
  ]);
});

describe('our address for webhooks', () => {
  const url = 'https://switch.example/webhooks/shop/mca_1';
  const input = { reference: 'one', url };
  const rest = (status: number, body: object): HttpResponse => ({
    status,
    headers: {},
    body: JSON.stringify(body),
  });
  const webhook = (webhookId: string, changes: object = {}) => ({
    _links: {},
    webhookId,
    eventTypes: [],
    status: 'active',
    url,
    ...changes,
  });
  const others = [
    webhook('other', { url: 'https://shop.example/hook' }),
    webhook('ended', { status: 'inactive' }),
  ];
  const afterListing = (list: readonly object[]) =>
    registerWebhook.outcome(rest(200, list), input, account);

  it('a webhook URL is searched for at Authorize.net first, and not registered twice', () => {
    const first = registerWebhook.request(input, account);
    expect(first).toMatchObject({
      method: 'GET',
      url: 'https://apitest.authorize.net/rest/v1/webhooks',
      headers: { authorization: `Basic ${btoa('login:transaction_key')}` },
    });
    const events = ['net.authorize.payment.void.created'];
    const list = [...others, webhook('ours', { eventTypes: events })];
    expect(registerWebhook.outcome(rest(200, list), { ...input, events }, account)).toEqual({
      result: 'registered',
      connectorWebhookId: 'ours',
    });
  });

  it('a webhook URL registered at Authorize.net without a needed event is updated', () => {
    const reading = afterListing([...others, webhook('ours')]);
    if (!('next' in reading)) throw new Error('It was not changed.');
    expect(reading.next).toMatchObject({
      method: 'PUT',
      url: 'https://apitest.authorize.net/rest/v1/webhooks/ours',
      body: expect.stringContaining('net.authorize.payment.fraud.held'),
    });
    expect(reading.outcome(rest(200, webhook('ours')))).toEqual({
      result: 'registered',
      connectorWebhookId: 'ours',
    });
  });

  it('a webhook URL is registered at Authorize.net for the needed events, and brings no secret', () => {
    const reading = afterListing(others);
    if (!('next' in reading)) throw new Error('It was not registered.');
    expect(reading.next).toMatchObject({
      method: 'POST',
      url: 'https://apitest.authorize.net/rest/v1/webhooks',
    });
    const { eventTypes, ...stated } = JSON.parse(reading.next.body ?? '');
    expect(stated).toMatchObject({ url, status: 'active' });
    expect(eventTypes).toEqual(
      expect.arrayContaining([
        'net.authorize.payment.authcapture.created',
        'net.authorize.payment.refund.created',
        'net.authorize.payment.fraud.held',
        'net.authorize.payment.fraud.approved',
        'net.authorize.payment.fraud.declined',
        'net.authorize.customer.paymentProfile.deleted',
      ]),
    );
    expect(reading.outcome(rest(200, webhook('new')))).toEqual({
      result: 'registered',
      connectorWebhookId: 'new',
    });
    expect(() => reading.outcome(rest(200, { url }))).toThrow();
  });

  it('a webhook URL that Authorize.net refuses is not registered', () => {
    const refused = rest(400, {
      status: 400,
      reason: 'INVALID_DATA',
      message: 'The url is invalid',
      correlationId: 'x',
    });
    const declined = { result: 'declined', code: 'INVALID_DATA', message: 'The url is invalid' };
    expect(registerWebhook.outcome(refused, input, account)).toEqual(declined);
    const reading = afterListing([]);
    if (!('next' in reading)) throw new Error('It was not registered.');
    expect(reading.outcome(refused)).toEqual(declined);
    expect(() => reading.outcome(rest(302, {}))).toThrow();
  });
});
