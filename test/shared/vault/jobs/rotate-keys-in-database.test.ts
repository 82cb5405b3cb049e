import { randomBytes } from 'node:crypto';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { auditTrail } from '#vault/audit/audit-trail.ts';
import { cardKey, cardVault } from '#vault/cards/card-vault.ts';
import { cvcStore } from '#vault/cvc/cvc-store.ts';
import { rotateKeys } from '#vault/jobs/rotate-keys.ts';
import { keyKey } from '#vault/keys/key-items.ts';
import { tenantKeys } from '#vault/keys/tenant-keys.ts';
import { localTable } from '../../../support/table/local-table.ts';
import { localKeyProvider } from '../../../support/vault/local-key-provider.ts';

const day = (days: number) => new Date(Date.parse('2030-01-31T10:00:00.000Z') + days * 86_400_000);

const local = await localTable();
afterAll(() => local?.stop());

(local ? it : it.skip)('keys are rotated in DynamoDB as they are in memory', async () => {
  if (!local) throw new Error('There is no database.');
  const table = tableOver(local.port);
  const provider = localKeyProvider(randomBytes(32));
  const audit = auditTrail(() => table);
  const logged: string[] = [];
  const container = () => {
    const keys = tenantKeys(provider, { keys: () => table, codes: () => table }, { audit });
    const codes = cvcStore(() => table, keys, audit);
    return { keys, cards: cardVault({ cards: () => table, keys, codes, audit }) };
  };
  const rotate = (now: Date) =>
    rotateKeys({
      keys: table,
      cards: table,
      provider,
      audit,
      tenantKeys: container().keys,
      log: logTo((line) => logged.push(line)),
      clock: () => now,
      remainingMs: () => 900_000,
    });
  const asked = (now: Date) => ({
    tenant: 'shop_east',
    now,
    reason: 'test',
    origin: 'switch',
    requestId: 'req_1',
    actor: { kind: 'switch', id: 'shop_east' } as const,
  });

  const { cards } = container();
  const tokens: string[] = [];
  for (let index = 0; index < 60; index++) {
    const { token } = await cards.store(asked(day(0)), {
      number: Buffer.from('4111111111111111'),
      brand: 'visa',
      expiryMonth: '08',
      expiryYear: '2031',
    });
    tokens.push(token);
  }

  expect(await rotate(day(1))).toMatchObject({ tenants: 1, made: 0, cardsMoved: 0 });
  const both = await Promise.all([rotate(day(730)), rotate(day(730))]);
  expect(both.map(({ failed, cardsLeft }) => [failed, cardsLeft])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await rotate(day(730));
  for (const token of tokens) {
    const item = await table.get(cardKey('shop_east', token));
    expect(item?.fingerprint).toMatch(/^f2_/);
    expect(item?.earlierFingerprint).toMatch(/^f1_/);
  }
  const [deleted = '', ...left] = tokens;
  expect(await cards.remove({ ...asked(day(730)), token: deleted })).toBe(true);

  expect(await rotate(day(731))).toMatchObject({ destroyed: 2, cardsMoved: 0 });
  expect(await rotate(day(761))).toMatchObject({ destroyed: 1, cardsMoved: 59 });
  for (const keyClass of ['pan', 'display', 'fingerprint'] as const) {
    const item = await table.get(keyKey('shop_east', keyClass, 1));
    expect(item).toMatchObject({ state: 'destroyed' });
    expect(item?.wrapped).toBeUndefined();
  }
  const { cards: fresh } = container();
  for (const token of left) {
    const use = { ...asked(day(761)), token, as: 'card.used', cvc: 'leave' } as const;
    expect((await fresh.use(use))?.number.toString()).toBe('4111111111111111');
  }
  expect(await fresh.describe('shop_east', deleted, day(761))).toBeUndefined();
  expect(logged).toEqual([]);
});
