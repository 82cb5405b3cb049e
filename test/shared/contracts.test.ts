import * as v from 'valibot';
import {
  CreateAccountRequest,
  createAccount,
  MerchantAccountResponse,
  retrieveAccount,
  UpdateAccountRequest,
  updateAccount,
} from '#merchants/accounts/operations.ts';
import { checkWebhookStatuses, WebhookDetails } from '#merchants/accounts/webhook-details.ts';
import {
  ApiKeyResponse,
  CreateApiKeyRequest,
  CreateApiKeyResponse,
  createApiKey,
  listApiKeys,
  RevokeApiKeyResponse,
  revokeApiKey,
} from '#merchants/api-keys/operations.ts';
import {
  ConnectorAccountListItem,
  ConnectorAccountResponse,
  CreateConnectorAccountRequest,
  createConnectorAccount,
  listConnectorAccounts,
} from '#merchants/connector-accounts/operations.ts';
import { checkLinkDomains } from '#merchants/link-settings/link-config.ts';
import { checkProfileRequest } from '#merchants/profiles/check-profile-request.ts';
import {
  listProfiles,
  ProfileRequest,
  ProfileResponse,
  retrieveProfile,
  UpdateProfileRequest,
  updateProfile,
} from '#merchants/profiles/operations.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import {
  CreateCustomerRequest,
  CustomerResponse,
  createCustomer,
  retrieveCustomer,
  UpdateCustomerRequest,
  updateCustomer,
} from '#switch/customers/operations.ts';
import { AddressDetailsResponse } from '#vocabulary/address.ts';
import { ConnectorName, ConnectorType } from '#vocabulary/connectors.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import {
  CardNetwork,
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
  typesOf,
} from '#vocabulary/payment-methods.ts';
import { loadStructure } from '../support/documents/structure.ts';
import { refusal } from '../support/requests/refusal.ts';

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;
const long = (length: number) => 'x'.repeat(length);
const address = (length: number) => `https://shop.example/${long(length - 21)}`;
const email = (length: number) => `${long(length - 12)}@example.com`;
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, index]));

/** An object with one member deep down, such as `merchant_details.address.city`. */
const nested = (path: string, value: unknown): Record<string, unknown> => {
  const [first = '', ...rest] = path.split('.');
  return { [first]: rest.length ? nested(rest.join('.'), value) : value };
};

type Bounds = readonly [path: string, edge: unknown, beyond: unknown];
const texts = (prefix: string, max: number, names: readonly string[]): readonly Bounds[] =>
  names.map((name) => [prefix + name, long(max), long(max + 1)]);

/** Every limit of a request: the last allowed value and the first refused one. */
function holdsTheseBounds(
  schema: v.GenericSchema,
  base: Record<string, unknown>,
  bounds: readonly Bounds[],
) {
  it.each(bounds)(
    'a contract accepts %s up to its limit and refuses it beyond',
    (path, edge, beyond) => {
      expect(accepts(schema, { ...base, ...nested(path, edge) })).toBe(true);
      expect(accepts(schema, { ...base, ...nested(path, beyond) })).toBe(false);
    },
  );
}

const addressBounds = (prefix: string): readonly Bounds[] => [
  ...texts(prefix, 50, ['city', 'line2', 'line3', 'zip', 'origin_zip']),
  ...texts(prefix, 200, ['line1']),
  ...texts(prefix, 255, ['first_name', 'last_name']),
  [`${prefix}country`, 'GB', 'XX'],
  [`${prefix}state`, 'Bavaria', 7],
];

const accountBounds: readonly Bounds[] = [
  ['merchant_id', long(64), long(65)],
  ['merchant_id', 'a', ''],
  ['merchant_id', 'shop-east_1', 'shop east'],
  ['return_url', address(255), address(256)],
  ['return_url', 'http://shop.example', 'shop.example'],
  ['parent_merchant_id', long(255), long(256)],
  ['payment_response_hash_key', long(255), long(256)],
  ['locker_id', long(64), long(65)],
  ['metadata', keys(60), 'text'],
  ['sub_merchants_enabled', false, 'false'],
  ...texts('merchant_details.', 255, [
    'primary_contact_person',
    'primary_phone',
    'primary_email',
    'secondary_contact_person',
    'secondary_phone',
    'secondary_email',
    'website',
    'about_business',
  ]),
  ...addressBounds('merchant_details.address.'),
  ...texts('webhook_details.', 255, ['webhook_version', 'webhook_username', 'webhook_password']),
  ['webhook_details.payment_statuses_enabled', ['succeeded'], ['paid']],
  ['primary_business_details', [{ country: 'US', business: 'default' }], [{ country: 'US' }]],
];

describe('creating a merchant account', () => {
  holdsTheseBounds(CreateAccountRequest, { merchant_id: 'merchant_example' }, [
    ...accountBounds,
    ['organization_id', long(64), long(65)],
    ['organization_id', 'o', ''],
    ['product_type', 'vault', 'shop'],
    ['merchant_account_type', 'platform', 'tenant'],
  ]);

  it('creating a merchant account limits network tokenization credentials', () => {
    const whole = { token_service_api_key: 'a', public_key: 'b', private_key: 'c', key_id: 'd' };
    for (const member of Object.keys(whole)) {
      const taken = [255, 256].map((length) =>
        accepts(CreateAccountRequest, {
          merchant_id: 'm',
          network_tokenization_credentials: {
            internal_network_token_service: { ...whole, [member]: long(length) },
          },
        }),
      );
      expect([member, ...taken]).toEqual([member, true, false]);
    }
  });

  it('creating a merchant account reads one line of business as a list of one', () => {
    const business = { country: 'US', business: 'shoes' };
    for (const primary_business_details of [business, [business]]) {
      const request = v.parse(CreateAccountRequest, { merchant_id: 'm', primary_business_details });
      expect(request.primary_business_details).toEqual([business]);
    }
  });

  it.each([
    ['', {}],
    ['webhook_details', {}],
    ['merchant_details', {}],
    ['merchant_details.address', {}],
    ['primary_business_details', { country: 'US', business: 'shoes' }],
  ])('creating a merchant account refuses an unknown member in %j', (path, whole) => {
    const request = (member: object) => ({
      merchant_id: 'm',
      ...(path ? nested(path, { ...whole, ...member }) : member),
    });
    expect(accepts(CreateAccountRequest, request({}))).toBe(true);
    expect(accepts(CreateAccountRequest, request({ colour: 'green' }))).toBe(false);
  });

  it('creating a merchant account accepts null for everything but the merchant', () => {
    const nulls = Object.fromEntries(
      Object.keys(CreateAccountRequest.entries).map((name) => [name, null]),
    );
    expect(accepts(CreateAccountRequest, { ...nulls, merchant_id: 'm' })).toBe(true);
    expect(accepts(CreateAccountRequest, nulls)).toBe(false);
  });

  it('creating a merchant account drops blanks around an identifier', () => {
    expect(v.parse(CreateAccountRequest, { merchant_id: ' shop ' }).merchant_id).toBe('shop');
  });
});

describe('updating a merchant account', () => {
  holdsTheseBounds(UpdateAccountRequest, { merchant_id: 'merchant_example' }, [
    ...accountBounds,
    ['default_profile', long(64), long(65)],
  ]);

  it('updating a merchant account refuses fields that only its create accepts', () => {
    for (const member of [{ organization_id: 'org' }, { product_type: 'vault' }]) {
      expect(accepts(UpdateAccountRequest, { merchant_id: 'm', ...member })).toBe(false);
    }
  });
});

describe('the statuses for which a merchant gets webhooks', () => {
  const check = (details: object) =>
    refusal(() => checkWebhookStatuses(v.parse(WebhookDetails, details)));

  it('the webhook statuses may be those that webhooks are sent for', () => {
    expect(
      check({
        payment_statuses_enabled: ['succeeded', 'failed', 'processing'],
        refund_statuses_enabled: ['success', 'failure'],
        payout_statuses_enabled: ['success', 'reversed'],
      }),
    ).toBeUndefined();
  });

  it.each([
    ['payment', 'requires_payment_method'],
    ['payment', 'requires_confirmation'],
    ['refund', 'pending'],
    ['payout', 'requires_creation'],
  ])('the webhook statuses cannot be those of a %s that is %s', (kind, status) => {
    expect(check({ [`${kind}_statuses_enabled`]: [status] })).toEqual([
      422,
      'IR_06',
      `Invalid ${kind} webhook status provided: ${status}`,
    ]);
  });
});

describe('creating an API key', () => {
  holdsTheseBounds(CreateApiKeyRequest, { name: 'Till backend' }, [
    ['name', long(64), long(65)],
    ['name', 'a', ''],
    ['description', long(256), long(257)],
    ['description', null, 7],
    ['expiration', 'never', 'sometimes'],
    ['expiration', '2031-01-01T00:00:00Z', '2031-01-01'],
    ['expiration', '2031-01-01T05:30:00.000+05:30', '2031-01-01T05:30:00'],
    ['expiration', '2001-01-01T00:00:00Z', null],
    ['expiration', '2031-12-31T23:59:59Z', 1_900_000_000],
  ]);

  it('a new API key never expires when its create names no expiry', () => {
    expect(v.parse(CreateApiKeyRequest, { name: 'Till' }).expiration).toBe('never');
  });

  it('a new API key needs a name, and unknown members are refused', () => {
    expect(accepts(CreateApiKeyRequest, {})).toBe(false);
    expect(accepts(CreateApiKeyRequest, { name: 'Till', scope: 'all' })).toBe(false);
  });
});

describe('listing API keys', () => {
  const query = listApiKeys.query ?? v.never();

  it('listing API keys reads numbers as a query spells them', () => {
    expect(v.parse(query, { limit: '10', skip: '0' })).toEqual({ limit: 10, skip: 0 });
    expect(v.parse(query, {})).toEqual({});
  });

  it.each([
    { limit: 'ten' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: '' },
    { skip: '9007199254740992' },
    { page: '2' },
  ])('listing API keys refuses %j', (wrong) => {
    expect(accepts(query, wrong)).toBe(false);
  });
});

describe('creating a connector account', () => {
  const base = { connector_type: 'payment_processor', connector_name: 'stripe' };
  const method = (types: object) => [
    {
      payment_method: 'card',
      payment_method_types: [{ payment_method_type: 'credit', ...types }],
    },
  ];

  holdsTheseBounds(CreateConnectorAccountRequest, base, [
    ['connector_type', 'fiz_operations', 'shop'],
    ['connector_name', 'zsl', 'unknown_connector'],
    ['connector_label', long(255), long(256)],
    ['profile_id', long(64), long(65)],
    ['status', 'inactive', 'sleeping'],
    ['connector_account_details', {}, 'key'],
    ['business_country', 'DE', 'Germany'],
    ['connector_webhook_details', { merchant_secret: 's' }, {}],
    ['connector_wallets_details', { google_pay: {} }, { other_pay: {} }],
    ['payment_methods_enabled', method({}), [{ payment_method: 'cash' }]],
    ['payment_methods_enabled', method({ minimum_amount: 1 }), method({ minimum_amount: 1.5 })],
    [
      'payment_methods_enabled',
      method({ card_networks: ['VISA'] }),
      method({ card_networks: ['X'] }),
    ],
    [
      'payment_methods_enabled',
      method({ accepted_currencies: { type: 'enable_only', list: ['USD'] } }),
      method({ accepted_currencies: { type: 'enable_only', list: ['XXX'] } }),
    ],
    [
      'payment_methods_enabled',
      method({ accepted_countries: { type: 'all_accepted' } }),
      method({ accepted_countries: { type: 'enable_only' } }),
    ],
    ['frm_configs', [{ gateway: 'stripe', payment_methods: [] }], [{ gateway: 'stripe' }]],
  ]);

  it('creating a connector account writes out every member of the given payment methods', () => {
    const payment_methods_enabled = method({ card_networks: ['VISA', 'AMEX', 'JCB'] });
    const request = v.parse(CreateConnectorAccountRequest, { ...base, payment_methods_enabled });
    expect(request.payment_methods_enabled?.[0]?.payment_method_types?.[0]).toEqual({
      payment_method_type: 'credit',
      payment_experience: null,
      card_networks: ['Visa', 'AmericanExpress', 'JCB'],
      accepted_currencies: null,
      accepted_countries: null,
      minimum_amount: null,
      maximum_amount: null,
      recurring_enabled: null,
      installment_payment_enabled: null,
    });
  });

  it('creating a connector account requires the connector and its use, and refuses an unknown member', () => {
    expect(accepts(CreateConnectorAccountRequest, base)).toBe(true);
    expect(accepts(CreateConnectorAccountRequest, { connector_name: 'stripe' })).toBe(false);
    expect(accepts(CreateConnectorAccountRequest, { connector_type: 'networks' })).toBe(false);
    expect(accepts(CreateConnectorAccountRequest, { ...base, colour: 'green' })).toBe(false);
  });
});

describe('a customer', () => {
  const bounds: readonly Bounds[] = [
    ...texts('', 255, [
      'name',
      'phone',
      'phone_country_code',
      'description',
      'tax_registration_id',
    ]),
    ['description', ' a ', '  '],
    ['email', email(64), 'payer'],
    ['email', email(255), email(256)],
    ['metadata', keys(50), keys(51)],
    ['metadata', { [long(40)]: '' }, { [long(41)]: '' }],
    ['metadata', { note: long(500) }, { note: long(501) }],
    ['metadata', { note: { text: long(489) } }, { note: { text: long(490) } }],
    ...addressBounds('address.'),
    [
      'document_details',
      { document_type: 'other', document_number: long(255) },
      { document_type: 'other', document_number: long(256) },
    ],
    [
      'document_details',
      { document_type: 'psn', document_number: '1' },
      { document_type: 'passport', document_number: '1' },
    ],
  ];
  holdsTheseBounds(CreateCustomerRequest, {}, [
    ...bounds,
    ['customer_id', long(64), long(65)],
    ['customer_id', 'c', ''],
    ['customer_id', 'c-1_A', 'c/1'],
  ]);
  holdsTheseBounds(UpdateCustomerRequest, {}, bounds);

  it('a customer may have unknown members, but not in its address', () => {
    expect(v.parse(CreateCustomerRequest, { colour: 'green' })).not.toHaveProperty('colour');
    expect(accepts(CreateCustomerRequest, { address: { colour: 'green' } })).toBe(false);
  });
});

describe('a profile', () => {
  it('a profile with an unknown member is refused', () => {
    expect(accepts(ProfileRequest, { colour: 'green' })).toBe(false);
    expect(accepts(UpdateProfileRequest, { colour: 'green' })).toBe(false);
  });

  holdsTheseBounds(ProfileRequest, {}, [
    ['profile_name', long(64), long(65)],
    ['return_url', address(255), address(256)],
    ['payment_response_hash_key', long(255), long(256)],
    ['intent_fulfillment_time', 0, -1],
    ['session_expiry', 900, 900.5],
    ['max_auto_retries_enabled', 255, 256],
    ['max_auto_retries_enabled', 0, -1],
    ['dispute_polling_interval', 24, 25],
    ['dispute_polling_interval', 0, -1],
    ['merchant_category_code', '0001', '001'],
    ['merchant_category_code', '5411', 'shop'],
    ['merchant_business_country', 'GB', 'UK'],
    ['is_external_vault_enabled', 'skip', true],
    ['outgoing_webhook_custom_http_headers', { 'x-shop': 'east' }, { 'x-shop': 7 }],
    ['payment_link_config', { theme: long(255) }, { theme: long(256) }],
    ['payout_link_config', { allowed_domains: [] }, {}],
  ]);

  const cardInfo = (ttl_in_secs: number) => ({ public_key: 'key', ttl_in_secs });
  holdsTheseBounds(UpdateProfileRequest, {}, [
    ['extended_card_info_config', cardInfo(7_200), cardInfo(7_201)],
    ['extended_card_info_config', { public_key: 'key' }, { ttl_in_secs: 900 }],
  ]);

  const check = (request: object) =>
    refusal(() => checkProfileRequest(v.parse(ProfileRequest, request)));

  it.each([
    { intent_fulfillment_time: 60 },
    { intent_fulfillment_time: 1800 },
    { session_expiry: 60 },
    { session_expiry: 7_890_000 },
    { merchant_country_code: '840' },
    { outgoing_webhook_custom_http_headers: { 'X-Shop': 'east, and "west"' } },
    {
      payment_link_config: { domain_name: 'pay.shop.example', allowed_domains: ['*.shop.example'] },
    },
  ])('a profile may have %j', (request) => {
    expect(check(request)).toBeUndefined();
  });

  const fulfillment = 'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).';
  const session = 'session_expiry should be between 60(1 min) to 7890000(3 months).';
  it.each([
    [{ intent_fulfillment_time: 59 }, fulfillment],
    [{ intent_fulfillment_time: 1801 }, fulfillment],
    [{ session_expiry: 59 }, session],
    [{ session_expiry: 7_890_001 }, session],
    [{ merchant_country_code: 'US' }, 'Invalid merchant country code'],
    ...[{ 'x shop': 'east' }, { 'x-shop': 'east\r\nx-other: 1' }, { Host: 'a' }].map(
      (outgoing_webhook_custom_http_headers): [object, string] => [
        { outgoing_webhook_custom_http_headers },
        'Invalid header received in outgoing_webhook_custom_http_headers',
      ],
    ),
    [
      { webhook_details: { refund_statuses_enabled: ['paid'] } },
      'Invalid refund webhook status provided: paid',
    ],
    [
      { payment_link_config: { domain_name: 'no host', allowed_domains: ['*'] } },
      'Invalid host domain name received in payment_link_config',
    ],
    [
      { payment_link_config: { domain_name: 'pay.shop.example' } },
      'Invalid allowed domain names received in payment_link_config',
    ],
    [
      { payout_link_config: { allowed_domains: ['a b'] } },
      'Invalid allowed domain names received in payout_link_config',
    ],
  ])('a profile cannot have %j', (request, message) => {
    expect(check(request)).toEqual([422, 'IR_06', message]);
  });

  it('a profile with wrong domains names the page', () => {
    expect(
      refusal(() =>
        checkLinkDomains('pm_collect_link_config', { domain_name: '-', allowed_domains: [] }),
      ),
    ).toEqual([422, 'IR_06', 'Invalid host domain name received in pm_collect_link_config']);
  });
});

const operations: readonly Operation[] = [
  createAccount,
  retrieveAccount,
  updateAccount,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listProfiles,
  retrieveProfile,
  updateProfile,
  createConnectorAccount,
  listConnectorAccounts,
  createCustomer,
  retrieveCustomer,
  updateCustomer,
];

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  'the contract of %s',
  (_, { path, params, query, body, example }) => {
    it('every contract has an example that it accepts', () => {
      if (params) expect(accepts(params, example.params)).toBe(true);
      if (query) expect(accepts(query, example.query ?? {})).toBe(true);
      if (body) expect(accepts(body, example.body)).toBe(true);
      expect(body === undefined).toBe(example.body === undefined);
    });

    it("every contract declares the names in its path, and accepts no identifier that can't be stored", () => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(example.params ?? {})).toEqual(named);
      for (const wrong of ['', 'a b', 'a/b', long(65)]) {
        for (const name of named) {
          const wrongParams = { ...example.params, [name ?? '']: wrong };
          expect(accepts(params ?? v.any(), wrongParams)).toBe(false);
        }
      }
    });
  },
);

describe('the vocabulary', () => {
  it('the vocabulary has a family for every payment method type', () => {
    expect(new Set(Object.values(typesOf).flat())).toEqual(new Set(PaymentMethodType.options));
  });

  it('the vocabulary writes card networks in one way, however they were spelled', () => {
    const spelled = ['VISA', 'Visa', 'AMEX', 'AMERICANEXPRESS', 'RUPAY', 'JCB'];
    expect(spelled.map((name) => v.parse(CardNetwork, name))).toEqual([
      'Visa',
      'Visa',
      'AmericanExpress',
      'AmericanExpress',
      'RuPay',
      'JCB',
    ]);
    expect(accepts(CardNetwork, 'visa')).toBe(false);
  });

  it('the vocabulary has the number of decimals of every currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map((one) => minorUnitDigits(v.parse(Currency, one)))).toEqual([
      2, 0, 3,
    ]);
  });
});

const structure = loadStructure();
if (!structure) console.warn('The published structure is not here: its comparisons are skipped.');

(structure ? describe : describe.skip)('compared with the published structure', () => {
  it.each([
    ['MerchantAccountResponse', MerchantAccountResponse],
    ['CreateApiKeyResponse', CreateApiKeyResponse],
    ['RetrieveApiKeyResponse', ApiKeyResponse],
    ['RevokeApiKeyResponse', RevokeApiKeyResponse],
    ['ProfileResponse', ProfileResponse],
    ['MerchantConnectorResponse', ConnectorAccountResponse],
    ['MerchantConnectorListResponse', ConnectorAccountListItem],
    ['CustomerResponse', CustomerResponse],
    ['AddressDetails', AddressDetailsResponse],
  ] as const)('%s has every property', (name, { entries }) => {
    expect(Object.keys(entries)).toEqual(expect.arrayContaining([...published(name)]));
  });

  it.each([
    ['MerchantAccountCreate', CreateAccountRequest],
    ['MerchantAccountUpdate', UpdateAccountRequest],
    ['CreateApiKeyRequest', CreateApiKeyRequest],
    ['ProfileCreate', ProfileRequest],
    ['ProfileCreate', UpdateProfileRequest],
    ['MerchantConnectorCreate', CreateConnectorAccountRequest],
    ['CustomerRequest', CreateCustomerRequest],
    ['CustomerUpdateRequest', UpdateCustomerRequest],
    ['WebhookDetails', WebhookDetails],
  ] as const)('%s takes every property', (name, { entries }) => {
    expect(Object.keys(entries)).toEqual(expect.arrayContaining([...published(name)]));
  });

  it.each([
    ['CountryAlpha2', Country],
    ['Currency', Currency],
    ['PaymentMethod', PaymentMethod],
    ['PaymentMethodType', PaymentMethodType],
    ['PaymentExperience', PaymentExperience],
    ['Connector', ConnectorName],
    ['ConnectorType', ConnectorType],
  ] as const)('%s has every word', (name, { options }) => {
    expect(options).toEqual(expect.arrayContaining([...(structure?.words(name) ?? [])]));
  });

  it('CardNetwork has every word', () => {
    const words = structure?.words('CardNetwork') ?? [];
    expect(words.map((word) => v.parse(CardNetwork, word))).toEqual(words);
  });

  const published = (name: string) => structure?.properties(name) ?? [];
});
