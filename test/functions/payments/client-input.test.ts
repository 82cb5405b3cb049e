import * as v from 'valibot';
import type { ChangeRule } from '#switch/callers/access-rules.ts';
import { customerChangeRules } from '#switch/callers/customer-rights.ts';
import type { CustomerDetails } from '#switch/customers/customer-details.ts';
import { acceptedIn } from '#switch/payments/lifecycle/lifecycle.ts';
import { clientChangeRules } from '#switch/payments/request/client-rights.ts';
import { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { customerOf, requestFieldsOf } from '#switch/payments/request/terms.ts';
import type { AddressDetails } from '#vocabulary/address.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { byCard, card } from '../../support/switch/payments-in-memory.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

type Field = keyof PaymentRequest;
type Stated = Record<string, unknown>;

const aDocument = (document_number: string) => ({ document_type: 'cpf', document_number });
const aPlan = (number_of_installments: number) => ({
  number_of_installments,
  billing_frequency: 'month',
});
const anOption = (count: number) => ({
  payment_method: 'card',
  installments: [{ ...aPlan(count), interest_rate: 1 }],
});
const routingTo = (connector: string) => ({ type: 'single', data: { connector } });
const splitTo = (account: string) => ({
  stripe_split_payment: { transfer_account_id: account },
});
const aLine = (product_name: string) => ({ product_name, quantity: 1, amount: 6_540 });
const mandateOf = (amount: number) => ({
  mandate_type: { multi_use: { amount, currency: 'USD' } },
});
const byProcessorsToken = {
  type: 'processor_payment_token',
  data: { processor_payment_token: 'tok_of_another_customer' },
};
const accepted = {
  acceptance_type: 'online',
  online: { ip_address: '192.0.2.7', user_agent: 'Mozilla/5.0' },
};

/** A value of every field, and another one. */
const samples: Record<Field, readonly [value: unknown, other: unknown]> = {
  amount: [6_540, 1],
  currency: ['USD', 'EUR'],
  amount_to_capture: [6_540, 6_539],
  order_tax_amount: [300, 299],
  shipping_cost: [500, 499],
  surcharge_details: [{ surcharge_amount: 200, tax_amount: 20 }, { surcharge_amount: 200 }],
  capture_method: ['manual', 'automatic'],
  authentication_type: ['three_ds', 'no_three_ds'],
  request_incremental_authorization: [true, false],
  request_extended_authorization: [true, false],
  enable_partial_authorization: [true, false],
  enable_overcapture: [false, true],
  capture_on: ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'],
  discount_amount: [10, 11],
  duty_amount: [10, 11],
  shipping_amount_tax: [10, 11],
  tax_status: ['taxable', 'exempt'],
  order_date: ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'],
  skip_external_tax_calculation: [false, true],
  installment_options: [[anOption(3)], [anOption(4)]],
  installment_data: [aPlan(3), aPlan(4)],

  // Another one than that of the path is refused.
  payment_id: ['pay_said', 'pay_said'],
  merchant_id: ['merchant_example', 'merchant_example'],
  profile_id: ['pro_1', 'pro_2'],
  confirm: [true, false],
  client_secret: [undefined, undefined],
  all_keys_required: [true, false],
  retry_action: ['manual_retry', 'requeue'],
  given_up_attempt_id: ['pay_1_1', 'pay_2_1'],
  routing: [routingTo('stripe_test'), routingTo('adyen_test')],
  connector: [['stripe_test'], ['adyen_test']],
  merchant_connector_details: [undefined, { creds_identifier: 'other' }],
  payment_type: ['normal', 'setup_mandate'],
  payment_link: [true, false],
  payment_link_config: [{ theme: '#112233' }, { theme: '#445566' }],
  payment_link_config_id: ['one', 'other'],
  session_expiry: [900, 90_000],
  merchant_order_reference_id: ['order-1', 'order-2'],
  metadata: [{ order: 1 }, { order: 2 }],
  connector_metadata: [
    { braintree: { merchant_account_id: 'one' } },
    { braintree: { merchant_account_id: 'other' } },
  ],
  feature_metadata: [{ search_tags: ['one'] }, { search_tags: ['other'] }],
  frm_metadata: [{ buyer: 'new' }, { buyer: 'known' }],
  return_url: ['https://shop.example/return', 'https://other.example/return'],
  description: ['Shoes', 'Socks'],
  statement_descriptor_name: ['Shoes', 'Other'],
  statement_descriptor_suffix: ['Example', 'Other'],
  billing_descriptor: [{ name: 'Shoes' }, { name: 'Other' }],
  allowed_payment_method_types: [
    ['credit', 'debit'],
    ['credit', 'debit', 'paypal'],
  ],
  business_country: ['US', 'DE'],
  business_label: ['one', 'other'],
  business_sub_label: ['one', 'other'],
  is_iframe_redirection_enabled: [false, true],
  payment_channel: ['ecommerce', 'telephone_order'],
  partner_merchant_identifier_details: [
    { partner_details: { name: 'one' } },
    { partner_details: { name: 'other' } },
  ],
  profile_acquirer_id: ['one', 'other'],
  external_surcharge_strategy: ['apply', 'waive'],
  split_payments: [splitTo('acct_1'), splitTo('acct_2')],
  ctp_service_details: [{ correlation_id: 'one' }, { correlation_id: 'other' }],
  tokenization: ['skip_psp', 'tokenize_at_psp'],

  customer: [{ email: 'joseph@example.com' }, { email: 'other@example.com' }],
  customer_id: ['cus_1', 'cus_2'],
  email: ['joseph@example.com', 'other@example.com'],
  name: ['Joseph Doe', 'Other Doe'],
  phone: ['8056594427', '8056594428'],
  phone_country_code: ['+1', '+49'],
  billing: [{ address: { country: 'US' } }, { address: { country: 'DE' } }],
  shipping: [{ address: { country: 'US' } }, { address: { country: 'DE' } }],
  order_details: [[aLine('Shoes')], [aLine('Socks')]],
  browser_info: [{ language: 'en' }, { language: 'de' }],

  payment_method: ['card', 'card'],
  payment_method_type: ['credit', 'debit'],
  payment_method_data: [{ card: card() }, { card: card('5555555555554444') }],
  payment_token: ['token_one', 'token_other'],
  card_cvc: ['123', '456'],
  payment_experience: ['redirect_to_url', 'invoke_sdk_client'],
  setup_future_usage: ['on_session', 'off_session'],
  off_session: [true, false],
  mandate_data: [mandateOf(9_000), mandateOf(900_000)],
  customer_acceptance: [{ acceptance_type: 'offline' }, accepted],
  mandate_id: ['man_one', 'man_other'],
  recurring_details: [undefined, byProcessorsToken],
  is_stored_credential: [false, true],
  mit_category: ['recurring', 'unscheduled'],
  request_external_three_ds_authentication: [true, false],
  three_ds_data: [undefined, { transaction_status: 'Y', eci: '05' }],
  force_3ds_challenge: [true, false],
  psd2_sca_exemption_type: ['low_value', 'transaction_risk_analysis'],
  threeds_method_comp_ind: ['Y', 'N'],
};

/** A payment of which the merchant has stated this, as far as a create or an update keeps it. */
async function aPage(stated: Stated = {}, changes: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const created = await world.ask('payments.create', {
    key: merchant.key,
    body: { payment_id: 'pay_said', amount: 6_540, currency: 'USD' },
  });
  const { payment_id, client_secret } = created.body;
  const { payments } = world.services;
  const plain = await payments.get(merchant.id, payment_id);
  const said = v.parse(PaymentRequest, stated);
  const customer = customerOf(said, plain.customer);
  await payments.save({
    ...plain,
    requestFields: requestFieldsOf(said, plain.requestFields),
    ...(customer && { customer }),
    ...changes,
  });
  const asClient = (operation: string, body: object) =>
    world.ask(operation, {
      key: merchant.publishableKey,
      params: { payment_id },
      body: { client_secret, ...body },
    });
  return {
    world,
    merchant,
    confirm: (body: object = {}) => asClient('payments.confirm', { ...byCard(), ...body }),
    update: (body: object) => asClient('payments.update', body),
    complete: (body: object) => asClient('payments.complete-authorize', body),
    stored: () => payments.get(merchant.id, payment_id),
  };
}

const refusal = (field: string, reason = '') => ({
  status: 401,
  body: {
    error: { code: 'IR_18', message: `${field} cannot be changed with a publishable key${reason}` },
  },
});
const reasons: Partial<Record<Field, string>> = {
  return_url: ': the merchant stated no address at https://other.example',
};

const fields = Object.keys(PaymentRequest.entries) as Field[];
const under = (...rules: readonly ChangeRule[]) =>
  fields.filter((field) => rules.includes(clientChangeRules[field]));

/** Fields that no confirm accepts, from any caller; the answer comes before the table is read. */
const takenByNoConfirm: readonly Field[] = ['installment_options', 'merchant_connector_details'];
const payerFacts = under('where open, or of the method');
const guarded = under(
  'where open',
  'where open, by member',
  'where open, or stricter',
  "merchant's",
  'not less',
  'by its own rule',
).filter((field) => !takenByNoConfirm.includes(field) && field !== 'customer');

/** The further fields that a field needs. */
const beside: Partial<Record<Field, Stated>> = {
  setup_future_usage: { customer_id: 'cus_1' },
  mandate_data: { customer_id: 'cus_1', setup_future_usage: 'off_session' },
  // No such mandate is there; but that is another refusal.
  mandate_id: { customer_id: 'cus_1', confirm: true, off_session: true },
};
const taken = (field: Field) => (field === 'mandate_id' ? 404 : 200);

describe('a client’s confirm with a field that the merchant stated', () => {
  it.each(guarded)(
    "a client’s confirm with another %s than the merchant's is refused by that field's name, and nothing changes",
    async (field) => {
      const [value, other] = samples[field];
      const page = await aPage({
        ...beside[field],
        ...(value !== undefined && { [field]: value }),
      });
      const before = page.world.port.items();
      expect(await page.confirm({ [field]: other })).toMatchObject(refusal(field, reasons[field]));
      expect(page.world.port.items()).toEqual(before);
    },
  );

  it.each([...payerFacts, ...guarded].filter((field) => samples[field][0] !== undefined))(
    "a client’s confirm that repeats the merchant's %s continues",
    async (field) => {
      const stated = { [field]: samples[field][0] };
      const page = await aPage({ ...beside[field], ...stated });
      expect((await page.confirm(stated)).status).toBe(taken(field));
    },
  );
});

describe('a client’s confirm with a field that the merchant left open', () => {
  it.each(guarded.filter((field) => clientChangeRules[field] === "merchant's"))(
    "a client’s confirm with %s, which the merchant left open, is refused by that field's name",
    async (field) => {
      const page = await aPage();
      const before = page.world.port.items();
      // These values are the defaults, which a client may state: automatic capture, a present
      // customer.
      const request = samples[field].findLast((value) => value !== 'automatic' && value !== false);
      expect(await page.confirm({ [field]: request })).toMatchObject(refusal(field));
      expect(page.world.port.items()).toEqual(before);
    },
  );

  it.each([
    ...payerFacts,
    ...under('where open', 'where open, by member', 'where open, or stricter'),
  ])('a client’s confirm may state %s that the merchant left open', async (field) => {
    const page = await aPage(beside[field]);
    expect((await page.confirm({ [field]: samples[field][0] })).status).toBe(taken(field));
  });

  it.each([{ capture_method: 'automatic' }, { off_session: false }])(
    'a client’s confirm may state a payment method: %j',
    async (wish) => {
      const page = await aPage();
      expect((await page.confirm(wish)).status).toBe(200);
    },
  );
});

it.each(under("payer's own"))('a client’s confirm may say %s anew', async (field) => {
  const [value, other] = samples[field];
  const page = await aPage({ [field]: value });
  expect((await page.confirm({ [field]: other })).status).toBe(200);
});

it.each(under('of no effect'))('a client’s confirm changes nothing by %s', async (field) => {
  const [page, calm] = [await aPage(), await aPage()];
  const [value, other] = samples[field];
  const request = field === 'client_secret' ? {} : { [field]: other ?? value };
  expect((await page.confirm(request)).status).toBe(200);
  await calm.confirm();
  const { requestFields, amountMinor, currency } = await calm.stored();
  expect(await page.stored()).toMatchObject({
    requestFields,
    amountMinor,
    currency,
    id: 'pay_said',
    profileId: page.merchant.profileId,
  });
});

describe('the customer of a payment', () => {
  const facts: Record<keyof CustomerDetails, readonly [value: unknown, other: unknown]> = {
    id: ['cus_1', 'cus_2'],
    name: ['Joseph Doe', 'Other Doe'],
    email: ['joseph@example.com', 'other@example.com'],
    phone: ['8056594427', '8056594428'],
    phone_country_code: ['+1', '+49'],
    tax_registration_id: ['one', 'other'],
    document_details: [aDocument('11144477735'), aDocument('52998224725')],
  };
  const members = Object.keys(customerChangeRules) as (keyof CustomerDetails)[];
  const rootNames = {
    id: 'customer_id',
    name: 'name',
    email: 'email',
    phone: 'phone',
    phone_country_code: 'phone_country_code',
  } as const;
  const atRoot = (member: keyof CustomerDetails, value: unknown) =>
    member in rootNames ? [{ [rootNames[member as keyof typeof rootNames]]: value }] : [];
  const ways = (member: keyof CustomerDetails, value: unknown) => [
    { customer: { [member]: value } },
    ...atRoot(member, value),
  ];

  const correctable = members.filter(
    (member) => customerChangeRules[member] === 'where open, or of the method',
  );
  const inBilling: Partial<Record<keyof CustomerDetails, object>> = {
    name: { address: { first_name: 'Other', last_name: 'Doe' } },
    email: { email: 'other@example.com' },
    phone: { phone: { number: '8056594428' } },
    phone_country_code: { phone: { country_code: '+49' } },
  };

  it.each(correctable)(
    'a payer’s correction of %s becomes the billing address of the method, from both places, and the merchant’s value stays',
    async (member) => {
      const [value, other] = facts[member];
      for (const stated of ways(member, value)) {
        for (const request of ways(member, other)) {
          const page = await aPage(stated);
          const { body } = await page.confirm(request);
          expect(body).toMatchObject({
            status: 'succeeded',
            payment_method_data: { billing: inBilling[member] },
          });
          const { customer, clientFieldPaths = [] } = await page.stored();
          expect([customer?.[member], clientFieldPaths]).toEqual([value, []]);
        }
        for (const repeated of ways(member, value)) {
          const page = await aPage(stated);
          const { body } = await page.confirm(repeated);
          expect([body.status, body.payment_method_data.billing]).toEqual(['succeeded', null]);
        }
      }
    },
  );

  it.each(members.filter((member) => !correctable.includes(member)))(
    'the customer of a payment stays as the merchant stated it, in both places: %s',
    async (member) => {
      const [value, other] = facts[member];
      for (const stated of ways(member, value)) {
        for (const request of ways(member, other)) {
          const page = await aPage(stated);
          const before = page.world.port.items();
          const { status, body } = await page.confirm(request);
          expect([status, body.error.code]).toEqual([401, 'IR_18']);
          expect(page.world.port.items()).toEqual(before);
        }
        for (const repeated of ways(member, value)) {
          const page = await aPage(stated);
          expect((await page.confirm(repeated)).status).toBe(200);
        }
      }
    },
  );

  it('the customer of a payment has the data of the merchant’s customer record', async () => {
    const page = await aPage();
    await page.world.ask('customers.create', {
      key: page.merchant.key,
      body: { customer_id: 'cus_1', email: 'joseph@example.com' },
    });
    const { payments } = page.world.services;
    await payments.save({ ...(await page.stored()), customer: { id: 'cus_1' } });
    const corrected = await page.confirm({ email: 'other@example.com' });
    expect(corrected.body).toMatchObject({
      status: 'succeeded',
      payment_method_data: { billing: { email: 'other@example.com' } },
    });
    expect((await page.stored()).customer).toEqual({ id: 'cus_1' });
  });

  it('a customer whose record has no name may state one', async () => {
    const page = await aPage();
    await page.world.ask('customers.create', {
      key: page.merchant.key,
      body: { customer_id: 'cus_1', email: 'joseph@example.com' },
    });
    const { payments } = page.world.services;
    await payments.save({ ...(await page.stored()), customer: { id: 'cus_1' } });
    // The merchant stated no name.
    const request = { email: 'joseph@example.com', name: 'Joseph' };
    expect((await page.confirm(request)).body).toMatchObject({ status: 'succeeded', ...request });
  });

  it("the customer's data may be stated by a guest", async () => {
    const page = await aPage();
    const { body } = await page.confirm({ email: 'guest@example.com' });
    expect(body).toMatchObject({ status: 'succeeded', email: 'guest@example.com' });
    const another = await aPage();
    expect(await another.confirm({ customer_id: 'cus_1' })).toMatchObject(refusal('customer_id'));
  });
});

const address: Required<AddressDetails> = {
  city: 'Berlin',
  country: 'DE',
  line1: 'Hauptstraße 1',
  line2: 'Hinterhaus',
  line3: '3. Stock',
  zip: '10827',
  state: 'Berlin',
  first_name: 'Erika',
  last_name: 'Mustermann',
  origin_zip: '10828',
};
const others = {
  ...Object.fromEntries(Object.keys(address).map((name) => [name, 'X'])),
  country: 'US',
};
const phone = { number: '30123456', country_code: '+49' };

/** Every member of an address, with another value. */
const changedMembers = [
  ...Object.entries(others).map(([name, value]) => ({ address: { [name]: value } })),
  { phone: { number: '1' } },
  { phone: { country_code: '+1' } },
  { email: 'other@example.com' },
];
const whole = { address, phone, email: 'erika@example.com' };

it.each(changedMembers)('a stated shipping address stays: %j', async (wish) => {
  const page = await aPage({ shipping: whole });
  const before = page.world.port.items();
  expect(await page.confirm({ shipping: wish })).toMatchObject(refusal('shipping'));
  expect(page.world.port.items()).toEqual(before);
});

it.each(changedMembers)(
  'a payer’s correction of a billing address becomes that of the method, and the merchant’s stays: %j',
  async (wish) => {
    const page = await aPage({ billing: whole });
    const { body } = await page.confirm({ billing: wish });
    expect(body).toMatchObject({
      status: 'succeeded',
      billing: whole,
      payment_method_data: { billing: wish },
    });
    expect((await page.stored()).clientFieldPaths ?? []).toEqual([]);
  },
);

it('a billing address of the method that the payer states itself comes before corrections elsewhere', async () => {
  const page = await aPage({ email: 'joseph@example.com', name: 'Joseph Doe' });
  const own = { email: 'own@example.com', address: { city: 'Berlin' } };
  const { body } = await page.confirm({
    payment_method_data: { card: card(), billing: own },
    email: 'other@example.com',
    customer: { name: 'Cher' },
  });
  expect(body).toMatchObject({
    email: 'joseph@example.com',
    name: 'Joseph Doe',
    payment_method_data: {
      billing: { email: 'own@example.com', address: { city: 'Berlin', first_name: 'Cher' } },
    },
  });
});

describe.each(['billing', 'shipping'] as const)('a stated %s address', (field) => {
  it('a stated address may be repeated, in part and with blanks around the phone number', async () => {
    const page = await aPage({ [field]: whole });
    const request = { address: { country: 'DE' }, phone: { number: ' 30123456 ' } };
    expect((await page.confirm({ [field]: request })).body).toMatchObject({
      status: 'succeeded',
      [field]: whole,
    });
  });

  it('a stated address may be filled in where it has no street, and gets no further line where it has one', async () => {
    const page = await aPage({ [field]: { address: { country: 'DE' } } });
    const filled = { address: { line1: 'Hauptstraße 1', country: 'DE' } };
    expect((await page.confirm({ [field]: filled })).body).toMatchObject({ [field]: filled });

    const another = await aPage({ [field]: { address: { line1: 'Hauptstraße 1' } } });
    for (const more of [{ line2: 'Other street' }, { city: 'Other town' }]) {
      const page = await aPage({ [field]: { address: { line1: 'Hauptstraße 1' } } });
      const { status } = await page.confirm({ [field]: { address: more } });
      expect(status).toBe(field === 'billing' ? 200 : 401);
      const stored = (await page.stored()).requestFields[field];
      expect(stored).toEqual({ address: { line1: 'Hauptstraße 1' } });
    }
    const name = { address: { first_name: 'Erika' }, email: 'erika@example.com' };
    expect((await another.confirm({ [field]: name })).status).toBe(200);
  });
});

it('the address in the payment method data is the customer’s own', async () => {
  const page = await aPage({ billing: whole, email: 'joseph@example.com' });
  const billing = { address: others, email: 'other@example.com' };
  const { body } = await page.confirm({ payment_method_data: { card: card(), billing } });
  expect(body).toMatchObject({
    status: 'succeeded',
    email: 'joseph@example.com',
    billing: whole,
    payment_method_data: { billing: { email: 'other@example.com' } },
  });
});

it('a client that agrees to a mandate leaves its limits as the merchant stated them', async () => {
  const { mandate_type } = mandateOf(9_000);
  const page = await aPage({ ...beside.mandate_data, mandate_data: { mandate_type } });
  const { body } = await page.confirm({ mandate_data: { customer_acceptance: accepted } });
  expect(body).toMatchObject({
    status: 'succeeded',
    mandate_data: { mandate_type, customer_acceptance: accepted },
  });
});

it("a customer whose card was declined may change the customer's own input, and nothing else", async () => {
  const page = await aPage({ description: 'Shoes' });
  const { world, merchant } = page;
  await world.ask('profiles.update', {
    key: adminKey,
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: { is_manual_retry_enabled: true },
  });
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
  const first = { email: 'tpyo@example.com', shipping: { address: { country: 'DE' } } };
  const declined = await page.confirm({ ...byCard('4000000000000002'), ...first });
  expect(declined.body).toMatchObject({ status: 'failed', ...first });
  expect(await page.confirm({ description: 'Socks' })).toMatchObject(refusal('description'));
  const second = { email: 'typo@example.com', shipping: { address: { country: 'FR' } } };
  expect((await page.confirm(second)).body).toMatchObject({ status: 'succeeded', ...second });
});

it('a client cannot update a payment', async () => {
  const page = await aPage();
  const before = page.world.port.items();
  for (const field of fields) {
    const { status, body } = await page.update({ [field]: samples[field][0] });
    expect([status, body.error.code]).toEqual([401, 'IR_01']);
  }
  expect(page.world.port.items()).toEqual(before);
});

describe('a shipping address that a client states after the confirm', () => {
  const acting = { status: 'requires_customer_action' } as const;

  it.each(changedMembers)(
    "a client’s confirm can't change the shipping address that the merchant stated: %j",
    async (shipping) => {
      const page = await aPage({ shipping: whole }, acting);
      const before = page.world.port.items();
      expect(await page.complete({ shipping })).toMatchObject(refusal('shipping'));
      expect(page.world.port.items()).toEqual(before);
    },
  );

  const later = acceptedIn.complete_authorize.filter((status) => status !== acting.status);
  it.each(later)(
    "a client's shipping address after the confirm is not changed while the payment is %s",
    async (status: PaymentStatus) => {
      const page = await aPage({}, { status });
      const before = page.world.port.items();
      const shipping = { address: { country: 'DE' } };
      expect(await page.complete({ shipping })).toMatchObject(refusal('shipping'));
      expect(page.world.port.items()).toEqual(before);
      expect((await page.complete({})).status).toBe(200);
    },
  );

  it("a client's shipping address after the confirm may be given while the customer has to act, and repeated at any time", async () => {
    const page = await aPage({}, acting);
    const shipping = { address: { country: 'DE' } };
    expect((await page.complete({ shipping })).body).toMatchObject({ ...acting, shipping });
    const { payments } = page.world.services;
    await payments.save({ ...(await page.stored()), status: 'requires_capture' });
    expect((await page.complete({ shipping })).status).toBe(200);
  });
});

it('a client’s confirm may ask for 3-D Secure where the merchant stated none, and it stays so', async () => {
  const page = await aPage({ authentication_type: 'no_three_ds' });
  expect((await page.confirm({ authentication_type: 'three_ds' })).status).toBe(200);
  const { requestFields } = await page.stored();
  expect(requestFields).toMatchObject({ authentication_type: 'three_ds' });
});

describe('a payment that cannot be confirmed', () => {
  it.each([
    ['succeeded', 'IR_16', 'You cannot confirm this payment because it has status succeeded'],
    ['cancelled', 'IR_16', 'You cannot confirm this payment because it has status cancelled'],
    ['processing', 'IR_16', 'You cannot confirm this payment because it has status processing'],
    ['failed', 'IR_16', expect.stringMatching(/^You cannot confirm .+ has status failed/)],
  ])(
    'a client’s confirm of a payment that is %s says so before any field',
    async (status, ...said) => {
      for (const field of ['metadata', 'capture_method', 'customer'] as const) {
        const [value, other] = samples[field];
        const stated = value === undefined ? {} : { [field]: value };
        const page = await aPage({ ...beside[field], ...stated }, { status });
        const { body } = await page.confirm({ [field]: other });
        expect([body.error.code, body.error.message]).toEqual(said);
      }
    },
  );
});
