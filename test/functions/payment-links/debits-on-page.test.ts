import type { CheckoutData, CheckoutMethod } from '#switch/checkout/checkout-data.ts';
import { initialValues } from '#switch/checkout/initial-values.ts';
import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aShop, atCybersource } from './a-shop-at-stripe.ts';

function methodOn(page: CheckoutData, id: string): CheckoutMethod {
  const method = page.methods.find((one) => one.id === id);
  if (!method) throw new Error(`The page offers no ${id}.`);
  return method;
}

/** The typed values of a method, by the last name of each field's path. */
const typedInto = ({ fields }: CheckoutMethod, values: Readonly<Record<string, string>>) =>
  fields.map(({ path }) => values[path.at(-1) ?? ''] ?? '');

const holder = { first_name: 'Anna Weber', email: 'anna@example.com' };

/** A shop whose customer has saved an account that a verifier confirmed, and a payment of that customer. */
async function aShopWithAccounts(type: 'ach' | 'bacs' | 'sepa', currency: string) {
  const shop = await aShop();
  const { answered, linked, merchant, dependencies } = shop;
  const params = { account_id: merchant.id };
  const [{ merchant_connector_id }] = await answered('connector-accounts.list', { params });
  const { merchant_connector_id: mca_id } = await answered('connector-accounts.create', {
    params,
    body: {
      connector_type: 'payment_method_auth',
      connector_name: 'plaid',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'client', key1: 'secret' },
    },
  });
  const debit = { payment_method: 'bank_debit', payment_method_type: type };
  await answered('connector-accounts.update', {
    params: { ...params, merchant_connector_id },
    body: {
      connector_type: 'payment_processor',
      pm_auth_config: { enabled_payment_methods: [{ ...debit, connector_name: 'plaid', mca_id }] },
    },
  });
  shop.passes(5);
  const { payment_id, client_secret } = await linked({ currency, customer_id: 'cus_1' });
  const public_token = `public-sandbox-${type}`;
  const body = { payment_id, public_token, ...debit };
  await answered('payment-methods.exchange-bank-accounts', { body });
  async function savedAccount(page: CheckoutData) {
    const listed = await answered('payment-methods.list-for-customer', {
      key: page.key,
      query: { client_secret },
    });
    const [saved] = savedMethodsIn(listed, page.methods, dependencies.clock.now);
    if (!saved?.debit) throw new Error('No account was saved.');
    return { token: saved.token, debit: saved.debit };
  }
  return { ...shop, savedAccount };
}

describe('a direct debit on a payment page', () => {
  it.each([
    ['sepa', 'EUR', { iban: 'DE89 3704 0044 0532 0130 00' }, 'SEPA Direct Debit Mandate'],
    [
      'bacs',
      'GBP',
      { sort_code: '10-88-00', account_number: '00012345' },
      'Direct Debit Instruction and Guarantee',
    ],
    ['becs', 'AUD', { bsb_number: '000-000', account_number: '000123456' }, 'Direct Debit Request'],
    [
      'ach',
      'USD',
      { routing_number: '110000000', account_number: '000123456789' },
      'Authorisation to debit your account',
    ],
  ])(
    'a payer agrees to a debit by %s, and the processor and the receipt have the consent',
    async (type, currency, account, title) => {
      const { linked, payer, answered, status } = await aShop();
      await linked({ currency });
      const page = await payer.opens();
      const method = methodOn(page, `bank_debit.${type}`);
      expect(method.mandate?.title).toBe(title);
      expect(method.mandate?.text.join(' ')).toMatch(/Shoes/);
      const values = typedInto(method, {
        ...account,
        ...holder,
        line1: 'Street 1',
        city: 'Berlin',
        zip: '10115',
        country: 'DE',
      });
      await payer.presses(page, { kind: 'method', method, values });
      const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
      expect(payment).toMatchObject({
        connector: 'stripe',
        status: type === 'ach' ? 'requires_customer_action' : 'processing',
        error_code: null,
      });
      if (type === 'ach') return;
      const { text } = await status('pay_1');
      expect(text).toContain(`<h3 id="mandate">${title}</h3>`);
      // In the format of the whole locale, as the other times on the receipt.
      expect(text).toMatch(
        /Accepted on<\/dt><dd><time datetime="[^"]+" data-locale="en(-[A-Z]+)?">\w+ \w+,? \d{4} at [^<]+ UTC<\/time>/,
      );
      const hasReference = type === 'sepa' || type === 'bacs';
      expect(text.includes('Will be communicated separately')).toBe(hasReference);
      // The processor gives the mandate its reference, which bank statements have.
      await answered('payments.retrieve', {
        params: { payment_id: 'pay_1' },
        query: { force_sync: 'true' },
      });
      const { text: later } = await status('pay_1');
      expect(later).not.toContain('Will be communicated separately');
      const [, shown] = /<dt>Mandate reference<\/dt><dd><bdi>(\w+)<\/bdi>/.exec(later) ?? [];
      expect(shown).toEqual(hasReference ? expect.stringMatching(/^[0-9A-Z]{16}$/) : undefined);
    },
  );

  it('a mandate names the creditor and its identifier, as the profile states them', async () => {
    const { linked, payer, setProfile } = await aShop();
    await setProfile({
      payment_link_config: {
        debit_creditor: {
          name: 'Shoes Holding GmbH',
          sepa_creditor_identifier: 'DE98ZZZ09999999999',
        },
      },
    });
    await linked();
    const { mandate } = methodOn(await payer.opens(), 'bank_debit.sepa');
    expect(mandate?.facts).toEqual([
      ['Creditor', 'Shoes Holding GmbH'],
      ['Creditor identifier', 'DE98ZZZ09999999999'],
      ['Mandate reference', 'Will be communicated separately'],
      ['Type of payment', 'One-off payment'],
    ]);
    expect(mandate?.text.join(' ')).not.toMatch(/payment service provider/);
  });

  it('a mandate of a shop without an identifier says that the processor collects the debit', async () => {
    const { linked, payer } = await aShop();
    await linked({ setup_future_usage: 'off_session', customer_id: 'cus_1' });
    const { mandate } = methodOn(await payer.opens(), 'bank_debit.sepa');
    expect(mandate?.facts).toEqual([
      ['Creditor', 'Shoes'],
      ['Mandate reference', 'Will be communicated separately'],
      ['Type of payment', 'Recurrent payment'],
    ]);
    expect(mandate?.text.at(-1)).toMatch(/payment service provider/);
  });

  it('a recurrent debit is taken with the same consent', async () => {
    const { linked, payer, answered } = await aShop();
    await linked({ setup_future_usage: 'off_session', customer_id: 'cus_1' });
    const page = await payer.opens();
    const method = methodOn(page, 'bank_debit.sepa');
    const values = typedInto(method, { iban: 'DE89370400440532013000', ...holder });
    await payer.presses(page, { kind: 'method', method, values });
    const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(payment).toMatchObject({ status: 'processing', error_code: null });
  });

  it.each([
    ['ach', 'USD', 'Authorisation to debit your account'],
    ['sepa', 'EUR', 'SEPA Direct Debit Mandate'],
    ['bacs', 'GBP', 'Direct Debit Instruction and Guarantee'],
  ] as const)(
    'a payer agrees to a debit of a saved account by %s in the same words, and the processor and the receipt have the consent',
    async (type, currency, title) => {
      const { payer, savedAccount, answered, status } = await aShopWithAccounts(type, currency);
      const page = await payer.opens();
      const { token, debit } = await savedAccount(page);
      const { mandate, fields } = methodOn(page, `bank_debit.${type}`);
      expect(mandate?.title).toBe(title);
      expect(debit.mandate).toEqual(mandate);
      // The account itself is not asked for.
      expect(debit.fields).toEqual(fields.filter(({ path }) => path[0] === 'billing'));
      const values = typedInto(debit, {
        ...holder,
        line1: 'Street 1',
        city: 'London',
        zip: 'N1 9GU',
        country: 'GB',
      });
      await payer.presses(page, { kind: 'method', method: debit, values, token });
      const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
      expect(payment).toMatchObject({
        connector: 'stripe',
        status: type === 'ach' ? 'requires_customer_action' : 'processing',
        error_code: null,
      });
      if (type === 'ach') return;
      const { text } = await status('pay_1');
      expect(text).toContain(`<h3 id="mandate">${title}</h3>`);
    },
  );

  it('a debit of a saved account to which its payer did not agree is refused by the processor', async () => {
    const { payer, savedAccount, answered } = await aShopWithAccounts('sepa', 'EUR');
    const page = await payer.opens();
    const { token, debit } = await savedAccount(page);
    const { mandate: _, ...silent } = debit;
    const values = typedInto(debit, holder);
    await payer.presses(page, { kind: 'method', method: silent, values, token });
    const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(payment).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/requires a mandate/),
    });
  });

  it.each([
    ['a wrong creditor identifier', { sepa_creditor_identifier: 'DE99ZZZ09999999999' }],
    ['a short service user number', { bacs_service_user_number: '12345' }],
    ['letters as a user identifier', { becs_user_identifier: 'abcdef' }],
    ['an unknown member', { identifier: 'DE98ZZZ09999999999' }],
  ])('a profile with %s is refused', async (_, debit_creditor) => {
    const { ask, merchant } = await aShop();
    const answer = await ask('profiles.update', {
      key: adminKey,
      params: { account_id: merchant.id, profile_id: merchant.profileId },
      body: { payment_link_config: { debit_creditor } },
    });
    expect(answer.status).toBe(400);
  });
});

it('a refusal of the switch names the field whose value it refused', async () => {
  const { linked, payer } = await aShop();
  await linked();
  const page = await payer.opens();
  const method = methodOn(page, 'bank_debit.sepa');
  const values = typedInto(method, {
    iban: 'DE89370400440532013000',
    first_name: 'Anna Weber',
    email: 'anna',
  });
  expect(await payer.presses(page, { kind: 'method', method, values })).toEqual({
    kind: 'problem',
    text: 'Please check your details.',
    param: 'payment_method_data.billing.email',
  });
});

describe('the billing address on a payment page', () => {
  it('a method whose account needs an address asks for it, and the confirm has it', async () => {
    const { linked, payer, answered } = await aShop();
    await linked({
      billing: { address: { first_name: 'Anna', last_name: 'Weber', city: 'Bonn' } },
    });
    const page = await payer.opens();
    const method = methodOn(page, 'pay_later.afterpay_clearpay');
    expect(method.fields.map(({ kind, autocomplete }) => [kind, autocomplete])).toEqual([
      ['name', 'billing name'],
      ['email', 'billing email'],
      ['country', 'billing country'],
      ['text', 'billing address-line1'],
      ['postal code', 'billing postal-code'],
      ['text', 'billing address-level2'],
    ]);
    expect(initialValues(method)).toEqual(['Anna Weber', '', '', '', '', 'Bonn']);
    const values = ['Anna Weber', 'anna@example.com', 'DE', 'Street 1', '53111', 'Bonn'];
    await payer.presses(page, { kind: 'method', method, values });
    const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      payment_method_data: {
        billing: {
          email: 'anna@example.com',
          address: {
            first_name: 'Anna',
            last_name: 'Weber',
            line1: 'Street 1',
            zip: '53111',
            city: 'Bonn',
            country: 'DE',
          },
        },
      },
    });
  });

  it('a card whose account needs an address asks for it beneath the card form', async () => {
    const { linked, payer } = await aShop(atCybersource);
    await linked();
    const { fields } = methodOn(await payer.opens(), 'card');
    expect(fields.map(({ path }) => path.join('.'))).toEqual([
      'billing.address.first_name',
      'billing.email',
      'billing.address.country',
      'billing.address.line1',
      'billing.address.zip',
      'billing.address.city',
      'billing.address.state',
    ]);
  });

  it('a card is paid with the address that was typed beneath it', async () => {
    const { linked, payer, answered } = await aShop();
    await linked();
    const page = await payer.opens();
    const card = await payer.card('4242424242424242');
    if (card.kind !== 'card') throw new Error('A card is a card.');
    const beside = { billing: { address: { line1: 'Street 1', country: 'DE' } } };
    await payer.presses(page, { ...card, beside });
    const payment = await answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
    expect(payment).toMatchObject({
      status: 'succeeded',
      payment_method_data: { billing: beside.billing },
    });
  });
});
