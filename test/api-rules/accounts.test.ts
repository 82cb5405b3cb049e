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

/** A new merchant account that states this. */
const account =
  (stated: object = {}): RuleRequest =>
  (context) =>
    byAdmin('accounts.create', { merchant_id: context.newId('shop'), ...stated })(context);

/** So many lines of business in one country. */
const businesses = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ country: 'US', business: `shop ${index}` }));

/** The merchant's own account, updated. */
const update =
  (stated: object): RuleRequest =>
  (context) =>
    byAdmin('accounts.update', { merchant_id: context.merchant.id, ...stated })(context);

const tooLong = (max: number) => malformed(`the maximum allowed length for this field is ${max}`);
const id = 'A-Z a-z 0-9 _ -';

const identifiers: Rule[] = rulesOf('POST /accounts', [
  [`merchant_id is made of ${id}`, account({ merchant_id: 'a-Z_0' }), accepted()],
  [
    'blanks around merchant_id are dropped',
    account({ merchant_id: '  shop_of_ann ' }),
    accepted({ merchant_id: 'shop_of_ann' }),
  ],
  ['merchant_id has at least 1 character', account({ merchant_id: '' }), malformed('1')],
  ['merchant_id of 64 characters', account({ merchant_id: letters(64) }), accepted()],
  ['merchant_id of 65 characters', account({ merchant_id: letters(65) }), tooLong(64)],
  [
    'merchant_id with a blank inside',
    account({ merchant_id: 'a b' }),
    malformed('value contains invalid character'),
  ],
  ['organization_id of 65 characters', account({ organization_id: letters(65) }), tooLong(64)],
  [
    'organization_id of 64 characters of an organization that does not exist',
    account({ organization_id: letters(64) }),
    refused(404, 'IR_37', 'organization with the given id does not exist'),
  ],
  [
    'merchant_id is required',
    byAdmin('accounts.create', {}),
    malformed('missing field `merchant_id`'),
  ],
  ['unknown members are refused', account({ colour: 'red' }), malformed('unknown field `colour`')],
]);

const defaults: Rule[] = rulesOf('POST /accounts', [
  [
    'enable_payment_response_hash is off unless stated',
    account(),
    accepted({ enable_payment_response_hash: false }),
  ],
  [
    'members that the request leaves out are answered as false, null or empty',
    account(),
    accepted({
      merchant_name: null,
      return_url: null,
      redirect_to_merchant_with_http_post: false,
      merchant_details: null,
      webhook_details: null,
      sub_merchants_enabled: false,
      parent_merchant_id: null,
      metadata: null,
      primary_business_details: [],
      frm_routing_algorithm: null,
      payout_routing_algorithm: null,
      is_recon_enabled: false,
      recon_status: 'not_requested',
      pm_collect_link_config: null,
      product_type: 'orchestration',
      merchant_account_type: 'standard',
      network_tokenization_credentials: null,
    }),
  ],
  [
    'payment_response_hash_key is 64 letters and digits unless stated',
    account(),
    accepted({ payment_response_hash_key: expect.stringMatching(/^[A-Za-z0-9]{64}$/) }),
  ],
  [
    'publishable_key in the request is ignored, and a new one is made',
    account({ publishable_key: 'pk_mine' }),
    accepted({ publishable_key: expect.stringMatching(/^pk_snd_[0-9a-f]{32}$/) }),
  ],
  [
    'without organization_id a new organization is made',
    account(),
    accepted({ organization_id: expect.stringMatching(/^org_[A-Za-z0-9]{20}$/) }),
  ],
  [
    'without primary_business_details the account has one profile, which is its default',
    account(),
    accepted({ default_profile: expect.stringMatching(/^pro_[A-Za-z0-9]{20}$/) }),
  ],
  [
    'primary_business_details may be a single object, and are answered as a list',
    account({ primary_business_details: { country: 'US', business: 'shoes' } }),
    accepted({ primary_business_details: [{ country: 'US', business: 'shoes' }] }),
  ],
  [
    'two primary_business_details make two profiles, and none is the default',
    account({
      primary_business_details: [
        { country: 'US', business: 'shoes' },
        { country: 'DE', business: 'hats' },
      ],
    }),
    accepted({ default_profile: null }),
  ],
  [
    'the same primary_business_details twice make one profile',
    account({
      primary_business_details: [
        { country: 'US', business: 'shoes' },
        { country: 'US', business: 'shoes' },
      ],
    }),
    accepted({ default_profile: expect.stringMatching(/^pro_[A-Za-z0-9]{20}$/) }),
  ],
  [
    '90 primary_business_details in one request',
    account({ primary_business_details: businesses(90) }),
    accepted({ default_profile: null }),
  ],
  [
    '91 primary_business_details in one request',
    account({ primary_business_details: businesses(91) }),
    malformed('primary_business_details'),
  ],
  [
    'an empty payment_response_hash_key',
    account({ payment_response_hash_key: '' }),
    malformed('payment_response_hash_key'),
  ],
  ...(
    [
      [
        { domain_name: 'not a host' },
        'Invalid host domain name received in pm_collect_link_config',
      ],
      [
        { domain_name: 'pay.example', allowed_domains: ['???'] },
        'Invalid allowed domain names received in pm_collect_link_config',
      ],
    ] as const
  ).map(
    ([stated, message]): RouteRule => [
      `pm_collect_link_config: ${message}`,
      account({
        pm_collect_link_config: { allowed_domains: [], enabled_payment_methods: [], ...stated },
      }),
      refused(422, 'IR_06', message),
    ],
  ),
  [
    'primary_business_details without a country',
    account({ primary_business_details: [{ business: 'shoes' }] }),
    malformed('primary_business_details'),
  ],
]);

const texts: Rule[] = [
  ...(
    [
      ['return_url', 255, 'https://shop.example/'],
      ['parent_merchant_id', 255, ''],
      ['payment_response_hash_key', 255, ''],
      ['locker_id', 64, ''],
    ] as const
  ).flatMap(([field, max, start]): Rule[] => [
    [
      'POST /accounts',
      `${field} of ${max} characters`,
      account({ [field]: start + letters(max - start.length) }),
      accepted({ [field]: start + letters(max - start.length) }),
    ],
    [
      'POST /accounts',
      `${field} of ${max + 1} characters`,
      account({ [field]: start + letters(max + 1 - start.length) }),
      tooLong(max),
    ],
  ]),
  ...words(
    'primary_contact_person primary_phone primary_email secondary_contact_person secondary_phone ' +
      'secondary_email website about_business',
  ).flatMap((field): Rule[] => [
    [
      'POST /accounts',
      `merchant_details.${field} of 255 characters`,
      account({ merchant_details: { [field]: letters(255) } }),
      accepted({ merchant_details: { [field]: letters(255) } }),
    ],
    [
      'POST /accounts',
      `merchant_details.${field} of 256 characters`,
      account({ merchant_details: { [field]: letters(256) } }),
      tooLong(255),
    ],
  ]),
  ...rulesOf('POST /accounts', [
    [
      'merchant_details may have a tax registration',
      account({ merchant_details: { merchant_tax_registration_id: 'DE1' } }),
      accepted({ merchant_details: { merchant_tax_registration_id: 'DE1' } }),
    ],
    [
      'an unknown member of merchant_details',
      account({ merchant_details: { colour: 'red' } }),
      malformed('unknown field'),
    ],
  ]),
  ...words('webhook_version webhook_username webhook_password').flatMap((field): Rule[] => [
    [
      'POST /accounts',
      `webhook_details.${field} of 255 characters`,
      account({ webhook_details: { [field]: letters(255) } }),
      accepted({
        webhook_details: {
          // A secret is shown masked.
          [field]: letters(255).replaceAll(/(?<=..).(?=..)/g, (sign) =>
            field === 'webhook_password' ? '*' : sign,
          ),
        },
      }),
    ],
    [
      'POST /accounts',
      `webhook_details.${field} of 256 characters`,
      account({ webhook_details: { [field]: letters(256) } }),
      tooLong(255),
    ],
  ]),
  ...rulesOf('POST /accounts', [
    ...(
      [
        [
          'webhook_username with a colon',
          { webhook_username: 'shop:a' },
          'a user name with a colon',
        ],
        ['webhook_username with a line break', { webhook_username: 'a\nb' }, 'a control character'],
        ['webhook_password with a line break', { webhook_password: 'a\nb' }, 'a control character'],
      ] as const
    ).map(
      ([what, webhook_details, reason]): RouteRule => [
        what,
        account({ webhook_details }),
        malformed(`${reason} is not allowed`),
      ],
    ),
    [
      'a webhook_url with a zero width space around it',
      account({ webhook_details: { webhook_url: '\u200bhttps://shop.example/hook\u200b ' } }),
      accepted({ webhook_details: { webhook_url: 'https://shop.example/hook' } }),
    ],
    [
      'an unknown member of webhook_details',
      account({ webhook_details: { colour: 'red' } }),
      malformed('unknown field `colour`'),
    ],
    [
      'return_url without a scheme',
      account({ return_url: 'shop' }),
      malformed('return_url: relative URL without a base'),
    ],
    [
      'webhook_url without a scheme',
      account({ webhook_details: { webhook_url: 'localhost:4000' } }),
      malformed('webhook_details.webhook_url: relative URL without a base'),
    ],
  ]),
];

const statuses = words(
  'succeeded failed cancelled cancelled_post_capture processing requires_customer_action ' +
    'requires_merchant_action requires_capture partially_captured ' +
    'partially_captured_and_capturable partially_authorized_and_requires_capture ' +
    'partially_captured_and_processing conflicted expired review',
);

const webhookLists: Rule[] = (
  [
    ['payment', statuses, words('requires_payment_method requires_confirmation')],
    ['refund', words('success failure'), words('pending manual_review')],
    [
      'payout',
      words('success failed cancelled initiated expired reversed'),
      words('pending requires_creation'),
    ],
  ] as const
).flatMap(([kind, told, silent]): Rule[] => {
  const list = `${kind}_statuses_enabled`;
  return [
    [
      'POST /accounts/{account_id}',
      `${list} with every status that has a webhook`,
      update({ webhook_details: { [list]: told } }),
      accepted({ webhook_details: { [list]: told } }),
    ],
    ...silent.map(
      (status): Rule => [
        'POST /accounts/{account_id}',
        `${list} with ${status}, which has no webhook`,
        update({ webhook_details: { [list]: [status] } }),
        refused(422, 'IR_06', `Invalid ${kind} webhook status provided: ${status}`),
      ],
    ),
  ];
});

const algorithmFields = words('payout_routing_algorithm frm_routing_algorithm routing_algorithm');
const isShown = (field: string) => field !== 'routing_algorithm';
const algorithms: Rule[] = [
  ...statedAlgorithms('POST /accounts', algorithmFields, account, isShown),
  ...statedAlgorithms('POST /accounts/{account_id}', algorithmFields, update, isShown),
];

const enumerations: Rule[] = rulesOf('POST /accounts', [
  ...words('orchestration vault recon recovery cost_observability dynamic_routing').map(
    (product_type): RouteRule => [
      `product_type ${product_type}`,
      account({ product_type }),
      accepted({ product_type }),
    ],
  ),
  ['an unknown product_type', account({ product_type: 'toys' }), unknownVariant('product_type')],
  [
    'merchant_account_type standard',
    account({ merchant_account_type: 'standard' }),
    accepted({ merchant_account_type: 'standard' }),
  ],
  [
    'merchant_account_type platform has an organization of its own',
    account({ merchant_account_type: 'platform' }),
    accepted({ merchant_account_type: 'platform' }),
  ],
  [
    'merchant_account_type connected without a platform',
    account({ merchant_account_type: 'connected' }),
    refused(422, 'IR_06', 'Organization cannot be created with connected merchant only'),
  ],
  ...(
    [
      ['platform', 'Merchant account type cannot be Platform for a Standard Organization'],
      ['connected', 'Merchant account type must be Standard for a Standard Organization'],
    ] as const
  ).map(
    ([merchant_account_type, message]): RouteRule => [
      `an ordinary organization has no ${merchant_account_type} merchants`,
      async (context) => {
        const { body } = await account()(context);
        return account({ organization_id: body.organization_id, merchant_account_type })(context);
      },
      refused(422, 'IR_06', message),
    ],
  ),
  [
    'an unknown merchant_account_type',
    account({ merchant_account_type: 'large' }),
    unknownVariant('merchant_account_type'),
  ],
]);

describe('a merchant account', () => {
  describeRules([
    ...identifiers,
    ...defaults,
    ...texts,
    ...webhookLists,
    ...algorithms,
    ...enumerations,
  ]);
});
