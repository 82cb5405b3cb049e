import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { newCustomer } from '#switch/customers/customer.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import type { SaveCard } from '#switch/payment-methods/payment-method.ts';
import { awaitedPaymentMethod } from '#switch/payment-methods/payment-method.ts';
import { newNames, paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { type LocalTable, localTable } from '../../../support/table/local-table.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const now = new Date('2030-01-31T10:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

let made = 0;
/** A card as the vault describes it once it is stored. */
const aCard = (changes: Partial<SaveCard['card']> = {}): SaveCard['card'] => ({
  tenant: 'shop_east',
  token: (++made).toString(16).padStart(32, '0'),
  maskedNumber: '424242******4242',
  brand: 'visa',
  fingerprint: 'f1_one',
  holderName: 'Test Payer',
  expiryMonth: '12',
  expiryYear: '2031',
  createdAt: now.toISOString(),
  ...changes,
});

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (isSwitchError(error) ? error.kind : String(error)),
  );

async function aStore(port: TablePort) {
  const table = tableOver(port);
  const customers = customerStore(table);
  const customerId = newNames().id.replace('pm_', 'cus_');
  const customer = newCustomer('shop_east', { customer_id: customerId }, now, () => customerId);
  await customers.createIfAbsent(customer);
  const store = paymentMethodStore(table);
  return {
    store,
    customers,
    customerId,
    saving: (changes: Partial<SaveCard> = {}): SaveCard => ({
      merchantId: 'shop_east',
      customerId,
      card: aCard(),
      facts: {},
      now,
      status: 'inactive',
      ...changes,
    }),
    defaultOf: async () => (await customers.get('shop_east', customerId)).defaultPaymentMethodId,
    listed: async () => (await store.list('shop_east', customerId)).map(({ id }) => id),
  };
}

let local: LocalTable | undefined;
beforeAll(async () => {
  local = await localTable();
});
afterAll(async () => local?.stop());

describe.each<[string, () => TablePort]>([
  ['in memory', () => memoryPort()],
  // Where no database can run, the memory is tried once more.
  ['on a database', () => local?.port ?? memoryPort()],
])('payment methods %s', (_, port) => {
  it('payment methods become active once a payment used them, and stay so', async () => {
    const { store, saving, defaultOf, listed } = await aStore(port());
    const { paymentMethod } = await store.saveCard(saving());
    const { id } = paymentMethod;
    expect([await listed(), await defaultOf()]).toEqual([[], undefined]);

    await store.recordUse('shop_east', id, { status: 'inactive', now: later(1) });
    expect([await listed(), await defaultOf()]).toEqual([[], undefined]);
    await store.recordUse('shop_east', id, { status: 'active', now: later(2) });
    expect([await listed(), await defaultOf()]).toEqual([[id], id]);
    await store.recordUse('shop_east', id, { status: 'inactive', now: later(3) });
    expect(await store.get('shop_east', id)).toMatchObject({
      status: 'active',
      lastUsedAt: later(3).toISOString(),
    });
    // A use that is reported late.
    await store.recordUse('shop_east', id, { status: 'active', now: later(1) });
    expect(await store.get('shop_east', id)).toMatchObject({ lastUsedAt: later(3).toISOString() });
    expect(await kindOf(store.recordUse('shop_east', 'pm_gone', { now }))).toBe('done');
  });

  it('payment methods that become active do not change the existing default', async () => {
    const { store, saving, defaultOf, listed } = await aStore(port());
    const first = await store.saveCard(saving({ status: 'active' }));
    const card = aCard({ fingerprint: 'f1_two' });
    const second = await store.saveCard(saving({ card }));
    await store.recordUse('shop_east', second.paymentMethod.id, {
      status: 'active',
      now: later(1),
    });
    expect(await defaultOf()).toBe(first.paymentMethod.id);
    expect(await listed()).toEqual([second.paymentMethod.id, first.paymentMethod.id]);
  });

  it("payment methods of one number are one, with its newest capture's data", async () => {
    const { store, saving } = await aStore(port());
    const first = await store.saveCard(saving({ facts: { nick_name: 'work' } }));
    const again = saving({ card: aCard({ expiryYear: '2033', holderName: undefined }) });
    const second = await store.saveCard(again);
    expect(second.supersededToken).toBe(first.paymentMethod.card?.token);
    expect(second.paymentMethod).toMatchObject({
      id: first.paymentMethod.id,
      card: {
        token: again.card.token,
        expiryYear: '2033',
        nickName: 'work',
        holderName: 'Test Payer',
      },
    });
    // It is unknown whether the vault still has the old card; it has the new one.
    const same = saving({ card: aCard({ expiryYear: '2033' }) });
    const third = await store.saveCard(same);
    expect(third).toMatchObject({
      supersededToken: again.card.token,
      paymentMethod: { card: { token: same.card.token } },
    });
    const kept = saving({ card: aCard({ expiryYear: '2033' }) });
    const fourth = await store.saveCard({ ...kept, isInVault: async () => true });
    expect(fourth).toMatchObject({
      supersededToken: kept.card.token,
      paymentMethod: { card: { token: same.card.token } },
    });
  });

  it('payment methods become active when their number is saved as active, without another capture', async () => {
    const { store, saving, defaultOf } = await aStore(port());
    const first = await store.saveCard(saving());
    const again = saving({ status: 'active', isInVault: async () => true });
    const { paymentMethod, supersededToken: spare } = await store.saveCard(again);
    expect(spare).toBe(again.card.token);
    expect(paymentMethod).toMatchObject({ id: first.paymentMethod.id, status: 'active' });
    expect(paymentMethod.card).toMatchObject({ token: first.paymentMethod.card?.token });
    expect(await defaultOf()).toBe(paymentMethod.id);
  });

  it('payment methods are removed with their number, also when they were the default', async () => {
    const { store, saving, defaultOf, listed } = await aStore(port());
    const { paymentMethod } = await store.saveCard(saving({ status: 'active' }));
    const { id, card } = paymentMethod;
    const [token = ''] = await store.issueTokens('shop_east', [paymentMethod], later(60));
    // Another request changes it at the same moment.
    await store.recordUse('shop_east', id, { now: later(1) });
    const removal = await store.beginRemoval(paymentMethod);
    expect(removal).toMatchObject({ leaving: card?.token });
    expect(await kindOf(store.get('shop_east', id))).toBe('payment_method_not_found');
    expect(await store.byToken('shop_east', token, now)).toBeUndefined();
    expect([await listed(), await defaultOf()]).toEqual([[], undefined]);
    expect(await kindOf(store.save(paymentMethod))).toBe('concurrent_update');
    await store.recordUse('shop_east', id, { status: 'active', now: later(2) });

    // It stops here, and is begun once more.
    const again = await store.getToRemove('shop_east', id);
    expect((await store.beginRemoval(again)).leaving).toBe(card?.token);
    const anew = await store.saveCard(saving());
    expect(anew.paymentMethod.id).not.toBe(id);
    await store.remove(removal);
    expect(await kindOf(store.getToRemove('shop_east', id))).toBe('payment_method_not_found');
    await store.remove(removal);
    expect(await store.get('shop_east', anew.paymentMethod.id)).toMatchObject({
      status: 'inactive',
    });
  });

  it('payment methods are not the default once they are removed, though an update sets it meanwhile', async () => {
    const { store, saving, defaultOf } = await aStore(port());
    await store.saveCard(saving({ status: 'active' }));
    const card = aCard({ fingerprint: 'f1_two' });
    const { paymentMethod } = await store.saveCard(saving({ card, status: 'active' }));
    await store.makeDefault(paymentMethod, now);
    expect(await defaultOf()).toBe(paymentMethod.id);
    await store.remove(await store.beginRemoval(paymentMethod));
    expect(await kindOf(store.makeDefault(paymentMethod, now))).toBe('concurrent_update');
    expect(await defaultOf()).toBeUndefined();
  });

  it('pending payment methods get a card once', async () => {
    const { store, saving, customerId, listed } = await aStore(port());
    const owner = { merchantId: 'shop_east', customerId };
    const awaited = await store.create(awaitedPaymentMethod(owner, {}, newNames(), now));
    const completing = saving({ status: 'active' });
    const { paymentMethod } = await store.complete(awaited, completing);
    expect(paymentMethod).toMatchObject({ id: awaited.id, status: 'active', method: 'card' });
    expect(await listed()).toEqual([awaited.id]);
    const card = aCard({ fingerprint: 'f1_two' });
    const again = store.complete(awaited, saving({ card, status: 'active' }));
    expect(await kindOf(again)).toBe('client_secret_expired');
  });

  it('payment methods have tokens that lead back to them', async () => {
    const { store, saving } = await aStore(port());
    const { paymentMethod } = await store.saveCard(saving({ status: 'active' }));
    const [token = ''] = await store.issueTokens('shop_east', [paymentMethod], later(60));
    expect(await store.byToken('shop_east', token, later(59))).toEqual(
      await store.get('shop_east', paymentMethod.id),
    );
    expect(await store.byToken('shop_east', token, later(60))).toBeUndefined();
    expect(await store.byToken('shop_west', token, now)).toBeUndefined();
    await store.deleteToken('shop_east', token);
    expect(await store.byToken('shop_east', token, now)).toBeUndefined();
  });

  it('payment methods are one when a number is saved by many at once', async () => {
    const { store, saving, listed } = await aStore(port());
    const saved = await Promise.allSettled(
      Array.from({ length: 6 }, () => store.saveCard(saving({ status: 'active' }))),
    );
    const done = saved.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(done.map(({ paymentMethod }) => paymentMethod.id)).size).toBe(1);
    const [id = ''] = await listed();
    const { card } = await store.get('shop_east', id);
    // No request may delete the one stored card that is kept.
    expect(done.map(({ supersededToken: spare }) => spare)).not.toContain(card?.token);
    expect(new Set(done.map(({ supersededToken: spare }) => spare)).size).toBe(done.length);
  });
});

it('a payment method store never deletes a saved card without an answer', async () => {
  const memory = memoryPort();
  let lost = 1;
  const port: TablePort = {
    ...memory,
    // The answer is lost, and another request has written before the call is repeated.
    async transact(...call) {
      const result = await memory.transact(...call);
      if (lost-- > 0) throw new SwitchError('concurrent_update');
      return result;
    },
  };
  const { store, saving } = await aStore(port);
  const request = saving({ status: 'active', isInVault: async () => true });
  const { paymentMethod, supersededToken: spare } = await store.saveCard(request);
  expect(paymentMethod.card?.token).toBe(request.card.token);
  expect(spare).toBeUndefined();
});
