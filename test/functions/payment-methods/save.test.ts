import { aWallet, mastercard, told, typed, type Wallet } from './a-wallet.ts';

const asCard = (changes: object = {}) => ({
  payment_method: 'card',
  payment_method_data: { card: typed(changes) },
});

/** A payment method that waits, and the way in which a customer's browser completes it. */
async function awaited(wallet: Wallet, facts: object = {}) {
  const { payment_method_id, client_secret } = await wallet.good('create', {
    body: { customer_id: 'cus_1', ...facts },
  });
  const params = { method_id: payment_method_id };
  const complete = (changes: object = {}, key = wallet.merchant.publishableKey) =>
    wallet.ask('save', { key, params, body: { client_secret, ...asCard(), ...changes } });
  return { params, complete, client_secret, id: payment_method_id };
}

describe("a customer's browser completes a payment method", () => {
  it("a payment method completed by a customer's browser is one like any other, and the default", async () => {
    const wallet = await aWallet();
    const { params, complete, id, client_secret } = await awaited(wallet, { metadata: { a: 'b' } });
    wallet.pass(899);
    const { status, body } = await complete({ payment_method_type: 'debit' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      payment_method_id: id,
      payment_method: 'card',
      payment_method_type: 'debit',
      client_secret,
      metadata: { a: 'b' },
      card: { last4_digits: '4242', saved_to_locker: true },
      created: '2030-01-31T10:00:00.000Z',
      last_used_at: '2030-01-31T10:14:59.000Z',
    });
    expect(await wallet.good('retrieve', { params })).toEqual(body);
    expect(await wallet.listed()).toMatchObject([
      { payment_method_id: id, default_payment_method_set: true },
    ]);
  });

  it("a customer's browser completes a payment method once", async () => {
    const wallet = await aWallet();
    const { complete } = await awaited(wallet);
    expect((await complete()).status).toBe(200);
    expect(told(await complete(asCard({ card_number: mastercard })))).toEqual(expired);
    expect(wallet.cardsInVault()).toHaveLength(1);
  });

  it("a customer's browser completes a payment method once, also when two do it at once", async () => {
    const wallet = await aWallet();
    const { complete } = await awaited(wallet);
    const answers = await Promise.all([complete(), complete(asCard({ card_number: mastercard }))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [kept, ...others] = await wallet.listed();
    expect(others).toEqual([]);
    expect(wallet.cardsInVault()).toEqual([kept.card.card_token]);
  });

  it("a customer's browser that completes a payment method with a saved number gets the saved one", async () => {
    const wallet = await aWallet();
    const first = await wallet.saved();
    const { params, complete } = await awaited(wallet);
    const { body } = await complete(asCard({ card_exp_year: '2034' }));
    expect(body).toMatchObject({
      payment_method_id: first.payment_method_id,
      card: { expiry_year: '2034' },
    });
    expect(wallet.cardsInVault()).toEqual([body.card.card_token]);
    expect(await wallet.good('retrieve', { params })).toMatchObject({ card: null });
    expect(told(await complete())).toEqual(expired);
    expect(await wallet.listed()).toHaveLength(1);
  });

  it('a merchant can complete a payment method like a browser', async () => {
    const wallet = await aWallet();
    const { params } = await awaited(wallet);
    expect((await wallet.ask('save', { params, body: asCard() })).status).toBe(200);
  });
});

const expired = [400, 'IR_08', 'The provided client_secret has expired'];
const mismatch = [
  400,
  'IR_09',
  'The client_secret provided does not match the client_secret associated with the Payment',
];
const debit = { bank_debit: { ach: { account_number: '1', routing_number: '2' } } };
const number = '4242424242424242';
const decrypted = {
  application_primary_account_number: number,
  expiry_month: '1',
  expiry_year: '31',
};

describe('a refused request', () => {
  it('a wrong or expired client secret is refused', async () => {
    const wallet = await aWallet();
    const { complete, client_secret } = await awaited(wallet);
    for (const wrong of ['x', `${client_secret}x`, (await awaited(wallet)).client_secret]) {
      expect(told(await complete({ client_secret: wrong }))).toEqual(mismatch);
    }
    wallet.pass(901);
    expect(told(await complete())).toEqual(expired);
    expect(wallet.cardsInVault()).toEqual([]);
  });

  it.each<[string, object, readonly unknown[]]>([
    [
      'no method',
      { payment_method: null },
      [400, 'IR_04', 'Missing required param: payment_method'],
    ],
    [
      'no data',
      { payment_method_data: null },
      [400, 'IR_04', 'Missing required param: payment_method_data'],
    ],
    [
      'data of another method',
      { payment_method: 'wallet' },
      [422, 'IR_06', "payment_method_data doesn't correspond to the specified payment_method"],
    ],
    [
      'a bank account',
      { payment_method: 'bank_debit', payment_method_data: debit },
      [501, 'IR_00', 'Saving a bank_debit is not implemented'],
    ],
    [
      'a wallet',
      {
        payment_method: 'wallet',
        payment_method_data: { wallet: { google_pay_decrypted_data: decrypted } },
      },
      [501, 'IR_00', 'Saving a wallet is not implemented'],
    ],
    ['an expired card', asCard({ card_exp_year: '2029' }), [400, 'IR_16', 'Invalid Expiry Year']],
    [
      'two things at once',
      { payment_method_data: { ...debit, card: typed() } },
      [
        400,
        'IR_06',
        'Json deserialize error: payment_method_data: data did not match any variant, expected exactly one',
      ],
    ],
  ])("a payment method's completion is refused: %s", async (_, changes, expected) => {
    const wallet = await aWallet();
    const { complete } = await awaited(wallet);
    const before = wallet.port.items();
    expect(told(await complete(changes))).toEqual(expected);
    expect(wallet.port.items()).toEqual(before);
    expect(wallet.cardsInVault()).toEqual([]);
    expect((await complete()).status).toBe(200);
  });
});
