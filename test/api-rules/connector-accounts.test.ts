import {
  accepted,
  byAdmin,
  describeRules,
  letters,
  malformed,
  type Rule,
  type RuleRequest,
  refused,
  unknownVariant,
  words,
} from './rule.ts';

const key = { auth_type: 'HeaderKey', api_key: 'sk_test_example' };

/** A new account with the processor of the sandbox that states this, under a label of its own. */
const connect =
  (stated: object = {}): RuleRequest =>
  (context) =>
    byAdmin('connector-accounts.create', {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_label: context.newId('label'),
      connector_account_details: key,
      ...stated,
    })(context);

const state = '01 4.7';

const states: Rule[] = [
  [state, 'is active unless stated', connect(), accepted({ status: 'active', disabled: false })],
  [
    state,
    'is disabled while inactive',
    connect({ status: 'inactive' }),
    accepted({ status: 'inactive', disabled: true }),
  ],
  [
    state,
    'cannot be inactive and not disabled',
    connect({ status: 'inactive', disabled: false }),
    refused(
      422,
      'IR_06',
      'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth',
    ),
  ],
  [
    state,
    'is inactive as long as its credentials are to come',
    connect({ connector_account_details: { auth_type: 'TemporaryAuth' } }),
    accepted({ status: 'inactive', disabled: true }),
  ],
  [
    state,
    'is never active without credentials',
    connect({ connector_account_details: { auth_type: 'TemporaryAuth' }, status: 'active' }),
    refused(422, 'IR_06', 'Connector status cannot be active when using TemporaryAuth'),
  ],
  [
    state,
    'stays active while disabled',
    connect({ disabled: true }),
    accepted({ status: 'active', disabled: true }),
  ],
  [state, 'has no other status', connect({ status: 'asleep' }), unknownVariant('status')],
];

const noCredentials = refused(
  422,
  'IR_05',
  'connector_account_details contains invalid data. Expected format is auth_type and api_key',
);

const credentials: Rule[] = [
  ['01 4.7', 'needs credentials', connect({ connector_account_details: null }), noCredentials],
  [
    '01 4.8',
    'credentials of an unknown kind are none',
    connect({ connector_account_details: { ...key, auth_type: 'Password' } }),
    noCredentials,
  ],
  ...(
    [
      ['HeaderKey', 'api_key'],
      ['BodyKey', 'api_key key1'],
      ['SignatureKey', 'api_key key1 api_secret'],
      ['MultiAuthKey', 'api_key key1 api_secret key2'],
      ['CertificateAuth', 'certificate private_key'],
    ] as const
  ).flatMap(([auth_type, members]) =>
    words(members).map((missing): Rule => {
      const rest = words(members).filter((member) => member !== missing);
      const details = Object.fromEntries(rest.map((member) => [member, 'a2V5']));
      return [
        '01 4.8',
        `a ${auth_type} needs ${missing}`,
        connect({ connector_account_details: { auth_type, ...details } }),
        noCredentials,
      ];
    }),
  ),
  [
    '01 4.8',
    'a CurrencyAuthKey needs its map',
    connect({ connector_account_details: { auth_type: 'CurrencyAuthKey' } }),
    noCredentials,
  ],
  [
    '01 4.7',
    'credentials are not empty',
    connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: '' } }),
    refused(
      422,
      'IR_05',
      'connector_account_details.api_key contains invalid data. Expected format is a non empty String',
    ),
  ],
  [
    '01 4.7',
    'a certificate is Base64',
    connect({
      connector_name: 'santander',
      connector_account_details: {
        auth_type: 'CertificateAuth',
        certificate: '-----',
        private_key: 'a2V5',
      },
    }),
    refused(422, 'IR_06', 'The certificate is invalid'),
  ],
  [
    '01 4.7',
    'credentials are shown by their ends alone',
    connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_wxyz' } }),
    accepted({
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk********yz' },
    }),
  ],
  [
    '01 4.7',
    'credentials of 4 characters are not shown at all',
    connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'abcd' } }),
    accepted({ connector_account_details: { auth_type: 'HeaderKey', api_key: '****' } }),
  ],
];

const fields: Rule[] = [
  [
    '01 7.2',
    'connector_label of 255 characters',
    connect({ connector_label: letters(255) }),
    accepted({ connector_label: letters(255) }),
  ],
  [
    '01 7.2',
    'connector_label of 256',
    connect({ connector_label: letters(256) }),
    malformed('255'),
  ],
  ['01 3.2', 'profile_id of 65 characters', connect({ profile_id: letters(65) }), malformed('64')],
  [
    '01 4.7',
    'a profile that the merchant does not have',
    connect({ profile_id: 'pro_unknown' }),
    refused(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
  ],
  [
    '01 4.7',
    'is called after its connector and its profile unless stated',
    connect({ connector_label: null }),
    accepted({ connector_label: 'fauxpay_default' }),
  ],
  [
    '01 4.7',
    'a business that the merchant does not have',
    connect({ business_country: 'US', business_label: 'hats' }),
    refused(400, 'IR_16', 'business_details are not configured in the merchant account'),
  ],
  [
    '01 3.1',
    'its identifier in the request is ignored',
    connect({ merchant_connector_id: 'mca_mine' }),
    accepted({ merchant_connector_id: expect.stringMatching(/^mca_[A-Za-z0-9]{20}$/) }),
  ],
  [
    '01 4.7',
    'connector_webhook_details needs merchant_secret',
    connect({ connector_webhook_details: { additional_secret: 'x' } }),
    malformed('missing field `merchant_secret`'),
  ],
  ['01 4.7', 'unknown members are refused', connect({ colour: 'red' }), malformed('colour')],
  ...words('connector_type connector_name').map(
    (field): Rule => [
      '01 4.7',
      `${field} is required`,
      connect({ [field]: undefined }),
      malformed(`missing field \`${field}\``),
    ],
  ),
  ...words('connector_name profile_id business_country').map(
    (field): Rule => [
      '01 4.7',
      `an update does not know ${field}`,
      async (context) => {
        const { merchant_connector_id: id } = (await connect()(context)).body;
        return byAdmin(
          'connector-accounts.update',
          { connector_type: 'payment_processor', [field]: 'US' },
          { account_id: context.merchant.id, merchant_connector_id: id, connector_id: id },
        )(context);
      },
      malformed(`unknown field \`${field}\``),
    ],
  ),
];

const enabling = (stated: object, payment_method = 'card') =>
  connect({
    payment_methods_enabled: [
      {
        payment_method,
        payment_method_types: [{ payment_method_type: 'credit', ...stated }],
      },
    ],
  });

const enabled = (stated: object) =>
  accepted({ payment_methods_enabled: [{ payment_method_types: [stated] }] });

const enabledMethods: Rule[] = [
  ...words(
    `card card_redirect pay_later wallet bank_redirect bank_transfer crypto bank_debit reward
    real_time_payment upi voucher gift_card open_banking mobile_payment network_token`,
  ).map(
    (payment_method): Rule => [
      '01 8.1',
      `payment_method ${payment_method}`,
      enabling({}, payment_method),
      accepted({ payment_methods_enabled: [{ payment_method }] }),
    ],
  ),
  ['01 8.1', 'another payment_method', enabling({}, 'barter'), unknownVariant('payment_method')],
  [
    '01 8.2',
    'another payment_method_type',
    enabling({ payment_method_type: 'cowries' }),
    unknownVariant('payment_method_type'),
  ],
  ...words(
    `Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay
    Maestro Star Pulse Accel Nyce`,
  ).map(
    (network): Rule => [
      '01 8.3',
      `card network ${network}`,
      enabling({ card_networks: [network] }),
      enabled({ card_networks: [network] }),
    ],
  ),
  ...(
    [
      ['VISA', 'Visa'],
      ['MASTERCARD', 'Mastercard'],
      ['AMEX', 'AmericanExpress'],
    ] as const
  ).map(
    ([capitals, network]): Rule => [
      '01 8.3',
      `${capitals} is understood`,
      enabling({ card_networks: [capitals] }),
      enabled({ card_networks: [network] }),
    ],
  ),
  [
    '01 8.3',
    'another card network',
    enabling({ card_networks: ['Diners'] }),
    unknownVariant('card_networks.0'),
  ],
  ...words(
    `redirect_to_url invoke_sdk_client display_qr_code one_click link_wallet invoke_payment_app
    display_wait_screen collect_otp`,
  ).map(
    (payment_experience): Rule => [
      '01 4.9',
      `payment_experience ${payment_experience}`,
      enabling({ payment_experience }),
      enabled({ payment_experience }),
    ],
  ),
  [
    '01 4.9',
    'another payment_experience',
    enabling({ payment_experience: 'joy' }),
    unknownVariant('payment_experience'),
  ],
  ...words('enable_only disable_only').map(
    (type): Rule => [
      '01 4.9',
      `accepted_currencies ${type}`,
      enabling({ accepted_currencies: { type, list: ['USD'] } }),
      enabled({ accepted_currencies: { type, list: ['USD'] } }),
    ],
  ),
  [
    '01 4.9',
    'accepted_countries all_accepted',
    enabling({ accepted_countries: { type: 'all_accepted' } }),
    enabled({ accepted_countries: { type: 'all_accepted' } }),
  ],
  [
    '01 4.9',
    'accepted_countries by their short names',
    enabling({ accepted_countries: { type: 'enable_only', list: ['Germany'] } }),
    malformed('unknown variant'),
  ],
  [
    '01 4.9',
    'a least amount in minor units, and no fraction',
    enabling({ minimum_amount: 1.5 }),
    malformed('minimum_amount'),
  ],
];

const fraud = (stated: object) =>
  connect({
    frm_configs: [
      {
        gateway: 'stripe',
        payment_methods: [
          {
            payment_method: 'card',
            payment_method_types: [
              {
                payment_method_type: 'credit',
                card_networks: 'Visa',
                flow: 'pre',
                action: 'cancel_txn',
                ...stated,
              },
            ],
            flow: 'pre',
          },
        ],
      },
    ],
  });

const fraudChecks: Rule[] = [
  ...words('cancel_txn auto_refund manual_review').map(
    (action): Rule => [
      '01 4.9',
      `a fraud check may ${action}`,
      fraud({ action }),
      accepted({ frm_configs: [{ gateway: 'stripe' }] }),
    ],
  ),
  ...words('pre post').map(
    (flow): Rule => ['01 4.9', `a fraud check that looks ${flow}`, fraud({ flow }), accepted()],
  ),
  ['01 4.9', 'another action', fraud({ action: 'call' }), unknownVariant('action')],
  ['01 4.9', 'another flow', fraud({ flow: 'amid' }), unknownVariant('flow')],
];

describe('a connector account', () => {
  describeRules([...states, ...credentials, ...fields]);
});

describe('the payment methods of a connector account', () => {
  describeRules([...enabledMethods, ...fraudChecks]);
});
