import { googlePayConfirm } from '#switch/checkout/google-pay-confirm.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

const google_pay = {
  merchant_info: { merchant_name: 'Shoes & Sons', merchant_id: '12345678901234567890' },
  allowed_payment_methods: [
    {
      type: 'CARD',
      parameters: {
        allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowed_card_networks: ['MASTERCARD', 'VISA'],
      },
      tokenization_specification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'example', gateway_merchant_id: 'shoes', 'stripe:version': '2020' },
      },
    },
  ],
};

/** The answer of Google Pay, as `PaymentResponse.details` has it. */
const approved = {
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: {
    type: 'CARD',
    description: 'Visa •••• 1111',
    info: { cardNetwork: 'VISA', cardDetails: '1111' },
    tokenizationData: { type: 'PAYMENT_GATEWAY', token: '{"signature":"…"}' },
  },
};

/** An address of Google Pay with all members of the form `FULL`. */
const address = (name: string) => ({
  name,
  address1: 'Hauptstr. 1',
  address2: '',
  address3: '',
  sortingCode: '',
  locality: 'Berlin',
  administrativeArea: 'BE',
  postalCode: '10115',
  countryCode: 'DE',
  phoneNumber: '+49 30 1234567',
});

function googlePayChoice(details: object) {
  const confirm = googlePayConfirm(details);
  if (!confirm) throw new Error('The sheet returned no token.');
  return { kind: 'google pay', confirm } as const;
}

async function aShop(account: object) {
  const world = await aSwitchWithLinks();
  const { id: account_id } = world.merchant;
  await world.answered('connector-accounts.create', {
    key: adminKey,
    params: { account_id },
    body: {
      connector_type: 'payment_processor',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'a key' },
      ...account,
    },
  });
  world.passes(5);
  return world;
}

const wallets = (...types: string[]) => [
  {
    payment_method: 'wallet',
    payment_method_types: types.map((payment_method_type) => ({ payment_method_type })),
  },
];

describe('Google Pay on a payment page', () => {
  it('a payer pays with Google Pay by the sheet that the browser opens for the session', async () => {
    const world = await aShop({ connector_name: 'phonypay', metadata: { google_pay } });
    await world.linked({ allowed_payment_method_types: ['google_pay'] });
    const payer = aPayer(world);
    const page = await payer.opens();
    expect(page.googlePay).toMatchObject({ name: 'Google Pay', surcharge: 0 });
    expect(page.googlePay?.sheets).toEqual([
      {
        methods: [
          {
            supportedMethods: 'https://google.com/pay',
            data: {
              environment: 'TEST',
              apiVersion: 2,
              apiVersionMinor: 0,
              merchantInfo: { merchantName: 'Shoes & Sons', merchantId: '12345678901234567890' },
              allowedPaymentMethods: [
                {
                  type: 'CARD',
                  parameters: {
                    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
                    allowedCardNetworks: ['MASTERCARD', 'VISA'],
                  },
                  tokenizationSpecification: {
                    type: 'PAYMENT_GATEWAY',
                    parameters: {
                      gateway: 'example',
                      gatewayMerchantId: 'shoes',
                      'stripe:version': '2020',
                    },
                  },
                },
              ],
              transactionInfo: {
                countryCode: 'US',
                currencyCode: 'EUR',
                totalPriceStatus: 'FINAL',
                totalPrice: '25.99',
              },
            },
          },
        ],
        details: {
          total: { label: 'Shoes & Sons', amount: { currency: 'EUR', value: '25.99' } },
        },
      },
    ]);

    expect(await payer.presses(page, googlePayChoice(approved))).toEqual({
      kind: 'open',
      url: expect.stringContaining('/payment_link/status/'),
    });
    const paid = await world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: 'wallet',
      payment_method_type: 'google_pay',
      payment_method_data: { wallet: { google_pay: { last4: '1111', card_network: 'VISA' } } },
    });
  });

  it('a sheet of Google Pay asks for the addresses that the profile collects, and the payment has them', async () => {
    const world = await aShop({ connector_name: 'phonypay', metadata: { google_pay } });
    const { id: account_id, profileId: profile_id } = world.merchant;
    await world.answered('profiles.update', {
      key: adminKey,
      params: { account_id, profile_id },
      body: {
        collect_billing_details_from_wallet_connector: true,
        always_collect_shipping_details_from_wallet_connector: true,
      },
    });
    world.passes(5);
    await world.linked({ allowed_payment_method_types: ['google_pay'] });
    const payer = aPayer(world);
    const page = await payer.opens();
    expect(page.googlePay?.sheets[0]?.methods[0].data).toMatchObject({
      emailRequired: true,
      shippingAddressRequired: true,
      shippingAddressParameters: { phoneNumberRequired: true },
      allowedPaymentMethods: [
        {
          parameters: {
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
          },
        },
      ],
    });
    const { paymentMethodData } = approved;
    const choice = googlePayChoice({
      ...approved,
      email: 'anna@example.com',
      shippingAddress: address('Anna Maria Weber'),
      paymentMethodData: {
        ...paymentMethodData,
        info: { ...paymentMethodData.info, billingAddress: address('Anna') },
      },
    });
    expect(await payer.presses(page, choice)).toMatchObject({ kind: 'open' });
    const paid = await world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    const here = { line1: 'Hauptstr. 1', city: 'Berlin', state: 'BE', zip: '10115', country: 'DE' };
    const phone = { number: '+49 30 1234567' };
    expect(paid).toMatchObject({
      status: 'succeeded',
      email: 'anna@example.com',
      shipping: { address: { first_name: 'Anna Maria', last_name: 'Weber', ...here }, phone },
      payment_method_data: { billing: { address: { first_name: 'Anna', ...here }, phone } },
    });
  });

  it('a payment page without a configured Google Pay opens no sheet', async () => {
    const world = await aShop({ connector_name: 'phonypay' });
    await world.linked();
    const page = await aPayer(world).opens();
    expect(page.googlePay).toBeUndefined();
  });

  it('a wallet is offered with a redirect only where a connector takes it by redirect', async () => {
    const offered = [];
    for (const account of [
      {
        connector_name: 'adyen',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'a key', key1: 'Shoes' },
        payment_methods_enabled: wallets('google_pay', 'apple_pay'),
        metadata: { google_pay },
      },
      {
        connector_name: 'paypal',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'a key', key1: 'an id' },
        payment_methods_enabled: wallets('paypal'),
      },
    ]) {
      const world = await aShop(account);
      await world.linked({ allowed_payment_method_types: ['google_pay', 'apple_pay', 'paypal'] });
      const page = await aPayer(world).opens();
      offered.push([page.methods.map(({ id }) => id), page.googlePay?.name]);
    }
    expect(offered).toEqual([
      [[], 'Google Pay'],
      [['wallet.paypal'], undefined],
    ]);
  });

  it('a payment page lets the browser load the sheet of Google Pay where it is offered', async () => {
    const world = await aShop({ connector_name: 'phonypay', metadata: { google_pay } });
    const policies = [];
    for (const type of ['google_pay', 'ideal']) {
      const payment_id = `pay_${type}`;
      await world.linked({ payment_id, allowed_payment_method_types: [type] });
      const { headers } = await world.show(payment_id);
      policies.push(/connect-src [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0]);
    }
    expect(policies).toEqual([
      "connect-src 'self' https://google.com/pay https://www.google.com https://pay.google.com",
      "connect-src 'self'",
    ]);
  });

  it('a payer whose card is declined may pay with Google Pay next', async () => {
    const world = await aShop({ connector_name: 'phonypay', metadata: { google_pay } });
    await world.linked();
    const payer = aPayer(world);
    await payer.presses(await payer.opens(), await payer.card('4000000000000002'));
    const page = await payer.opens();
    expect(page.googlePay?.sheets).toHaveLength(1);
    expect(await payer.presses(page, googlePayChoice(approved))).toMatchObject({ kind: 'open' });
    const paid = await world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: 'wallet' });
  });

  it('an answer of Google Pay without a token is no approval', () => {
    expect(googlePayConfirm({ ...approved, paymentMethodData: { type: 'CARD' } })).toBeUndefined();
    expect(googlePayConfirm(null)).toBeUndefined();
  });
});
