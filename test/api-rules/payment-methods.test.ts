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
  type Rule,
  type RuleContext,
  type RuleRequest,
  refused,
  ruleContext,
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

const awaited: Rule[] = [
  [
    '01 6.2',
    'without data it waits for them, and says with which secret they may come',
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
    '01 6.2',
    'customer_id is required',
    asking('payment-methods.create', { payment_method: 'card' }),
    refused(400, 'IR_04', 'Missing required param: customer_id'),
  ],
  [
    '01 6.2',
    'a customer that nobody knows',
    asking('payment-methods.create', { payment_method: 'card', customer_id: 'nobody' }),
    refused(404, 'HE_02', 'Customer does not exist in our records'),
  ],
  [
    '01 6.2',
    'data need a payment_method',
    method({ payment_method: null, card }),
    refused(400, 'IR_04', 'Missing required param: payment_method'),
  ],
  [
    '01 6.2',
    'a type of another payment method',
    method({ payment_method_type: 'klarna' }),
    refused(422, 'IR_06', "Invalid 'payment_method_type' provided"),
  ],
  ['01 6.2', 'unknown members are refused', method({ colour: 'red' }), malformed('`colour`')],
  ['01 6.2', 'a card has no other members', ofCard({ pin: '1234' }), malformed('`pin`')],
  ...words('card_number card_exp_month card_exp_year').map(
    (field): Rule => [
      '01 6.2',
      `a card needs ${field}`,
      ofCard({ [field]: undefined }),
      malformed(`missing field \`${field}\``),
    ],
  ),
];

const enumerations: Rule[] = [
  ...words(
    `card card_redirect pay_later wallet bank_redirect bank_transfer crypto bank_debit reward
    real_time_payment upi voucher gift_card open_banking mobile_payment network_token`,
  ).map(
    (payment_method): Rule => [
      '01 8.1',
      `payment_method ${payment_method}`,
      method({ payment_method }),
      accepted({ payment_method }),
    ],
  ),
  [
    '01 8.1',
    'another payment_method',
    method({ payment_method: 'x' }),
    unknownVariant('payment_method'),
  ],
  ...words(
    `jp_hdfc jp_icici jp_googlepay jp_applepay jp_phonepay jp_wechat jp_sofort jp_giropay jp_sepa
    jp_bacs`,
  ).map(
    (payment_method_issuer_code): Rule => [
      '01 9',
      `payment_method_issuer_code ${payment_method_issuer_code}`,
      method({ payment_method_issuer_code }),
      accepted(),
    ],
  ),
  [
    '01 9',
    'another payment_method_issuer_code',
    method({ payment_method_issuer_code: 'jp_other' }),
    unknownVariant('payment_method_issuer_code'),
  ],
  ...words(
    `Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay
    Maestro Star Pulse Accel Nyce`,
  ).map(
    (card_network): Rule => [
      '01 8.3',
      `card network ${card_network}`,
      ofCard({ card_network }),
      accepted({ card: { card_network } }),
    ],
  ),
  [
    '01 8.3',
    'another card network',
    ofCard({ card_network: 'x' }),
    unknownVariant('card.card_network'),
  ],
];

const cards: Rule[] = [
  [
    '01 6.8',
    'a number is kept by its ends',
    ofCard({}),
    accepted({ card: { last4_digits: '4242', card_isin: '424242', saved_to_locker: true } }),
  ],
  [
    '01 6.8',
    'blanks in a number are dropped',
    ofCard({ card_number: '4242 4242 4242 4242' }),
    accepted({ card: { last4_digits: '4242' } }),
  ],
  [
    '01 6.8',
    'a number of 7 digits',
    ofCard({ card_number: '4242424' }),
    malformed('card number length'),
  ],
  [
    '01 6.8',
    'a number of 20 digits',
    ofCard({ card_number: '42424242424242424242' }),
    malformed('invalid card number length'),
  ],
  [
    '01 6.8',
    'a number whose check digit is wrong',
    ofCard({ card_number: '4242424242424241' }),
    malformed('card number invalid'),
  ],
  [
    '01 6.8',
    'a number with hyphens',
    ofCard({ card_number: '4242-4242-4242-4242' }),
    malformed('invalid character found in card number'),
  ],
  ...words('4000100511112003 6000100611111203 3000100811111072 9000100111111111').map(
    (card_number): Rule => [
      '01 6.8',
      `the test number that ends in ${card_number.slice(-4)}`,
      ofCard({ card_number }),
      accepted({ card: { last4_digits: card_number.slice(-4) } }),
    ],
  ),
  ['01 6.8', 'month 1', ofCard({ card_exp_month: '01' }), accepted()],
  ['01 6.8', 'month 13', ofCard({ card_exp_month: '13' }), precondition('Invalid Expiry Month')],
  ['01 6.8', 'month 0', ofCard({ card_exp_month: '00' }), precondition('Invalid Expiry Month')],
  [
    '01 6.8',
    'a month of letters',
    ofCard({ card_exp_month: 'ab' }),
    invalidValue('card_exp_month'),
  ],
  ['01 6.8', 'a year of letters', ofCard({ card_exp_year: 'ab' }), invalidValue('card_exp_year')],
  [
    '01 6.8',
    'a year of two digits is one of this century',
    ofCard({ card_exp_year: '39' }),
    accepted({ card: { expiry_year: '2039' } }),
  ],
  ['01 6.8', 'last year', ofCard({ card_exp_year: '2030' }), precondition('Invalid Expiry Year')],
  [
    '01 6.8',
    'last month',
    ofCard({ card_exp_month: '05', card_exp_year: '2031' }),
    precondition('Card Expired'),
  ],
  ['01 6.8', 'this month', ofCard({ card_exp_month: '06', card_exp_year: '2031' }), accepted()],
];

const metadata: Rule[] = [
  ['01 9', 'metadata of 50 keys', method({ metadata: metadataOf(50) }), accepted()],
  ['01 9', 'metadata of 51 keys', method({ metadata: metadataOf(51) }), malformed('50 keys')],
  [
    '01 9',
    'a key of 41 characters',
    method({ metadata: metadataOf(1, 41) }),
    malformed('40 characters'),
  ],
  ['01 9', 'a value of 501', method({ metadata: { note: letters(501) } }), malformed('500')],
];

const reason = (text: string) => ({
  status: 400,
  body: {
    error: { code: 'IR_19', message: 'Payment method type not supported', reason: text },
  },
});

const updates: Rule[] = [
  ['01 6.3', 'a new expiry', update({ card: { card_exp_year: '2041' } }), accepted()],
  [
    '01 6.3',
    'a number is never changed',
    update({ card: { card_number: '4242424242424242' } }),
    malformed('unknown field `card_number`'),
  ],
  [
    '01 6.3',
    'an update of nothing',
    update({}),
    reason('Payment method update for the given payment method is not supported'),
  ],
  [
    '01 6.3',
    'a card is no wallet',
    update({ wallet: { last4: '1234' } }),
    refused(422, 'IR_06', 'The Payment Method is not wallet'),
  ],
  [
    '01 6.3',
    'one that waits for its data is not updated',
    async (context) => {
      const { payment_method_id: method_id } = (await method()(context)).body;
      const body = { card: { nick_name: 'work' } };
      return context.ask('payment-methods.update', { params: { method_id }, body });
    },
    reason('Payment method is awaiting data so it cannot be updated'),
  ],
];

const block =
  (type: string, data: string): RuleRequest =>
  ({ ask }) =>
    ask('blocklist.create', { body: { type, data } });

const expects = (expected: string) =>
  refused(422, 'IR_05', `data contains invalid data. Expected format is ${expected}`);

const listed = (query: Readonly<Record<string, string>>) =>
  asking('blocklist.list', undefined, { query });

const blocklist: Rule[] = [
  ['01 6.10', 'six digits', block('card_bin', '400001'), accepted({ data_kind: 'card_bin' })],
  ['01 6.10', 'five digits', block('card_bin', '40000'), expects('a 6 digit number')],
  [
    '01 6.10',
    'eight digits',
    block('extended_card_bin', '40000100'),
    accepted({ data_kind: 'extended_card_bin' }),
  ],
  ['01 6.10', 'seven digits', block('extended_card_bin', '4000010'), expects('an 8 digit number')],
  [
    '01 6.10',
    'a fingerprint',
    block('fingerprint', letters(20)),
    accepted({ data_kind: 'payment_method' }),
  ],
  ['01 6.10', 'anything else', block('name', 'Joseph'), unknownVariant('type')],
  ...words('payment_method card_bin extended_card_bin').map(
    (data_kind): Rule => ['01 6.10', `a list of ${data_kind}`, listed({ data_kind }), accepted()],
  ),
  ['01 6.10', 'a list of another kind', listed({ data_kind: 'name' }), malformedQuery],
  ['01 6.10', 'a list without a kind', listed({}), malformedQuery],
  ['01 7.3', 'a list of 65535', listed({ data_kind: 'card_bin', limit: '65535' }), accepted()],
  ['01 7.3', 'a list of 65536', listed({ data_kind: 'card_bin', limit: '65536' }), malformedQuery],
  [
    '01 6.10',
    'the guard is turned on',
    asking('blocklist.toggle', undefined, { query: { status: 'true' } }),
    accepted({ blocklist_guard_status: 'enabled' }),
  ],
  [
    '01 6.10',
    'the guard is turned off',
    asking('blocklist.toggle', undefined, { query: { status: 'false' } }),
    accepted({ blocklist_guard_status: 'disabled' }),
  ],
];

const bin = (digits: string) =>
  asking('card-bins.retrieve', undefined, { params: { bin: digits } });

const cardLengths: Rule[] = ['42424', '4242424', '424242424'].map((digits) => [
  '01 6.9',
  `${digits.length} digits are no range of cards`,
  bin(digits),
  refused(400, 'IR_32'),
]);

const ephemeralKeys: Rule[] = [
  [
    '01 6.11',
    'a key is made for a customer whom nobody knows yet',
    asking('ephemeral-keys.create', { customer_id: 'nobody' }),
    accepted({
      id: expect.stringMatching(/^eki_[A-Za-z0-9]{20}$/),
      secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/),
      customer_id: 'nobody',
    }),
  ],
  [
    '01 6.11',
    'customer_id is required',
    asking('ephemeral-keys.create', {}),
    malformed('missing field `customer_id`'),
  ],
];

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

  it('01 6.11: is good for an hour', async () => {
    const { done } = await ruleContext();
    const { created_at, expires } = await done('ephemeral-keys.create', {
      body: { customer_id: 'nobody' },
    });
    expect(expires - created_at).toBe(3_600);
  });
});
