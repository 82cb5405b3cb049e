import { aboutBraintree } from '#connectors/braintree/about.ts';
import { authorize, verify } from '#connectors/braintree/authorize.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import {
  applePayload,
  decryptedApple,
  encryptedApple,
  wallet,
} from '../../../support/processors/wallet-sources.ts';

const account: ExchangeAccount = anAccountAt('braintree', {
  metadata: { merchant_account_id: 'macc_1' },
});
const paymentWith = (source: Authorization['source']) =>
  aCharge('braintree', { amountMinor: 1250, currency: 'USD', source });
const sent = ({ body = '' }: HttpRequest) => JSON.parse(body);
const answer = (data: object): HttpResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ data }),
});

/** The charge that follows on a token whose mutation was answered with an id. */
function chargeAfter(mutation: string, payment: Authorization) {
  const token = answer({ [mutation]: { paymentMethod: { id: 'token_1' } } });
  const reading = authorize.outcome(token, payment, account);
  if (!('next' in reading)) throw new Error('Nothing was charged.');
  return sent(reading.next);
}

const encryptedGoogle = wallet('google_pay', {
  tokenization_data: {
    token: '{"androidPayCards":[{"type":"AndroidPayCard","nonce":"nonce_1","details":{}}]}',
  },
});
const decryptedGoogle = wallet('google_pay', {
  tokenization_data: {
    application_primary_account_number: '4111111111111111',
    card_exp_month: '02',
    card_exp_year: '35',
    cryptogram: 'AAAB=',
  },
});

/**
 * developer.paypal.com/braintree/graphql/reference: tokenizeApplePayCard (by server credentials,
 * too), tokenizeNetworkToken, chargeCreditCard ("a credit card of any origin");
 * guides/payment_methods there: a client's nonce is the id of a payment method. Google's token:
 * bigcommerce/checkout-sdk-js, packages/google-pay-integration.
 */
describe('the card of a wallet', () => {
  it('an Apple Pay card becomes a Braintree payment method, which is charged', () => {
    const payment = paymentWith(encryptedApple);
    const first = authorize.request(payment, account);
    expect(first.step).toBe('token');
    expect(sent(first).variables.input).toEqual({
      applePaymentToken: {
        paymentData: Buffer.from(applePayload).toString('base64'),
        paymentInstrumentName: 'Visa 1111',
        paymentNetwork: 'Visa',
        transactionIdentifier: 't_1',
      },
    });
    const { query, variables } = chargeAfter('tokenizeApplePayCard', payment);
    expect(query).toContain('mutation chargeCreditCard');
    expect(variables.input).toMatchObject({
      paymentMethodId: 'token_1',
      transaction: { amount: '12.50', orderId: 'pay_1_1' },
    });
  });

  it('a Google Pay card is charged at Braintree at once by the id in its token', () => {
    const payment = { ...paymentWith(encryptedGoogle), captureMethod: 'manual' } as const;
    const { query, variables } = sent(authorize.request(payment, account));
    expect(query).toContain('mutation authorizeCreditCard');
    expect(variables.input.paymentMethodId).toBe('nonce_1');
    const transaction = { id: 'tx_1', status: 'AUTHORIZED' };
    const authorized = answer({ authorizeCreditCard: { transaction } });
    expect(authorize.outcome(authorized, payment, account)).toMatchObject({ result: 'authorized' });
  });

  it.each([
    ['APPLE_PAY', decryptedApple, { eCommerceIndicator: '05' }],
    ['GOOGLE_PAY', decryptedGoogle, {}],
  ])(
    'a wallet card of %s becomes a network token when the merchant has decrypted it',
    (origin, source, eci) => {
      const payment = paymentWith(source);
      expect(sent(authorize.request(payment, account)).variables.input).toEqual({
        networkToken: {
          number: '4111111111111111',
          expirationMonth: '02',
          expirationYear: '2035',
          cryptogram: 'AAAB=',
          ...eci,
          originDetails: { origin },
        },
      });
      const { variables } = chargeAfter('tokenizeNetworkToken', payment);
      expect(variables.input.paymentMethodId).toBe('token_1');
      expect(JSON.stringify(variables)).not.toContain('4111111111111111');
    },
  );

  it('a wallet card at Braintree is never stored for later, and never verified', () => {
    const later = { ...paymentWith(encryptedGoogle), futureUsage: 'off_session' } as const;
    const { variables } = sent(authorize.request(later, account));
    expect(variables.input.transaction).not.toHaveProperty('vaultPaymentMethodAfterTransacting');
    expect(() => verify.request(later, account)).toThrow('cards alone');
    expect(aboutBraintree.methods.filter(({ type }) => type.endsWith('_pay'))).toMatchObject([
      { type: 'apple_pay', variants: ['apple_pay'], mandates: false },
      { type: 'google_pay', variants: ['google_pay'], mandates: false },
    ]);
  });

  it("a wallet card for another gateway, or with another's cryptogram, is not sent to Braintree", () => {
    const request = (payment: Authorization) => () => authorize.request(payment, account);
    const token = '{"signature":"MEUC","protocolVersion":"ECv1","signedMessage":"{}"}';
    const others = wallet('google_pay', { tokenization_data: { token } });
    expect(request(paymentWith(others))).toThrow("not Braintree's");
    const empty = wallet('google_pay', { tokenization_data: { token: '' } });
    expect(request(paymentWith(empty))).toThrow('no JSON');
    expect(request(paymentWith(wallet('apple_pay', {})))).toThrow('nothing');
    const authenticationData = { transactionStatus: 'Y', cryptogram: 'BBBB' } as const;
    expect(request({ ...paymentWith(encryptedGoogle), authenticationData })).toThrow('wallet');
    const other = { kind: 'payment_method', method: 'wallet', type: 'venmo', data: {} } as const;
    expect(request(paymentWith(other))).toThrow(/venmo/);
  });
});

/**
 * github.com/braintree/graphql-api schema.graphql: `NetworkTokenInput`, `NetworkTokenOrigin`. The
 * number is a test card of Braintree's.
 */
describe('a network token', () => {
  const data = {
    network_token: '4111111111111111',
    token_exp_month: '03',
    token_exp_year: '30',
    token_cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    eci: '05',
  };
  const tokenPayment = (changes: object = {}) =>
    paymentWith({
      kind: 'payment_method',
      method: 'network_token',
      type: 'network_token',
      data: { ...data, ...changes },
    });

  it('a network token becomes a Braintree payment method with its proof, which is charged', () => {
    const payment = tokenPayment();
    expect(sent(authorize.request(payment, account)).variables.input).toEqual({
      networkToken: {
        number: '4111111111111111',
        expirationMonth: '03',
        expirationYear: '2030',
        cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        eCommerceIndicator: '05',
        originDetails: { origin: 'NETWORK_TOKEN' },
      },
    });
    const { query, variables } = chargeAfter('tokenizeNetworkToken', payment);
    expect(query).toContain('mutation chargeCreditCard');
    expect(variables.input.paymentMethodId).toBe('token_1');
    expect(JSON.stringify(variables)).not.toContain('4111111111111111');
  });

  it('a network token without a proof, or with one of another server, is not sent, and no error shows it', () => {
    const without = () => authorize.request(tokenPayment({ token_cryptogram: '' }), account);
    expect(without).toThrow(/^The network token has no cryptogram\.$/);
    const authenticationData = { transactionStatus: 'Y', cryptogram: 'BBBB' } as const;
    const payment = { ...tokenPayment(), authenticationData };
    expect(() => authorize.request(payment, account)).toThrow('proof of its own');
    expect(aboutBraintree.methods.find(({ method }) => method === 'network_token')).toMatchObject({
      variants: [''],
      mandates: false,
    });
  });
});
