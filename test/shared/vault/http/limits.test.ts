import { pageVisits, refusedSources } from '#vault/http/limits.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { aVault } from '../../../support/vault/a-vault.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

const start = Date.parse('2030-01-31T10:00:00.000Z');
const at = (ms: number) => new Date(start + ms);
const limitedVault = () => vaultInMemory(aVault(), { limited: true });
const unknownKey = (number: number) => `vk_${String(number).padStart(43, 'A')}`;

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

describe('an API key', () => {
  it('an API key may call forty times at once and forty times in two seconds, from any address', async () => {
    const { ask, clock } = limitedVault();
    const burst = await times(50, (index) =>
      ask('vault.list-api-keys', { key: 'vk_shop_east', sourceIp: `203.0.113.${index}` }),
    );
    const [refused] = burst.filter(({ status }) => status === 429);
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(refused?.body.errors.code).toBe('http_too_many_requests');
    expect(refused?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect((await ask('vault.list-api-keys', { key: 'vk_shop_west' })).status).toBe(200);
    clock.now = at(1_999);
    const still = await ask('vault.list-api-keys', { key: 'vk_shop_east' });
    expect([still.status, still.headers['retry-after']]).toEqual([429, '1']);
    clock.now = at(2_000);
    expect((await ask('vault.list-api-keys', { key: 'vk_shop_east' })).status).toBe(200);
  });
});

describe('an address that tries keys', () => {
  it('an address that tries keys is refused for half an hour after ten of them, with good keys too, and no other address is', async () => {
    const { ask, clock, vault } = limitedVault();
    const list = (key: string, sourceIp: string) => ask('vault.list-api-keys', { key, sourceIp });
    expect((await list('vk_shop_east', '198.51.100.1')).status).toBe(200);
    const written = () => vault.ports.credentials.items().filter(({ sk }) => sk === 'REFUSED');
    expect(written()).toEqual([]);

    const tried = await times(10, (index) => list(unknownKey(index), '198.51.100.1'));
    expect(tried.map(({ status }) => status)).toEqual(Array(10).fill(401));
    const blocked = await list('vk_shop_east', '198.51.100.1');
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '1800']);
    expect((await list(unknownKey(11), '198.51.100.1')).status).toBe(429);
    expect((await list('vk_shop_east', '198.51.100.2')).status).toBe(200);

    clock.now = at(30 * 60_000 - 1);
    expect((await list('vk_shop_east', '198.51.100.1')).status).toBe(429);
    clock.now = at(30 * 60_000);
    expect((await list('vk_shop_east', '198.51.100.1')).status).toBe(200);
    // The count begins anew: nine more block no address.
    await times(9, (index) => list(unknownKey(index), '198.51.100.1'));
    expect((await list('vk_shop_east', '198.51.100.1')).status).toBe(200);
    await list(unknownKey(10), '198.51.100.1');
    expect((await list('vk_shop_east', '198.51.100.1')).status).toBe(429);
  });

  it('an address that tries keys is distinguished from one that shows a revoked key, or none', async () => {
    const { ask } = limitedVault();
    const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: { api_key: {} } });
    const { id, api_key: key } = made.body.data.attributes;
    await ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } });
    const revoked = await times(15, () => ask('vault.list-api-keys', { key }));
    const nothing = await times(15, () => ask('vault.list-api-keys'));
    const statuses = [...revoked, ...nothing].map(({ status }) => status);
    expect(statuses).toEqual(Array(30).fill(401));
    expect((await ask('vault.list-api-keys', { key: 'vk_shop_east' })).status).toBe(200);
  });

  it('an address that tries keys is its whole network of 64 bits when it is one of IPv6', async () => {
    const vault = aVault();
    const sources = refusedSources(
      () => vault.table('credentials'),
      () => false,
    );
    await times(10, (index) => sources.recordRefused(`2001:db8:0:7::${index}`, at(0)));
    for (const ip of [
      '2001:db8:0:7:ffff::1',
      '2001:db8::7:0:0:0:1',
      '2001:0DB8:0000:0007:0:0:0:1',
    ]) {
      expect(await sources.blockedForMs(ip, at(0))).toBe(30 * 60_000);
    }
    for (const ip of ['2001:db8:0:8::1', '2001:db8::7:0:0:1', '::', '::ffff:203.0.113.7']) {
      expect(await sources.blockedForMs(ip, at(0))).toBeUndefined();
    }
    await times(10, () => sources.recordRefused('::ffff:203.0.113.7', at(0)));
    expect(await sources.blockedForMs('203.0.113.7', at(0))).toBe(30 * 60_000);
    expect(await sources.blockedForMs('::ffff:203.0.113.8', at(0))).toBeUndefined();
  });

  it("a revoked key can't fill the audit trail: its rate limit bounds that too", async () => {
    const { ask, vault } = limitedVault();
    const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: { api_key: {} } });
    const { id, api_key: key } = made.body.data.attributes;
    await ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } });
    const asked = await times(60, () => ask('vault.list-api-keys', { key }));
    expect(asked.filter(({ status }) => status === 401)).toHaveLength(40);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(20);
    const lines = vault.ports.audit.items().filter(({ type }) => type === 'access.refused');
    expect(lines).toHaveLength(40);
  });

  it('an address that tries keys has an audit record each time', async () => {
    const { ask, vault } = limitedVault();
    await times(12, (index) => ask('vault.list-api-keys', { key: unknownKey(index) }));
    const lines = vault.ports.audit.items().filter(({ type }) => type === 'access.refused');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    expect(lines[0]).toMatchObject({
      tenant: '',
      result: 'refused',
      reason: 'unknown key',
      actor: { kind: 'anyone', id: '' },
      origin: '203.0.113.7',
    });
    expect(JSON.stringify(vault.ports.audit.items())).not.toContain('vk_');
  });

  it('an address that tries keys is counted completely when many come at once', async () => {
    const vault = aVault();
    const sources = refusedSources(
      () => vault.table('credentials'),
      () => false,
    );
    await times(10, () => sources.recordRefused('198.51.100.1', at(0)));
    expect(await sources.blockedForMs('198.51.100.1', at(0))).toBe(30 * 60_000);
    expect(await sources.blockedForMs('198.51.100.2', at(0))).toBeUndefined();
  });
});

describe('an address that opens pages', () => {
  it('an address may open ten pages in a minute that show a card, and forms for six hundred payers', async () => {
    const vault = aVault();
    const visits = pageVisits(
      () => vault.table('credentials'),
      () => false,
    );
    const visit = (now: Date, from = '198.51.100.1') =>
      visits.count('attempt', from, now).then(
        () => 'open',
        (error: { code: string; retryAfterSeconds: number }) =>
          `${error.code} ${error.retryAfterSeconds}`,
      );
    const many = await times(12, () => visit(at(0)));
    expect(many.filter((one) => one === 'open')).toHaveLength(10);
    expect(many.at(-1)).toBe('http_too_many_requests 60');
    expect(await visit(at(59_500))).toBe('http_too_many_requests 1');
    expect(await visit(at(0), '198.51.100.2')).toBe('open');
    expect(await visit(at(60_000))).toBe('open');

    // All payers of a shop may come from one address.
    const forms = await Promise.allSettled(
      Array.from({ length: 601 }, () => visits.count('form', '198.51.100.1', at(0))),
    );
    expect(forms.filter(({ status }) => status === 'fulfilled')).toHaveLength(600);
  });
});

describe('the address that all clients of a laptop share', () => {
  afterEach(() => {
    delete process.env.LOOPBACK_ALLOWED;
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'a caller %s is neither blocked nor limited',
    async (ip) => {
      expect(isSharedAddress(ip)).toBe(false);
      process.env.LOOPBACK_ALLOWED = 'true';
      expect(isSharedAddress(ip)).toBe(true);
      const vault = aVault();
      const table = () => vault.table('credentials');
      const sources = refusedSources(table, isSharedAddress);
      await times(20, () => sources.recordRefused(ip, at(0)));
      expect(await sources.blockedForMs(ip, at(0))).toBeUndefined();
      await times(20, () => pageVisits(table, isSharedAddress).count('attempt', ip, at(0)));
      expect(vault.ports.credentials.items()).toEqual([]);
    },
  );

  it.each(['203.0.113.7', '10.0.0.1', '127.0.0.1.example', '::2', ''])(
    'an address %j counts as another one',
    (ip) => {
      process.env.LOOPBACK_ALLOWED = 'true';
      expect(isSharedAddress(ip)).toBe(false);
    },
  );
});
