import { sealAudit, verifyAudit } from '#vault/audit/audit-seals.ts';
import { type LocalTable, localTable } from '../../../support/table/local-table.ts';
import { aVault } from '../../../support/vault/a-vault.ts';
import { memoryKeyProvider } from '../../../support/vault/memory-key-provider.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

const key = 'vk_shop_east';
const card = {
  card_number: '5555555555554444',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2031',
};
type ServedVault = ReturnType<typeof vaultInMemory>;

const storing = (
  { ask }: ServedVault,
  { idempotencyKey = 'order 1', caller = key, ...changes }: Record<string, string> = {},
) =>
  ask('vault.store-card', {
    key: caller,
    headers: { 'idempotency-key': idempotencyKey },
    body: { card: { ...card, ...changes } },
  });
const cardsIn = ({ vault }: ServedVault) => vault.ports.cards.items().length;
const codesIn = ({ vault }: ServedVault) =>
  vault.ports.codes.items().filter(({ sk }) => sk === 'CODE');

describe('an idempotency key', () => {
  it('an idempotency key stores a card once and returns the same answer again, from another container too', async () => {
    const world = vaultInMemory();
    const first = await storing(world);
    const again = vaultInMemory(world.vault.another());
    again.clock.now = new Date('2030-02-01T09:59:59.000Z');
    const repeated = await storing(again, { caller: key });
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    expect(cardsIn(world)).toBe(1);
    expect(codesIn(world)).toHaveLength(1);
  });

  it('an idempotency key is the same for a card that is only written otherwise', async () => {
    const world = vaultInMemory();
    const first = await storing(world);
    const same = {
      card_number: '5555 5555 5555 4444',
      expiration_year: '31',
      expiration_month: '8',
    };
    expect((await storing(world, same)).body).toEqual(first.body);
  });

  it.each([
    ['number', { card_number: '4111111111111111' }],
    ['holder', { cardholder_name: 'EVA LIMA' }],
    ['month', { expiration_month: '09' }],
    ['year', { expiration_year: '2032' }],
    ['code, while that is held', { service_code: '738' }],
  ])('an idempotency key is refused with another %s', async (_, changes) => {
    const world = vaultInMemory();
    await storing(world);
    const answer = await storing(world, changes);
    expect([answer.status, answer.body.errors.code]).toEqual([422, 'idempotency_mismatch']);
    expect(cardsIn(world)).toBe(1);
  });

  it('an idempotency key never restores a code that was used', async () => {
    const world = vaultInMemory();
    const first = await storing(world);
    const { card_token } = first.body.data.attributes;
    await world.ask('vault.authorize-card', { key, params: { card_token } });
    expect((await storing(world)).body).toEqual(first.body);
    expect(codesIn(world)).toEqual([]);
  });

  it('an idempotency key belongs to its tenant, and expires after a day', async () => {
    const world = vaultInMemory();
    const first = await storing(world);
    const elsewhere = await storing(world, { caller: 'vk_shop_west', expiration_month: '09' });
    expect(elsewhere.status).toBe(200);
    world.clock.now = new Date('2030-02-01T10:00:00.000Z');
    const later = await storing(world, { expiration_month: '09' });
    expect(later.status).toBe(200);
    expect(later.body.data.id).not.toBe(first.body.data.id);
    expect((await storing(world, { expiration_month: '09' })).body).toEqual(later.body);
  });

  it('an idempotency key stores one card for two at once, and for ten', async () => {
    const world = vaultInMemory();
    const all = await Promise.all(Array.from({ length: 10 }, () => storing(world)));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(cardsIn(world)).toBe(1);
    expect(codesIn(world)).toHaveLength(1);
  });

  it("an idempotency key resumes another function's half-finished write, under the same token", async () => {
    const world = vaultInMemory();
    const { put } = world.vault.ports.cards;
    world.vault.ports.cards.put = async () => {
      throw new Error('The function died.');
    };
    expect((await storing(world)).status).toBe(500);
    world.vault.ports.cards.put = put;
    const second = await storing(world);
    expect(second.status).toBe(200);
    expect(second.body.data.attributes.service_code).toBe('***');
    expect((await storing(world)).body).toEqual(second.body);
    expect(cardsIn(world)).toBe(1);
    expect(codesIn(world)).toHaveLength(1);
  });

  it('an idempotency key waits for a request that may be running, and takes over once it cannot be', async () => {
    const world = vaultInMemory();
    const { put } = world.vault.ports.cards;
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.vault.ports.cards.put = async (...given) => {
      await blocked;
      return put(...given);
    };
    const slow = storing(world);
    // Until the first one is at the table of cards.
    while (codesIn(world).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    world.vault.ports.cards.put = put;
    world.clock.now = new Date(world.clock.now.getTime() + 27_000);
    const waiting = storing(world);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(cardsIn(world)).toBe(0);
    release();
    expect((await waiting).body).toEqual((await slow).body);

    const dead = vaultInMemory();
    const { put: alive } = dead.vault.ports.cards;
    dead.vault.ports.cards.put = () => new Promise(() => {});
    void storing(dead);
    while (codesIn(dead).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const next = vaultInMemory(dead.vault.another());
    next.vault.ports.cards.put = alive;
    next.clock.now = new Date(next.clock.now.getTime() + 28_001);
    const taken = await storing(next);
    expect(taken.status).toBe(200);
    expect(codesIn(next).map(({ cardToken }) => cardToken)).toEqual([taken.body.data.id]);
    expect(cardsIn(next)).toBe(1);
  });

  it('an idempotency key has 1 to 255 characters', async () => {
    const world = vaultInMemory();
    for (const idempotencyKey of ['', 'x'.repeat(256)]) {
      const answer = await storing(world, { idempotencyKey });
      expect([answer.status, answer.body.errors.details]).toEqual([
        422,
        { 'idempotency-key': ['must have 1 to 255 characters'] },
      ]);
    }
    expect((await storing(world, { idempotencyKey: 'x'.repeat(255) })).status).toBe(200);
  });

  it('an idempotency key is not stored itself, nor anything of the card', async () => {
    const world = vaultInMemory();
    await storing(world, { idempotencyKey: 'order 5555555555554444' });
    const kept = world.vault.ports.credentials
      .items()
      .filter(({ sk }) => sk === 'IDEMPOTENCY')
      .map((item) => JSON.stringify(item));
    expect(kept).toHaveLength(1);
    for (const part of ['order', '555555', 'ANA LIMA', '"737"']) {
      expect(kept.join().includes(part)).toBe(false);
    }
  });
});

describe('cards in DynamoDB', () => {
  let local: LocalTable | undefined;
  beforeAll(async () => {
    local = await localTable();
  });
  afterAll(() => local?.stop());

  it('cards in DynamoDB are stored once for ten at once, listed, deleted, and their trail is sealed', async () => {
    if (!local) return;
    // One table for all of the vault's: their keys do not meet.
    const port = { ...local.port, items: () => [] };
    const ports = { cards: port, codes: port, keys: port, credentials: port, audit: port };
    const world = vaultInMemory(aVault({ ports, provider: memoryKeyProvider() }));
    const { ask } = world;
    const all = await Promise.all(Array.from({ length: 10 }, () => storing(world)));
    expect([...new Set(all.map(({ text }) => text))]).toHaveLength(1);
    const [first] = all;
    const card_token: string = first?.body.data.id;
    expect((await storing(world, { service_code: '738' })).status).toBe(422);
    world.clock.now = new Date(world.clock.now.getTime() + 1);
    const second = await storing(world, { idempotencyKey: 'order 2' });

    const list = async (after?: string) =>
      ask('vault.list-cards', {
        key,
        query: { 'pagination[limit]': '1', ...(after && { 'pagination[after]': after }) },
      });
    const newest = await list();
    expect(newest.body.data).toEqual([second.body.data]);
    expect((await list(newest.body.meta.next)).body).toEqual({
      data: [first?.body.data],
      meta: { limit: 1, next: null },
    });
    const params = { card_token };
    const authorized = await ask('vault.authorize-card', { key, params });
    expect(authorized.body.data.attributes.service_code).toBeNull();
    expect((await ask('vault.delete-card', { key, params })).status).toBe(200);
    expect((await ask('vault.delete-card', { key, params })).status).toBe(404);

    const table = world.vault.table('audit');
    const later = new Date(world.clock.now.getTime() + 180_000);
    const sealed = await sealAudit(table, later);
    expect(await verifyAudit(table, { now: later })).toMatchObject({
      intact: true,
      lines: sealed.lines,
      hash: sealed.hash,
    });
    expect(sealed.lines).toBeGreaterThanOrEqual(6);
  });
});
