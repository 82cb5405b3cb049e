import fc from 'fast-check';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const or = (value: unknown, ...others: readonly unknown[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant<unknown>(value) }, fc.constantFrom(...others));
const nothing = [undefined, null] as const;
const strange = ['', ' ', '\u0000', '\ud800', 'ü'.repeat(300), 7, -1, true, [], {}, [[]], 'never'];
const text = (value: string) => or(value, ...strange, ...nothing);
const object = (value: object) =>
  or(value, [], 'x', 1, JSON.parse('{"__proto__":{"a":1}}'), { 'a.b': { '': null } }, ...nothing);

/** Bodies that are almost right, and some with an unknown member. */
const almost = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ ...members, stranger: fc.constantFrom(...Array(20), 'here') }),
    },
    fc.constantFrom<unknown>(null, [], 'text', 7, {}, { '': '' }),
  );

const credentials = fc.oneof(
  fc.constantFrom<unknown>(
    { auth_type: 'HeaderKey', api_key: 'secret of the property' },
    { auth_type: 'HeaderKey', api_key: '' },
    { auth_type: 'HeaderKey', api_key: 7 },
    { auth_type: 'BodyKey', api_key: 'a', key1: 'b' },
    { auth_type: 'TemporaryAuth' },
    { auth_type: 'CurrencyAuthKey', auth_key_map: { EUR: {} } },
    { auth_type: 'Other' },
    [],
    'x',
  ),
  fc.constantFrom(...nothing),
);

const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'organizations.create': almost({
    organization_name: text('Example Retail'),
    organization_details: object({ region: 'north' }),
    metadata: object({ crm: '1' }),
  }),
  'organizations.update': almost({
    organization_name: text('Example Retail'),
    organization_details: object({ region: 'north' }),
    metadata: object({ crm: '1' }),
    platform_merchant_id: text('merchant_1'),
  }),
  'api-keys.update': almost({
    name: text('till'),
    description: text('second floor'),
    expiration: or('never', '2031-01-01T00:00:00Z', '2031-13-01T00:00:00Z', ...strange, ...nothing),
  }),
  'profiles.create': almost({
    profile_name: fc.oneof(fc.uuid(), text('default')),
    return_url: or('https://shop.example', 'shop', 'ftp://shop.example', 7, ...nothing),
    session_expiry: or(900, 59, 7_890_001, 1.5, '900', ...nothing),
    metadata: object({ floor: 2 }),
    webhook_details: object({ webhook_password: 'secret of the property' }),
    payment_response_hash_key: text('secret of the property'),
    outgoing_webhook_custom_http_headers: object({ Authorization: 'secret of the property' }),
    routing_algorithm: object({ type: 'single', data: 'stripe' }),
    merchant_category_code: or('5411', '54', 5411, ...nothing),
    merchant_country_code: or('840', 'US', 840, ...nothing),
  }),
  'connector-accounts.update': almost({
    connector_type: or('payment_processor', 'tax_processor', 'x', 1, undefined),
    connector_label: fc.oneof(fc.uuid(), text('first')),
    connector_account_details: credentials,
    connector_webhook_details: object({ merchant_secret: 'secret of the property' }),
    payment_methods_enabled: or([], [{ payment_method: 'card' }], [{}], 'x', {}, ...nothing),
    metadata: object({ city: 'Berlin' }),
    test_mode: or(true, 'true', 1, ...nothing),
    disabled: or(false, true, 'no', ...nothing),
    status: or('active', 'inactive', 'x', ...nothing),
    frm_configs: or([], [{}], {}, ...nothing),
    pm_auth_config: object({ enabled_payment_methods: [] }),
    additional_merchant_data: object({ note: 'x' }),
    connector_wallets_details: object({}),
  }),
};

/** A merchant, and the objects that the requests need. */
async function anOffice() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const find = (beginning: string) =>
    world.port.items().find(({ sk }) => sk.startsWith(beginning))?.id ?? '';
  const account_id = merchant.id;
  const params: Readonly<Record<string, Ask['params']>> = {
    'organizations.update': { id: String(find('ORGANIZATION')) },
    'api-keys.update': { merchant_id: merchant.id, key_id: String(find('API_KEY')) },
    'profiles.create': { account_id },
    'connector-accounts.update': { account_id, merchant_connector_id: String(find('CONNECTOR#')) },
  };
  const ask = (name: string, body: unknown): Promise<Answer> =>
    world.ask(name, { key: adminKey, params: params[name], body });
  return { ...world, tell: ask };
}

describe('any body in an operator’s request', () => {
  it.each(Object.entries(bodies))(
    '%s: any body in an operator’s request is accepted, or refused with nothing written, and is never an internal error',
    async (name, body) => {
      const { tell, port, dependencies } = await anOffice();
      const statuses = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(body, async (said) => {
          const before = port.items();
          const answer = await tell(name, said);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (answer.status === 200) return;
          expect([400, 422]).toContain(answer.status);
          expect(answer.text).not.toContain('secret of the property');
          expect(port.items()).toEqual(before);
        }),
        { numRuns: 200 },
      );
      expect(JSON.stringify([port.items(), dependencies.logged])).not.toContain(
        'secret of the property',
      );
      expect(statuses.get(200)).toBeGreaterThan(3);
      expect(statuses.get(400)).toBeGreaterThan(10);
    },
  );

  it('a request body sent to any kind of path is answered with not found, or not at all', async () => {
    const { ask, port } = await anOffice();
    const before = port.items();
    const names = [
      'organizations.retrieve',
      'accounts.delete',
      'api-keys.retrieve',
      'profiles.delete',
      'connector-accounts.retrieve',
      'connector-accounts.delete',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.record({
          id: fc.string({ maxLength: 70 }),
          account_id: fc.string({ maxLength: 70 }),
          merchant_id: fc.oneof(fc.constant('merchant_example'), fc.string()),
          key_id: fc.string({ maxLength: 70 }),
          profile_id: fc.string({ maxLength: 70 }),
          merchant_connector_id: fc.string({ maxLength: 70 }),
        }),
        async (name, params) => {
          expect(await ask(name, { key: adminKey, params })).toMatchObject({ status: 404 });
        },
      ),
      { numRuns: 200 },
    );
    expect(port.items()).toEqual(before);
  });
});
