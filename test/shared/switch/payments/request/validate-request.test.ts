import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import { requestCustomerOf } from '#switch/customers/request-customer.ts';
import { netAmount } from '#switch/payments/request/net-amount.ts';
import { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import {
  checkAmountToCapture,
  checkConfirm,
  checkCreate,
  checkLengths,
  checkReadyToConfirm,
} from '#switch/payments/request/validate-request.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';

const now = new Date('2030-06-15T12:00:00Z');
const request = (body: object) => v.parse(PaymentRequest, body);

const base = { amount: 1_000, currency: 'EUR' };
const card = {
  card_number: '4242424242424242',
  card_exp_month: '07',
  card_exp_year: '2031',
  card_cvc: '314',
};
const withCard = { ...base, payment_method: 'card', payment_method_data: { card } };
const withWrongCard = (wrong: object) => ({
  ...base,
  payment_method: 'card',
  payment_method_data: { card: { ...card, ...wrong } },
});
const mandate = {
  ...withCard,
  customer_id: 'cus_1',
  setup_future_usage: 'off_session',
  mandate_data: { mandate_type: { multi_use: null } },
};
const mandateWith = (data: object) => ({ ...mandate, mandate_data: data });
const saved = {
  ...base,
  customer_id: 'cus_1',
  confirm: true,
  off_session: true,
  recurring_details: { type: 'payment_method_id', data: 'pm_1' },
};
const option = {
  payment_method: 'card',
  installments: [
    { number_of_installments: [3, 6], billing_frequency: 'month', interest_rate: 1.5 },
  ],
};

type Refusal = readonly [name: string, body: object, status: number, code: string, message: string];

/** Refused on create and on confirm alike. */
const everywhere: readonly Refusal[] = [
  [
    'a scheduled capture',
    { ...base, capture_method: 'scheduled' },
    501,
    'IR_00',
    'capture_method scheduled is not implemented',
  ],
  [
    'another customer id and another email in the two places, naming only what differs',
    {
      ...base,
      customer_id: 'cus_1',
      email: 'a@example.com',
      name: 'Ana',
      customer: { id: 'cus_2', email: 'b@example.com', name: 'Ana', phone: '1' },
    },
    400,
    'IR_16',
    'The field names `customer_id and customer.id, email and customer.email` sent in both places is ambiguous',
  ],
  [
    'another name and phone in the two places',
    {
      ...base,
      name: 'Ana',
      phone: '1',
      phone_country_code: '+1',
      customer: { name: 'Bea', phone: '2', phone_country_code: '+2' },
    },
    400,
    'IR_16',
    'The field names `name and customer.name, phone and customer.phone, phone_country_code and customer.phone_country_code` sent in both places is ambiguous',
  ],
  [
    'an amount above the limit',
    { ...base, amount: 1_000_000_000 },
    400,
    'IR_16',
    'amount should not be more than 999999999',
  ],
  [
    'a session of less than a minute',
    { ...base, session_expiry: 59 },
    422,
    'IR_06',
    'session_expiry should be between 60(1 min) to 7890000(3 months).',
  ],
  [
    'a session of more than three months',
    { ...base, session_expiry: 7_890_001 },
    422,
    'IR_06',
    'session_expiry should be between 60(1 min) to 7890000(3 months).',
  ],
  [
    'a card code of the wrong length',
    withWrongCard({ card_cvc: '12' }),
    400,
    'IR_16',
    'Invalid card_cvc length',
  ],
  [
    'a card code that is no number',
    withWrongCard({ card_cvc: 'abc' }),
    400,
    'IR_07',
    'Invalid value provided: card_cvc',
  ],
  [
    'a month that is no number',
    withWrongCard({ card_exp_month: 'x' }),
    400,
    'IR_07',
    'Invalid value provided: card_exp_month',
  ],
  [
    'a month that does not exist',
    withWrongCard({ card_exp_month: '13' }),
    400,
    'IR_16',
    'Invalid Expiry Month',
  ],
  [
    'a year that is no number',
    withWrongCard({ card_exp_year: 'xx' }),
    400,
    'IR_07',
    'Invalid value provided: card_exp_year',
  ],
  [
    'a card of last year',
    withWrongCard({ card_exp_year: '2029' }),
    400,
    'IR_16',
    'Invalid Expiry Year',
  ],
  [
    'a card of last month',
    withWrongCard({ card_exp_month: '05', card_exp_year: '30' }),
    400,
    'IR_16',
    'Card Expired',
  ],
  [
    'a network token without a cryptogram',
    {
      ...base,
      payment_method: 'network_token',
      payment_method_type: 'network_token',
      payment_method_data: {
        network_token: {
          network_token: '4242424242424242',
          token_exp_month: '07',
          token_exp_year: '2031',
          token_cryptogram: ' ',
        },
      },
    },
    400,
    'IR_16',
    'Invalid token_cryptogram',
  ],
  [
    'payment method data without the payment method',
    { ...base, payment_method_data: { card } },
    400,
    'IR_04',
    'Missing required param: payment_method',
  ],
  [
    'a payment method other than card without its type',
    { ...base, payment_method: 'wallet', payment_method_data: { wallet: { paypal_redirect: {} } } },
    400,
    'IR_04',
    'Missing required param: payment_method_type',
  ],
  [
    'a payment method without anything to pay with',
    { ...base, payment_method: 'card' },
    400,
    'IR_04',
    'Missing required param: payment_method_data',
  ],
  [
    'a payment method with nothing but a billing address',
    {
      ...base,
      payment_method: 'card',
      payment_method_data: { billing: { email: 'a@example.com' } },
    },
    400,
    'IR_04',
    'Missing required param: payment_method_data',
  ],
  [
    'a type of another payment method',
    { ...withCard, payment_method_type: 'paypal' },
    422,
    'IR_06',
    "payment_method_type doesn't correspond to the specified payment_method",
  ],
  [
    'data of another payment method',
    {
      ...base,
      payment_method: 'wallet',
      payment_method_type: 'paypal',
      payment_method_data: { card },
    },
    422,
    'IR_06',
    "payment_method_data doesn't correspond to the specified payment_method",
  ],
  [
    'a mandate together with a saved payment method',
    { ...mandate, recurring_details: saved.recurring_details },
    400,
    'HE_03',
    'Mandate Validation Failed',
  ],
  [
    'a new and an updated mandate at once',
    mandateWith({ mandate_type: { multi_use: null }, update_mandate_id: 'man_1' }),
    422,
    'IR_06',
    "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
  ],
  [
    'a mandate for use in the session only',
    { ...mandate, setup_future_usage: 'on_session' },
    400,
    'IR_16',
    '`setup_future_usage` must be `off_session` for mandates',
  ],
  [
    'a mandate that was accepted online without saying where from',
    mandateWith({ customer_acceptance: { acceptance_type: 'online' } }),
    400,
    'IR_16',
    '`mandate_data.customer_acceptance.online` is required when `mandate_data.customer_acceptance.acceptance_type` is `online`',
  ],
  [
    'a mandate that ends when it begins',
    mandateWith({
      mandate_type: {
        single_use: {
          amount: 1,
          currency: 'EUR',
          start_date: '2030-07-01T00:00:00Z',
          end_date: '2030-07-01T00:00:00Z',
        },
      },
    }),
    400,
    'IR_16',
    '`mandate_data.mandate_type.{multi_use|single_use}.start_date` should be greater than  `mandate_data.mandate_type.{multi_use|single_use}.end_date`',
  ],
  [
    'a saved payment method that is not to be charged now',
    { ...saved, confirm: false },
    400,
    'IR_16',
    '`confirm` must be `true` for mandates',
  ],
  [
    'a saved payment method with the customer present',
    { ...saved, off_session: false },
    400,
    'IR_16',
    '`off_session` should be `true` for mandates',
  ],
  [
    'a saved payment method together with a token',
    { ...saved, payment_token: 'token_1' },
    400,
    'IR_16',
    'Expected one out of recurring_details and payment_token but got both',
  ],
  [
    'a saved payment method together with a mandate',
    { ...saved, mandate_id: 'man_1' },
    400,
    'IR_16',
    'Expected one out of recurring_details and mandate_id but got both',
  ],
  [
    'a saved payment method that is said not to be saved',
    { ...saved, is_stored_credential: false },
    422,
    'IR_06',
    'is_stored_credential should be true when reusing stored payment method data',
  ],
  [
    'overcapture without manual capture',
    { ...base, enable_overcapture: true, capture_method: 'automatic' },
    400,
    'IR_16',
    'Invalid overcapture request: supported only with manual capture',
  ],
  [
    'a routing that names nobody',
    { ...base, routing: { type: 'priority', data: [] } },
    422,
    'IR_06',
    'Invalid straight through routing rules format',
  ],
  [
    'a routing to a connector that nobody knows',
    { ...base, routing: { type: 'single', data: 'nobody' } },
    422,
    'IR_06',
    'Invalid straight through routing rules format',
  ],
  [
    'a routing by rules, which belongs to the profile',
    { ...base, routing: { type: 'advanced', data: {} } },
    422,
    'IR_06',
    'Invalid straight through routing rules format',
  ],
  [
    'an authorization that is to grow although it is captured at once',
    { ...base, request_incremental_authorization: true, capture_method: 'automatic' },
    400,
    'IR_19',
    'Payment method type not supported',
  ],
];

const onCreate: readonly Refusal[] = [
  [
    'a payment link that is to be confirmed at once',
    { ...base, payment_link: true, confirm: true },
    422,
    'IR_06',
    'cannot confirm a payment while creating a payment link',
  ],
  [
    'a capture of more than the amount',
    { ...base, amount_to_capture: 1_001, capture_method: 'manual' },
    422,
    'IR_05',
    'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than amount',
  ],
  [
    'a capture of nothing from nothing',
    { ...base, amount: 0, amount_to_capture: 0 },
    422,
    'IR_05',
    'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than amount',
  ],
  [
    'a capture of a part at once',
    { ...base, amount_to_capture: 999 },
    400,
    'IR_16',
    'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
  ],
  [
    'a mandate without a customer',
    { ...mandate, customer_id: null },
    400,
    'IR_16',
    '`customer_id` is mandatory for mandates',
  ],
  [
    'a mandate without future usage',
    { ...mandate, setup_future_usage: null },
    400,
    'IR_16',
    '`setup_future_usage` must be `off_session` for mandates',
  ],
  [
    'a saved payment method without a customer',
    { ...saved, customer_id: null },
    400,
    'IR_04',
    'Missing required param: customer_id',
  ],
  [
    'a saved payment method without a word on confirming',
    { ...saved, confirm: null },
    400,
    'IR_04',
    'Missing required param: confirm',
  ],
  [
    'a saved payment method without a word on the customer being away',
    { ...saved, off_session: null },
    400,
    'IR_04',
    'Missing required param: off_session',
  ],
  [
    'a mandate in the old form without a customer',
    { ...base, confirm: true, off_session: true, mandate_id: 'man_1' },
    400,
    'IR_04',
    'Missing required param: customer_id',
  ],
  [
    'overcapture without a capture method',
    { ...base, enable_overcapture: true },
    400,
    'IR_16',
    'Invalid overcapture request: supported only with manual capture',
  ],
  [
    'installments together with a confirm',
    { ...withCard, confirm: true, installment_options: [option] },
    422,
    'IR_06',
    'installment_options cannot be sent while confirming a payment',
  ],
  [
    'installments for anything but cards',
    { ...base, installment_options: [{ ...option, payment_method: 'wallet' }] },
    422,
    'IR_06',
    'installment_options are supported only for payment_method card',
  ],
  [
    'the same installments twice',
    { ...base, installment_options: [option, option] },
    422,
    'IR_06',
    'installment_options contain duplicates',
  ],
  [
    'a confirm with nothing to pay with',
    { ...base, confirm: true },
    422,
    'IR_06',
    'A payment token or payment method data or ctp service details is required',
  ],
  [
    'a payment method that is to be saved for nobody',
    { ...withCard, confirm: true, setup_future_usage: 'on_session' },
    400,
    'IR_16',
    'customer_id is mandatory when setup_future_usage is given',
  ],
  ['no currency', { amount: 1 }, 400, 'IR_04', 'Missing required param: currency'],
  ['no amount', { currency: 'EUR' }, 400, 'IR_04', 'Missing required param: amount'],
];

const check = (run: () => void): Record<string, unknown> | undefined => {
  try {
    run();
  } catch (error) {
    if (!isSwitchError(error)) throw error;
    const { status, body } = publicError(error.kind, error.details);
    return { ...body.error, status };
  }
  return undefined;
};
const create = (body: object) => check(() => checkCreate(request(body), now));
const confirm = (body: object) => check(() => checkConfirm(request(body), now));

describe('a create is refused for', () => {
  it.each([...everywhere, ...onCreate])(
    'a create is refused for %s',
    (_name, body, status, code, message) => {
      expect(create(body)).toMatchObject({ status, code, message });
    },
  );
});

describe('a confirm is refused for', () => {
  it.each(everywhere)('a confirm is refused for %s', (_name, body, status, code, message) => {
    expect(confirm(body)).toMatchObject({ status, code, message });
  });
});

describe('a refusal', () => {
  it('a refusal gives the reason why a mandate is not valid', () => {
    const both = { ...mandate, recurring_details: saved.recurring_details };
    expect(create(both)?.reason).toBe(
      'Expected one out of recurring_details and mandate_data but got both',
    );
  });

  it('a refusal gives the reason why an authorization cannot grow', () => {
    const growing = {
      ...base,
      request_incremental_authorization: true,
      capture_method: 'automatic',
    };
    expect(create(growing)?.reason).toBe(
      'incremental authorization is not supported when capture_method is automatic',
    );
  });

  it("a refusal is about the first mistake in Hyperswitch's order", () => {
    // Each line has the mistake of the next line too.
    const mistakes: readonly (readonly [object, string])[] = [
      [{ capture_method: 'scheduled' }, 'capture_method scheduled is not implemented'],
      [
        { name: 'Ana', customer: { name: 'Bea' } },
        'The field names `name and customer.name` sent in both places is ambiguous',
      ],
      [{ amount: 1_000_000_000 }, 'amount should not be more than 999999999'],
      [{ session_expiry: 1 }, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
      [
        { amount_to_capture: 5_000_000_000 },
        'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than amount',
      ],
      [{ payment_method_data: { card: { ...card, card_cvc: '1' } } }, 'Invalid card_cvc length'],
      [{ payment_method: 'wallet' }, 'Missing required param: payment_method_type'],
      [{ mandate_data: {}, payment_token: 'token_1' }, '`customer_id` is mandatory for mandates'],
      [
        { is_stored_credential: false, payment_token: 'token_1' },
        'is_stored_credential should be true when reusing stored payment method data',
      ],
      [
        { enable_overcapture: true },
        'Invalid overcapture request: supported only with manual capture',
      ],
      [{ installment_options: [option, option] }, 'installment_options contain duplicates'],
      [{ currency: null }, 'Missing required param: currency'],
      [{ routing: {} }, 'Invalid straight through routing rules format'],
      [
        { request_incremental_authorization: true, capture_method: 'automatic' },
        'Payment method type not supported',
      ],
    ];
    mistakes.forEach(([, message], index) => {
      const later = mistakes.slice(index).reverse();
      const body = Object.assign({}, base, ...later.map(([mistake]) => mistake));
      expect(create(body)?.message).toBe(message);
    });
  });
});

describe('a create is taken', () => {
  it.each<readonly [string, object]>([
    ['with an amount and a currency', base],
    ['with the highest amount', { ...base, amount: 999_999_999 }],
    ['with nothing to pay', { ...base, amount: 0 }],
    ['with the shortest session', { ...base, session_expiry: 60 }],
    ['with the longest session', { ...base, session_expiry: 7_890_000 }],
    ['with the same customer in both places', { ...base, name: 'Ana', customer: { name: 'Ana' } }],
    ['with a part to capture by hand', { ...base, amount_to_capture: 1, capture_method: 'manual' }],
    ['with all of it to capture at once', { ...base, amount_to_capture: 1_000 }],
    [
      'with a surcharge to capture too',
      {
        ...base,
        amount_to_capture: 1_010,
        surcharge_details: { surcharge_amount: 8, tax_amount: 2 },
      },
    ],
    ['with a card', withCard],
    ['with a card and its type', { ...withCard, payment_method_type: 'debit' }],
    ['with a card, to be charged at once', { ...withCard, confirm: true }],
    ['with a token', { ...base, payment_method: 'card', payment_token: 'token_1', confirm: true }],
    [
      'with a recurring mandate of any payment method',
      {
        ...base,
        payment_method: 'wallet',
        payment_method_type: 'google_pay',
        payment_method_data: 'mandate_payment',
      },
    ],
    [
      'with PayPal, which asks the customer itself',
      { ...base, payment_method_type: 'paypal', confirm: true },
    ],
    ['with a mandate', mandate],
    [
      'with a customer who accepted offline',
      mandateWith({ customer_acceptance: { acceptance_type: 'offline' } }),
    ],
    ['with a saved payment method', saved],
    [
      'with the customer in the customer object',
      { ...saved, customer_id: null, customer: { id: 'cus_1' } },
    ],
    ['with installments', { ...base, installment_options: [option] }],
    ['with overcapture by hand', { ...base, enable_overcapture: true, capture_method: 'manual' }],
    ['with a growing authorization', { ...base, request_incremental_authorization: true }],
    ['with a connector by name', { ...base, routing: { type: 'single', data: 'stripe_test' } }],
    [
      'with a connector account',
      {
        ...base,
        routing: { type: 'single', data: { connector: 'adyen', merchant_connector_id: 'mca_1' } },
      },
    ],
    [
      'with a split, wrapped in algorithm',
      {
        ...base,
        routing: {
          algorithm: {
            type: 'volume_split',
            data: [{ connector: { connector: 'stripe' }, split: 100 }],
          },
        },
      },
    ],
    [
      'with a payment link',
      { ...base, payment_link: true, return_url: 'https://shop.example/thanks' },
    ],
    ['with a payment link and no return URL', { ...base, payment_link: true }],
  ])('a create is accepted %s', (_name, body) => {
    expect(create(body)).toBeUndefined();
  });
});

describe('a confirm is taken', () => {
  it.each<readonly [string, object]>([
    ['with nothing at all, as the payment may hold it', {}],
    ['with a card', { payment_method: 'card', payment_method_data: { card } }],
    [
      'with a saved payment method, as the payment may name the customer',
      { recurring_details: saved.recurring_details },
    ],
    ['with a mandate, as the payment may name the customer', { mandate_data: {} }],
    ['with overcapture, as the payment may be captured by hand', { enable_overcapture: true }],
  ])('a confirm is accepted %s', (_name, body) => {
    expect(confirm(body)).toBeUndefined();
  });

  it('a confirm is accepted only with a payment source, in the request or in the payment', () => {
    expect(check(() => checkReadyToConfirm(request({ confirm: true })))).toMatchObject({
      status: 422,
      code: 'IR_06',
    });
    expect(check(() => checkReadyToConfirm(request({ payment_token: 'token_1' })))).toBeUndefined();
    expect(check(() => checkReadyToConfirm(request({ mandate_id: 'man_1' })))).toBeUndefined();
  });
});

describe('the shape of a request', () => {
  it.each<readonly [string, object]>([
    ['an unknown field', { ...base, colour: 'red' }],
    ['a negative amount', { ...base, amount: -1 }],
    ['a fractional amount', { ...base, amount: 10.5 }],
    ['an amount as text', { ...base, amount: '1000' }],
    ['an unknown currency', { ...base, currency: 'XXX' }],
    ['a currency in small letters', { ...base, currency: 'eur' }],
    ['an unknown capture method', { ...base, capture_method: 'tomorrow' }],
    ['a return address without a scheme', { ...base, return_url: 'shop.example' }],
    ['a malformed email', { ...base, email: 'ana' }],
    ['a payment id with a blank in it', { ...base, payment_id: 'pay 1' }],
    ['a payment id of 65 characters', { ...base, payment_id: 'p'.repeat(65) }],
    ['an unknown field in mandate_data', { ...base, mandate_data: { colour: 'red' } }],
    [
      'an unknown field in customer_acceptance',
      { ...base, customer_acceptance: { acceptance_type: 'offline', colour: 'red' } },
    ],
    ['an unknown connector', { ...base, connector: ['nobody'] }],
    ['an unknown payment method type', { ...base, allowed_payment_method_types: ['shells'] }],
  ])("a request's shape is refused with %s", (_name, body) => {
    expect(v.safeParse(PaymentRequest, body).success).toBe(false);
  });

  it('a request may have any metadata', () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`key ${index}`, 'v'.repeat(501)]),
    );
    expect(request({ ...base, metadata }).metadata).toEqual(metadata);
  });

  it('a request may have a payment id of up to 64 characters', () => {
    expect(request({ payment_id: 'p'.repeat(64) }).payment_id).toHaveLength(64);
  });
});

describe('texts that are too long', () => {
  const address = 'https://shop.example/'.padEnd(2_048, 'x');

  it.each([
    ['return_url', address, 2_048],
    ['merchant_order_reference_id', 'x'.repeat(255), 255],
    ['statement_descriptor_name', 'x'.repeat(255), 255],
    ['statement_descriptor_suffix', 'x'.repeat(255), 255],
    ['phone_country_code', 'x'.repeat(255), 255],
    ['mandate_id', 'x'.repeat(64), 64],
  ])('a text that is too long is refused: %s', (field, longest, max) => {
    expect(check(() => checkLengths(request({ [field]: longest })))).toBeUndefined();
    expect(check(() => checkLengths(request({ [field]: `${longest}x` })))).toMatchObject({
      status: 422,
      code: 'IR_06',
      message: `${field} must be at most ${max} characters long. Received ${max + 1} characters`,
    });
  });

  it("a text's length is counted in characters, not in bytes", () => {
    const reference = { merchant_order_reference_id: '🚆'.repeat(255) };
    expect(check(() => checkLengths(request(reference)))).toBeUndefined();
  });
});

describe('the amount to capture after an update', () => {
  it('the amount to capture after an update may be all of it with the tax', () => {
    const fields = { amount: 1_000, order_tax_amount: 0, amount_to_capture: 1_000 };
    expect(check(() => checkAmountToCapture(fields, 'update'))).toBeUndefined();
  });

  it('the amount to capture after an update cannot be more', () => {
    const fields = { amount: 1_000, amount_to_capture: 1_001 };
    expect(check(() => checkAmountToCapture(fields, 'update'))?.message).toBe(
      'amount_to_capture contains invalid data. Expected format is amount_to_capture lesser than or equal to amount',
    );
  });
});

describe('the charged amount', () => {
  it('the charged amount is the amount with shipping, tax, surcharge and interest', () => {
    const facts = {
      amount: 1_000,
      shipping_cost: 200,
      order_tax_amount: 30,
      surcharge_details: { surcharge_amount: 4, tax_amount: 5 },
      installment_interest: 6,
    };
    expect(netAmount(facts)).toBe(1_245);
    expect(netAmount({ amount: 0, shipping_cost: null })).toBe(0);
  });
});

describe('a customer that is stated in two places', () => {
  it('a customer stated in two places is merged, and the customer object wins', () => {
    const body = request({
      customer_id: 'cus_1',
      name: 'Root',
      phone: '1',
      customer: { name: 'Object', email: 'a@example.com', phone: null },
    });
    expect(requestCustomerOf(body)).toEqual({
      id: 'cus_1',
      name: 'Object',
      email: 'a@example.com',
      phone: '1',
    });
  });

  it('a customer stated in two places is empty when nothing is known', () => {
    expect(requestCustomerOf(request({}))).toEqual({});
  });
});

describe('an address that is given again', () => {
  const stored = {
    address: { city: 'Berlin', zip: '10115', country: 'DE' },
    phone: { number: '1', country_code: '+49' },
    email: 'a@example.com',
  } as const;

  it('an address given again replaces its named fields and keeps the others', () => {
    const given = { address: { city: 'Bonn', zip: null }, phone: { number: ' 2 ' } };
    expect(mergeAddress(stored, given)).toEqual({
      address: { city: 'Bonn', zip: '10115', country: 'DE' },
      phone: { number: '2', country_code: '+49' },
      email: 'a@example.com',
    });
  });

  it('an address given again clears nothing', () => {
    expect(mergeAddress(stored, { address: null, phone: null, email: null })).toEqual(stored);
    expect(mergeAddress(stored, undefined)).toEqual(stored);
  });

  it('an address given for the first time is taken as it is', () => {
    expect(mergeAddress(undefined, { email: 'b@example.com' })).toEqual({ email: 'b@example.com' });
    expect(mergeAddress(null, null)).toBeUndefined();
  });
});
