import { ownChoice } from '../support/entities/routing-requests.ts';
import {
  accepted,
  asking,
  byAdmin,
  describeRules,
  letters,
  malformed,
  malformedQuery,
  missing,
  precondition,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

/** A routing of the merchant's profile that states this. */
const routing =
  (stated: object = {}): RuleRequest =>
  async (context) =>
    context.ask('routing.create', {
      body: {
        name: context.newId('routing'),
        description: 'All of them',
        profile_id: context.merchant.profileId,
        algorithm: { type: 'single', data: await ownChoice(context) },
        ...stated,
      },
    });

const decisionRule = {
  type: 'three_ds_decision_rule',
  data: { defaultSelection: { decision: 'challenge_preferred' }, rules: [], metadata: {} },
};

const own = { connector: 'stripe_test', merchant_connector_id: null };
const share = (split: unknown) =>
  routing({ algorithm: { type: 'volume_split', data: [{ connector: own, split }] } });
const leastCost = (data: unknown) => routing({ algorithm: { type: 'least_cost', data } });
const single = (connector: string) =>
  routing({ algorithm: { type: 'single', data: { connector, merchant_connector_id: null } } });

const created: Rule[] = rulesOf('POST /routing', [
  [
    'a new algorithm is answered with its creation in seconds',
    routing(),
    accepted({
      id: expect.stringMatching(/^routing_[A-Za-z0-9]{20}$/),
      kind: 'single',
      description: 'All of them',
      algorithm_for: 'payment',
      decision_engine_routing_id: null,
      created_at: expect.any(Number),
      modified_at: expect.any(Number),
    }),
  ],
  ...words('name description algorithm profile_id').map(
    (field): RouteRule => [`${field} is required`, routing({ [field]: undefined }), missing(field)],
  ),
  ['the first missing member is named', asking('routing.create', {}), missing('name')],
  ['name of 64 characters', routing({ name: letters(64) }), accepted({ name: letters(64) })],
  [
    'name of 65 characters',
    routing({ name: letters(65) }),
    malformed('Length of name field must not exceed 64 characters'),
  ],
  ['names need not be unique', routing({ name: letters(64) }), accepted({ name: letters(64) })],
  [
    'profile_id of a profile that the merchant does not have',
    routing({ profile_id: 'pro_unknown' }),
    refused(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
  ],
  ...words('payment payout').map(
    (transaction_type): RouteRule => [
      `transaction_type ${transaction_type}`,
      routing({ transaction_type }),
      transaction_type === 'payment' ? accepted({ algorithm_for: 'payment' }) : accepted(),
    ],
  ),
  [
    'transaction_type three_ds_authentication with an algorithm that selects connectors',
    routing({ transaction_type: 'three_ds_authentication' }),
    refused(
      422,
      'IR_06',
      "Invalid routing algorithm: type 'single' cannot be used for transaction_type 'three_ds_authentication'",
    ),
  ],
  [
    'an algorithm of type three_ds_decision_rule for transaction_type three_ds_authentication',
    routing({ transaction_type: 'three_ds_authentication', algorithm: decisionRule }),
    accepted({ kind: 'three_ds_decision_rule', algorithm_for: 'three_ds_authentication' }),
  ],
  [
    'an algorithm of type three_ds_decision_rule for payments',
    routing({ algorithm: decisionRule }),
    refused(
      422,
      'IR_06',
      "Invalid routing algorithm: type 'three_ds_decision_rule' cannot be used for transaction_type 'payment'",
    ),
  ],
  [
    'an algorithm of type three_ds_decision_rule without data',
    routing({ algorithm: { type: 'three_ds_decision_rule', data: {} } }),
    malformed(),
  ],
  [
    'another transaction_type',
    routing({ transaction_type: 'refund' }),
    unknownVariant('transaction_type'),
  ],
]);

const algorithms: Rule[] = rulesOf('POST /routing', [
  [
    'a priority list without connectors',
    routing({ algorithm: { type: 'priority', data: [] } }),
    malformed("Connectors list can't be empty for Priority Algorithm"),
  ],
  [
    'a volume split without connectors',
    routing({ algorithm: { type: 'volume_split', data: [] } }),
    malformed("Connectors list can't be empty for Volume split Algorithm"),
  ],
  [
    'a connector that the profile has no account with',
    single('adyen'),
    refused(422, 'IR_06', "connector with name 'adyen' not found for the given profile"),
  ],
  [
    'a connector account that does not exist',
    routing({
      algorithm: {
        type: 'single',
        data: { connector: 'stripe_test', merchant_connector_id: 'mca_unknown' },
      },
    }),
    refused(
      422,
      'IR_06',
      "connector with name 'stripe_test' and merchant connector account id 'mca_unknown' not found for the given profile",
    ),
  ],
  ['an unknown connector', single('acme'), malformed()],
  ['the least cost of all accounts', leastCost({}), accepted({ kind: 'least_cost' })],
  ['the least cost with a tolerance of 1', leastCost({ success_rate_tolerance: 1 }), accepted()],
  [
    'the least cost with a tolerance above 1',
    leastCost({ success_rate_tolerance: 1.1 }),
    malformed(),
  ],
  [
    'the least cost with a tolerance below 0',
    leastCost({ success_rate_tolerance: -0.1 }),
    malformed(),
  ],
  ['the least cost without data', leastCost(undefined), malformed()],
  ['the least cost with an unknown member', leastCost({ colour: 'red' }), malformed('colour')],
  [
    'the least cost of no connectors',
    leastCost({ connectors: [] }),
    malformed("Connectors list can't be empty for Least cost Algorithm"),
  ],
  [
    'the least cost of a connector that the profile has no account with',
    leastCost({ connectors: ['adyen'] }),
    refused(422, 'IR_06', "connector with name 'adyen' not found for the given profile"),
  ],
  [
    'the least cost is not for payouts',
    routing({ transaction_type: 'payout', algorithm: { type: 'least_cost', data: {} } }),
    refused(
      422,
      'IR_06',
      "Invalid routing algorithm: type 'least_cost' cannot be used for transaction_type 'payout'",
    ),
  ],
  [
    'a connector by its name alone',
    routing({ algorithm: { type: 'single', data: 'stripe_test' } }),
    accepted({ kind: 'single' }),
  ],
  [
    'a volume split whose only share is 0',
    share(0),
    refused(422, 'IR_06', 'Invalid routing algorithm: all shares are 0'),
  ],
  ['a volume split with a share of 256', share(256), accepted()],
  ['a volume split with the largest share of 32 bits', share(2_147_483_647), accepted()],
  ['a volume split with a share above 32 bits', share(2_147_483_648), malformed()],
  ['a volume split with a negative share', share(-1), malformed()],
  ['a volume split with a share that is a fraction', share(0.5), malformed()],
  ['a volume split whose shares do not sum to 100', share(7), accepted({ kind: 'volume_split' })],
]);

const comparison = (stated: object = {}) => ({
  lhs: 'amount',
  comparison: 'equal',
  value: { type: 'number', value: 1 },
  metadata: {},
  ...stated,
});

const program = (stated: object = {}, condition: unknown = comparison()) =>
  routing({
    algorithm: {
      type: 'advanced',
      data: {
        defaultSelection: { type: 'priority', data: [own] },
        rules: [
          {
            name: 'rule',
            connectorSelection: { type: 'priority', data: [own] },
            statements: [{ condition: [condition] }],
          },
        ],
        metadata: {},
        ...stated,
      },
    },
  });

const programs: Rule[] = rulesOf('POST /routing', [
  ['an advanced program', program(), accepted({ kind: 'advanced' })],
  ...words('defaultSelection rules metadata').map(
    (member): RouteRule => [
      `an advanced program without ${member}`,
      program({ [member]: undefined }),
      malformed(),
    ],
  ),
  ...words('lhs comparison value metadata').map(
    (member): RouteRule => [
      `a comparison without ${member}`,
      program({}, comparison({ [member]: undefined })),
      malformed(),
    ],
  ),
  ...words('equal not_equal less_than less_than_equal greater_than greater_than_equal').map(
    (operator): RouteRule => [
      `comparison ${operator}`,
      program({}, comparison({ comparison: operator })),
      accepted(),
    ],
  ),
  ['an unknown comparison', program({}, comparison({ comparison: 'like' })), malformed()],
  ...(
    [
      ['amount', 'number', 100],
      ['payment_method', 'enum_variant', 'card'],
      ['payment_method', 'enum_variant_array', ['card', 'wallet']],
      ['card_bin', 'str_value', '424242'],
      ['metadata', 'metadata_variant', { key: 'tier', value: 'gold' }],
      ['amount', 'number_array', [1, 2]],
      ['amount', 'number_comparison_array', [{ comparisonType: 'greater_than', number: 100 }]],
    ] as const
  ).map(
    ([lhs, type, value]): RouteRule => [
      `a value of ${type} for ${lhs}`,
      program({}, comparison({ lhs, value: { type, value } })),
      accepted(),
    ],
  ),
  ...(
    [
      [
        'a word for a number',
        { value: { type: 'enum_variant', value: 'large' } },
        "a value of type 'enum_variant' cannot be compared with it",
      ],
      [
        'a reference to elsewhere',
        { value: { type: 'global_ref', value: 'somewhere' } },
        "a value of type 'global_ref' cannot be compared with it",
      ],
      [
        'an order of words',
        { lhs: 'currency', comparison: 'less_than', value: { type: 'enum_variant', value: 'EUR' } },
        "a value of type 'enum_variant' can only be equal or not equal",
      ],
      [
        'an unknown word',
        { lhs: 'currency', value: { type: 'enum_variant', value: 'EURO' } },
        "unknown value 'EURO'",
      ],
      [
        'a country by its code',
        { lhs: 'billing_country', value: { type: 'enum_variant', value: 'DE' } },
        "unknown value 'DE'",
      ],
      [
        'seven digits of a card',
        { lhs: 'card_bin', value: { type: 'str_value', value: '4242424' } },
        'must have exactly 6 digits',
      ],
      [
        'a key for 3-D Secure alone',
        { lhs: 'issuer_name', value: { type: 'str_value', value: 'Bank' } },
        'unknown key',
      ],
    ] as const
  ).map(
    ([name, stated, problem]): RouteRule => [
      `a comparison with ${name}, named with its rule`,
      program({}, comparison(stated)),
      refused(
        422,
        'IR_06',
        `Invalid routing algorithm: rule 'rule', comparison 1.1 ('${Reflect.get(comparison(stated), 'lhs')} ${Reflect.get(comparison(stated), 'comparison')}'): ${problem}`,
      ),
    ],
  ),
  [
    'a value of an unknown type',
    program({}, comparison({ value: { type: 'regex', value: '.' } })),
    malformed(),
  ],
  [
    'a comparison with an unknown key',
    program({}, comparison({ lhs: 'weather', value: { type: 'enum_variant', value: 'rain' } })),
    refused(
      422,
      'IR_06',
      "Invalid routing algorithm: rule 'rule', comparison 1.1 ('weather equal'): unknown key",
    ),
  ],
]);

const decided =
  (operation: string, body: object): RuleRequest =>
  (context) =>
    context.ask(`routing.${operation}`, { body });
const emptyProgram = { defaultSelection: {}, rules: [], metadata: {} };
const unusable = {
  ...emptyProgram,
  rules: [
    {
      name: 'rule',
      connectorSelection: {},
      statements: [{ condition: [comparison({ lhs: 'weather' })] }],
    },
  ],
};
const configs = { merchant_surcharge_configs: {} };
const weather = refused(
  422,
  'IR_06',
  expect.stringMatching(
    /^Invalid program: rule 'rule', comparison 1\.1 \('weather .*: unknown key$/,
  ),
);

const decisions: Rule[] = [
  ...rulesOf('PUT /routing/decision', [
    [
      'a program about 3-D Secure',
      decided('save-decision', { name: 'mine', algorithm: emptyProgram }),
      accepted({ name: 'mine', program: emptyProgram }),
    ],
    [
      'one under its other name',
      decided('save-decision', { program: emptyProgram }),
      accepted({ program: emptyProgram }),
    ],
    ['none', decided('save-decision', {}), missing('algorithm')],
    ['one with an unknown key', decided('save-decision', { algorithm: unusable }), weather],
  ]),
  ...rulesOf('PUT /routing/decision/surcharge', [
    [
      'a program about surcharges',
      decided('save-surcharge', { ...configs, algorithm: emptyProgram }),
      accepted({ merchant_surcharge_configs: { show_surcharge_breakup_screen: null } }),
    ],
    [
      'one without its settings',
      decided('save-surcharge', { algorithm: emptyProgram }),
      malformed(),
    ],
    [
      'one with an unknown key',
      decided('save-surcharge', { ...configs, algorithm: unusable }),
      weather,
    ],
  ]),
  [
    'POST /three_ds_decision/execute',
    'an algorithm that does not exist',
    decided('execute-three-ds-decision', {
      routing_id: 'routing_unknown',
      payment: { amount: 1, currency: 'EUR' },
    }),
    refused(404, 'HE_02', 'Resource ID does not exist in our records'),
  ],
];

const listed = (query: Readonly<Record<string, string>>) =>
  asking('routing.list', undefined, { query });

const lists: Rule[] = [
  ...rulesOf('GET /routing', [
    ['a list without a limit', listed({}), accepted()],
    ['limit 65535', listed({ limit: '65535' }), accepted()],
    ['limit 65536', listed({ limit: '65536' }), malformedQuery],
    ['offset 255', listed({ offset: '255' }), accepted()],
    ['offset 256', listed({ offset: '256' }), malformedQuery],
  ]),
  [
    'POST /routing/{routing_algorithm_id}/activate',
    'the activation of an algorithm that does not exist',
    asking('routing.activate', {}, { params: { routing_algorithm_id: 'routing_unknown' } }),
    refused(404, 'HE_02', 'Resource ID does not exist in our records'),
  ],
  ...rulesOf('POST /routing/deactivate', [
    ['a deactivation without a profile', asking('routing.deactivate', {}), missing('profile_id')],
    [
      "a deactivation without a body is about the merchant's default profile",
      asking('routing.deactivate'),
      precondition('Algorithm is already inactive'),
    ],
    [
      'a deactivation where no algorithm is active',
      (context) =>
        asking('routing.deactivate', { profile_id: context.merchant.profileId })(context),
      refused(400, 'IR_16', 'Algorithm is already inactive'),
    ],
  ]),
  ...rulesOf('POST /routing/default', [
    [
      'a default fallback of another length',
      asking('routing.update-default', []),
      refused(400, 'IR_16', 'current config and updated config have different lengths'),
    ],
    [
      'a default fallback with other connectors',
      asking('routing.update-default', [
        { connector: 'adyen_test', merchant_connector_id: 'mca_unknown' },
      ]),
      refused(
        422,
        'IR_06',
        expect.stringContaining('connector mismatch between old and new configs'),
      ),
    ],
  ]),
];

/** A GSM rule for an error that has none yet. */
const gsm =
  (stated: object = {}): RuleRequest =>
  (context) =>
    byAdmin('gsm.create', {
      connector: 'stripe_test',
      flow: 'Payment',
      sub_flow: 'Authorize',
      code: context.newId('code'),
      message: 'Card declined',
      status: 'Failure',
      decision: 'do_default',
      step_up_possible: false,
      clear_pan_possible: false,
      ...stated,
    })(context);

/** A member of such a rule that takes these words. */
const oneOf = (field: string, list: string): Rule[] => [
  ...words(list).map(
    (word): Rule => [
      'POST /gsm',
      `${field} ${word}`,
      gsm({ [field]: word }),
      accepted({ [field]: word }),
    ],
  ),
  ['POST /gsm', `an unknown ${field}`, gsm({ [field]: 'whatever' }), unknownVariant(field)],
];

const gsmRules: Rule[] = [
  ...words(
    `connector flow sub_flow code message status decision step_up_possible clear_pan_possible`,
  ).map(
    (field): Rule => [
      'POST /gsm',
      `${field} is required`,
      gsm({ [field]: undefined }),
      malformed(`missing field \`${field}\``),
    ],
  ),
  ...(
    [
      ['flow', 64],
      ['sub_flow', 64],
      ['status', 64],
      ['router_error', 64],
      ['code', 255],
      ['message', 1_024],
    ] as const
  ).flatMap(([field, max]): Rule[] => [
    ['POST /gsm', `${field} of ${max} characters`, gsm({ [field]: letters(max) }), accepted()],
    [
      'POST /gsm',
      `${field} of ${max + 1} characters`,
      gsm({ [field]: letters(max + 1) }),
      malformed(`${max}`),
    ],
  ]),
  ...oneOf('decision', 'retry do_default'),
  ...oneOf('feature', 'retry'),
  ...oneOf(
    'error_category',
    `frm_decline processor_downtime processor_decline_unauthorized issue_with_payment_method
    processor_decline_incorrect_data hard_decline soft_decline`,
  ),
  ...oneOf(
    'standardised_code',
    `account_closed_or_invalid authentication_failed authentication_required
    authorization_missing_or_revoked card_lost_or_stolen card_not_supported_restricted
    cfg_pm_not_enabled_or_misconfigured compliance_or_sanctions_restriction configuration_issue
    credit_limit_exceeded currency_or_corridor_not_enabled do_not_honor downstream_technical_issue
    duplicate_request generic_unknown_error incorrect_authentication_code insufficient_funds
    integ_cryptographic_issue integration_issue invalid_card_number invalid_credentials invalid_cvv
    invalid_expiry_date invalid_state issuer_unavailable merchant_inactive missing_or_invalid_param
    operation_not_allowed payment_cancelled_by_user payment_method_issue payment_session_timeout
    pm_address_mismatch psp_acquirer_error psp_fraud_engine_decline rate_limit
    stored_credential_or_mit_not_enabled subscription_plan_inactive suspected_fraud
    three_ds_authentication_service_issue three_ds_configuration_issue
    three_ds_data_or_protocol_invalid transaction_not_permitted transaction_timed_out
    velocity_limit_exceeded wallet_or_token_config_issue`,
  ),
];

describe('a routing', () => {
  describeRules([...created, ...algorithms, ...programs, ...lists]);
});

describe('a program that decides about payments', () => {
  describeRules(decisions);
});

describe('a rule for an error of a processor', () => {
  describeRules(gsmRules);
});
