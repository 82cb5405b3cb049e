import {
  accepted,
  asking,
  describeRules,
  invalidValue,
  letters,
  malformed,
  malformedQuery,
  metadataOf,
  midYear,
  precondition,
  type RouteRule,
  type Rule,
  type RuleContext,
  type RuleRequest,
  refused,
  ruleContext,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_holder_name: 'Joseph Doe',
};

const customerOf = async ({ done }: Pick<RuleContext, 'done'>): Promise<string> =>
  (await done('customers.create', { body: {} })).customer_id;

/** A payment method of a new customer that is made of this. */
const method =
  (stated: object = {}): RuleRequest =>
  async (context) =>
    context.ask('payment-methods.create', {
      body: { customer_id: await customerOf(context), payment_method: 'card', ...stated },
    });

const ofCard = (stated: object): RuleRequest => method({ card: { ...card, ...stated } });

/** A saved card, updated. */
const update =
  (stated: object): RuleRequest =>
  async (context) => {
    const { payment_method_id: method_id } = (await ofCard({})(context)).body;
    return context.ask('payment-methods.update', { params: { method_id }, body: stated });
  };

const awaited: Rule[] = rulesOf('POST /payment_methods', [
  [
    'without data the payment method awaits data, and the answer has a client secret',
    method(),
    accepted({
      payment_method_id: expect.stringMatching(/^pm_[A-Za-z0-9]{20}$/),
      client_secret: expect.stringMatching(/^pm_[A-Za-z0-9]{20}_secret_[A-Za-z0-9]{20}$/),
      recurring_enabled: false,
      installment_payment_enabled: false,
      card: null,
    }),
  ],
  [
    'customer_id is required',
    asking('payment-methods.create', { payment_method: 'card' }),
    refused(400, 'IR_04', 'Missing required param: customer_id'),
  ],
  [
    'customer_id of a customer that does not exist',
    asking('payment-methods.create', { payment_method: 'card', customer_id: 'nobody' }),
    refused(404, 'HE_02', 'Customer does not exist in our records'),
  ],
  [
    'payment_method_data without payment_method',
    method({ payment_method: null, card }),
    refused(400, 'IR_04', 'Missing required param: payment_method'),
  ],
  [
    'a payment_method_type of another payment method',
    method({ payment_method_type: 'klarna' }),
    refused(422, 'IR_06', "Invalid 'payment_method_type' provided"),
  ],
  ['unknown members are refused', method({ colour: 'red' }), malformed('`colour`')],
  ['an unknown member of card', ofCard({ pin: '1234' }), malformed('`pin`')],
  ...words('card_number card_exp_month card_exp_year').map(
    (field): RouteRule => [
      `a card without ${field}`,
      ofCard({ [field]: undefined }),
      malformed(`missing field \`${field}\``),
    ],
  ),
]);

const enumerations: Rule[] = rulesOf('POST /payment_methods', [
  ...words(
    `card card_redirect pay_later wallet bank_redirect bank_transfer crypto bank_debit reward
    real_time_payment upi voucher gift_card open_banking mobile_payment network_token`,
  ).map(
    (payment_method): RouteRule => [
      `payment_method ${payment_method}`,
      method({ payment_method }),
      accepted({ payment_method }),
    ],
  ),
  ['an unknown payment_method', method({ payment_method: 'x' }), unknownVariant('payment_method')],
  ...words(
    `jp_hdfc jp_icici jp_googlepay jp_applepay jp_phonepay jp_wechat jp_sofort jp_giropay jp_sepa
    jp_bacs`,
  ).map(
    (payment_method_issuer_code): RouteRule => [
      `payment_method_issuer_code ${payment_method_issuer_code}`,
      method({ payment_method_issuer_code }),
      accepted(),
    ],
  ),
  [
    'an unknown payment_method_issuer_code',
    method({ payment_method_issuer_code: 'jp_other' }),
    unknownVariant('payment_method_issuer_code'),
  ],
  ...words(
    `Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay
    Maestro Star Pulse Accel Nyce`,
  ).map(
    (card_network): RouteRule => [
      `card network ${card_network}`,
      ofCard({ card_network }),
      accepted({ card: { card_network } }),
    ],
  ),
  ['an unknown card network', ofCard({ card_network: 'x' }), unknownVariant('card.card_network')],
]);

const cards: Rule[] = rulesOf('POST /payment_methods', [
  [
    'the answer shows only the ends of the card number',
    ofCard({}),
    accepted({ card: { last4_digits: '4242', card_isin: '424242', saved_to_locker: true } }),
  ],
  [
    'blanks in card_number are dropped',
    ofCard({ card_number: '4242 4242 4242 4242' }),
    accepted({ card: { last4_digits: '4242' } }),
  ],
  ['card_number of 7 digits', ofCard({ card_number: '4242424' }), malformed('card number length')],
  [
    'card_number of 20 digits',
    ofCard({ card_number: '42424242424242424242' }),
    malformed('invalid card number length'),
  ],
  [
    'card_number with a wrong check digit',
    ofCard({ card_number: '4242424242424241' }),
    malformed('card number invalid'),
  ],
  [
    'card_number with hyphens',
    ofCard({ card_number: '4242-4242-4242-4242' }),
    malformed('invalid character found in card number'),
  ],
  ...words('4000100511112003 6000100611111203 3000100811111072 9000100111111111').map(
    (card_number): RouteRule => [
      `the published test card that ends in ${card_number.slice(-4)}`,
      ofCard({ card_number }),
      accepted({ card: { last4_digits: card_number.slice(-4) } }),
    ],
  ),
  ['card_exp_month 1', ofCard({ card_exp_month: '01' }), accepted()],
  ['card_exp_month 13', ofCard({ card_exp_month: '13' }), precondition('Invalid Expiry Month')],
  ['card_exp_month 0', ofCard({ card_exp_month: '00' }), precondition('Invalid Expiry Month')],
  ['card_exp_month of letters', ofCard({ card_exp_month: 'ab' }), invalidValue('card_exp_month')],
  ['card_exp_year of letters', ofCard({ card_exp_year: 'ab' }), invalidValue('card_exp_year')],
  [
    'card_exp_year of two digits is a year of this century',
    ofCard({ card_exp_year: '39' }),
    accepted({ card: { expiry_year: '2039' } }),
  ],
  [
    'a card that expired last year',
    ofCard({ card_exp_year: '2030' }),
    precondition('Invalid Expiry Year'),
  ],
  [
    'a card that expired last month',
    ofCard({ card_exp_month: '05', card_exp_year: '2031' }),
    precondition('Card Expired'),
  ],
  [
    'a card that expires this month',
    ofCard({ card_exp_month: '06', card_exp_year: '2031' }),
    accepted(),
  ],
]);

const metadata: Rule[] = rulesOf('POST /payment_methods', [
  ['metadata of 50 keys', method({ metadata: metadataOf(50) }), accepted()],
  ['metadata of 51 keys', method({ metadata: metadataOf(51) }), malformed('50 keys')],
  [
    'metadata with a key of 41 characters',
    method({ metadata: metadataOf(1, 41) }),
    malformed('40 characters'),
  ],
  [
    'metadata with a value of 501 characters',
    method({ metadata: { note: letters(501) } }),
    malformed('500'),
  ],
]);

const reason = (text: string) => ({
  status: 400,
  body: {
    error: { code: 'IR_19', message: 'Payment method type not supported', reason: text },
  },
});

const updates: Rule[] = rulesOf('POST /payment_methods/{method_id}/update', [
  ['an update of the expiry date', update({ card: { card_exp_year: '2041' } }), accepted()],
  [
    'an update of the card number',
    update({ card: { card_number: '4242424242424242' } }),
    malformed('unknown field `card_number`'),
  ],
  [
    'an empty update',
    update({}),
    reason('Payment method update for the given payment method is not supported'),
  ],
  [
    'an update of a card as a wallet',
    update({ wallet: { last4: '1234' } }),
    refused(422, 'IR_06', 'The Payment Method is not wallet'),
  ],
  [
    'an update of a payment method that awaits its data',
    async (context) => {
      const { payment_method_id: method_id } = (await method()(context)).body;
      const body = { card: { nick_name: 'work' } };
      return context.ask('payment-methods.update', { params: { method_id }, body });
    },
    reason('Payment method is awaiting data so it cannot be updated'),
  ],
]);

const block =
  (type: string, data: string): RuleRequest =>
  ({ ask }) =>
    ask('blocklist.create', { body: { type, data } });

const expects = (expected: string) =>
  refused(422, 'IR_05', `data contains invalid data. Expected format is ${expected}`);

const listed = (query: Readonly<Record<string, string>>) =>
  asking('blocklist.list', undefined, { query });

const blocklist: Rule[] = [
  ...rulesOf('POST /blocklist', [
    ['card_bin of six digits', block('card_bin', '400001'), accepted({ data_kind: 'card_bin' })],
    ['card_bin of five digits', block('card_bin', '40000'), expects('a 6 digit number')],
    [
      'extended_card_bin of eight digits',
      block('extended_card_bin', '40000100'),
      accepted({ data_kind: 'extended_card_bin' }),
    ],
    [
      'extended_card_bin of seven digits',
      block('extended_card_bin', '4000010'),
      expects('an 8 digit number'),
    ],
    [
      'a card fingerprint',
      block('fingerprint', letters(20)),
      accepted({ data_kind: 'payment_method' }),
    ],
    ['an unknown type of block', block('name', 'Joseph'), unknownVariant('type')],
  ]),
  ...rulesOf('GET /blocklist', [
    ...words('payment_method card_bin extended_card_bin').map(
      (data_kind): RouteRule => [`data_kind ${data_kind}`, listed({ data_kind }), accepted()],
    ),
    ['an unknown data_kind', listed({ data_kind: 'name' }), malformedQuery],
    ['a list without data_kind', listed({}), malformedQuery],
    ['limit 65535', listed({ data_kind: 'card_bin', limit: '65535' }), accepted()],
    ['limit 65536', listed({ data_kind: 'card_bin', limit: '65536' }), malformedQuery],
  ]),
  ...rulesOf('POST /blocklist/toggle', [
    [
      'status true turns the blocklist guard on',
      asking('blocklist.toggle', undefined, { query: { status: 'true' } }),
      accepted({ blocklist_guard_status: 'enabled' }),
    ],
    [
      'status false turns the blocklist guard off',
      asking('blocklist.toggle', undefined, { query: { status: 'false' } }),
      accepted({ blocklist_guard_status: 'disabled' }),
    ],
  ]),
];

const bin = (digits: string) =>
  asking('card-bins.retrieve', undefined, { params: { bin: digits } });

const cardLengths: Rule[] = ['42424', '4242424', '424242424'].map((digits) => [
  'GET /cards/{bin}',
  `a BIN of ${digits.length} digits`,
  bin(digits),
  refused(400, 'IR_32'),
]);

const ephemeralKeys: Rule[] = rulesOf('POST /ephemeral_keys', [
  [
    'a key for a customer that does not exist',
    asking('ephemeral-keys.create', { customer_id: 'nobody' }),
    accepted({
      id: expect.stringMatching(/^eki_[A-Za-z0-9]{20}$/),
      secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/),
      customer_id: 'nobody',
    }),
  ],
  [
    'customer_id is required',
    asking('ephemeral-keys.create', {}),
    malformed('missing field `customer_id`'),
  ],
]);

describe('a payment method', () => {
  describeRules([...awaited, ...enumerations, ...metadata, ...updates], { clock: midYear() });
});

describe('a saved card', () => {
  describeRules(cards, { clock: midYear() });
});

describe('the blocklist', () => {
  describeRules([...blocklist, ...cardLengths]);
});

describe('an ephemeral key', () => {
  describeRules(ephemeralKeys);

  it('POST /ephemeral_keys: a new key expires an hour after its creation', async () => {
    const { done } = await ruleContext();
    const { created_at, expires } = await done('ephemeral-keys.create', {
      body: { customer_id: 'nobody' },
    });
    expect(expires - created_at).toBe(3_600);
  });
});
