import {
  accepted,
  asking,
  card,
  describeRules,
  invalid,
  letters,
  malformed,
  malformedQuery,
  midYear,
  missing,
  payment,
  precondition,
  type RouteRule,
  type Rule,
  refused,
  rulesOf,
  words,
} from './rule.ts';

const money: Rule[] = rulesOf('POST /payments', [
  ['amount is required', payment({ amount: undefined }), missing('amount')],
  ['currency is required', payment({ currency: undefined }), missing('currency')],
  ['amount null is the same as absent', payment({ amount: null }), missing('amount')],
  ['amount 999999999', payment({ amount: 999_999_999 }), accepted({ amount: 999_999_999 })],
  [
    'amount 1000000000',
    payment({ amount: 1_000_000_000 }),
    precondition('amount should not be more than 999999999'),
  ],
  ['amount 0', payment({ amount: 0 }), accepted({ amount: 0 })],
  ['amount -1', payment({ amount: -1 }), malformed('amount')],
  ['amount with a fraction', payment({ amount: 25.99 }), malformed('amount')],
  ['amount as text', payment({ amount: '2599' }), malformed('amount')],
  ...words('order_tax_amount shipping_cost').map(
    (field): RouteRule => [
      `${field} is added to net_amount`,
      payment({ [field]: 101 }),
      accepted({ amount: 2_599, net_amount: 2_700 }),
    ],
  ),
  [
    'surcharge_details are added to net_amount',
    payment({ surcharge_details: { surcharge_amount: 100, tax_amount: 1 } }),
    accepted({ amount: 2_599, net_amount: 2_700 }),
  ],
  [
    'surcharge_details without surcharge_amount',
    payment({ surcharge_details: { tax_amount: 1 } }),
    malformed('missing field `surcharge_amount`'),
  ],
  [
    'amount_to_capture above the amount',
    payment({ amount_to_capture: 2_600, capture_method: 'manual' }),
    refused(422, 'IR_05', expect.stringContaining('amount_to_capture lesser than amount')),
  ],
  [
    'amount_to_capture 0 of amount 0',
    payment({ amount: 0, amount_to_capture: 0 }),
    refused(422, 'IR_05'),
  ],
  [
    'amount_to_capture below the amount with automatic capture',
    payment({ amount_to_capture: 2_598 }),
    precondition(
      'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
    ),
  ],
  [
    'amount_to_capture below the amount with manual capture',
    payment({ amount_to_capture: 1, capture_method: 'manual' }),
    accepted(),
  ],
  ['capture_method scheduled', payment({ capture_method: 'scheduled' }), refused(501, 'IR_00')],
  [
    'enable_overcapture without manual capture',
    payment({ enable_overcapture: true }),
    precondition('Invalid overcapture request: supported only with manual capture'),
  ],
  [
    'request_incremental_authorization with automatic capture',
    payment({ request_incremental_authorization: true, capture_method: 'automatic' }),
    {
      status: 400,
      body: {
        error: {
          code: 'IR_19',
          reason: 'incremental authorization is not supported when capture_method is automatic',
        },
      },
    },
  ],
]);

const nothingStated = payment();

const defaults: Rule[] = rulesOf('POST /payments', [
  [
    'a payment without a payment method',
    nothingStated,
    accepted({
      status: 'requires_payment_method',
      payment_id: expect.stringMatching(/^pay_[A-Za-z0-9]{20}$/),
      client_secret: expect.stringMatching(/^pay_[A-Za-z0-9]{20}_secret_[A-Za-z0-9]{20}$/),
      attempt_count: 1,
      amount_capturable: 2_599,
      amount_received: null,
      connector_transaction_id: null,
      capture_method: null,
      authentication_type: null,
      next_action: null,
      refunds: null,
      disputes: null,
    }),
  ],
  [
    'a payment with a card that is not confirmed',
    payment(card()),
    accepted({ status: 'requires_confirmation' }),
  ],
  [
    'amount_capturable is the net amount where confirm is absent',
    payment({ shipping_cost: 101 }),
    accepted({ amount_capturable: 2_700 }),
  ],
  [
    'amount_capturable is the amount where confirm is null',
    payment({ confirm: null }),
    accepted({ amount_capturable: 2_599 }),
  ],
  [
    'amount_capturable is 0 where confirm is false',
    payment({ confirm: false }),
    accepted({ amount_capturable: 0 }),
  ],
  [
    'a confirmed payment without authentication_type goes without 3-D Secure',
    payment({ ...card(), confirm: true }),
    accepted({ status: 'succeeded', authentication_type: 'no_three_ds' }),
  ],
  [
    'a confirmed payment shows the authentication_type of its request',
    payment({ ...card(), confirm: true, authentication_type: 'three_ds' }),
    accepted({ authentication_type: 'three_ds' }),
  ],
  [
    'a payment expires after 900 seconds unless stated',
    nothingStated,
    accepted({ created: '2031-06-15T12:00:00.000Z', expires_on: '2031-06-15T12:15:00.000Z' }),
  ],
  [
    'a payment with session_expiry 60 expires after 60 seconds',
    payment({ session_expiry: 60 }),
    accepted({ expires_on: '2031-06-15T12:01:00.000Z' }),
  ],
  [
    'a payment without a customer has no ephemeral_key',
    nothingStated,
    accepted({ ephemeral_key: null }),
  ],
  [
    'a payment with a customer has an ephemeral_key for an hour',
    payment({ customer_id: 'cus_with_key' }),
    accepted({
      ephemeral_key: {
        customer_id: 'cus_with_key',
        created_at: Date.parse('2031-06-15T12:00:00Z') / 1_000,
        expires: Date.parse('2031-06-15T13:00:00Z') / 1_000,
        secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/),
      },
    }),
  ],
]);

const texts: Rule[] = [
  ...rulesOf('POST /payments', [
    ['payment_id of 64 characters', payment({ payment_id: letters(64) }), accepted()],
    ['payment_id of 1 character', payment({ payment_id: 'x' }), accepted({ payment_id: 'x' })],
    ['payment_id of 65 characters', payment({ payment_id: letters(65) }), malformed('64')],
    ['an empty payment_id', payment({ payment_id: '' }), malformed('is 1')],
    ['payment_id with a blank', payment({ payment_id: 'a b' }), malformed('invalid character')],
  ]),
  ...(
    [
      ['statement_descriptor_name', 255, ''],
      ['statement_descriptor_suffix', 255, ''],
      ['merchant_order_reference_id', 255, ''],
      ['return_url', 2_048, 'https://shop.example/'],
    ] as const
  ).flatMap(([field, max, start]): Rule[] => [
    [
      'POST /payments',
      `${field} of ${max} characters`,
      payment({ [field]: start + letters(max - start.length) }),
      accepted({ [field]: start + letters(max - start.length) }),
    ],
    [
      'POST /payments',
      `${field} of ${max + 1} characters`,
      payment({ [field]: start + letters(max + 1 - start.length) }),
      invalid(`${field} must be at most ${max} characters long. Received ${max + 1} characters`),
    ],
  ]),
  ...rulesOf('POST /payments', [
    ...(
      [
        ['phone_country_code', 255],
        ['mandate_id', 64],
      ] as const
    ).map(
      ([field, max]): RouteRule => [
        `${field} of ${max + 1} characters`,
        payment({ [field]: letters(max + 1) }),
        invalid(`${field} must be at most ${max} characters long. Received ${max + 1} characters`),
      ],
    ),
    ['an invalid email', payment({ email: 'joseph' }), malformed('Failed to parse email')],
    [
      'a return_url without a scheme',
      payment({ return_url: 'shop.example' }),
      malformed('relative URL without a base'),
    ],
    ['unknown members are refused', payment({ colour: 'red' }), malformed('`colour`')],
    ...['myshop://return', 'com.shop.app:/return?order=7'].map(
      (return_url): RouteRule => [
        `return_url ${return_url}, which opens an app`,
        payment({ return_url }),
        accepted({ return_url }),
      ],
    ),
    ...[
      'javascript://shop.example/%0aalert(1)',
      'data:text/html,hello',
      'mailto:shop@example.com',
    ].map(
      (return_url): RouteRule => [
        `return_url ${return_url}, which no browser may be sent to`,
        payment({ return_url }),
        malformed('return_url'),
      ],
    ),
    [
      'billing_descriptor is completed from statement_descriptor_name and statement_descriptor_suffix',
      payment({
        billing_descriptor: { city: 'Berlin', statement_descriptor: 'SHOES' },
        statement_descriptor_name: 'Shop',
        statement_descriptor_suffix: 'Order 7',
      }),
      accepted({
        billing_descriptor: {
          name: null,
          city: 'Berlin',
          phone: null,
          statement_descriptor: 'SHOES',
          statement_descriptor_suffix: 'Order 7',
          reference: null,
        },
      }),
    ],
    [
      'metadata with a key of 41 and a value of 501 characters',
      payment({ metadata: { [letters(41)]: letters(501) } }),
      accepted({ metadata: { [letters(41)]: letters(501) } }),
    ],
    ...[60, 7_890_000].map(
      (session_expiry): RouteRule => [
        `session_expiry ${session_expiry}`,
        payment({ session_expiry }),
        accepted(),
      ],
    ),
    ...[59, 7_890_001].map(
      (session_expiry): RouteRule => [
        `session_expiry ${session_expiry}`,
        payment({ session_expiry }),
        invalid('session_expiry should be between 60(1 min) to 7890000(3 months).'),
      ],
    ),
  ]),
];

const who: Rule[] = rulesOf('POST /payments', [
  [
    'email that differs from customer.email',
    payment({ email: 'a@example.com', customer: { email: 'b@example.com' } }),
    precondition('The field names `email and customer.email` sent in both places is ambiguous'),
  ],
  [
    'merchant_id of another merchant',
    payment({ merchant_id: 'another' }),
    refused(404, 'HE_02', 'Merchant account does not exist in our records'),
  ],
  [
    'profile_id of a profile that the merchant does not have',
    payment({ profile_id: 'pro_unknown' }),
    refused(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
  ],
  [
    'confirm true without a payment method',
    payment({ confirm: true }),
    invalid('A payment token or payment method data or ctp service details is required'),
  ],
  [
    'setup_future_usage without a customer',
    payment({ confirm: true, setup_future_usage: 'on_session', ...card() }),
    precondition('customer_id is mandatory when setup_future_usage is given'),
  ],
  [
    'payment_link true with confirm true',
    payment({ payment_link: true, confirm: true, return_url: 'https://shop.example', ...card() }),
    invalid('cannot confirm a payment while creating a payment link'),
  ],
  [
    'routing of an unknown type',
    payment({ routing: { type: 'dice' } }),
    refused(422, 'IR_06', 'Invalid straight through routing rules format'),
  ],
  [
    'a payment_token with is_stored_credential false',
    payment({
      is_stored_credential: false,
      payment_token: 'token_unknown',
      payment_method: 'card',
    }),
    refused(422, 'IR_06'),
  ],
]);

const listed = (query: Readonly<Record<string, string>>) =>
  asking('payments.list', undefined, { query });
const filtered = (stated: object) => asking('payments.filter', stated);

const lists: Rule[] = [
  ...rulesOf('GET /payments/list', [
    ['limit 1', listed({ limit: '1' }), accepted()],
    ['limit 100', listed({ limit: '100' }), accepted()],
    ...['0', '101'].map(
      (limit): RouteRule => [
        `limit ${limit}`,
        listed({ limit }),
        invalid('limit should be in between 1 and 100'),
      ],
    ),
    ['an unknown filter', listed({ colour: 'red' }), malformedQuery],
  ]),
  ...rulesOf('POST /payments/list', [
    ['limit 50', filtered({ limit: 50 }), accepted()],
    ...[0, 51].map(
      (limit): RouteRule => [
        `limit ${limit}`,
        filtered({ limit }),
        invalid('limit should be in between 1 and 50'),
      ],
    ),
  ]),
  ...rulesOf('POST /refunds/list', [
    ['limit 100', asking('refunds.list', { limit: 100 }), accepted()],
    ...[0, 101].map(
      (limit): RouteRule => [
        `limit ${limit}`,
        asking('refunds.list', { limit }),
        invalid('limit should be in between 1 and 100'),
      ],
    ),
  ]),
];

describe('a payment', () => {
  describeRules([...money, ...defaults, ...texts, ...who], { clock: midYear() });
});

describe('a list', () => {
  describeRules(lists);
});
