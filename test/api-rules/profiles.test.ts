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
import { statedAlgorithms } from './stated-algorithms.ts';

/** A new profile under a name of its own that states this. */
const profile =
  (stated: object = {}): RuleRequest =>
  (context) =>
    byAdmin('profiles.create', { profile_name: context.newId('profile'), ...stated })(context);

const created = 'POST /account/{account_id}/business_profile';
const updated = 'POST /account/{account_id}/business_profile/{profile_id}';

/** The merchant's first profile, updated. */
const update =
  (stated: object): RuleRequest =>
  (context) =>
    byAdmin('profiles.update', stated, {
      account_id: context.merchant.id,
      profile_id: context.merchant.profileId,
    })(context);

const algorithmFields = words('payout_routing_algorithm frm_routing_algorithm routing_algorithm');
const algorithms: Rule[] = [
  // A new profile's `routing_algorithm` is checked and not stored.
  ...statedAlgorithms(created, algorithmFields, profile, (one) => one !== 'routing_algorithm'),
  ...statedAlgorithms(updated, algorithmFields, update, () => true),
];

const defaults: Rule[] = rulesOf(created, [
  [
    'members that the request leaves out have the merchant’s values or the published defaults',
    profile(),
    accepted({
      return_url: null,
      enable_payment_response_hash: false,
      redirect_to_merchant_with_http_post: false,
      webhook_details: null,
      metadata: null,
      routing_algorithm: null,
      intent_fulfillment_time: 900,
      frm_routing_algorithm: null,
      payout_routing_algorithm: null,
      applepay_verified_domains: null,
      session_expiry: 900,
      payment_link_config: null,
      payout_link_config: null,
      authentication_connector_details: null,
      use_billing_as_payment_method_billing: true,
      collect_shipping_details_from_wallet_connector: false,
      collect_billing_details_from_wallet_connector: false,
      is_connector_agnostic_mit_enabled: null,
      outgoing_webhook_custom_http_headers: null,
      tax_connector_id: null,
      is_tax_connector_enabled: false,
      is_network_tokenization_enabled: false,
      is_pre_network_tokenization_enabled: false,
      network_tokenization_credentials: null,
      is_auto_retries_enabled: false,
      max_auto_retries_enabled: null,
      is_clear_pan_retries_enabled: false,
      is_manual_retry_enabled: null,
      always_request_extended_authorization: null,
      always_enable_overcapture: null,
      is_click_to_pay_enabled: false,
      authentication_product_ids: null,
      force_3ds_challenge: false,
      is_debit_routing_enabled: false,
      merchant_business_country: null,
      merchant_category_code: null,
      merchant_country_code: null,
      is_iframe_redirection_enabled: null,
      dispute_polling_interval: null,
      is_external_vault_enabled: null,
      external_vault_connector_details: null,
      billing_processor_id: null,
      surcharge_connector_details: null,
      is_l2_l3_enabled: false,
      payment_method_blocking: null,
      extended_card_info_config: null,
      acquirer_configs: null,
    }),
  ],
  [
    'card_testing_guard_config is off unless stated',
    profile(),
    accepted({
      card_testing_guard_config: {
        card_ip_blocking_status: 'disabled',
        card_ip_blocking_threshold: 3,
        guest_user_card_blocking_status: 'disabled',
        guest_user_card_blocking_threshold: 10,
        customer_id_blocking_status: 'disabled',
        customer_id_blocking_threshold: 5,
        guest_ip_blocking_status: 'disabled',
        guest_ip_blocking_threshold: 10,
        card_testing_guard_expiry: 3_600,
      },
    }),
  ],
  [
    'profile_id is made',
    profile(),
    accepted({ profile_id: expect.stringMatching(/^pro_[A-Za-z0-9]{20}$/) }),
  ],
]);

const guard = {
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'enabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'enabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 3_600,
};

const sessionRange = refused(
  422,
  'IR_06',
  'session_expiry should be between 60(1 min) to 7890000(3 months).',
);
const fulfillmentRange = refused(
  422,
  'IR_06',
  'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).',
);

const ranges: Rule[] = [
  ...(
    [
      ['session_expiry', 60, 7_890_000, sessionRange],
      ['intent_fulfillment_time', 60, 1_800, fulfillmentRange],
    ] as const
  ).flatMap(([field, least, most, refusal]): Rule[] => [
    [created, `${field} ${least}`, profile({ [field]: least }), accepted({ [field]: least })],
    [created, `${field} ${most}`, profile({ [field]: most }), accepted({ [field]: most })],
    [created, `${field} ${least - 1}`, profile({ [field]: least - 1 }), refusal],
    [created, `${field} ${most + 1}`, profile({ [field]: most + 1 }), refusal],
    [created, `${field} -1`, profile({ [field]: -1 }), malformed(field)],
    [created, `${field} as text`, profile({ [field]: '900' }), malformed(field)],
  ]),
  ...rulesOf(created, [
    ...[0, 24].map(
      (hours): RouteRule => [
        `dispute_polling_interval ${hours}`,
        profile({ dispute_polling_interval: hours }),
        accepted({ dispute_polling_interval: hours }),
      ],
    ),
    [
      'dispute_polling_interval -1',
      profile({ dispute_polling_interval: -1 }),
      malformed('DisputePollingIntervalInHours cannot be negative'),
    ],
    [
      'dispute_polling_interval 25',
      profile({ dispute_polling_interval: 25 }),
      malformed('exceeds the maximum allowed value of 24'),
    ],
    ...[0, 255].map(
      (most): RouteRule => [
        `max_auto_retries_enabled ${most}`,
        profile({ max_auto_retries_enabled: most }),
        accepted({ max_auto_retries_enabled: most }),
      ],
    ),
    ...[-1, 256].map(
      (most): RouteRule => [
        `max_auto_retries_enabled ${most}`,
        profile({ max_auto_retries_enabled: most }),
        malformed('max_auto_retries_enabled'),
      ],
    ),
  ]),
  ...rulesOf(updated, [
    [
      'extended_card_info_config with ttl_in_secs 7200',
      update({ extended_card_info_config: { public_key: 'key', ttl_in_secs: 7_200 } }),
      accepted({ extended_card_info_config: { ttl_in_secs: 7_200 } }),
    ],
    [
      'extended_card_info_config with ttl_in_secs 7201',
      update({ extended_card_info_config: { public_key: 'key', ttl_in_secs: 7_201 } }),
      refused(
        400,
        'IR_06',
        expect.stringContaining('ttl_in_secs must be less than or equal to 7200 (2hrs)'),
      ),
    ],
    [
      'extended_card_info_config has ttl_in_secs 900 unless stated',
      update({ extended_card_info_config: { public_key: 'key' } }),
      accepted({ extended_card_info_config: { ttl_in_secs: 900 } }),
    ],
    [
      'extended_card_info_config without public_key',
      update({ extended_card_info_config: {} }),
      malformed('missing field `public_key`'),
    ],
  ]),
  [
    created,
    'extended_card_info_config of a new profile',
    profile({ extended_card_info_config: { public_key: 'key' } }),
    malformed('unknown field `extended_card_info_config`'),
  ],
];

const fields: Rule[] = rulesOf(created, [
  ['profile_name of 64 characters', profile({ profile_name: letters(64) }), accepted()],
  ['profile_name of 65 characters', profile({ profile_name: letters(65) }), malformed('64')],
  [
    'profile_name is unique for a merchant',
    profile({ profile_name: 'default' }),
    refused(400, 'IR_38'),
  ],
  ['unknown members are refused', profile({ colour: 'red' }), malformed('colour')],
  [
    'return_url of 256 characters',
    profile({ return_url: `https://shop.example/${letters(235)}` }),
    malformed('255'),
  ],
  [
    'return_url without a scheme',
    profile({ return_url: 'shop.example' }),
    malformed('relative URL without a base'),
  ],
  [
    'merchant_category_code of four digits',
    profile({ merchant_category_code: '5661' }),
    accepted({ merchant_category_code: '5661' }),
  ],
  ...['566', '56611'].map(
    (code): RouteRule => [
      `merchant_category_code of ${code.length} digits`,
      profile({ merchant_category_code: code }),
      malformed('Invalid MCC: MCC must be exactly 4 characters long'),
    ],
  ),
  [
    'merchant_category_code of letters',
    profile({ merchant_category_code: 'shoe' }),
    malformed('Invalid MCC: MCC must be a number'),
  ],
  [
    'merchant_country_code as a number',
    profile({ merchant_country_code: '840' }),
    accepted({ merchant_country_code: '840' }),
  ],
  [
    'merchant_country_code as letters',
    profile({ merchant_country_code: 'USA' }),
    refused(422, 'IR_06', 'Invalid merchant country code'),
  ],
  [
    'merchant_business_country by two letters',
    profile({ merchant_business_country: 'US' }),
    accepted({ merchant_business_country: 'US' }),
  ],
  [
    'merchant_business_country by three letters',
    profile({ merchant_business_country: 'USA' }),
    unknownVariant('merchant_business_country'),
  ],
  [
    'card_testing_guard_config without members about guests',
    profile({ card_testing_guard_config: guard }),
    accepted({
      card_testing_guard_config: {
        ...guard,
        guest_ip_blocking_status: 'disabled',
        guest_ip_blocking_threshold: 10,
      },
    }),
  ],
  ...Object.keys(guard).map(
    (member): RouteRule => [
      `card_testing_guard_config without ${member}`,
      profile({ card_testing_guard_config: { ...guard, [member]: undefined } }),
      malformed(`missing field \`${member}\``),
    ],
  ),
  [
    'the answer shows only the ends of outgoing_webhook_custom_http_headers',
    profile({ outgoing_webhook_custom_http_headers: { 'x-shop': 'abcdefgh', 'x-no': 'abcd' } }),
    accepted({ outgoing_webhook_custom_http_headers: { 'x-shop': 'ab****gh', 'x-no': '****' } }),
  ],
]);

/** A member that takes one of these words. */
const oneOf = (
  field: string,
  list: string,
  stated: (word: string) => object,
  shown: (word: string) => object = stated,
): Rule[] => [
  ...words(list).map(
    (word): Rule => [created, `${field} ${word}`, profile(stated(word)), accepted(shown(word))],
  ),
  [created, `an unknown ${field}`, profile(stated('whatever')), unknownVariant('')],
];

const blocking = (card: object) => ({ payment_method_blocking: { card } });
const link = { domain_name: null, allowed_domains: ['shop.example'] };

const enumerations: Rule[] = [
  ...oneOf('is_external_vault_enabled', 'enable skip', (word) => ({
    is_external_vault_enabled: word,
  })),
  ...oneOf('vault_sdk', 'vgs_sdk hyperswitch_sdk', (vault_sdk) => ({
    external_vault_connector_details: { vault_connector_id: 'mca_1', vault_sdk },
  })),
  ...oneOf('a guard that is', 'enabled disabled', (card_ip_blocking_status) => ({
    card_testing_guard_config: { ...guard, card_ip_blocking_status },
  })),
  ...oneOf('blocked card_types', 'credit debit', (word) => blocking({ card_types: [word] })),
  ...oneOf('blocked issuing_country', 'US DE', (word) => blocking({ issuing_country: [word] })),
  ...oneOf('form_layout', 'tabs journey', (form_layout) => ({
    payout_link_config: { ...link, form_layout },
  })),
  ...oneOf(
    'authentication_connectors',
    `threedsecureio netcetera gpayments ctp_mastercard unified_authentication_service
    juspaythreedsserver ctp_visa cardinal`,
    (word) => ({
      authentication_connector_details: {
        authentication_connectors: [word],
        three_ds_requestor_url: 'https://shop.example',
      },
    }),
  ),
];

describe('a profile', () => {
  describeRules([...defaults, ...ranges, ...fields, ...algorithms]);
});

describe('the texts of a profile', () => {
  describeRules(enumerations);
});
