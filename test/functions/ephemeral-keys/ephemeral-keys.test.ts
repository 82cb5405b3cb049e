import { ephemeralKeySeconds } from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aWallet, type Wallet } from '../payment-methods/a-wallet.ts';

const made = (wallet: Wallet, customer_id = 'cus_1') =>
  wallet.good('ephemeral-keys.create', { body: { customer_id } });

const refusal = (code: string, message: string) => ({
  error: expect.objectContaining({ code, message }),
});
const invalidKey = refusal('IR_01', 'API key not provided or invalid API key used');

/** The answer to a request with this key about a customer. */
const shown = (wallet: Wallet, key: string, customer_id = 'cus_1') =>
  wallet.ask('customers.retrieve', { key, params: { customer_id } });

describe('a key for one customer', () => {
  it('an ephemeral key expires after an hour, and its secret is stored nowhere', async () => {
    const wallet = await aWallet();
    const key = await made(wallet);
    const now = Math.floor(wallet.dependencies.clock.now.getTime() / 1_000);
    expect(key).toEqual({
      id: expect.stringMatching(/^eki_[0-9A-Za-z]{20}$/),
      merchant_id: 'shop_east',
      customer_id: 'cus_1',
      created_at: now,
      expires: now + 3_600,
      secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/),
    });
    expect(JSON.stringify(wallet.port.items())).not.toContain(key.secret);
    expect(wallet.dependencies.logged.join()).not.toContain(key.secret);
  });

  it('an ephemeral key may be created for a customer that does not exist yet', async () => {
    const wallet = await aWallet();
    const { secret } = await made(wallet, 'cus_stranger');
    expect(await shown(wallet, secret, 'cus_stranger')).toMatchObject({ status: 404 });
  });

  it('an ephemeral key reads its customer, and no other', async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const { secret } = await made(wallet);
    expect(await shown(wallet, secret)).toMatchObject({
      status: 200,
      body: { customer_id: 'cus_1' },
    });
    const other = refusal('IR_15', 'Invalid Ephemeral Key for the customer');
    expect(await shown(wallet, secret, 'cus_2')).toMatchObject({ status: 401, body: other });
    // The answer does not reveal whether the customer exists.
    expect(await shown(wallet, secret, 'nobody')).toMatchObject({ status: 401, body: other });
  });

  it("an ephemeral key lists, sets as default and deletes that customer's cards, and no other customer's", async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const first = await wallet.saved();
    const second = await wallet.saved({}, { card_number: '5555555555554444' });
    const others = await wallet.saved({ customer_id: 'cus_2' });
    const { secret: key } = await made(wallet);

    const { body } = await wallet.ask('payment-methods.list-for-customer', { key });
    expect(body.is_guest_customer).toBe(false);
    const listed = body.customer_payment_methods;
    expect(
      listed.map((one: { payment_method_id: string }) => one.payment_method_id).sort(),
    ).toEqual([first.payment_method_id, second.payment_method_id].sort());

    const params = { customer_id: 'cus_1', payment_method_id: second.payment_method_id };
    const chosen = await wallet.ask('payment-methods.set-default', { key, params });
    expect(chosen).toMatchObject({ status: 200 });
    expect(await wallet.shownCustomer()).toMatchObject({
      default_payment_method_id: second.payment_method_id,
    });

    const forget = (method_id: string) =>
      wallet.ask('payment-methods.delete', { key, params: { method_id } });
    expect(await forget(others.payment_method_id)).toMatchObject({
      status: 404,
      body: refusal('HE_02', 'Payment method does not exist in our records'),
    });
    expect(await wallet.listed('cus_2')).toHaveLength(1);
    expect(await forget(first.payment_method_id)).toMatchObject({ status: 200 });
    expect(await wallet.listed()).toHaveLength(1);
  });

  it('an ephemeral key is over after its hour, to the second', async () => {
    const wallet = await aWallet();
    const { secret } = await made(wallet);
    wallet.pass(ephemeralKeySeconds - 1);
    expect(await shown(wallet, secret)).toMatchObject({ status: 200 });
    wallet.pass(1);
    expect(await shown(wallet, secret)).toMatchObject({ status: 401, body: invalidKey });
  });

  it('an ephemeral key is refused with everything else that it does not name', async () => {
    const wallet = await aWallet();
    const { secret: key } = await made(wallet);
    const params = { customer_id: 'cus_1' };
    for (const [name, body] of [
      ['customers.update', {}],
      ['payment-methods.create', { customer_id: 'cus_1' }],
      ['payments.create', { amount: 100, currency: 'EUR' }],
      ['ephemeral-keys.create', { customer_id: 'cus_1' }],
    ] as const) {
      expect(await wallet.ask(name, { key, params, body })).toMatchObject({
        status: 401,
        body: invalidKey,
      });
    }
  });
});

describe('ending a key', () => {
  it.each(['id', 'secret'] as const)('an ephemeral key is revoked by its %s', async (name) => {
    const wallet = await aWallet();
    const { secret, ...key } = await made(wallet);
    const key_id = { secret, ...key }[name];
    const ended = await wallet.good('ephemeral-keys.delete', { params: { key_id } });
    expect(ended).toEqual({ ...key, secret: null });
    expect(await shown(wallet, secret)).toMatchObject({ status: 401, body: invalidKey });
    expect(await wallet.ask('ephemeral-keys.delete', { params: { key_id } })).toMatchObject({
      status: 404,
      body: refusal('IR_37', 'Ephemeral key does not exist in our records'),
    });
  });

  it("revoking an ephemeral key is refused for another merchant's key and for an expired key", async () => {
    const wallet = await aWallet();
    const other = await aMerchant(wallet, 'shop_west');
    const { id: key_id, secret } = await made(wallet);
    const params = { key_id };
    expect(await wallet.ask('ephemeral-keys.delete', { params }, other)).toMatchObject({
      status: 404,
    });
    expect(await shown(wallet, secret)).toMatchObject({ status: 200 });
    wallet.pass(ephemeralKeySeconds);
    expect(await wallet.ask('ephemeral-keys.delete', { params })).toMatchObject({ status: 404 });
  });
});
