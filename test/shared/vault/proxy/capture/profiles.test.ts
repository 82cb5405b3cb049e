import fc from 'fast-check';
import { transformationOf } from '#vault/proxy/capture/profile.ts';
import { profileStore } from '#vault/proxy/capture/profile-store.ts';
import { aVault } from '../../../../support/vault/a-vault.ts';
import { vaultInMemory } from '../../../../support/vault/vault-in-memory.ts';

const transformed = (transformation: string, text: string) =>
  transformationOf(transformation)?.(text);

describe('a transformation', () => {
  it.each([
    ['substring:0,2', '08/2031', '08'],
    ['substring:3,4', '08/2031', '2031'],
    ['substring:3,6', '08/2031', '2031'],
    ['substring:0,99', '08/2031', '08/2031'],
    ['substring:7,2', '08/2031', ''],
    ['substring:99,2', '08/2031', ''],
    ['substring:0,0', '08/2031', ''],
    ['digits', ' 41-11 x', '4111'],
    ['trim', ' 08 \n', '08'],
    ['pad:2', '8', '08'],
    ['pad:2', '12', '12'],
  ])('a transformation %s of %j is %j', (transformation, text, expected) => {
    expect(transformed(transformation, text)).toBe(expected);
  });

  it("a transformation's substring is its start and its length, clamped", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), fc.nat(20), (text, start, length) => {
        const part = transformed(`substring:${start},${length}`, text);
        expect(part).toHaveLength(Math.max(0, Math.min(length, text.length - start)));
        expect(text.startsWith(part ?? '?', start)).toBe(start <= text.length || part === '');
      }),
    );
  });

  it.each(['substring:1', 'substring:-1,2', 'substring:a,b', 'upper', 'pad:', '', 'digits '])(
    'a transformation is invalid: %s',
    (text) => expect(transformationOf(text)).toBeUndefined(),
  );
});

const layout = {
  type: 'json',
  schema: {
    message_node: { selector: '$.reservations[*]' },
    card_node: { selector: 'payment.card' },
  },
  card_token_placement: {
    type: 'card_node',
    card_token_node: 'vault_token',
    error_node: 'vault_error',
    warning_node: 'vault_warning',
  },
  card_node: {
    card_number: { selector: 'pan' },
    cardholder_name: { selector: 'holder' },
    expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
    expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
    service_code: { selector: 'cvv' },
  },
};
const key = 'vk_shop_east';
const withProfile = (changes: object, name = 'pms-bookings') => ({
  tokenization_profile: { name, profile: { ...layout, ...changes } },
});

describe('the routes of profiles', () => {
  it('the routes of profiles create, show, list, change and delete, each tenant its own', async () => {
    const vault = aVault();
    const { ask, clock } = vaultInMemory(vault);
    const created = await ask('vault.create-tokenization-profile', { key, body: withProfile({}) });
    expect(created.status).toBe(200);
    const { data } = created.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      type: 'tokenization_profile',
      attributes: {
        id: data.id,
        name: 'pms-bookings',
        profile: layout,
        created_at: '2030-01-31T10:00:00.000Z',
        updated_at: '2030-01-31T10:00:00.000Z',
      },
    });
    const params = { id: data.id };
    const shown = await ask('vault.retrieve-tokenization-profile', { key, params });
    expect(shown.body).toEqual({ data });
    expect((await ask('vault.list-tokenization-profiles', { key })).body).toEqual({ data: [data] });

    const foreign = { key: 'vk_shop_west', params };
    expect((await ask('vault.retrieve-tokenization-profile', foreign)).status).toBe(404);
    const body = withProfile({}, 'other');
    expect((await ask('vault.update-tokenization-profile', { ...foreign, body })).status).toBe(404);
    expect((await ask('vault.delete-tokenization-profile', foreign)).status).toBe(404);
    expect(
      (await ask('vault.list-tokenization-profiles', { key: 'vk_shop_west' })).body.data,
    ).toEqual([]);

    clock.now = new Date('2030-02-01T00:00:00.000Z');
    const changed = await ask('vault.update-tokenization-profile', { key, params, body });
    expect(changed.body.data.attributes).toMatchObject({
      name: 'other',
      created_at: '2030-01-31T10:00:00.000Z',
      updated_at: '2030-02-01T00:00:00.000Z',
    });
    const store = profileStore(() => vault.table('cards'));
    expect(await store.named('shop_east', 'pms-bookings')).toBeUndefined();
    expect(await store.named('shop_east', 'other')).toMatchObject({ id: data.id });
    const again = await ask('vault.update-tokenization-profile', { key, params, body });
    expect(again.status).toBe(200);

    expect((await ask('vault.delete-tokenization-profile', { key, params })).status).toBe(204);
    expect((await ask('vault.delete-tokenization-profile', { key, params })).status).toBe(404);
    expect(await store.named('shop_east', 'other')).toBeUndefined();
    const types = vault.ports.audit.items().map(({ type }) => String(type));
    expect(types.filter((type) => type.startsWith('profile.')).sort()).toEqual([
      'profile.changed',
      'profile.changed',
      'profile.created',
      'profile.deleted',
    ]);
  });

  it('the routes of profiles allow no more than two hundred, also when fifty come at once', async () => {
    const { ask } = vaultInMemory();
    const create = (name: string) =>
      ask('vault.create-tokenization-profile', { key, body: withProfile({}, name) });
    for (let count = 0; count < 195; count += 1) {
      expect((await create(`profile-${count}`)).status).toBe(200);
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, count) => create(`another-${count}`)),
    );
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused?.body.errors).toMatchObject({
      details: { tokenization_profile: ['are too many'] },
    });
  });

  it('the routes of profiles give a name to one profile of a tenant, and to one of each tenant', async () => {
    const { ask } = vaultInMemory();
    const taken = { status: 422, body: { errors: { details: { name: ['is taken'] } } } };
    const first = await ask('vault.create-tokenization-profile', { key, body: withProfile({}) });
    expect(first.status).toBe(200);
    expect(
      await ask('vault.create-tokenization-profile', { key, body: withProfile({}) }),
    ).toMatchObject(taken);
    const west = { key: 'vk_shop_west', body: withProfile({}) };
    expect((await ask('vault.create-tokenization-profile', west)).status).toBe(200);
    const second = await ask('vault.create-tokenization-profile', {
      key,
      body: withProfile({}, 'b'),
    });
    const params = { id: second.body.data.id };
    expect(
      await ask('vault.update-tokenization-profile', { key, params, body: withProfile({}) }),
    ).toMatchObject(taken);
  });

  const card_node = layout.card_node;
  const schema = layout.schema;
  const placement = layout.card_token_placement;
  it.each([
    ['a name that a URL cannot carry', 'name', {}, 'a b'],
    ['an empty name', 'name', {}, ''],
    ['a name that may be a number', 'name', {}, '4111-1111-1111-1111'],
    ['a type that is none', 'type', { type: 'csv' }, 'p'],
    ['a member that is not known', 'colour', { colour: 'red' }, 'p'],
    ['no number', 'card_number', { card_node: { ...card_node, card_number: undefined } }, 'p'],
    [
      'a selector that is none',
      'card_number',
      { card_node: { ...card_node, card_number: { selector: '[' } } },
      'p',
    ],
    [
      'a selector with a regular expression',
      'message_node',
      { schema: { ...schema, message_node: { selector: '$[?search(@.a,"(a+)+$")]' } } },
      'p',
    ],
    [
      'a selector whose filter searches',
      'message_node',
      { schema: { ...schema, message_node: { selector: '$..[?count($..*)>1]' } } },
      'p',
    ],
    [
      'XPath whose filter searches',
      'message_node',
      {
        type: 'xml',
        schema: {
          message_node: { selector: '//a[count(//b[count(//a)>0])>0]' },
          card_node: { selector: 'c' },
        },
      },
      'p',
    ],
    [
      'a selector of the whole that is relative',
      'message_node',
      { schema: { ...schema, message_node: { selector: 'reservations' } } },
      'p',
    ],
    [
      'XPath with a function that is not known',
      'message_node',
      {
        type: 'xml',
        schema: { message_node: { selector: '//a[document("x")]' }, card_node: { selector: 'c' } },
      },
      'p',
    ],
    [
      'a relative XPath that begins at the top',
      'card_node',
      {
        type: 'xml',
        schema: { message_node: { selector: '//a' }, card_node: { selector: '//c' } },
      },
      'p',
    ],
    [
      'a transformation that is not known',
      'transformation',
      { card_node: { ...card_node, service_code: { selector: 'c', transformation: 'eval:1' } } },
      'p',
    ],
    [
      'a node that is no name',
      'card_token_node',
      { card_token_placement: { ...placement, card_token_node: '__proto__' } },
      'p',
    ],
    [
      'two names for the token',
      'card_token_placement',
      { card_token_placement: { ...placement, node: 'other' } },
      'p',
    ],
    [
      'one name for token and error',
      'card_token_placement',
      { card_token_placement: { ...placement, error_node: 'vault_token' } },
      'p',
    ],
    ['a placement that is none', 'type', { card_token_placement: { type: 'trailer' } }, 'p'],
  ])('the routes of profiles refuse %s', async (_, field, changes, name) => {
    const { ask } = vaultInMemory();
    const body = withProfile(changes, name);
    const answer = await ask('vault.create-tokenization-profile', { key, body });
    expect(answer.body.errors).toMatchObject({ code: 'validation_error' });
    expect(Object.keys(answer.body.errors.details)).toEqual([field]);
    expect((await ask('vault.list-tokenization-profiles', { key })).body.data).toEqual([]);
  });

  it("the routes of profiles accept the token node's other name", async () => {
    const { ask } = vaultInMemory();
    const body = withProfile({ card_token_placement: { type: 'card_node', node: 'token' } });
    const answer = await ask('vault.create-tokenization-profile', { key, body });
    expect(answer.status).toBe(200);
  });
});
