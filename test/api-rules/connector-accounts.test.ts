import {
  accepted,
  byAdmin,
  describeRules,
  letters,
  malformed,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
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

const created = 'POST /account/{account_id}/connectors';

const fee = (changes: object = {}) => ({ fixed: 25, per_mille: 14.125, ...changes });
const unstated = { card_networks: null, card_types: null, region: null };
const wholeFee = fee({
  card_networks: ['Visa'],
  card_types: ['debit'],
  region: 'intra_eea',
  payment_methods: ['card'],
  currency: 'EUR',
});

const fees: Rule[] = rulesOf(created, [
  [
    'processing_fees are shown as stated, and what an entry leaves out as null',
    connect({ processing_fees: [wholeFee, fee()] }),
    accepted({
      processing_fees: [wholeFee, fee({ ...unstated, payment_methods: null, currency: null })],
    }),
  ],
  ['no processing_fees', connect({ processing_fees: [] }), accepted({ processing_fees: [] })],
  [
    '50 processing_fees',
    connect({ processing_fees: Array.from({ length: 50 }, () => fee()) }),
    accepted(),
  ],
  [
    '51 processing_fees',
    connect({ processing_fees: Array.from({ length: 51 }, () => fee()) }),
    malformed('at most 50'),
  ],
  ...(
    [
      ['fixed below 0', { fixed: -1 }],
      ['half a minor unit', { fixed: 0.5 }],
      ['no fixed', { fixed: undefined }],
      ['no per_mille', { per_mille: undefined }],
      ['per_mille below 0', { per_mille: -0.001 }],
      ['per_mille above 1000', { per_mille: 1000.001 }],
      ['per_mille with four decimals', { per_mille: 14.1255 }],
      ['an unknown region', { region: 'moon' }],
      ['an unknown network', { card_networks: ['Acme'] }],
      ['no networks', { card_networks: [] }],
      ['an unknown type of cards', { card_types: ['prepaid'] }],
      ['an unknown payment method', { payment_methods: ['cash'] }],
      ['an unknown currency', { currency: 'XXX' }],
      ['an unknown member', { colour: 'red' }],
    ] as const
  ).map(
    ([name, changes]): RouteRule => [
      `processing_fees with ${name}`,
      connect({ processing_fees: [fee(changes)] }),
      malformed(),
    ],
  ),
]);

const states: Rule[] = rulesOf(created, [
  [
    'an account is active unless stated',
    connect(),
    accepted({ status: 'active', disabled: false }),
  ],
  [
    'an inactive account is disabled',
    connect({ status: 'inactive' }),
    accepted({ status: 'inactive', disabled: true }),
  ],
  [
    'an inactive account with disabled false',
    connect({ status: 'inactive', disabled: false }),
    refused(
      422,
      'IR_06',
      'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth',
    ),
  ],
  [
    'an account with TemporaryAuth is inactive',
    connect({ connector_account_details: { auth_type: 'TemporaryAuth' } }),
    accepted({ status: 'inactive', disabled: true }),
  ],
  [
    'an active account with TemporaryAuth',
    connect({ connector_account_details: { auth_type: 'TemporaryAuth' }, status: 'active' }),
    refused(422, 'IR_06', 'Connector status cannot be active when using TemporaryAuth'),
  ],
  [
    'a disabled account stays active',
    connect({ disabled: true }),
    accepted({ status: 'active', disabled: true }),
  ],
  ['an unknown status', connect({ status: 'asleep' }), unknownVariant('status')],
]);

const noCredentials = refused(
  422,
  'IR_05',
  'connector_account_details contains invalid data. Expected format is auth_type and api_key',
);

const credentials: Rule[] = [
  ...rulesOf(created, [
    ['connector_account_details null', connect({ connector_account_details: null }), noCredentials],
    [
      'connector_account_details of an unknown auth_type',
      connect({ connector_account_details: { ...key, auth_type: 'Password' } }),
      noCredentials,
    ],
  ]),
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
        created,
        `${auth_type} without ${missing}`,
        connect({ connector_account_details: { auth_type, ...details } }),
        noCredentials,
      ];
    }),
  ),
  ...rulesOf(created, [
    [
      'CurrencyAuthKey without auth_key_map',
      connect({ connector_account_details: { auth_type: 'CurrencyAuthKey' } }),
      noCredentials,
    ],
    [
      'credentials that are empty',
      connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: '' } }),
      refused(
        422,
        'IR_05',
        'connector_account_details.api_key contains invalid data. Expected format is a non empty String',
      ),
    ],
    [
      'a certificate that is not Base64',
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
      'a connector that has no adapter',
      connect({
        connector_name: 'aci',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'key', key1: 'one' },
      }),
      refused(501, 'IR_00', 'The connector aci is not implemented'),
    ],
    [
      'credentials for real money outside production',
      connect({
        connector_name: 'checkout',
        connector_account_details: {
          auth_type: 'SignatureKey',
          api_key: 'pk_live_1',
          key1: 'pc_1',
          api_secret: 'sk_live_1',
        },
      }),
      refused(
        422,
        'IR_06',
        'These credentials of checkout are for real money, and this deployment is for tests',
      ),
    ],
    [
      'the answer shows only the ends of credentials',
      connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_wxyz' } }),
      accepted({
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk********yz' },
      }),
    ],
    [
      'the answer shows nothing of credentials of 4 characters',
      connect({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'abcd' } }),
      accepted({ connector_account_details: { auth_type: 'HeaderKey', api_key: '****' } }),
    ],
  ]),
];

const fields: Rule[] = [
  ...rulesOf(created, [
    [
      'connector_label of 255 characters',
      connect({ connector_label: letters(255) }),
      accepted({ connector_label: letters(255) }),
    ],
    [
      'connector_label of 256 characters',
      connect({ connector_label: letters(256) }),
      malformed('255'),
    ],
    ['profile_id of 65 characters', connect({ profile_id: letters(65) }), malformed('64')],
    [
      'profile_id of a profile that the merchant does not have',
      connect({ profile_id: 'pro_unknown' }),
      refused(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
    ],
    [
      'connector_label is made of the connector and the profile unless stated',
      connect({ connector_label: null }),
      accepted({ connector_label: 'fauxpay_default' }),
    ],
    [
      'business_country and business_label that the merchant does not have',
      connect({ business_country: 'US', business_label: 'hats' }),
      refused(400, 'IR_16', 'business_details are not configured in the merchant account'),
    ],
    [
      'merchant_connector_id in the request is ignored',
      connect({ merchant_connector_id: 'mca_mine' }),
      accepted({ merchant_connector_id: expect.stringMatching(/^mca_[A-Za-z0-9]{20}$/) }),
    ],
    [
      'connector_webhook_details without merchant_secret',
      connect({ connector_webhook_details: { additional_secret: 'x' } }),
      malformed('missing field `merchant_secret`'),
    ],
    ['unknown members are refused', connect({ colour: 'red' }), malformed('colour')],
    ...words('connector_type connector_name').map(
      (field): RouteRule => [
        `${field} is required`,
        connect({ [field]: undefined }),
        malformed(`missing field \`${field}\``),
      ],
    ),
  ]),
  ...words('connector_name profile_id business_country').map(
    (field): Rule => [
      'POST /account/{account_id}/connectors/{merchant_connector_id}',
      `an update with ${field} is refused as an unknown member`,
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

const enabledMethods: Rule[] = rulesOf(created, [
  ...words(
    `card card_redirect pay_later wallet bank_redirect bank_transfer crypto bank_debit reward
    real_time_payment upi voucher gift_card open_banking mobile_payment network_token`,
  ).map(
    (payment_method): RouteRule => [
      `payment_method ${payment_method}`,
      enabling({}, payment_method),
      accepted({ payment_methods_enabled: [{ payment_method }] }),
    ],
  ),
  ['an unknown payment_method', enabling({}, 'barter'), unknownVariant('payment_method')],
  [
    'an unknown payment_method_type',
    enabling({ payment_method_type: 'cowries' }),
    unknownVariant('payment_method_type'),
  ],
  ...words(
    `Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay
    Maestro Star Pulse Accel Nyce`,
  ).map(
    (network): RouteRule => [
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
    ([capitals, network]): RouteRule => [
      `card network ${capitals}, in another case of letters`,
      enabling({ card_networks: [capitals] }),
      enabled({ card_networks: [network] }),
    ],
  ),
  [
    'an unknown card network',
    enabling({ card_networks: ['Diners'] }),
    unknownVariant('card_networks.0'),
  ],
  ...words(
    `redirect_to_url invoke_sdk_client display_qr_code one_click link_wallet invoke_payment_app
    display_wait_screen collect_otp`,
  ).map(
    (payment_experience): RouteRule => [
      `payment_experience ${payment_experience}`,
      enabling({ payment_experience }),
      enabled({ payment_experience }),
    ],
  ),
  [
    'an unknown payment_experience',
    enabling({ payment_experience: 'joy' }),
    unknownVariant('payment_experience'),
  ],
  ...words('enable_only disable_only').map(
    (type): RouteRule => [
      `accepted_currencies ${type}`,
      enabling({ accepted_currencies: { type, list: ['USD'] } }),
      enabled({ accepted_currencies: { type, list: ['USD'] } }),
    ],
  ),
  [
    'accepted_countries all_accepted',
    enabling({ accepted_countries: { type: 'all_accepted' } }),
    enabled({ accepted_countries: { type: 'all_accepted' } }),
  ],
  [
    'accepted_countries by the name of a country',
    enabling({ accepted_countries: { type: 'enable_only', list: ['Germany'] } }),
    malformed('unknown variant'),
  ],
  ['minimum_amount as a fraction', enabling({ minimum_amount: 1.5 }), malformed('minimum_amount')],
]);

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

const fraudChecks: Rule[] = rulesOf(created, [
  ...words('cancel_txn auto_refund manual_review').map(
    (action): RouteRule => [
      `a fraud check with the action ${action}`,
      fraud({ action }),
      accepted({ frm_configs: [{ gateway: 'stripe' }] }),
    ],
  ),
  ...words('pre post').map(
    (flow): RouteRule => [`a fraud check with the flow ${flow}`, fraud({ flow }), accepted()],
  ),
  ['a fraud check with an unknown action', fraud({ action: 'call' }), unknownVariant('action')],
  ['a fraud check with an unknown flow', fraud({ flow: 'amid' }), unknownVariant('flow')],
]);

describe('a connector account', () => {
  describeRules([...states, ...credentials, ...fields]);
});

describe('the fees of a connector account', () => {
  describeRules(fees);
});

describe('the payment methods of a connector account', () => {
  describeRules([...enabledMethods, ...fraudChecks]);
});
