import fc from 'fast-check';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aWallet, told, type Wallet } from '../payment-methods/a-wallet.ts';

const block = (wallet: Wallet, type: string, data: string) =>
  wallet.ask('blocklist.create', { body: { type, data } });
const unblock = (wallet: Wallet, type: string, data: string) =>
  wallet.ask('blocklist.delete', { body: { type, data } });
const blocked = (wallet: Wallet, query: Record<string, string>) =>
  wallet.good('blocklist.list', { query });

describe('an entry', () => {
  it.each([
    ['card_bin', '424242', 'card_bin'],
    ['extended_card_bin', '42424242', 'extended_card_bin'],
    ['fingerprint', 'f1_abcDEF-_0', 'payment_method'],
  ])(
    'a blocklist entry of the type %s can be created, listed and removed',
    async (type, data, data_kind) => {
      const wallet = await aWallet();
      const entry = { fingerprint_id: data, data_kind, created_at: '2030-01-31T10:00:00.000Z' };
      const made = await block(wallet, type, data);
      expect({ status: made.status, body: made.body }).toEqual({ status: 200, body: entry });
      wallet.pass(60);
      expect(await blocked(wallet, { data_kind })).toEqual({
        count: 1,
        total_count: 1,
        data: [entry],
      });
      const gone = await unblock(wallet, type, data);
      expect({ status: gone.status, body: gone.body }).toEqual({ status: 200, body: entry });
      expect(await blocked(wallet, { data_kind })).toMatchObject({ count: 0, data: [] });
    },
  );

  it.each([
    ['card_bin', '42424', 'a 6 digit number'],
    ['card_bin', '4242424', 'a 6 digit number'],
    ['card_bin', '42424x', 'a 6 digit number'],
    ['extended_card_bin', '424242', 'an 8 digit number'],
    ['extended_card_bin', '4242424x', 'an 8 digit number'],
  ])('a blocklist entry %s %s is refused', async (type, data, expected) => {
    const wallet = await aWallet();
    for (const answer of [await block(wallet, type, data), await unblock(wallet, type, data)]) {
      expect(told(answer)).toEqual([
        422,
        'IR_05',
        `data contains invalid data. Expected format is ${expected}`,
      ]);
    }
  });

  it.each([
    ['card_bin', '424242', 'provided bin is already blocked'],
    ['extended_card_bin', '42424242', 'provided bin is already blocked'],
    ['fingerprint', 'f1_a', 'data associated with the given fingerprint is already blocked'],
  ])('a blocklist entry %s exists once', async (type, data, message) => {
    const wallet = await aWallet();
    await block(wallet, type, data);
    expect(told(await block(wallet, type, data))).toEqual([400, 'IR_16', message]);
    expect(
      await blocked(wallet, { data_kind: type === 'fingerprint' ? 'payment_method' : type }),
    ).toMatchObject({ total_count: 1 });
  });

  it('an extended_card_bin that is not blocked cannot be unblocked', async () => {
    expect(told(await unblock(await aWallet(), 'extended_card_bin', '42424242'))).toEqual([
      404,
      'IR_37',
      'could not find a blocklist entry for the given bin',
    ]);
  });

  it('a blocklist entry belongs to one merchant only', async () => {
    const wallet = await aWallet();
    const other = await aMerchant(wallet, 'shop_west');
    await block(wallet, 'card_bin', '424242');
    const body = { type: 'card_bin', data: '424242' };
    const query = { data_kind: 'card_bin' };
    expect((await wallet.ask('blocklist.list', { query }, other)).body.total_count).toBe(0);
    expect((await wallet.ask('blocklist.delete', { body }, other)).status).toBe(404);
    expect((await wallet.ask('blocklist.create', { body }, other)).status).toBe(200);
    expect((await wallet.ask('blocklist.delete', { body }, other)).status).toBe(200);
    expect(await blocked(wallet, query)).toMatchObject({ total_count: 1 });
  });
});

describe('the list', () => {
  const filled = async (count: number) => {
    const wallet = await aWallet();
    for (let at = 0; at < count; at++) {
      wallet.pass(1);
      await block(wallet, 'card_bin', String(400_000 + at));
    }
    return wallet;
  };
  const names = (answer: { data: readonly { fingerprint_id: string }[] }) =>
    answer.data.map(({ fingerprint_id }) => fingerprint_id);

  it('the blocklist shows ten entries of a kind, the newest first, and their number', async () => {
    const wallet = await filled(12);
    await block(wallet, 'fingerprint', 'f1_a');
    const first = await blocked(wallet, { data_kind: 'card_bin' });
    expect(first).toMatchObject({ count: 10, total_count: 12 });
    expect(names(first)[0]).toBe('400011');
    const rest = await blocked(wallet, { data_kind: 'card_bin', offset: '10' });
    expect(rest).toMatchObject({ count: 2, total_count: 12 });
    expect(names(rest)).toEqual(['400001', '400000']);
    const some = await blocked(wallet, { data_kind: 'card_bin', limit: '3', offset: '1' });
    expect(names(some)).toEqual(['400010', '400009', '400008']);
  });

  const notUnderstood: readonly Record<string, string>[] = [
    {},
    { data_kind: 'fingerprint' },
    { data_kind: 'card_bin', limit: '65536' },
    { data_kind: 'card_bin', limit: '-1' },
    { data_kind: 'card_bin', offset: 'x' },
  ];
  it.each(notUnderstood)('the blocklist refuses the query %j', async (query) => {
    const wallet = await aWallet();
    const { status, body } = await wallet.ask('blocklist.list', { query });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^Query deserialize error: /);
  });
});

describe('the protection against card testing', () => {
  const toggled = (wallet: Wallet, status: string) =>
    wallet.ask('blocklist.toggle', { query: { status } });

  it("the blocklist's switch is turned on and off, and returned", async () => {
    const wallet = await aWallet();
    for (const [status, said] of [
      ['true', 'enabled'],
      ['true', 'enabled'],
      ['false', 'disabled'],
      ['false', 'disabled'],
    ] as const) {
      const answer = await toggled(wallet, status);
      expect(answer.body).toEqual({ blocklist_guard_status: said });
    }
  });

  it("the blocklist's switch accepts only true and false", async () => {
    const wallet = await aWallet();
    expect(await toggled(wallet, 'yes')).toMatchObject({ status: 400 });
    expect(await wallet.ask('blocklist.toggle')).toMatchObject({ status: 400 });
  });
});

it('the blocklist answers any body properly, and writes nothing that it refuses', async () => {
  const wallet = await aWallet();
  const values = fc.oneof(
    fc.constantFrom<unknown>('424242', '42424242', 'card_bin', 'extended_card_bin', 'fingerprint'),
    fc.constantFrom<unknown>(7, null, [], {}, '', '\u0000', 'x'.repeat(65)),
    fc.string(),
  );
  const bodies = fc.record({ type: values, data: values }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const before = wallet.port.items();
      const { status } = await wallet.ask('blocklist.create', { body });
      expect([200, 400, 422]).toContain(status);
      if (status !== 200) expect(wallet.port.items()).toEqual(before);
      if (status === 200) {
        expect(await wallet.ask('blocklist.delete', { body })).toMatchObject({ status: 200 });
      }
    }),
    { numRuns: 100 },
  );
});
