import { aboutNamed } from '#connectors/abouts.ts';
import { publishedCardNetworks } from '#vocabulary/payment-methods.ts';
import {
  isNetwork,
  ofFixed,
  ofRate,
  programWhere,
} from '../../support/entities/decision-programs.ts';
import { type Ask, aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, told, type Wallet } from './a-wallet.ts';

/** Makes the profile offer these with one more connector account, in place of its own. */
async function offering(
  accounts: readonly {
    name?: string;
    enabled: readonly object[];
    disabled?: boolean;
    credentials?: object;
  }[],
) {
  const wallet = await aWallet();
  const { id: account_id, profileId: profile_id } = wallet.merchant;
  const [first] = await wallet.good('connector-accounts.list', { params: { account_id } });
  const { merchant_connector_id } = first;
  await wallet.ask('connector-accounts.update', {
    params: { account_id, merchant_connector_id },
    body: { connector_type: 'payment_processor', disabled: true, status: 'inactive' },
  });
  for (const [at, account] of accounts.entries()) {
    const { name = 'stripe_test', enabled, disabled = false } = account;
    const { credentials = { auth_type: 'HeaderKey', api_key: `key ${at}` } } = account;
    await wallet.good('connector-accounts.create', {
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name: name,
        profile_id,
        disabled,
        connector_label: `account ${at}`,
        payment_methods_enabled: enabled,
        connector_account_details: credentials,
      },
    });
    // Those of one instant would stand in no order.
    wallet.pass(1);
  }
  wallet.pass(3);
  return wallet;
}

const cards = (changes: object = {}, type = 'credit') => ({
  payment_method: 'card',
  payment_method_types: [
    { payment_method_type: type, card_networks: ['Visa', 'Mastercard'], ...changes },
  ],
});

const list = (wallet: Wallet, request: Ask = {}) =>
  wallet.ask('payment-methods.list-for-merchant', request);

/** The list that a payment's page gets. */
async function shownFor(
  wallet: Wallet,
  changes: object = {},
  name = 'payment-methods.list-for-merchant',
) {
  const body = aPaymentRequest({ amount: 2_599, currency: 'EUR', ...changes });
  const payment = await wallet.good('payments.create', { body });
  const { payment_id, client_secret } = payment;
  const answer = await wallet.ask(name, {
    key: wallet.merchant.publishableKey,
    params: { payment_id },
    query: { client_secret },
  });
  expect(answer.status).toBe(200);
  return { payment, body: answer.body };
}

const typesIn = (body: {
  payment_methods: {
    payment_method: string;
    payment_method_types: { payment_method_type: string }[];
  }[];
}) =>
  body.payment_methods.flatMap(({ payment_method, payment_method_types }) =>
    payment_method_types.map(
      ({ payment_method_type }) => `${payment_method} ${payment_method_type}`,
    ),
  );

describe('the payment methods that a payment accepts', () => {
  it("a payment's methods are listed with the payment, each network with its connectors", async () => {
    const wallet = await offering([
      { enabled: [cards()] },
      { name: 'adyen_test', enabled: [cards({ card_networks: ['Visa'] })] },
    ]);
    const billing = { address: { country: 'GB' } };
    const more = { customer_id: 'cus_1', return_url: 'https://shop.example/return', billing };
    const { payment, body } = await shownFor(wallet, more);
    const field = (name: string, field_type: string) => ({
      [`payment_method_data.card.${name}`]: {
        required_field: `payment_method_data.card.${name}`,
        display_name: name,
        field_type,
        value: null,
      },
    });
    expect(body).toEqual({
      redirect_url: 'https://shop.example/return',
      currency: 'EUR',
      payment_methods: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              payment_method_type: 'credit',
              payment_experience: null,
              card_networks: [
                {
                  card_network: 'Visa',
                  surcharge_details: null,
                  eligible_connectors: ['stripe_test', 'adyen_test'],
                },
                {
                  card_network: 'Mastercard',
                  surcharge_details: null,
                  eligible_connectors: ['stripe_test'],
                },
              ],
              bank_names: null,
              bank_debits: null,
              bank_transfers: null,
              required_fields: {
                ...field('card_number', 'user_card_number'),
                ...field('card_exp_month', 'user_card_expiry_month'),
                ...field('card_exp_year', 'user_card_expiry_year'),
                ...field('card_cvc', 'user_card_cvc'),
              },
              surcharge_details: null,
              pm_auth_connector: null,
            },
          ],
        },
      ],
      mandate_payment: null,
      merchant_name: body.intent_data.merchant_name,
      show_surcharge_breakup_screen: false,
      payment_type: 'normal',
      request_external_three_ds_authentication: false,
      collect_shipping_details_from_wallets: false,
      collect_billing_details_from_wallets: false,
      is_tax_calculation_enabled: false,
      sdk_next_action: { next_action: 'confirm', should_block_confirm: null },
      is_guest_customer: false,
      intent_data: expect.objectContaining({
        payment_id: payment.payment_id,
        status: 'requires_payment_method',
        amount: 2_599,
        currency: 'EUR',
        client_secret: payment.client_secret,
        customer_id: 'cus_1',
        attempt_count: 1,
        profile_id: payment.profile_id,
        created: payment.created,
        expires_on: payment.expires_on,
        billing,
      }),
    });
  });

  it.each([
    [
      'a currency that it takes',
      { accepted_currencies: { type: 'enable_only', list: ['EUR'] } },
      {},
      true,
    ],
    [
      'a currency that it does not',
      { accepted_currencies: { type: 'disable_only', list: ['EUR'] } },
      {},
      false,
    ],
    [
      'a country that it takes',
      { accepted_countries: { type: 'enable_only', list: ['GB'] } },
      { billing: { address: { country: 'GB' } } },
      true,
    ],
    [
      'a country that it does not',
      { accepted_countries: { type: 'enable_only', list: ['GB'] } },
      { billing: { address: { country: 'US' } } },
      false,
    ],
    [
      'no country that is known',
      { accepted_countries: { type: 'enable_only', list: ['GB'] } },
      { billing: { email: 'payer@example.com' } },
      true,
    ],
    ['its least amount', { minimum_amount: 2_599 }, {}, true],
    ['less than its least amount', { minimum_amount: 2_600 }, {}, false],
    ['its largest amount', { maximum_amount: 2_599 }, {}, true],
    ['more than its largest amount', { maximum_amount: 2_598 }, {}, false],
    [
      'the processor for a use to come, and not on `recurring_enabled`',
      { recurring_enabled: false },
      { customer_id: 'cus_1', setup_future_usage: 'off_session' },
      true,
    ],
    ['a type that is allowed', {}, { allowed_payment_method_types: ['credit'] }, true],
  ])("a payment's methods depend on %s", async (_, enabled, payment, isListed) => {
    const wallet = await offering([{ enabled: [cards(enabled)] }]);
    const { body } = await shownFor(wallet, payment);
    expect(typesIn(body)).toEqual(isListed ? ['card credit'] : []);
  });

  it("a payment's methods leave out types that the payment does not allow", async () => {
    const wallet = await offering([{ enabled: [cards(), cards({}, 'debit')] }]);
    const { body } = await shownFor(wallet, { allowed_payment_method_types: ['debit'] });
    expect(typesIn(body)).toEqual(['card debit']);
  });

  it("a payment's methods leave out accounts that are disabled", async () => {
    const wallet = await offering([{ enabled: [cards()], disabled: true }]);
    expect(typesIn((await shownFor(wallet)).body)).toEqual([]);
  });

  const headerKey = { auth_type: 'HeaderKey', api_key: 'sk_test_example' };
  const bodyKey = { auth_type: 'BodyKey', api_key: 'key', key1: 'merchant' };
  it.each([
    ['stripe_test', headerKey],
    ['stripe', headerKey],
    ['adyen', bodyKey],
    ['paypal', bodyKey],
  ])(
    "a payment's methods are all that %s supports when an account names none",
    async (name, credentials) => {
      const wallet = await offering([{ name, credentials, enabled: [] }]);
      const { body } = await list(wallet);
      const abilities = aboutNamed(name)?.methods ?? [];
      expect(typesIn(body).sort()).toEqual(
        [...new Set(abilities.map(({ method, type }) => `${method} ${type}`))].sort(),
      );
      const [cards] = body.payment_methods;
      const shown = cards.payment_method_types[0].card_networks.map(
        ({ card_network }: { card_network: string }) => card_network,
      );
      expect(shown).toEqual(abilities[0]?.networks ?? publishedCardNetworks);
    },
  );

  it('an account without listed payment methods offers all methods of the API', async () => {
    const wallet = await offering([{ enabled: [] }]);
    const { payment, body } = await shownFor(wallet);
    expect(typesIn(body)).toContain('bank_redirect ideal');
    const confirmed = await wallet.good('payments.confirm', {
      params: { payment_id: payment.payment_id },
      body: {
        payment_method: 'bank_redirect',
        payment_method_type: 'ideal',
        payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } },
        return_url: 'https://shop.example/return',
      },
    });
    expect(confirmed.status).toBe('requires_customer_action');
  });

  it.each(['payment-methods.list-for-merchant', 'payment-methods.list-for-merchant-alias'])(
    "a payment's methods follow a change of the account at once by %s",
    async (name) => {
      const wallet = await offering([{ enabled: [cards(), cards({}, 'debit')] }]);
      expect(typesIn((await shownFor(wallet, {}, name)).body)).toHaveLength(2);
      const { id: account_id } = wallet.merchant;
      const accounts: { merchant_connector_id: string; disabled: boolean }[] = await wallet.good(
        'connector-accounts.list',
        { params: { account_id } },
      );
      const { merchant_connector_id } = accounts.find(({ disabled }) => !disabled) ?? {
        merchant_connector_id: '',
      };
      await wallet.good('connector-accounts.update', {
        params: { account_id, merchant_connector_id },
        body: { connector_type: 'payment_processor', payment_methods_enabled: [cards()] },
      });
      expect(typesIn((await shownFor(wallet, {}, name)).body)).toEqual(['card credit']);
    },
  );

  it("a payment's methods name banks, transfers and experiences where they belong", async () => {
    const wallet = await offering([
      {
        enabled: [
          {
            payment_method: 'wallet',
            payment_method_types: [
              { payment_method_type: 'paypal', payment_experience: 'redirect_to_url' },
              { payment_method_type: 'google_pay', payment_experience: 'invoke_sdk_client' },
            ],
          },
          {
            payment_method: 'bank_redirect',
            payment_method_types: [{ payment_method_type: 'ideal' }],
          },
          { payment_method: 'bank_debit', payment_method_types: [{ payment_method_type: 'sepa' }] },
          {
            payment_method: 'bank_transfer',
            payment_method_types: [{ payment_method_type: 'ach' }],
          },
        ],
      },
    ]);
    const billing = { address: { first_name: 'Joseph' }, email: 'payer@example.com' };
    const { body } = await shownFor(wallet, { billing });
    const [wallets, redirects, debits, transfers] = body.payment_methods;
    const eligible_connectors = ['stripe_test'];
    expect(
      wallets.payment_method_types.map(
        (one: { payment_experience: unknown }) => one.payment_experience,
      ),
    ).toEqual([
      [{ payment_experience_type: 'redirect_to_url', eligible_connectors }],
      [{ payment_experience_type: 'invoke_sdk_client', eligible_connectors }],
    ]);
    expect(redirects.payment_method_types[0]).toMatchObject({
      bank_names: [],
      card_networks: null,
    });
    expect(debits.payment_method_types[0]).toMatchObject({
      bank_debits: { eligible_connectors },
      required_fields: {
        'billing.address.first_name': { value: 'Joseph', field_type: 'user_full_name' },
        'billing.email': { value: 'payer@example.com', field_type: 'user_email_address' },
      },
    });
    expect(transfers.payment_method_types[0]).toMatchObject({
      bank_transfers: { eligible_connectors },
    });
  });

  it("the list of payment methods states the payment's type", async () => {
    const wallet = await aWallet();
    const later = { customer_id: 'cus_1', setup_future_usage: 'off_session' };
    for (const [changes, payment_type] of [
      [{}, 'normal'],
      [later, 'new_mandate'],
      [{ ...later, amount: 0 }, 'setup_mandate'],
    ] as const) {
      expect((await shownFor(wallet, changes)).body).toMatchObject({ payment_type });
    }
    expect((await shownFor(wallet)).body).toMatchObject({ is_guest_customer: true });
  });

  it("a payment's methods make the page check cards beforehand when some are blocked", async () => {
    const wallet = await aWallet();
    await wallet.good('blocklist.toggle', { query: { status: 'true' } });
    wallet.pass(3);
    expect((await shownFor(wallet)).body.sdk_next_action.next_action).toBe('eligibility_check');
  });

  it("a payment's methods are listed by the other path, too", async () => {
    const wallet = await aWallet();
    const { body } = await shownFor(wallet, {}, 'payment-methods.list-for-merchant-alias');
    expect(typesIn(body)).toEqual(['card credit', 'card debit']);
  });

  it("the fields of a payment's method are those without which the adapter refuses it", async () => {
    const wallet = await offering([
      {
        name: 'stripe',
        credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_example' },
        enabled: [],
      },
    ]);
    const billing = { address: { country: 'DE', last_name: 'Doe' } };
    const { body } = await shownFor(wallet, { billing, email: 'payer@example.com' });
    const fieldsOf = (type: string) =>
      body.payment_methods
        .flatMap((one: { payment_method_types: unknown[] }) => one.payment_method_types)
        .find((one: { payment_method_type: string }) => one.payment_method_type === type)
        .required_fields;
    expect(fieldsOf('sepa')).toMatchObject({
      'payment_method_data.bank_debit.sepa_bank_debit.iban': {
        required_field: 'payment_method_data.bank_debit.sepa_bank_debit.iban',
        display_name: 'iban',
        field_type: 'user_iban',
        value: null,
      },
      'billing.address.last_name': { field_type: 'user_full_name', value: 'Doe' },
      'billing.email': { value: 'payer@example.com' },
    });
    expect(fieldsOf('sofort')).toMatchObject({
      'billing.address.country': {
        required_field: 'payment_method_data.billing.address.country',
        field_type: { user_country: { options: ['AT', 'BE', 'DE', 'ES', 'IT', 'NL'] } },
        value: 'DE',
      },
    });
    expect(fieldsOf('ideal')).toEqual({});
  });

  it('the fields of a card name no payer for an adapter that needs none, such as that of Adyen', async () => {
    const credentials = { auth_type: 'BodyKey', api_key: 'key', key1: 'merchant' };
    const wallet = await offering([{ name: 'adyen', credentials, enabled: [cards()] }]);
    const { body } = await shownFor(wallet);
    const { required_fields } = body.payment_methods[0].payment_method_types[0];
    const types = Object.values<{ field_type: unknown }>(required_fields);
    expect(types.map(({ field_type }) => field_type).sort()).toEqual([
      'user_card_cvc',
      'user_card_expiry_month',
      'user_card_expiry_year',
      'user_card_number',
    ]);
  });
});

describe('the payment methods that a profile accepts', () => {
  it("a profile's methods are listed to its merchant without a payment", async () => {
    const wallet = await offering([{ enabled: [cards({ minimum_amount: 999_999 })] }]);
    const { profileId } = wallet.merchant;
    const ways: readonly Record<string, string>[] = [{}, { 'x-profile-id': profileId }];
    for (const headers of ways) {
      const { status, body } = await list(wallet, { headers });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { currency: null, payment_type: null, intent_data: null },
      });
      expect(typesIn(body)).toEqual(['card credit']);
    }
  });

  it("a profile's methods are not found for the secret of a payment method", async () => {
    const wallet = await aWallet();
    const { client_secret } = await wallet.good('create', { body: { customer_id: 'cus_1' } });
    const answer = await list(wallet, {
      key: wallet.merchant.publishableKey,
      query: { client_secret },
    });
    expect(told(answer)).toEqual([404, 'IR_37', 'Profile id not found']);
  });

  it("a profile's methods refuse a repeated query parameter", async () => {
    const wallet = await aWallet();
    expect(await list(wallet, { query: { amount: '1,2' } })).toMatchObject({ status: 400 });
    const many = { accepted_currencies: 'EUR,USD', card_networks: 'Visa,JCB', unknown: 'x' };
    expect(await list(wallet, { query: many })).toMatchObject({ status: 200 });
  });
});

describe('surcharges in a list', () => {
  const ofVisa = {
    surcharge: { type: 'rate', value: { percentage: 1.5 } },
    tax_on_surcharge: { percentage: 19 },
    display_surcharge_amount: 0.39,
    display_tax_on_surcharge_amount: 0.08,
    display_total_surcharge_amount: 0.47,
  };
  const fixed = {
    surcharge: { type: 'fixed', value: 120 },
    tax_on_surcharge: null,
    display_surcharge_amount: 1.2,
    display_tax_on_surcharge_amount: 0,
    display_total_surcharge_amount: 1.2,
  };
  const wallets = {
    payment_method: 'wallet',
    payment_method_types: [{ payment_method_type: 'paypal' }],
  };

  async function withProgram(otherwise: object, show_surcharge_breakup_screen?: boolean) {
    const wallet = await offering([
      { enabled: [cards()] },
      { name: 'paypal_test', enabled: [wallets] },
    ]);
    const algorithm = programWhere([isNetwork('Visa')], ofRate(1.5, 19), otherwise);
    const merchant_surcharge_configs = { show_surcharge_breakup_screen };
    await wallet.good('routing.save-surcharge', {
      body: { merchant_surcharge_configs, algorithm },
    });
    wallet.pass(3);
    return wallet;
  }

  it("a list's surcharges stand beside each network of a card, and beside each other method", async () => {
    const { body } = await shownFor(await withProgram(ofFixed(120), true));
    expect(body).toMatchObject({
      show_surcharge_breakup_screen: true,
      payment_methods: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              surcharge_details: null,
              card_networks: [
                { card_network: 'Visa', surcharge_details: ofVisa },
                { card_network: 'Mastercard', surcharge_details: fixed },
              ],
            },
          ],
        },
        { payment_method: 'wallet', payment_method_types: [{ surcharge_details: fixed }] },
      ],
    });
  });

  it("a list's surcharges are absent where no rule is true, or no payment is", async () => {
    const wallet = await withProgram({});
    const { body } = await shownFor(wallet);
    expect(body.show_surcharge_breakup_screen).toBe(false);
    expect(body.payment_methods[1].payment_method_types[0].surcharge_details).toBeNull();
    expect((await list(wallet)).text).not.toContain('display_surcharge_amount');
  });
});
