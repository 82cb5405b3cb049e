import { vaultOperations } from '#vault/operations.ts';
import {
  type VaultAnswer,
  type VaultAsk,
  vaultInMemory,
} from '../support/vault/vault-in-memory.ts';
import { letters } from './rule.ts';

const key = 'vk_shop_east';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type ServedVault = ReturnType<typeof vaultInMemory>;
type VaultRule = readonly [
  rule: string,
  operation: string,
  request: VaultAsk | ((world: ServedVault) => Promise<VaultAsk>),
  outcome: object,
];

const made = async (
  world: ServedVault,
  description = 'checkout',
): Promise<{ readonly id: string; readonly api_key: string }> => {
  const body = { api_key: { description } };
  const answer: VaultAnswer = await world.ask('vault.create-api-key', { key, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.attributes;
};

const create = (api_key: object): VaultAsk => ({ key, body: { api_key } });
const token = (session_token: object): VaultAsk => ({ key, body: { session_token } });
const record = (attributes: object) => ({
  status: 200,
  body: { data: { id: expect.stringMatching(uuid), type: 'api_key', attributes } },
});
const invalid = { status: 422, body: { errors: { code: 'validation_error' } } };

const routeOf = (name: string) => {
  const found = vaultOperations.find((operation) => operation.name === name);
  if (!found) throw new Error(`The vault has no operation ${name}.`);
  return `${found.method} ${found.path}`;
};

const rules: readonly VaultRule[] = [
  [
    'a new key is answered with 200 and shown in full',
    'vault.create-api-key',
    create({ description: 'checkout backend' }),
    record({
      id: expect.stringMatching(uuid),
      api_key: expect.stringMatching(/^vk_[\w-]{43}$/),
      description: 'checkout backend',
      status: 'active',
      created_at: '2030-01-31T10:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    }),
  ],
  [
    'the description of a new key may be absent',
    'vault.create-api-key',
    create({}),
    record({ description: null }),
  ],
  [
    'a description of 256 characters is taken',
    'vault.create-api-key',
    create({ description: letters(256) }),
    record({ description: letters(256) }),
  ],
  [
    'a description of 257 characters is refused with 422',
    'vault.create-api-key',
    create({ description: letters(257) }),
    invalid,
  ],
  [
    'a body whose members are not under `api_key` is refused with 400',
    'vault.create-api-key',
    { key, body: { description: 'checkout' } },
    { status: 400, body: { errors: { code: 'bad_request' } } },
  ],
  [
    'a key is shown by its last six characters once it was created',
    'vault.retrieve-api-key',
    async (world) => ({ key, params: { id: (await made(world)).id } }),
    record({ api_key: expect.stringMatching(/^\.\.\.[\w-]{6}$/), status: 'active' }),
  ],
  [
    'the list of keys holds records of type api_key',
    'vault.list-api-keys',
    { key },
    {
      status: 200,
      body: { data: expect.arrayContaining([expect.objectContaining({ type: 'api_key' })]) },
    },
  ],
  [
    'a key is revoked with 204 and no body',
    'vault.revoke-api-key',
    async (world) => ({ key, params: { id: (await made(world)).id } }),
    { status: 204, text: '' },
  ],
  [
    'a revoked key is refused with 401',
    'vault.list-api-keys',
    async (world) => {
      const { id, api_key } = await made(world);
      await world.ask('vault.revoke-api-key', { key, params: { id } });
      return { key: api_key };
    },
    { status: 401, body: { errors: { code: 'unauthorized' } } },
  ],
  [
    'a revoked key is shown as revoked, with the time',
    'vault.retrieve-api-key',
    async (world) => {
      const { id } = await made(world);
      await world.ask('vault.revoke-api-key', { key, params: { id } });
      return { key, params: { id } };
    },
    record({ status: 'revoked', revoked_at: '2030-01-31T10:00:00.000Z' }),
  ],
  [
    'a request without a key is refused with 401',
    'vault.list-api-keys',
    {},
    { status: 401, body: { errors: { code: 'unauthorized' } } },
  ],
  ...['card', 'show_card', 'show_service_code'].map(
    (scope): VaultRule => [
      `a session token of scope ${scope} is made`,
      'vault.create-session-token',
      token({ scope }),
      {
        status: 200,
        body: {
          data: {
            id: expect.stringMatching(uuid),
            type: 'session_token',
            attributes: { scope, session_token: expect.any(String) },
          },
        },
      },
    ],
  ),
  ...['service_code', 'cards', ''].map(
    (scope): VaultRule => [
      `a session token of scope ${JSON.stringify(scope)} is refused with 422`,
      'vault.create-session-token',
      token({ scope }),
      invalid,
    ],
  ),
  [
    'a session token without a scope is refused with 422',
    'vault.create-session-token',
    token({}),
    invalid,
  ],
];

describe('the vault', () => {
  const world = vaultInMemory();

  for (const [rule, operation, request, outcome] of rules)
    it(`${routeOf(operation)}: ${rule}`, async () => {
      const given = typeof request === 'function' ? await request(world) : request;
      expect(await world.ask(operation, given)).toMatchObject(outcome);
    });
});
