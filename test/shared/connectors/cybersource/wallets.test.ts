import { aboutNamed } from '#connectors/abouts.ts';
import { authorize } from '#connectors/cybersource/authorize.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import {
  bodyOf,
  cardPayment,
  cybersourceAccount,
} from '../../../support/processors/a-cybersource-payment.ts';
import { wallet } from '../../../support/processors/wallet-sources.ts';

const sent = (source: Authorization['source']) =>
  bodyOf(authorize.request({ ...cardPayment, source }, cybersourceAccount));

const token = '{"signature":"MEUC","protocolVersion":"ECv1","signedMessage":"{}"}';

/**
 * developer.cybersource.com/docs/cybs/en-us/apple-pay/developer/ctv/rest/applepay (Cybersource
 * decryption) and google-pay/developer/ctv/rest/googlepay/googpay-pay-auth-intro; a card that the
 * merchant has decrypted, as test/unit/gateways/cyber_source_rest_test.rb of Active Merchant sends
 * it.
 */
describe('the token of a wallet', () => {
  it("an Apple Pay token is sent to CyberSource unchanged, with its wallet's name", () => {
    const data = { payment_data: 'eyJkYXRhIjoiQUFBIn0=', transaction_identifier: 't_1' };
    const { paymentInformation, processingInformation } = sent(wallet('apple_pay', data));
    expect(paymentInformation).toEqual({
      fluidData: {
        descriptor: Buffer.from('FID=COMMON.APPLE.INAPP.PAYMENT').toString('base64'),
        encoding: 'Base64',
        value: 'eyJkYXRhIjoiQUFBIn0=',
      },
    });
    expect(processingInformation).toMatchObject({
      paymentSolution: '001',
      commerceIndicator: 'internet',
    });
  });

  it('a Google Pay token is sent to CyberSource in base64', () => {
    const data = { tokenization_data: { type: 'PAYMENT_GATEWAY', token } };
    const { paymentInformation, processingInformation } = sent(wallet('google_pay', data));
    expect(paymentInformation).toEqual({
      fluidData: { value: Buffer.from(token).toString('base64') },
    });
    expect(processingInformation.paymentSolution).toBe('012');
  });

  it.each([
    ['4111111111111111', '001', 'internet', { cavv: 'AAAB' }],
    [
      '5555555555554444',
      ...([
        '002',
        'internet',
        { ucafAuthenticationData: 'AAAB', ucafCollectionIndicator: '2' },
      ] as const),
    ],
    ['3530111333300000', '007', undefined, { cavv: 'AAAB' }],
  ])(
    'a wallet token that the merchant has decrypted is charged as a token of %s',
    (number, type, indicator, proof) => {
      const apple = {
        payment_data: {
          application_primary_account_number: number,
          application_expiration_month: '10',
          application_expiration_year: '35',
          payment_data: { online_payment_cryptogram: 'AAAB', eci_indicator: '05' },
        },
      };
      const google = {
        tokenization_data: {
          application_primary_account_number: number,
          cryptogram: 'AAAB',
          card_exp_month: '10',
          card_exp_year: '2035',
        },
      };
      for (const source of [wallet('apple_pay', apple), wallet('google_pay', google)]) {
        const body = sent(source);
        expect(body.paymentInformation).toEqual({
          tokenizedCard: {
            number,
            type,
            cryptogram: 'AAAB',
            transactionType: '1',
            expirationMonth: '10',
            expirationYear: '2035',
          },
        });
        expect(body.consumerAuthenticationInformation).toEqual(proof);
        expect(body.processingInformation.commerceIndicator).toBe(indicator);
      }
    },
  );

  it('a card that Google has on file is charged as a plain card', () => {
    const data = {
      tokenization_data: {
        application_primary_account_number: '4111111111111111',
        card_exp_month: '10',
        card_exp_year: '2035',
      },
    };
    const body = sent(wallet('google_pay', data));
    expect(body.paymentInformation.card).toMatchObject({ number: '4111111111111111', type: '001' });
    expect(body.processingInformation.paymentSolution).toBe('012');
    expect(body).not.toHaveProperty('consumerAuthenticationInformation');
  });

  it('a wallet token of any other form is not sent to CyberSource, and no other method is', () => {
    expect(() => sent(wallet('google_pay', { tokenization_data: {} }))).toThrow();
    expect(() => sent(wallet('apple_pay', { payment_data: { number: '1' } }))).toThrow();
    const other = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
    expect(() => sent(other)).toThrow(/paypal/);
  });

  it('a wallet token is an accepted payment method of CyberSource, and is never stored', () => {
    expect(
      aboutNamed('cybersource')?.methods.filter(({ method }) => method === 'wallet'),
    ).toMatchObject([
      { type: 'apple_pay', variants: ['apple_pay'], mandates: false },
      { type: 'google_pay', variants: ['google_pay'], mandates: false },
    ]);
  });
});
