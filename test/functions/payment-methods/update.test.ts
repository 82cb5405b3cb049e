import { aWallet, told, visa, type Wallet } from './a-wallet.ts';

const updating =
  (wallet: Wallet, { payment_method_id }: { payment_method_id: string }) =>
  (card: object, more: object = {}) =>
    wallet.ask('update', { params: { method_id: payment_method_id }, body: { card, ...more } });

describe('changing a saved card', () => {
  it('changing a saved card stores it anew: the same payment method, the same number, one card in the vault', async () => {
    const wallet = await aWallet();
    const before = await wallet.saved({}, { nick_name: 'work' });
    wallet.pass(3_600);
    const { status, body } = await updating(
      wallet,
      before,
    )({
      card_exp_month: '7',
      card_exp_year: '33',
      card_holder_name: 'Another Name',
      last4_digits: '0000',
      card_issuer: 'ignored',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      wallet: null,
      card: {
        ...before.card,
        expiry_month: '07',
        expiry_year: '2033',
        card_holder_name: 'Another Name',
        card_token: body.card.card_token,
      },
    });
    expect(body.card.card_token).not.toBe(before.card.card_token);
    expect(wallet.cardsInVault()).toEqual([body.card.card_token]);
    expect(await wallet.inVault(body.card.card_token)).toEqual({
      number: visa,
      holderName: 'Another Name',
      expiryMonth: '07',
      expiryYear: '2033',
    });
    // Still the customer's one payment method with that number.
    expect((await wallet.saved()).payment_method_id).toBe(before.payment_method_id);
  });

  it('changing a saved card does not call the vault for a nickname, and changes nothing without fields', async () => {
    const wallet = await aWallet();
    const before = await wallet.saved();
    const update = updating(wallet, before);
    const items = wallet.port.items();
    const same = { card_exp_month: '12', card_exp_year: '2031', card_holder_name: 'Test Payer' };
    for (const change of [{}, same, { card_issuer: 'x' }]) {
      expect((await update(change)).body).toEqual({ ...before, wallet: null });
    }
    expect(wallet.port.items()).toEqual(items);
    const card = { ...before.card, nick_name: 'home' };
    expect((await update({ nick_name: 'home' })).body).toEqual({ ...before, card, wallet: null });
    expect(wallet.cardsInVault()).toEqual([before.card.card_token]);
  });

  it('changing a saved card is for the browser too, with the secret and in time', async () => {
    const wallet = await aWallet();
    const before = await wallet.saved();
    const params = { method_id: before.payment_method_id };
    const byBrowser = (client_secret: string, nick_name: string) =>
      wallet.ask('update', {
        key: wallet.merchant.publishableKey,
        params,
        body: { card: { nick_name }, client_secret },
      });
    expect((await byBrowser(before.client_secret, 'a')).status).toBe(200);
    expect(told(await byBrowser('x', 'b')).slice(0, 2)).toEqual([400, 'IR_09']);
    wallet.pass(901);
    expect(told(await byBrowser(before.client_secret, 'c')).slice(0, 2)).toEqual([400, 'IR_08']);
    expect(await wallet.good('retrieve', { params })).toMatchObject({ card: { nick_name: 'a' } });
  });

  it('changing a saved card leaves one card when two do it at once, and the other gets a conflict', async () => {
    const wallet = await aWallet();
    const before = await wallet.saved();
    const update = updating(wallet, before);
    const answers = await Promise.all(
      ['2032', '2033', '2034'].map((card_exp_year) => update({ card_exp_year })),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    for (const answer of answers) {
      if (answer.status !== 200) expect([404, 422]).toContain(answer.status);
    }
    const params = { method_id: before.payment_method_id };
    const { card } = await wallet.good('retrieve', { params });
    expect(wallet.cardsInVault()).toEqual([card.card_token]);
    expect(await wallet.inVault(card.card_token)).toMatchObject({ expiryYear: card.expiry_year });
  });
});

const unsupported = (reason: string) => [400, 'IR_19', 'Payment method type not supported', reason];

describe('a change that is refused', () => {
  it.each<[string, object, readonly unknown[]]>([
    ['month 13', { card: { card_exp_month: '13' } }, [400, 'IR_16', 'Invalid Expiry Month']],
    ['a past year', { card: { card_exp_year: '2029' } }, [400, 'IR_16', 'Invalid Expiry Year']],
    [
      'no month',
      { card: { card_exp_month: 'x' } },
      [400, 'IR_07', 'Invalid value provided: card_exp_month'],
    ],
    [
      'nothing at all',
      {},
      unsupported('Payment method update for the given payment method is not supported'),
    ],
    ['a wallet', { wallet: { last4: '1' } }, [422, 'IR_06', 'The Payment Method is not wallet']],
    [
      'another number',
      { card: { card_number: visa } },
      [400, 'IR_06', 'Json deserialize error: unknown field `card_number`'],
    ],
  ])("a payment method's update is refused: %s", async (_, body, expected) => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.saved();
    const before = [wallet.port.items(), wallet.cardsInVault()];
    const params = { method_id: payment_method_id };
    expect(told(await wallet.ask('update', { params, body }))).toEqual(expected);
    expect([wallet.port.items(), wallet.cardsInVault()]).toEqual(before);
  });

  it("a payment method without its data, or with an expired session, can't be changed", async () => {
    const wallet = await aWallet();
    const awaited = await wallet.good('create', { body: { customer_id: 'cus_1' } });
    const update = updating(wallet, awaited);
    expect(told(await update({ nick_name: 'a' }))).toEqual(
      unsupported('Payment method is awaiting data so it cannot be updated'),
    );
    wallet.pass(901);
    const without = [404, 'IR_37', 'payment_method_data not found'];
    expect(told(await update({ nick_name: 'a' }))).toEqual(without);
  });

  it("a payment method whose card was deleted from the vault can't be changed", async () => {
    const wallet = await aWallet();
    const saved = await wallet.saved();
    for (const port of [wallet.dependencies.vault.ports.cards]) {
      for (const { pk, sk } of port.items()) await port.take({ pk, sk }, {});
    }
    const without = [404, 'IR_37', 'payment_method_data not found'];
    expect(told(await updating(wallet, saved)({ card_exp_year: '2033' }))).toEqual(without);
  });
});
