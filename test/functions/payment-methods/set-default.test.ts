import { aWallet, mastercard, told } from './a-wallet.ts';

describe.each(['set-default', 'set-default-alias'])('%s', (name) => {
  it('setting a default payment method makes it the one that its customer pays with', async () => {
    const wallet = await aWallet();
    await wallet.saved();
    const second = await wallet.saved(
      { payment_method_type: 'debit' },
      { card_number: mastercard },
    );
    const params = { customer_id: 'cus_1', payment_method_id: second.payment_method_id };
    expect(await wallet.good(name, { params })).toEqual({
      default_payment_method_id: second.payment_method_id,
      customer_id: 'cus_1',
      payment_method: 'card',
      payment_method_type: 'debit',
    });
    const listed: { payment_method_id: string; default_payment_method_set: boolean }[] =
      await wallet.listed();
    const isDefault = listed.filter((one) => one.default_payment_method_set);
    expect(isDefault).toMatchObject([{ payment_method_id: second.payment_method_id }]);
    expect(told(await wallet.ask(name, { params }))).toEqual([
      400,
      'IR_16',
      'Payment Method is already set as default',
    ]);
  });

  it('setting a default payment method of another customer is refused', async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const { payment_method_id } = await wallet.saved();
    const awaited = await wallet.good('create', { body: { customer_id: 'cus_2' } });
    const invalid = [400, 'IR_16', 'The payment_method_id is not valid'];
    const asked = (customer_id: string, id: string) =>
      wallet.ask(name, { params: { customer_id, payment_method_id: id } });
    expect(told(await asked('cus_2', payment_method_id))).toEqual(invalid);
    expect(told(await asked('cus_2', awaited.payment_method_id))).toEqual(invalid);
    expect(told(await asked('cus_3', payment_method_id)).slice(0, 2)).toEqual([404, 'HE_02']);
    expect(told(await asked('cus_1', 'pm_unknown')).slice(0, 2)).toEqual([404, 'HE_02']);
    expect(await wallet.shownCustomer('cus_2')).toMatchObject({ default_payment_method_id: null });
  });
});
