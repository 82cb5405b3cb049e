import fc from 'fast-check';
import { findAllowing, readDestination } from '#vault/proxy/send/destination.ts';
import { targetUrl } from '#vault/proxy/send/target.ts';
import { aVault } from '../../../../support/vault/a-vault.ts';
import { vaultInMemory } from '../../../../support/vault/vault-in-memory.ts';

const aDestination = (changes: object = {}) => ({
  tenant: 'shop_east',
  id: 'd',
  scheme: 'https' as const,
  host: 'gateway.example',
  port: 443,
  pathPrefix: '/v1/charges',
  methods: ['post' as const],
  createdAt: '2030-01-31T10:00:00.000Z',
  ...changes,
});

const isAllowed = (url: string, changes?: object) =>
  findAllowing([aDestination(changes)], targetUrl(url, 'public'), 'post') !== undefined;

describe('a destination allows', () => {
  it.each([
    'https://gateway.example/v1/charges',
    'https://GATEWAY.example:443/v1/charges/',
    'https://gateway.example/v1/charges/ch_1/capture?expand=card',
    'https://gateway.example/v1/./charges/ch%2f1',
    'https://gateway.example/v2/../v1/charges#part',
  ])('a destination allows: %s', (url) => expect(isAllowed(url)).toBe(true));
});

describe('a destination does not allow', () => {
  it.each([
    'https://gateway.example/',
    'https://gateway.example/v1/chargesx',
    'https://gateway.example/v1/charge',
    'https://gateway.example/V1/charges',
    'https://gateway.example//v1/charges',
    'https://gateway.example:8443/v1/charges',
    'https://evil.example/v1/charges',
    'https://gateway.example.evil.example/v1/charges',
    'https://gateway.example./v1/charges',
    'https://evil.gateway.example/v1/charges',
    'https://gateway.example/v1/charges/../admin',
    'https://gateway.example/v1/charges/%2e%2e/admin',
    'https://gateway.example/v1/charges/.%2E/admin',
    'https://gateway.example/v1/charges\\..\\admin',
    'https://gateway.example/v1/charges/..%2fadmin',
    'https://gateway.example/v1/charges/%2e%2e%2fadmin',
    'https://gateway.example/v1/charges/..%5cadmin',
    'https://gateway.example/v1/charges/%252e%252e/admin',
    'https://gateway.example/v1/charges/%252e%252e%252fadmin',
    'https://gateway.example/v1/charges/..;/admin',
    'https://gateway.example/v1/charges/%25252525252e%25252525252e/',
  ])('a destination does not allow: %s', (url) => expect(isAllowed(url)).toBe(false));

  it('a destination does not allow another method', () => {
    const url = targetUrl('https://gateway.example/v1/charges', 'public');
    expect(findAllowing([aDestination()], url, 'get')).toBeUndefined();
  });

  it('a destination does not allow a path that resolves outside of it', () => {
    const step = fc.constantFrom(
      'a',
      '..',
      '.',
      '%2e%2e',
      '.%2e',
      '%2E.',
      '',
      '%252e%252e',
      '..%2f',
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const url = `https://gateway.example/v1/charges/${steps.join('/')}`;
        if (!isAllowed(url)) return;
        // As the most eager of servers reads it: everything is decoded, and then dots are resolved.
        let path = targetUrl(url, 'public').pathname;
        for (let times = 0; times < 9; times += 1) path = decodeURIComponent(path);
        expect(new URL(path, 'https://gateway.example').pathname).toMatch(/^\/v1\/charges(\/|$)/);
      }),
    );
  });
});

describe('an address', () => {
  it.each([
    'http://gateway.example/',
    'http://127.0.0.1/',
    'ftp://gateway.example/',
    'file:///etc/passwd',
    'gateway.example/v1',
    '//gateway.example/v1',
    'javascript:alert(1)',
    'https://user@gateway.example/',
    'https://user:secret@gateway.example/',
    'https://',
    '',
    'https://gateway.example/%CARD_NUMBER%',
    'https://gateway.example/?n=%CARD_NUMBER%',
    'https://gateway.example/?n=%25SERVICE_CODE%25',
    'https://gateway.example/#%cardholder_name%',
    'https://%CARD_NUMBER%.example/',
  ])('an address is refused as a destination: %s', (url) => {
    expect(() => targetUrl(url, 'public')).toThrow('validation_error');
  });

  it('an address without TLS is a destination only as a loopback one, and where that is allowed', () => {
    const reach = 'public and loopback';
    expect(targetUrl('http://127.0.0.1:8080/a', reach).href).toBe('http://127.0.0.1:8080/a');
    expect(targetUrl('http://localhost/a', reach).href).toBe('http://localhost/a');
    expect(targetUrl('http://[::1]/a', reach).href).toBe('http://[::1]/a');
    for (const url of ['http://gateway.example/', 'http://10.0.0.1/', 'http://127.evil.example/']) {
      expect(() => targetUrl(url, reach)).toThrow('validation_error');
    }
  });
});

const wish = (changes: object = {}) => ({
  scheme: 'https' as const,
  host: 'gateway.example',
  path_prefix: '/',
  methods: ['post' as const],
  ...changes,
});

describe('a new destination', () => {
  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f.1'],
    ['0177.0.0.1'],
    ['169.254.169.254'],
    ['10.1.2.3'],
    ['[::1]'],
    ['[::ffff:10.0.0.1]'],
    ['[fd00:ec2::254]'],
    ['gateway.example:443'],
    ['gateway.example/path'],
    ['user@gateway.example'],
    ['gateway.example.'],
    ['a b.example'],
    ['*.gateway.example'],
    ['4111111111111111.example'],
    ['4111-1111-1111-1111.example'],
    ['gate%77ay.example'],
    ['gateway.example?x'],
    [''],
  ])('a new destination is refused with the host %s', (host) => {
    expect(readDestination(wish({ host }), 'public')).toEqual({ wrong: 'host' });
  });

  it.each([
    'v1',
    '/v1/../v2',
    '/v1/./',
    '/v1?x=1',
    '/v1#x',
    '/v1/%2e%2e/',
    '/v1\\x',
    '//evil.example/',
    '/4111111111111111',
    '/ä',
  ])('a new destination is refused with the path %s', (path_prefix) => {
    expect(readDestination(wish({ path_prefix }), 'public')).toEqual({ wrong: 'path_prefix' });
  });

  it('a new destination may be a public address', () => {
    for (const host of ['203.114.215.142', '[2606:4700:4700::1111]', 'münchen.example']) {
      expect(readDestination(wish({ host }), 'public')).toMatchObject({ port: 443 });
    }
  });

  it('a new destination is refused without TLS, but on loopback where that is allowed', () => {
    const http = wish({ scheme: 'http' });
    expect(readDestination(http, 'public and loopback')).toEqual({ wrong: 'scheme' });
    const local = wish({ scheme: 'http', host: '127.0.0.1', port: 8080 });
    expect(readDestination(local, 'public')).toEqual({ wrong: 'host' });
    expect(readDestination(local, 'public and loopback')).toMatchObject({ port: 8080 });
  });
});

describe('the routes of destinations', () => {
  const key = 'vk_shop_east';
  const destination = { host: 'Gateway.example', path_prefix: '/v1', methods: ['post', 'get'] };

  it('the routes of destinations allow, list and remove, each with an audit record', async () => {
    const vault = aVault();
    const { ask } = vaultInMemory(vault);
    const created = await ask('vault.create-destination', { key, body: { destination } });
    expect(created).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { data } = created.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'destination',
      attributes: {
        id: data.id,
        scheme: 'https',
        host: 'gateway.example',
        port: 443,
        path_prefix: '/v1',
        methods: ['post', 'get'],
        keep_service_code_on: null,
        created_at: '2030-01-31T10:00:00.000Z',
      },
    });
    expect((await ask('vault.list-destinations', { key })).body).toEqual({ data: [data] });
    expect((await ask('vault.list-destinations', { key: 'vk_shop_west' })).body).toEqual({
      data: [],
    });

    const params = { id: data.id };
    const others = await ask('vault.delete-destination', { key: 'vk_shop_west', params });
    expect(others.status).toBe(404);
    expect((await ask('vault.delete-destination', { key, params })).status).toBe(204);
    expect((await ask('vault.delete-destination', { key, params })).status).toBe(404);
    expect((await ask('vault.list-destinations', { key })).body).toEqual({ data: [] });
    const heard = vault.ports.audit.items().filter(({ type }) => String(type).startsWith('dest'));
    expect(heard.map(({ type, reason }) => `${type} ${reason}`).sort()).toEqual([
      'destination.allowed https://gateway.example:443/v1',
      'destination.removed https://gateway.example:443/v1',
    ]);
  });

  it.each([
    ['methods', { ...destination, methods: [] }],
    ['methods', { ...destination, methods: ['trace'] }],
    ['host', { ...destination, host: '10.0.0.1' }],
    ['path_prefix', { ...destination, path_prefix: '/v1/../' }],
    ['port', { ...destination, port: 0 }],
    ['redirects', { ...destination, redirects: true }],
    ['keep_service_code_on', { ...destination, keep_service_code_on: [500] }],
  ])("the destination's routes refuse a mistake in %s", async (field, wrong) => {
    const { ask } = vaultInMemory();
    const answer = await ask('vault.create-destination', { key, body: { destination: wrong } });
    expect(answer.status).toBe(422);
    const named = field === 'methods' || field === 'keep_service_code_on';
    const fields = Object.keys(answer.body.errors.details);
    // A wrong element of a list is named by its place.
    expect(named ? fields.length : fields).toEqual(named ? 1 : [field]);
  });

  it('the routes of destinations allow no more than a hundred, also when fifty come at once', async () => {
    const { ask } = vaultInMemory();
    const create = () => ask('vault.create-destination', { key, body: { destination } });
    for (let count = 0; count < 95; count += 1) expect((await create()).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused?.body.errors).toMatchObject({ details: { destination: ['are too many'] } });
    const all = await ask('vault.list-destinations', { key });
    expect(all.body.data).toHaveLength(100);
  });
});
