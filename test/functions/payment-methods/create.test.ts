import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, told, typed, visa } from './a-wallet.ts';

describe('saving a card', () => {
  it('saving a card answers with all of its public details, and the vault has the rest', async () => {
    const wallet = await aWallet();
    const answer = await wallet.ask(
      'create',
      wallet.saving(
        {
          payment_method_type: 'credit',
          payment_method_issuer: 'Example Bank',
          metadata: { shelf: 'left' },
        },
        { nick_name: 'work', card_issuer: 'EXAMPLE BANK', card_type: 'CREDIT', card_cvc: '123' },
      ),
    );
    expect(answer.status).toBe(200);
    const { body } = answer;
    expect(body).toEqual({
      merchant_id: 'shop_east',
      customer_id: 'cus_1',
      payment_method_id: expect.stringMatching(/^pm_[0-9A-Za-z]{20}$/),
      payment_method: 'card',
      payment_method_type: 'credit',
      card: {
        scheme: 'Visa',
        // Published data of the range of the card.
        issuer_country: 'UNITEDSTATESOFAMERICA',
        issuer_country_code: 'US',
        last4_digits: '4242',
        expiry_month: '12',
        expiry_year: '2031',
        card_token: expect.stringMatching(/^[0-9a-f]{32}$/),
        card_holder_name: 'Test Payer',
        card_fingerprint: expect.stringMatching(/^f1_[\w-]{43}$/),
        nick_name: 'work',
        card_network: 'Visa',
        card_isin: '424242',
        card_issuer: 'EXAMPLE BANK',
        card_type: 'CREDIT',
        saved_to_locker: true,
      },
      recurring_enabled: false,
      installment_payment_enabled: false,
      payment_experience: ['redirect_to_url'],
      metadata: { shelf: 'left' },
      created: '2030-01-31T10:00:00.000Z',
      last_used_at: '2030-01-31T10:00:00.000Z',
      client_secret: expect.stringMatching(
        new RegExp(`^${body.payment_method_id}_secret_[0-9A-Za-z]{20}$`),
      ),
    });
    expect(await wallet.inVault(body.card.card_token)).toEqual({
      number: visa,
      holderName: 'Test Payer',
      expiryMonth: '12',
      expiryYear: '2031',
    });
    const params = { method_id: body.payment_method_id };
    expect(await wallet.good('retrieve', { params })).toEqual(body);
  });

  it('saving a card stores neither its number nor its cvc in the table or the log', async () => {
    const wallet = await aWallet();
    const { body } = await wallet.ask('create', wallet.saving({}, { card_cvc: '739' }));
    const params = { method_id: body.payment_method_id };
    const update = { card: { card_exp_month: '01', card_exp_year: '2032' } };
    await wallet.good('update', { params, body: update });
    await wallet.listed();
    const kept = JSON.stringify([wallet.port.items(), wallet.dependencies.logged]);
    expect(kept).not.toContain(visa);
    expect(kept).not.toMatch(/"739"/);
    expect(
      Object.values(wallet.dependencies.vault.ports).flatMap((port) => port.items()),
    ).not.toEqual(expect.arrayContaining([expect.objectContaining({ sk: 'CODE' })]));
  });

  it('saving a card writes expiries as two digits and four, however they came', async () => {
    const wallet = await aWallet();
    const card = { card_exp_month: '7', card_exp_year: '31', card_holder_name: '  ' };
    expect((await wallet.saved({}, card)).card).toMatchObject({
      expiry_month: '07',
      expiry_year: '2031',
      card_holder_name: null,
    });
  });

  it.each([
    ['378282246310005', 'AmericanExpress', '378282', '0005'],
    ['6062820524845321', null, '606282', '5321'],
    ['3566002020360505', 'JCB', '356600', '0505'],
  ])('a saved card %s has the network %s', async (card_number, network, isin, last4) => {
    const wallet = await aWallet();
    const { card } = await wallet.saved({}, { card_number });
    expect(card).toMatchObject({
      scheme: network,
      card_network: network,
      card_isin: isin,
      last4_digits: last4,
    });
  });

  it('saving a card accepts a network beside the card, when it is one', async () => {
    const wallet = await aWallet();
    const one = await wallet.saved({ card_network: 'CARTESBANCAIRES' });
    const other = await wallet.saved({ card_network: 'mine' }, { card_number: mastercard });
    expect([one, other].map(({ card }) => card.card_network)).toEqual([
      'CartesBancaires',
      'Mastercard',
    ]);
  });

  it('saving a card makes the first one the default of its customer, and no later one', async () => {
    const wallet = await aWallet();
    const first = await wallet.saved();
    await wallet.saved({}, { card_number: mastercard });
    expect(await wallet.shownCustomer()).toMatchObject({
      default_payment_method_id: first.payment_method_id,
    });
  });
});

it('a saved card is in the vault under the name that the merchant account states', async () => {
  const wallet = await aWallet();
  await wallet.saved();
  const account = await wallet.ask('accounts.retrieve', {
    key: adminKey,
    params: { account_id: 'shop_east' },
  });
  const tenants = wallet.dependencies.vault.ports.cards.items().map(({ tenant }) => tenant);
  expect(tenants).toEqual([account.body.locker_id]);
});

describe('a number that the customer has saved already', () => {
  it('a saved number is the same payment method, and nothing is stored', async () => {
    const wallet = await aWallet();
    const first = await wallet.saved({}, { nick_name: 'work' });
    const before = wallet.port.items();
    wallet.pass(60);
    // A request without a nick name keeps the stored one.
    expect(await wallet.saved()).toEqual(first);
    expect(wallet.port.items()).toEqual(before);
    expect(wallet.cardsInVault()).toEqual([first.card.card_token]);
  });

  it.each([
    [{ card_exp_year: '2033' }, { expiry_year: '2033' }],
    [{ card_holder_name: 'Another Name' }, { card_holder_name: 'Another Name' }],
    [{ nick_name: 'home' }, { nick_name: 'home', card_holder_name: 'Test Payer' }],
  ])('a saved card saved again takes over the new details: %j', async (changes, expected) => {
    const wallet = await aWallet();
    const first = await wallet.saved();
    const again = await wallet.saved({}, changes);
    const { card_token, card_fingerprint } = again.card;
    expect(again).toMatchObject({
      payment_method_id: first.payment_method_id,
      card: { card_fingerprint: first.card.card_fingerprint, ...expected },
    });
    expect(card_fingerprint).toBe(first.card.card_fingerprint);
    expect(wallet.cardsInVault()).toEqual([card_token]);
    expect(await wallet.listed()).toHaveLength(1);
  });

  it('a saved number gets a new card when the vault has lost the old one', async () => {
    const wallet = await aWallet();
    const { payment_method_id, card } = await wallet.saved();
    const { now } = wallet.dependencies.clock;
    const actor = { kind: 'job', id: 'sweep' } as const;
    const request = { tenant: 'shop_east', token: card.card_token, actor, requestId: 'r', now };
    await wallet.dependencies.vault.cards.remove({ ...request, reason: 'too old', origin: 'job' });
    const again = await wallet.saved();
    expect(again.payment_method_id).toBe(payment_method_id);
    expect(wallet.cardsInVault()).toEqual([again.card.card_token]);
  });

  it('a saved number is another one for another customer, and for another merchant', async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const [one, two] = [await wallet.saved(), await wallet.saved({ customer_id: 'cus_2' })];
    expect(one.payment_method_id).not.toBe(two.payment_method_id);
    expect(one.card.card_fingerprint).toBe(two.card.card_fingerprint);
    expect(wallet.cardsInVault()).toHaveLength(2);
  });

  it('a saved number is saved once when it is sent many times at once, and the vault has one card', async () => {
    const wallet = await aWallet();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        wallet.ask('create', wallet.saving({}, { nick_name: place % 2 ? 'work' : 'home' })),
      ),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    // Requests that lost every race are asked to retry.
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect(new Set(good.map(({ body }) => body.payment_method_id)).size).toBe(1);
    const [kept, ...others] = await wallet.listed();
    expect(others).toEqual([]);
    expect(wallet.cardsInVault()).toEqual([kept.card.card_token]);
  });
});

describe('a payment method without data', () => {
  it('a pending payment method has a secret for the browser, and no payment source', async () => {
    const wallet = await aWallet();
    const ignored = { payment_method_data: { card: typed() } };
    const body = { customer_id: 'cus_1', metadata: { a: 'b' }, ...ignored };
    const awaited = await wallet.good('create', { body });
    expect(awaited).toMatchObject({
      payment_method: null,
      card: null,
      metadata: { a: 'b' },
      client_secret: expect.stringMatching(/^pm_\w{20}_secret_\w{20}$/),
    });
    expect(wallet.cardsInVault()).toEqual([]);
    expect(await wallet.listed()).toEqual([]);
    expect(await wallet.shownCustomer()).toMatchObject({ default_payment_method_id: null });
  });
});

const invalidJson = (what: string) => [400, 'IR_06', `Json deserialize error: ${what}`];
const mismatch = "payment_method_data doesn't correspond to the specified payment_method";
const account = {
  bank_account_number: '1',
  bank_routing_number: '2',
  bank_country_code: 'US',
} as const;

describe('a request that is refused', () => {
  it.each<[string, object, object, readonly unknown[]]>([
    [
      'no customer',
      { customer_id: null },
      {},
      [400, 'IR_04', 'Missing required param: customer_id'],
    ],
    [
      'an unknown customer',
      { customer_id: 'nobody' },
      {},
      [404, 'HE_02', 'Customer does not exist in our records'],
    ],
    [
      'no payment method',
      { payment_method: null },
      {},
      [400, 'IR_04', 'Missing required param: payment_method'],
    ],
    [
      'a type of another payment method',
      { payment_method_type: 'klarna' },
      {},
      [422, 'IR_06', "Invalid 'payment_method_type' provided"],
    ],
    ['data of another payment method', { payment_method: 'wallet' }, {}, [422, 'IR_06', mismatch]],
    [
      'a bank account',
      { payment_method: 'bank_transfer', card: null, bank_transfer: account },
      {},
      [501, 'IR_00', 'Saving a bank_transfer is not implemented'],
    ],
    [
      'a bank account that says its kind',
      {
        payment_method: 'bank_transfer',
        card: null,
        bank_transfer_data: { payout_method_type: 'ach', ...account },
      },
      {},
      [501, 'IR_00', 'Saving a bank_transfer is not implemented'],
    ],
    [
      'a wallet',
      { payment_method: 'wallet', card: null, wallet: { paypal: { email: 'a@example.com' } } },
      {},
      [501, 'IR_00', 'Saving a wallet is not implemented'],
    ],
    [
      'a number that is none',
      {},
      { card_number: '4242424242424241' },
      invalidJson('card.card_number: card number invalid'),
    ],
    [
      'a short number',
      {},
      { card_number: '4242424' },
      invalidJson('card.card_number: invalid card number length'),
    ],
    [
      'letters',
      {},
      { card_number: '4242x24242424242' },
      invalidJson('card.card_number: invalid character found in card number'),
    ],
    ['an unknown member', { colour: 'red' }, {}, invalidJson('unknown field `colour`')],
    ['an unknown member of the card', {}, { colour: 'red' }, invalidJson('unknown field `colour`')],
    ['no expiry', {}, { card_exp_month: undefined }, invalidJson('missing field `card_exp_month`')],
    [
      'no month',
      {},
      { card_exp_month: 'x' },
      [400, 'IR_07', 'Invalid value provided: card_exp_month'],
    ],
    ['month 13', {}, { card_exp_month: '13' }, [400, 'IR_16', 'Invalid Expiry Month']],
    [
      'no year',
      {},
      { card_exp_year: 'xx' },
      [400, 'IR_07', 'Invalid value provided: card_exp_year'],
    ],
    [
      'a year of five digits',
      {},
      { card_exp_year: '20310' },
      [400, 'IR_07', 'Invalid value provided: card_exp_year'],
    ],
    ['a past year', {}, { card_exp_year: '2029' }, [400, 'IR_16', 'Invalid Expiry Year']],
    [
      'a card number for a name',
      {},
      { nick_name: '4242 4242 4242 4242' },
      invalidJson('card.nick_name: value looks like a card number, which no text may contain'),
    ],
    [
      'an unknown country',
      {
        payment_method: 'bank_transfer',
        card: null,
        bank_transfer: { ...account, bank_country_code: 'XX' },
      },
      {},
      [
        400,
        'IR_06',
        expect.stringMatching(
          /: bank_transfer\.bank_country_code: unknown variant, expected one of/,
        ),
      ],
    ],
  ])("a payment method's create is refused: %s", async (_, changes, card, expected) => {
    const wallet = await aWallet();
    const before = wallet.port.items();
    const request = wallet.saving({}, card);
    const body = { ...Object(request.body), ...changes };
    expect(told(await wallet.ask('create', { body }))).toEqual(expected);
    expect(wallet.port.items()).toEqual(before);
    expect(wallet.cardsInVault()).toEqual([]);
  });

  it('a card that expired in this month is good until its last day', async () => {
    const wallet = await aWallet();
    const card = { card_exp_month: '01', card_exp_year: '2030' };
    expect((await wallet.ask('create', wallet.saving({}, card))).status).toBe(200);
    wallet.pass(24 * 3_600);
    expect(told(await wallet.ask('create', wallet.saving({}, card)))).toEqual([
      400,
      'IR_16',
      'Card Expired',
    ]);
  });

  it('a payment method for a deleted customer is refused', async () => {
    const wallet = await aWallet();
    const found = await wallet.services.customers.get('shop_east', 'cus_1');
    await wallet.services.customers.save({ ...found, redactedAt: '2030-01-01T00:00:00.000Z' });
    const redacted = [400, 'IR_11', 'Customer has already been redacted'];
    expect(told(await wallet.ask('create', wallet.saving()))).toEqual(redacted);
    const params = { customer_id: 'cus_1' };
    expect(told(await wallet.ask('list', { params }))).toEqual(redacted);
    expect(wallet.cardsInVault()).toEqual([]);
  });
});

describe('data about cards by their first digits', () => {
  const known = {
    card_iin: '42424242',
    card_issuer: 'KNOWN BANK',
    card_type: 'DEBIT',
    card_network: 'Visa',
    card_issuing_country: 'UNITEDKINGDOM',
    country_code: 'GB',
  };

  it("a card range's details are shown when the request does not state them, and nowhere else", async () => {
    const wallet = await aWallet();
    await wallet.good('card-bins.create', { key: adminKey, body: known });
    const { card } = await wallet.saved({}, { card_issuer: 'STATED BANK' });
    expect(card).toMatchObject({
      card_issuer: 'STATED BANK',
      card_type: 'DEBIT',
      card_network: 'Visa',
      issuer_country: 'UNITEDKINGDOM',
      issuer_country_code: 'GB',
    });
  });

  it('a card range is not read when the request has all of its details', async () => {
    const wallet = await aWallet();
    await wallet.good('card-bins.create', { key: adminKey, body: known });
    const said = {
      card_issuer: 'STATED BANK',
      card_type: 'CREDIT',
      card_network: 'Visa',
      card_issuing_country: 'GERMANY',
    };
    const { card } = await wallet.saved({}, said);
    expect(card).toMatchObject({ issuer_country: 'GERMANY', issuer_country_code: null });
  });
});
