import type { Authorization } from '#connectors/interface/payments.ts';
import { aboutShift4 } from '#connectors/shift4/about.ts';
import { authorize, verify } from '#connectors/shift4/authorize.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';
import { wallet } from '../../../support/processors/wallet-sources.ts';

const account = anAccountAt('shift4');
const paymentWith = (source: Authorization['source']) =>
  aCharge('shift4', { amountMinor: 1250, currency: 'USD', captureMethod: 'manual', source });

const payload = { version: 'EC_v1', data: 'AAA', signature: 'MIAG', header: {} };
const apple = wallet('apple_pay', {
  payment_data: Buffer.from(JSON.stringify(payload)).toString('base64'),
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 't_1',
});
const token = '{"signature":"MEUC","protocolVersion":"ECv1","signedMessage":"{}"}';
const google = wallet('google_pay', { tokenization_data: { token } });

/**
 * github.com/shift4developer: shift4-salesforce-b2c, helpers/applepay.js (the token is Apple's
 * `paymentData`) and billing.js (the charge names the method); shift4-php, PaymentMethodRequest and
 * tests/ChargeTest.php; shift4-java, enums PaymentMethodFlowActionType and PaymentMethodStatus.
 */
describe('the card of a wallet', () => {
  it.each([
    ['Apple', apple, { type: 'apple_pay', applePay: { token: payload } }],
    ['Google', google, { type: 'google_pay', googlePay: { token } }],
  ])(
    "a wallet card becomes a Shift4 payment method from %s's token, which is charged",
    (_, source, method) => {
      const payment = paymentWith(source);
      const first = authorize.request(payment, account);
      expect(first).toMatchObject({ step: 'token', url: 'https://api.shift4.com/payment-methods' });
      expect(first.headers['idempotency-key']).toBe('pay_1_1_method');
      expect(bodyOf(first)).toEqual(method);
      const made = answer({ id: 'pm_1', status: 'chargeable', flow: { nextAction: 'none' } });
      const reading = authorize.outcome(made, payment, account);
      if (!('next' in reading)) throw new Error('Nothing was charged.');
      expect(reading.next.headers['idempotency-key']).toBe('pay_1_1');
      expect(bodyOf(reading.next)).toEqual({
        amount: 1250,
        currency: 'USD',
        captured: false,
        paymentMethod: 'pm_1',
        metadata: { order_id: 'pay_1_1' },
      });
      const charge = { id: 'char_1', amount: 1250, currency: 'USD', captured: false };
      expect(reading.outcome(answer({ ...charge, status: 'successful' }))).toMatchObject({
        result: 'authorized',
        connectorTransactionId: 'char_1',
      });
    },
  );

  it.each([
    ['failed', { id: 'pm_1', status: 'failed' }],
    ['failed', { id: 'pm_1', status: 'FAILED' }],
    [
      'three_d_secure',
      { id: 'pm_1', status: 'chargeable', flow: { nextAction: 'three_d_secure' } },
    ],
  ])('a wallet card is not charged when its Shift4 payment method is %s', (code, method) => {
    const outcome = authorize.outcome(answer(method), paymentWith(google), account);
    expect(outcome).toMatchObject({ result: 'declined', code });
  });

  it('a wallet card is declined when Shift4 refuses its token', () => {
    const error = { type: 'invalid_request', code: 'invalid_token', message: 'No.' };
    const outcome = authorize.outcome(answer({ error }, 400), paymentWith(apple), account);
    expect(outcome).toMatchObject({ result: 'declined', code: 'invalid_token' });
  });

  it('a wallet card at Shift4 is not stored for later, and never verified', () => {
    const later = { ...paymentWith(apple), futureUsage: 'off_session' } as const;
    expect(authorize.request(later, account).step).toBe('token');
    expect(() => verify.request(later, account)).toThrow('cards alone');
    expect(aboutShift4.methods.filter(({ method }) => method === 'wallet')).toMatchObject([
      { type: 'apple_pay', variants: ['apple_pay'], mandates: false },
      { type: 'google_pay', variants: ['google_pay'], mandates: false },
    ]);
  });

  it('a wallet card is not sent to Shift4 when the merchant has decrypted it, or the wallet has encrypted nothing', () => {
    const request = (source: Authorization['source']) => () =>
      authorize.request(paymentWith(source), account);
    const decrypted = wallet('google_pay', {
      tokenization_data: {
        application_primary_account_number: '4111111111111111',
        cryptogram: 'AAAB=',
        card_exp_month: '02',
        card_exp_year: '35',
      },
    });
    expect(request(decrypted)).toThrow('as it is');
    expect(request(wallet('apple_pay', {}))).toThrow('nothing');
    expect(request(wallet('google_pay', { tokenization_data: { token: '' } }))).toThrow('no JSON');
    const other = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
    expect(request(other)).toThrow(/paypal/);
  });
});
