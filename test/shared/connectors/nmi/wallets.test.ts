import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aboutNmi } from '#connectors/nmi/about.ts';
import { authorize, verify } from '#connectors/nmi/authorize.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import {
  applePayload,
  decryptedApple,
  encryptedApple,
  wallet,
} from '../../../support/processors/wallet-sources.ts';

const account: ExchangeAccount = anAccountAt('nmi', {
  credentials: { auth_type: 'HeaderKey', api_key: 'key_1' },
});
const paymentWith = (source: Authorization['source']) =>
  aCharge('nmi', { amountMinor: 1250, currency: 'USD', source });
const sent = (payment: Authorization): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(authorize.request(payment, account).body));

const ours = { security_key: 'key_1', orderid: 'pay_1_1', amount: '12.50', currency: 'USD' };
const googleToken = '{"signature":"MEUC","protocolVersion":"ECv1","signedMessage":"{}"}';
const encryptedGoogle = wallet('google_pay', { tokenization_data: { token: googleToken } });
const decryptedGoogle = wallet('google_pay', {
  tokenization_data: {
    application_primary_account_number: '4111111111111111',
    card_exp_month: '02',
    card_exp_year: '35',
    cryptogram: 'AAAB=',
    eci_indicator: '05',
  },
});

/**
 * The payload in hexadecimal digits: support.paylinedata.com, "Apple Pay Integration Guide", which
 * is NMI's gateway by another name; Google's token as it is:
 * bancofcalifornia-preview.mintlify.app/reference/ google-pay, the same. A card that the merchant
 * has decrypted: lib/active_merchant/billing/gateways/ nmi.rb (add_network_token_fields) of Active
 * Merchant and its test/unit/gateways/nmi_test.rb.
 */
describe('the card of a wallet', () => {
  it('an Apple Pay card is sent to NMI as its payload in hexadecimal digits, without a number', () => {
    expect(sent(paymentWith(encryptedApple))).toEqual({
      ...ours,
      type: 'sale',
      applepay_payment_data: Buffer.from(applePayload).toString('hex'),
    });
  });

  it('a Google Pay card is sent to NMI as its token, without a number, and authorized when it is captured later', () => {
    const payment = { ...paymentWith(encryptedGoogle), captureMethod: 'manual' } as const;
    const googlepay_payment_data = googleToken;
    expect(sent(payment)).toEqual({ ...ours, type: 'auth', googlepay_payment_data });
  });

  it.each([
    ['decrypted_applepay_data', decryptedApple],
    ['decrypted_googlepay_data', decryptedGoogle],
  ])('a decrypted wallet card is sent to NMI with %s', (flag, source) => {
    expect(sent(paymentWith(source))).toEqual({
      ...ours,
      type: 'sale',
      [flag]: '1',
      ccnumber: '4111111111111111',
      ccexp: '0235',
      cavv: 'AAAB=',
      eci: '05',
    });
  });

  it('a wallet card at NMI is not stored for later, and verified by no request', () => {
    const later = { ...paymentWith(encryptedApple), futureUsage: 'off_session' } as const;
    expect(sent(later)).not.toHaveProperty('customer_vault');
    expect(sent(later)).not.toHaveProperty('stored_credential_indicator');
    expect(() => verify.request(later, account)).toThrow('cards alone');
    expect(aboutNmi.methods.filter(({ method }) => method === 'wallet')).toMatchObject([
      { type: 'apple_pay', variants: ['apple_pay'], mandates: false },
      { type: 'google_pay', variants: ['google_pay'], mandates: false },
    ]);
  });

  it("a wallet card without its token, or with another's cryptogram, is not sent to NMI", () => {
    const empty = wallet('google_pay', { tokenization_data: { token: '' } });
    expect(() => sent(paymentWith(empty))).toThrow('nothing');
    expect(() => sent(paymentWith(wallet('apple_pay', {})))).toThrow('nothing');
    const authenticationData = { transactionStatus: 'Y', cryptogram: 'BBBB' } as const;
    expect(() => sent({ ...paymentWith(decryptedApple), authenticationData })).toThrow('wallet');
    const other = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
    expect(() => sent(paymentWith(other))).toThrow(/paypal/);
  });
});
