import { adminKey } from '../support/switch/switch-in-memory.ts';
import {
  accepted,
  byAdmin,
  describeRules,
  letters,
  malformed,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
} from './rule.ts';

const tooLong = (max: number) => malformed(`the maximum allowed length for this field is ${max}`);

const keyOf =
  (stated: object): RuleRequest =>
  (context) =>
    byAdmin('api-keys.create', stated)(context);

const apiKeys: Rule[] = [
  ...rulesOf('POST /api_keys/{merchant_id}', [
    [
      'expiration may be absent, which means never',
      keyOf({ name: 'till' }),
      accepted({ expiration: 'never' }),
    ],
    [
      'expiration never',
      keyOf({ name: 'till', expiration: 'never' }),
      accepted({ expiration: 'never' }),
    ],
    [
      'expiration as a time',
      keyOf({ name: 'till', expiration: '2040-01-31T08:15:30Z' }),
      accepted({ expiration: expect.stringMatching(/^2040-01-31T08:15:30/) }),
    ],
    [
      'expiration as another word',
      keyOf({ name: 'x', expiration: 'soon' }),
      malformed('expiration'),
    ],
    ['name is required', keyOf({}), malformed('missing field `name`')],
    ['name need not be unique', keyOf({ name: 'till' }), accepted({ name: 'till' })],
    ['name of 64 characters', keyOf({ name: letters(64) }), accepted()],
    ['name of 65 characters', keyOf({ name: letters(65) }), tooLong(64)],
    ['description of 256 characters', keyOf({ name: 'x', description: letters(256) }), accepted()],
    [
      'description of 257 characters',
      keyOf({ name: 'x', description: letters(257) }),
      tooLong(256),
    ],
    ['unknown members are refused', keyOf({ name: 'x', colour: 'red' }), malformed('colour')],
    [
      'a new key has 64 letters and digits after its environment, and its identifier has 20',
      keyOf({ name: 'till' }),
      accepted({
        api_key: expect.stringMatching(/^snd_[A-Za-z0-9]{64}$/),
        key_id: expect.stringMatching(/^snd_[A-Za-z0-9]{20}$/),
      }),
    ],
  ]),
  [
    'GET /api_keys/{merchant_id}/list',
    'an unknown parameter of the list',
    ({ world, merchant }) =>
      world.ask('api-keys.list', {
        key: adminKey,
        params: { merchant_id: merchant.id },
        query: { colour: 'red' },
      }),
    refused(400, 'IR_06'),
  ],
];

const organizations: Rule[] = rulesOf('POST /organization', [
  [
    'organization_type is standard, and members that the request leaves out are null',
    byAdmin('organizations.create', { organization_name: 'Example Retail' }),
    accepted({
      organization_id: expect.stringMatching(/^org_[A-Za-z0-9]{20}$/),
      organization_name: 'Example Retail',
      organization_details: null,
      metadata: null,
      organization_type: 'standard',
    }),
  ],
  [
    'organization_name is required',
    byAdmin('organizations.create', {}),
    malformed('missing field `organization_name`'),
  ],
  [
    'unknown members are refused',
    byAdmin('organizations.create', { organization_name: 'x', colour: 'red' }),
    malformed('unknown field `colour`'),
  ],
  [
    'organization_name need not be unique',
    byAdmin('organizations.create', { organization_name: 'Example Retail' }),
    accepted(),
  ],
]);

describe('an API key', () => {
  describeRules(apiKeys);
});

describe('an organization', () => {
  describeRules(organizations);
});
