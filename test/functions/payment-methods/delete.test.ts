import { aWallet, mastercard, told } from './a-wallet.ts';

const notFound = [404, 'HE_02', 'Payment method does not exist in our records'];

describe('deleting a payment method', () => {
  it('deleting a payment method deletes it and its card, and the customer’s default is then null', async () => {
    const wallet = await aWallet();
    const [first, second] = [
      await wallet.saved(),
      await wallet.saved({}, { card_number: mastercard }),
    ];
    const params = { method_id: first.payment_method_id };
    expect(await wallet.good('delete', { params })).toEqual({
      payment_method_id: first.payment_method_id,
      deleted: true,
    });
    expect(wallet.cardsInVault()).toEqual([second.card.card_token]);
    expect(await wallet.shownCustomer()).toMatchObject({ default_payment_method_id: null });
    for (const name of ['retrieve', 'delete']) {
      expect(told(await wallet.ask(name, { params }))).toEqual(notFound);
    }
    const body = { card: { nick_name: 'a' } };
    expect(told(await wallet.ask('update', { params, body }))).toEqual(notFound);
    expect(await wallet.listed()).toMatchObject([{ default_payment_method_set: false }]);
    expect(JSON.stringify(wallet.port.items())).not.toContain(first.card.card_fingerprint);
    // Its number is free again, and the next one becomes the default.
    const again = await wallet.saved();
    expect(again.payment_method_id).not.toBe(first.payment_method_id);
    expect(await wallet.shownCustomer()).toMatchObject({
      default_payment_method_id: again.payment_method_id,
    });
  });

  it('deleting a payment method leaves another default unchanged', async () => {
    const wallet = await aWallet();
    const first = await wallet.saved();
    const second = await wallet.saved({}, { card_number: mastercard });
    await wallet.good('delete', { params: { method_id: second.payment_method_id } });
    expect(await wallet.shownCustomer()).toMatchObject({
      default_payment_method_id: first.payment_method_id,
    });
  });

  it('deleting a payment method deletes a pending one', async () => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.good('create', { body: { customer_id: 'cus_1' } });
    const params = { method_id: payment_method_id };
    expect((await wallet.ask('delete', { params })).status).toBe(200);
    expect(told(await wallet.ask('retrieve', { params }))).toEqual(notFound);
  });

  it('deleting a payment method leaves no card in the vault when an update comes at the same time', async () => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.saved();
    const params = { method_id: payment_method_id };
    const update = { params, body: { card: { card_exp_year: '2035' } } };
    const [removed] = await Promise.all([
      wallet.ask('delete', { params }),
      wallet.ask('update', update),
      wallet.ask('set-default', { params: { customer_id: 'cus_1', payment_method_id } }),
    ]);
    expect(removed.status).toBe(200);
    expect(wallet.cardsInVault()).toEqual([]);
    expect(await wallet.listed()).toEqual([]);
    expect(await wallet.shownCustomer()).toMatchObject({ default_payment_method_id: null });
  });
});
