import type { Completion } from '#connectors/interface/payments.ts';
import { aboutShift4 } from '#connectors/shift4/about.ts';
import { shift4Connector } from '#connectors/shift4/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';

const { authorize, complete, verify, sync } = shift4Connector();
if (!complete || !verify) throw new Error('Shift4 can.');

const account = anAccountAt('shift4');
const order = { initiator: { by: 'customer' }, authenticationType: 'three_ds' } as const;
const payment = aCharge('shift4', {
  amountMinor: 6_540,
  currency: 'USD',
  completeUrl: 'https://switch.example/complete',
  order,
});
const { source: _, order: __, completeUrl: ___, returnUrl: ____, ...reference } = payment;

/**
 * The answers of `3d-secure`: github.com/juspay/hyperswitch, crates/hyperswitch_connectors/src/
 * connectors/shift4/transformers.rs (Shift4ThreeDsResponse) and pull request 828, which states the
 * answer for a card whose bank takes part and the one for a card whose bank does not.
 */
const info = { amount: 6_540, currency: 'USD', enrolled: true, version: '2.2.0' };
const redirectUrl =
  'https://api.securionpay.com/3d-secure/start/L5DVhJTGO8XawEhptqGp16KrTAV50gFVJBeg9s1a';
const enrolled = {
  enrolled: true,
  version: '2.2.0',
  redirectUrl,
  token: { id: 'tok_csSIl6EWrBy3LHIAJ7iDDov4', objectType: 'token', threeDSecureInfo: info },
};
const notEnrolled = {
  enrolled: false,
  token: { id: 'tok_2', threeDSecureInfo: { ...info, enrolled: false } },
};
const charge = {
  id: 'char_1',
  amount: 6_540,
  currency: 'USD',
  captured: true,
  status: 'successful',
};

const comeBack = (changes: Partial<Completion> = {}): Completion => ({
  ...reference,
  query: {},
  form: {},
  order,
  connectorMetadata: { token: 'tok_1' },
  ...changes,
});

/** What a charge asks of the authentication: shift4-java, ThreeDSecureRequest. */
const required = {
  requireAttempt: true,
  requireEnrolledCard: false,
  requireSuccessfulLiabilityShiftForEnrolledCard: true,
};

describe('3-D Secure at Shift4', () => {
  it('a Shift4 card whose customer is to be authenticated becomes a token, and nothing is charged yet', () => {
    const asked = authorize.request(payment, account);
    expect(asked).toMatchObject({
      method: 'POST',
      url: 'https://api.shift4.com/3d-secure',
      step: 'authentication',
    });
    expect(asked.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'pay_1_1_3ds',
    });
    expect(Object.fromEntries(new URLSearchParams(asked.body))).toEqual({
      amount: '6540',
      currency: 'USD',
      'card[number]': '4242424242424242',
      'card[expMonth]': '10',
      'card[expYear]': '2035',
      'card[cvc]': '737',
      returnUrl: 'https://switch.example/complete',
    });
    expect(authorize.outcome(answer(enrolled), payment, account)).toEqual({
      result: 'challenged',
      redirectUrl,
      connectorMetadata: { token: 'tok_csSIl6EWrBy3LHIAJ7iDDov4' },
    });
  });

  it('a Shift4 card whose bank takes no part is charged at once by its token', () => {
    const reading = authorize.outcome(answer(notEnrolled), payment, account);
    if (!('next' in reading)) throw new Error('Nothing was charged.');
    expect(reading.next).not.toHaveProperty('step');
    expect(reading.next.headers['idempotency-key']).toBe('pay_1_1');
    expect(bodyOf(reading.next)).toMatchObject({ card: 'tok_2', threeDSecure: required });
    expect(reading.outcome(answer(charge))).toMatchObject({ result: 'captured' });
  });

  it('a Shift4 customer who came back is charged by the token, whatever the browser brought', () => {
    const asked = complete.request(comeBack({ form: { status: 'forged' } }), account);
    expect(asked.url).toBe('https://api.shift4.com/charges');
    expect(asked.headers['idempotency-key']).toBe('pay_1_1');
    expect(bodyOf(asked)).toEqual({
      amount: 6_540,
      currency: 'USD',
      captured: true,
      card: 'tok_1',
      threeDSecure: required,
      metadata: { order_id: 'pay_1_1' },
    });
    const later = complete.request(comeBack({ captureMethod: 'manual' }), account);
    expect(bodyOf(later).captured).toBe(false);
    expect(complete.outcome(answer(charge), comeBack(), account)).toMatchObject({
      result: 'captured',
      connectorTransactionId: 'char_1',
    });
  });

  it('a Shift4 challenge that was abandoned or failed ends in a refusal of the charge', () => {
    const error = { type: 'card_error', code: 'authentication_required', message: 'No.' };
    expect(complete.outcome(answer({ error }, 402), comeBack(), account)).toEqual({
      result: 'declined',
      attemptStatus: 'authentication_failed',
      code: 'authentication_required',
      message: 'No.',
    });
    const declined = { type: 'card_error', code: 'card_declined', chargeId: 'char_2' };
    const refused = complete.outcome(answer({ error: declined }, 402), comeBack(), account);
    expect(refused).toMatchObject({ result: 'declined', connectorTransactionId: 'char_2' });
    expect(refused).not.toHaveProperty('attemptStatus');
  });

  it('a second return from a Shift4 challenge asks for the same charge, and one without a token for none', () => {
    const asked = [comeBack(), comeBack({ query: { again: '1' } })].map((input) =>
      complete.request(input, account),
    );
    expect(asked[0]).toEqual(asked[1]);
    expect(complete.canAsk?.(comeBack())).toBe(true);
    // A bank's redirect has a charge already, which a sync reads.
    const { connectorMetadata: _, ...ofBank } = comeBack();
    expect(complete.canAsk?.({ ...ofBank, connectorTransactionId: 'char_1' })).toBe(false);
  });

  it('a Shift4 charge whose answer was lost after the challenge is found by our reference', () => {
    const [sent] = [bodyOf(complete.request(comeBack(), account)).metadata];
    const list = [
      { ...charge, id: 'char_9' },
      { ...charge, metadata: sent },
    ];
    const asked = { ...reference, connectorMetadata: { token: 'tok_1' } };
    expect(sync.request(asked, account).url).toBe('https://api.shift4.com/charges?limit=100');
    expect(sync.outcome(answer({ list }), asked, account)).toMatchObject({
      result: 'captured',
      connectorTransactionId: 'char_1',
    });
    // While the customer is at the bank there is no charge. A search that finds none decides nothing.
    expect(aboutShift4.lookup.by).toBe('search');
  });

  it.each([
    ['amount', { ...info, amount: 1 }],
    ['currency', { ...info, currency: 'EUR' }],
  ])('a Shift4 authentication for another %s is not taken', (_, threeDSecureInfo) => {
    const other = { ...enrolled, token: { id: 'tok_1', threeDSecureInfo } };
    expect(() => authorize.outcome(answer(other), payment, account)).toThrow('another amount');
  });

  it('a Shift4 card that is refused before the challenge is declined', () => {
    const error = { type: 'card_error', code: 'invalid_number', message: 'No.' };
    expect(authorize.outcome(answer({ error }, 402), payment, account)).toMatchObject({
      result: 'declined',
      code: 'invalid_number',
    });
    expect(() => authorize.outcome(answer({}, 500), payment, account)).toThrow();
  });

  it('a Shift4 card that is to be stored gets its customer after the challenge', () => {
    const input = { ...payment, futureUsage: 'off_session' } as const;
    expect(authorize.request(input, account).step).toBe('authentication');
    const back = comeBack({ futureUsage: 'off_session' });
    expect(complete.request(back, account)).toMatchObject({
      step: 'customer',
      url: 'https://api.shift4.com/customers',
    });
    const reading = complete.outcome(answer({ id: 'cust_1' }), back, account);
    if (!('next' in reading)) throw new Error('The card was not charged.');
    expect(bodyOf(reading.next)).toMatchObject({
      card: 'tok_1',
      customerId: 'cust_1',
      type: 'first_recurring',
    });
    expect(reading.outcome(answer({ ...charge, card: { id: 'card_1' } }))).toMatchObject({
      connectorMandateId: 'card_1',
      connectorCustomerId: 'cust_1',
    });
    const known = { ...payment, order: { ...order, customer: { connectorCustomerId: 'cust_7' } } };
    expect(authorize.outcome(answer(enrolled), known, account)).toMatchObject({
      connectorCustomerId: 'cust_7',
    });
  });

  it('a Shift4 card that is verified with 3-D Secure charges nothing after the challenge', () => {
    expect(verify.request(payment, account).step).toBe('authentication');
    const back = comeBack({ isVerification: true, amountMinor: 0 });
    expect(bodyOf(complete.request(back, account)).captured).toBe(false);
    const reserved = answer({ ...charge, amount: 100, captured: false });
    expect(complete.outcome(reserved, back, account)).toMatchObject({
      result: 'captured',
      capturedMinor: 0,
    });
  });

  it('Shift4 authenticates no customer who is away, and none without a way back', () => {
    const away = { ...order, initiator: { by: 'merchant', why: 'recurring' } } as const;
    const byMerchant = authorize.request({ ...payment, order: away }, account);
    expect(byMerchant.url).toBe('https://api.shift4.com/charges');
    const { completeUrl: _, ...lost } = payment;
    expect(() => authorize.request(lost, account)).toThrow('way back');
  });

  it("Shift4's abilities have 3-D Secure by itself and from outside", () => {
    const cards = aboutShift4.methods.filter(({ method }) => method === 'card');
    expect(cards.map(({ threeDs }) => threeDs)).toEqual([true, true]);
    expect(aboutShift4.externalThreeDs).toBe(true);
    expect(aboutShift4.features).toContain('complete');
  });
});

/**
 * shift4-java, ThreeDSecureRequest.External; github.com/activemerchant/active_merchant,
 * lib/active_merchant/billing/gateways/securion_pay.rb (add_external_three_ds), which
 * shift4_v2.rb inherits.
 */
describe('the proof of an authentication outside of Shift4', () => {
  const proof = {
    cryptogram: '3q2+78r+ur7erb7vyv66vv////8=',
    electronicCommerceIndicator: '05',
    dsTransactionId: 'ODUzNTYzOTcwODU5NzY3Qw==',
    version: '2.2.0',
    transactionStatus: 'Y',
  } as const;

  it('Shift4 gets the proof with the charge, and has its customer authenticated no second time', () => {
    const asked = authorize.request({ ...payment, authenticationData: proof }, account);
    expect(asked.url).toBe('https://api.shift4.com/charges');
    expect(bodyOf(asked).threeDSecure).toEqual({
      external: {
        version: '2.2.0',
        eci: '05',
        authenticationValue: '3q2+78r+ur7erb7vyv66vv////8=',
        dsTransactionId: 'ODUzNTYzOTcwODU5NzY3Qw==',
        status: 'Y',
      },
    });
  });

  it("Shift4 gets the id of version 1 by that version's name, and no member that is not known", () => {
    const { transactionStatus: _, ...rest } = { ...proof, version: '1.0.2' };
    const asked = authorize.request({ ...payment, authenticationData: rest }, account);
    const { external } = bodyOf(asked).threeDSecure;
    expect(external).toMatchObject({ version: '1.0.2', xid: proof.dsTransactionId });
    expect(external).not.toHaveProperty('dsTransactionId');
    expect(external).not.toHaveProperty('status');
  });
});
