import { adminKey } from '../support/switch-in-memory.ts';
import {
  accepted,
  byAdmin,
  describeRules,
  letters,
  malformed,
  type Rule,
  type RuleRequest,
  refused,
} from './rule.ts';

const tooLong = (max: number) => malformed(`the maximum allowed length for this field is ${max}`);

const keyOf =
  (stated: object): RuleRequest =>
  (context) =>
    byAdmin('api-keys.create', stated)(context);

const apiKeys: Rule[] = [
  [
    '01 9',
    'expiration may be absent, which means never',
    keyOf({ name: 'till' }),
    accepted({ expiration: 'never' }),
  ],
  [
    '01 9',
    'never',
    keyOf({ name: 'till', expiration: 'never' }),
    accepted({ expiration: 'never' }),
  ],
  [
    '01 4.3',
    'an instant',
    keyOf({ name: 'till', expiration: '2040-01-31T08:15:30Z' }),
    accepted({ expiration: expect.stringMatching(/^2040-01-31T08:15:30/) }),
  ],
  [
    '01 4.3',
    'no other expiration',
    keyOf({ name: 'x', expiration: 'soon' }),
    malformed('expiration'),
  ],
  ['01 4.3', 'name is required', keyOf({}), malformed('missing field `name`')],
  ['01 9', 'name need not be unique', keyOf({ name: 'till' }), accepted({ name: 'till' })],
  ['01 7.2', 'name of 64 characters', keyOf({ name: letters(64) }), accepted()],
  ['01 7.2', 'name of 65', keyOf({ name: letters(65) }), tooLong(64)],
  ['01 7.2', 'description of 256', keyOf({ name: 'x', description: letters(256) }), accepted()],
  ['01 7.2', 'description of 257', keyOf({ name: 'x', description: letters(257) }), tooLong(256)],
  [
    '01 4.3',
    'unknown members are refused',
    keyOf({ name: 'x', colour: 'red' }),
    malformed('colour'),
  ],
  [
    '01 3.1',
    'a key has 64 letters and digits after its environment, its identifier 20',
    keyOf({ name: 'till' }),
    accepted({
      api_key: expect.stringMatching(/^snd_[A-Za-z0-9]{64}$/),
      key_id: expect.stringMatching(/^snd_[A-Za-z0-9]{20}$/),
    }),
  ],
  [
    '01 4.3',
    'a query of the list has no other parameters',
    ({ world, merchant }) =>
      world.ask('api-keys.list', {
        key: adminKey,
        params: { merchant_id: merchant.id },
        query: { colour: 'red' },
      }),
    refused(400, 'IR_06'),
  ],
];

const organizations: Rule[] = [
  [
    '01 4.1',
    'an organization is a standard one, and what is not stated is null',
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
    '01 4.1',
    'organization_name is required',
    byAdmin('organizations.create', {}),
    malformed('missing field `organization_name`'),
  ],
  [
    '01 4.1',
    'unknown members are refused',
    byAdmin('organizations.create', { organization_name: 'x', colour: 'red' }),
    malformed('unknown field `colour`'),
  ],
  [
    '01 4.1',
    'names need not be unique',
    byAdmin('organizations.create', { organization_name: 'Example Retail' }),
    accepted(),
  ],
];

describe('an API key', () => {
  describeRules(apiKeys);
});

describe('an organization', () => {
  describeRules(organizations);
});
