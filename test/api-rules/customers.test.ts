import { countries } from './codes.ts';
import {
  accepted,
  asking,
  describeRules,
  letters,
  malformed,
  malformedQuery,
  metadataOf,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

const customer = (stated: object = {}): RuleRequest => asking('customers.create', stated);

const fields: Rule[] = [
  ...rulesOf('POST /customers', [
    [
      'customer_id is made unless stated',
      customer(),
      accepted({ customer_id: expect.stringMatching(/^cus_[A-Za-z0-9]{20}$/) }),
    ],
    [
      'customer_id of 64 characters',
      customer({ customer_id: letters(64) }),
      accepted({ customer_id: letters(64) }),
    ],
    ['customer_id of 65 characters', customer({ customer_id: letters(65) }), malformed('64')],
    ['an empty customer_id', customer({ customer_id: '' }), malformed('is 1')],
    [
      'customer_id with a full stop',
      customer({ customer_id: 'joseph.doe' }),
      malformed('value contains invalid character'),
    ],
    ['unknown members are ignored', customer({ colour: 'red' }), accepted()],
  ]),
  ...words('name phone phone_country_code description tax_registration_id').flatMap(
    (field): Rule[] => [
      [
        'POST /customers',
        `${field} of 255 characters`,
        customer({ [field]: letters(255) }),
        accepted({ [field]: letters(255) }),
      ],
      [
        'POST /customers',
        `${field} of 256 characters`,
        customer({ [field]: letters(256) }),
        malformed('255'),
      ],
    ],
  ),
  ...rulesOf('POST /customers', [
    ['description of blanks alone', customer({ description: '  ' }), malformed('is 1')],
    [
      'blanks around description are dropped',
      customer({ description: ' regular ' }),
      accepted({ description: 'regular' }),
    ],
    ['email', customer({ email: 'payer@example.com' }), accepted({ email: 'payer@example.com' })],
    ...[
      "o'brien@example.com",
      'tom&jerry@example.com',
      'a_b-c.d+e%f/g=h@example.co.uk',
      'anna@xn--mller-kva.de',
      'ivan@xn--80ak6aa92e.xn--p1ai',
      'x@1and1.example',
      'taro..yamada@docomo.example',
      'taro.@docomo.example',
      '.taro@docomo.example',
    ].map((email): RouteRule => [`email ${email}`, customer({ email }), accepted({ email })]),
    ...['payer@shop', 'a@b..example', 'a@.b.example', 'a@b@c.example', 'a b@c.example'].map(
      (email): RouteRule => [
        `email ${email}, which is none`,
        customer({ email }),
        malformed('Failed to parse email'),
      ],
    ),
    ['email without a domain', customer({ email: 'payer' }), malformed('Failed to parse email')],
    [
      'email that is too long',
      customer({ email: `${letters(64)}@${'example.'.repeat(32)}com` }),
      malformed('Failed to parse email'),
    ],
    [
      'phone of any characters',
      customer({ phone: 'ask mother' }),
      accepted({ phone: 'ask mother' }),
    ],
    ['name as a number', customer({ name: 1 }), malformed('name: invalid type')],
  ]),
];

const metadata: Rule[] = rulesOf('POST /customers', [
  [
    'metadata of 50 keys',
    customer({ metadata: metadataOf(50) }),
    accepted({ metadata: metadataOf(50) }),
  ],
  ['metadata of 51 keys', customer({ metadata: metadataOf(51) }), malformed('50 keys')],
  ['metadata with a key of 40 characters', customer({ metadata: metadataOf(1, 40) }), accepted()],
  [
    'metadata with a key of 41 characters',
    customer({ metadata: metadataOf(1, 41) }),
    malformed('40 characters'),
  ],
  [
    'metadata with a value of 500 characters',
    customer({ metadata: { note: letters(500) } }),
    accepted(),
  ],
  [
    'metadata with a value of 501 characters',
    customer({ metadata: { note: letters(501) } }),
    malformed('500'),
  ],
  ['metadata as a list', customer({ metadata: ['x'] }), malformed('metadata: invalid type')],
]);

const address = (stated: object) => customer({ address: stated });

const addresses: Rule[] = [
  ...(
    [
      ['city', 50],
      ['line1', 200],
      ['line2', 50],
      ['line3', 50],
      ['zip', 50],
      ['first_name', 255],
      ['last_name', 255],
      ['origin_zip', 50],
    ] as const
  ).flatMap(([field, max]): Rule[] => [
    [
      'POST /customers',
      `${field} of ${max} characters`,
      address({ [field]: letters(max) }),
      accepted({ address: { [field]: letters(max) } }),
    ],
    [
      'POST /customers',
      `${field} of ${max + 1} characters`,
      address({ [field]: letters(max + 1) }),
      malformed(`maximum allowed length for this field is ${max}`),
    ],
  ]),
  ...rulesOf('POST /customers', [
    ['unknown members are refused', address({ planet: 'Mars' }), malformed('`planet`')],
    ...countries.map(
      (country): RouteRule => [
        `country ${country}`,
        address({ country }),
        accepted({ address: { country } }),
      ],
    ),
    ...['us', 'USA', 'XX', ''].map(
      (country): RouteRule => [
        `country ${JSON.stringify(country)}`,
        address({ country }),
        unknownVariant(''),
      ],
    ),
  ]),
];

const documents: Rule[] = rulesOf('POST /customers', [
  ...(
    [
      ['cpf', '52998224725'],
      ['cnpj', '11222333000181'],
      ['psn', '1'],
      ['other', 'A 1'],
    ] as const
  ).map(
    ([document_type, document_number]): RouteRule => [
      `document_type ${document_type} with a valid number`,
      customer({ document_details: { document_type, document_number } }),
      accepted({ document_details: { document_type, document_number } }),
    ],
  ),
  [
    'an unknown document_type',
    customer({ document_details: { document_type: 'passport', document_number: '1' } }),
    unknownVariant(''),
  ],
  ...(
    [
      ['cpf', '52998224726'],
      ['cnpj', '11222333000182'],
    ] as const
  ).map(
    ([document_type, document_number]): RouteRule => [
      `document_type ${document_type} with a wrong check digit`,
      customer({ document_details: { document_type, document_number } }),
      refused(
        400,
        'IR_07',
        expect.stringMatching(
          new RegExp(`^Invalid value provided: ?Invalid ${document_type.toUpperCase()}$`),
        ),
      ),
    ],
  ),
]);

/** How many customers an answer that counts shows. */
const counted = (query: Readonly<Record<string, string>>) =>
  asking('customers.list-with-count', undefined, { query });

const lists: Rule[] = [
  ...rulesOf('GET /customers/list_with_count', [
    ['limit 1 of the list with a count', counted({ limit: '1' }), accepted()],
    ['limit 100 of the list with a count', counted({ limit: '100' }), accepted()],
    ['limit 0 of the list with a count', counted({ limit: '0' }), malformedQuery],
    ['limit 101 of the list with a count', counted({ limit: '101' }), malformedQuery],
  ]),
  ...rulesOf('GET /customers/list', [
    [
      'limit 65535 of the list',
      asking('customers.list', undefined, { query: { limit: '65535' } }),
      accepted(),
    ],
    [
      'limit 65536 of the list',
      asking('customers.list', undefined, { query: { limit: '65536' } }),
      malformedQuery,
    ],
  ]),
];

describe('a customer', () => {
  describeRules([...fields, ...metadata, ...documents, ...lists]);
});

describe('the address of a customer', () => {
  describeRules(addresses);
});
