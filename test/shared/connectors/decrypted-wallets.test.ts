import { aboutNamed } from '#connectors/abouts.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { exampleCredentials } from '../../support/example-credentials.ts';

/** Cards that the merchant has decrypted: of a device, with its proof, and of Google's own file. */
const number = '4111111111111111';
const cards = {
  'apple_pay of a device': [
    'apple_pay',
    {
      payment_data: {
        application_primary_account_number: number,
        application_expiration_month: '03',
        application_expiration_year: '2030',
        payment_data: { online_payment_cryptogram: 'AgAA', eci_indicator: '05' },
      },
    },
  ],
  'google_pay of a device': [
    'google_pay',
    {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '2030',
        cryptogram: 'AgAA',
        eci_indicator: '05',
      },
    },
  ],
  'google_pay without a cryptogram': [
    'google_pay',
    {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '2030',
      },
    },
  ],
} as const;
type Name = keyof typeof cards;

/** An account with credentials in a form that the processor takes. */
function account(connectorName: string): ExchangeAccount {
  const { credentials = [] } = aboutNamed(connectorName) ?? {};
  const authType = credentials.find((one) => one === 'BodyKey') ?? credentials[0];
  if (!authType) throw new Error('It has no credentials.');
  return {
    connectorName,
    credentials: exampleCredentials(authType),
    metadata: { merchant_name: 'Shop', merchant_config_currency: 'USD', merchant_account_id: 'm' },
    accessToken: 'token',
    urls: { api: 'https://processor.example/', cards: 'https://cards.example/' },
  };
}

/** The first request of a charge, as text: a form is decoded. */
function requestOf(connectorName: string, name: Name): string {
  const [type, data] = cards[name];
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName,
    amountMinor: 500,
    currency: 'USD',
    captureMethod: 'automatic',
    returnUrl: 'https://switch.example/return',
    order: { initiator: { by: 'customer' } },
    source: { kind: 'payment_method', method: 'wallet', type, shape: type, data: { ...data } },
  };
  const { authorize } = connectorNamed(connectorName) ?? {};
  const request = authorize?.request(input, account(connectorName));
  return `${request?.url} ${decodeURIComponent(request?.body ?? '')}`;
}

it.each([
  ['adyen', 'apple_pay of a device', ['"brand":"applepay"', '"cavv":"AgAA","eci":"05"']],
  ['adyen', 'google_pay of a device', ['"paymentdatasource.tokenized":"true"', '"cavv":"AgAA"']],
  ['adyen', 'google_pay without a cryptogram', ['"paymentdatasource.tokenized":"false"']],
  [
    'authorizedotnet',
    'apple_pay of a device',
    [`{"creditCard":{"cardNumber":"${number}","expirationDate":"2030-03",`, '"cryptogram":"AgAA"'],
  ],
  ['authorizedotnet', 'google_pay of a device', ['"isPaymentToken":true,"cryptogram":"AgAA"']],
  [
    'authorizedotnet',
    'google_pay without a cryptogram',
    [`{"creditCard":{"cardNumber":"${number}","expirationDate":"2030-03"}}`],
  ],
  ['braintree', 'google_pay of a device', ['tokenizeNetworkToken', '"cryptogram":"AgAA"']],
  ['braintree', 'google_pay without a cryptogram', ['tokenizeCreditCard']],
  ['checkout', 'google_pay of a device', ['"type":"network_token"', '"cryptogram":"AgAA"']],
  ['checkout', 'google_pay without a cryptogram', [`{"type":"card","number":"${number}"`]],
  ['cybersource', 'apple_pay of a device', ['"tokenizedCard"', '"cavv":"AgAA"']],
  [
    'cybersource',
    'google_pay without a cryptogram',
    ['"paymentSolution":"012"', `"card":{"number":"${number}"`],
  ],
  ['nmi', 'apple_pay of a device', ['cavv=AgAA', 'decrypted_applepay_data=1']],
  ['nmi', 'google_pay without a cryptogram', [`ccnumber=${number}`]],
  [
    'paypal',
    'apple_pay of a device',
    [
      '"apple_pay":{"decrypted_token":{"transaction_amount":{"currency_code":"USD","value":"5.00"}',
      `"tokenized_card":{"number":"${number}","expiry":"2030-03"}`,
      '"payment_data_type":"3DSECURE","payment_data":{"cryptogram":"AgAA","eci_indicator":"05"}',
    ],
  ],
  [
    'paypal',
    'google_pay of a device',
    [
      '"google_pay":{"decrypted_token":{"payment_method":"CARD"',
      '"authentication_method":"CRYPTOGRAM_3DS","cryptogram":"AgAA","eci_indicator":"05"',
    ],
  ],
  ['paypal', 'google_pay without a cryptogram', ['"authentication_method":"PAN_ONLY"}']],
  ['mollie', 'google_pay without a cryptogram', ['card-tokens', `"cardNumber":"${number}"`]],
  ['shift4', 'google_pay without a cryptogram', [`"card":{"number":"${number}"`]],
  [
    'stripe',
    'google_pay without a cryptogram',
    [`payment_method_data[card][number]=${number}`, 'exp_month]=03'],
  ],
  [
    'worldpay',
    'apple_pay of a device',
    [
      'cardPayments/customerInitiatedTransactions ',
      '"requestAutoSettlement":{"enabled":true}',
      `{"type":"card/networkToken+applepay","tokenNumber":"${number}","expiryDate":{"month":3,"year":2030}}`,
      '"channel":"ecom","authentication":{"networkToken":{"cryptogram":"AgAA","eci":"05"}}',
    ],
  ],
  ['worldpay', 'google_pay of a device', ['"type":"card/networkToken+googlepay"']],
  [
    'worldpay',
    'google_pay without a cryptogram',
    ['api/payments ', '"method":"card"', `{"type":"plain","cardNumber":"${number}"`],
  ],
] as const)('%s charges %s as its API wants it', (connectorName, name, parts) => {
  const request = requestOf(connectorName, name);
  for (const part of parts) expect(request).toContain(part);
  // An ordinary card claims no proof.
  if (name === 'google_pay without a cryptogram') {
    expect(request).not.toMatch(
      /cavv|"cryptogram"|mpiData":\{|tokenizedCard|network_token|_data=1/,
    );
  }
});

it.each(['stripe', 'mollie', 'shift4'])(
  '%s, whose API has no field for the number of a device, is not asked',
  (connectorName) => {
    for (const name of ['apple_pay of a device', 'google_pay of a device'] as const) {
      expect(() => requestOf(connectorName, name)).toThrow(/as it is|has encrypted/);
    }
  },
);

it('PayPal is not sent the token of a wallet as the wallet has encrypted it', () => {
  const { authorize } = connectorNamed('paypal') ?? {};
  const data = { tokenization_data: { token: '{"signature":"secret"}' } };
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'paypal',
    amountMinor: 500,
    currency: 'USD',
    captureMethod: 'automatic',
    order: { initiator: { by: 'customer' } },
    source: { kind: 'payment_method', method: 'wallet', type: 'google_pay', data },
  };
  expect(() => authorize?.request(input, account('paypal'))).toThrow(/decrypted/);
});
