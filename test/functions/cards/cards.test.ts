import fc from 'fast-check';
import { type Ask, adminKey } from '../../support/switch/switch-in-memory.ts';
import { aWallet, type Wallet } from '../payment-methods/a-wallet.ts';

const about = (wallet: Wallet, bin: string) =>
  wallet.ask('card-bins.retrieve', { params: { bin } });
const byOperator = (
  wallet: Wallet,
  name: string,
  body: object,
  key: string | undefined = adminKey,
) => wallet.ask(name, { key, body });

const bank = {
  card_iin: '400000',
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Visa',
  card_type: 'CREDIT',
  card_subtype: 'CLASSIC',
  card_issuing_country: 'UNITEDKINGDOM',
  country_code: 'GB',
};
const shown = {
  card_iin: '400000',
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Visa',
  card_type: 'CREDIT',
  card_sub_type: 'CLASSIC',
  card_issuing_country: 'UNITEDKINGDOM',
};
const refusal = (code: string, message: string) => ({
  error: expect.objectContaining({ code, message }),
});
const unknown = {
  status: 400,
  body: refusal('IR_31', 'The provided card IIN does not exist'),
};

describe('data about cards by their first digits', () => {
  it.each([
    ['424242', 'Visa', 'CREDIT'],
    ['400005', 'Visa', 'DEBIT'],
    ['555555', 'Mastercard', 'CREDIT'],
    ['378282', 'AmericanExpress', 'CREDIT'],
    ['42424242', 'Visa', 'CREDIT'],
  ])(
    "a card's details by its first digits are published for test cards: %s is %s %s",
    async (bin, card_network, card_type) => {
      const wallet = await aWallet();
      const { status, body } = await about(wallet, bin);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { card_iin: bin, card_network, card_type },
      });
    },
  );

  it("a card's details come from the operator's range before any other source", async () => {
    const wallet = await aWallet();
    expect((await about(wallet, '400000')).body).toMatchObject({
      card_issuer: null,
      card_issuing_country: 'UNITEDSTATESOFAMERICA',
    });
    const made = await byOperator(wallet, 'card-bins.create', bank);
    expect({ status: made.status, body: made.body }).toEqual({ status: 200, body: shown });
    expect((await about(wallet, '400000')).body).toEqual(shown);

    await byOperator(wallet, 'card-bins.create', { card_iin: '424242', card_issuer: 'OTHER BANK' });
    expect((await about(wallet, '424242')).body).toMatchObject({
      card_issuer: 'OTHER BANK',
      card_network: null,
    });
  });

  it("a card's details are more exact with eight digits, and fall back on six", async () => {
    const wallet = await aWallet();
    await byOperator(wallet, 'card-bins.create', bank);
    await byOperator(wallet, 'card-bins.create', { card_iin: '40000012', card_type: 'DEBIT' });
    expect((await about(wallet, '40000012')).body).toMatchObject({ card_type: 'DEBIT' });
    expect((await about(wallet, '40000013')).body).toMatchObject({
      card_iin: '40000013',
      card_type: 'CREDIT',
    });
  });

  it.each(['4', '42424', '424242424', '42424x', 'abcdef', '４２４２４２'])(
    "a card's details are not answered for %s",
    async (bin) => {
      const wallet = await aWallet();
      expect(await about(wallet, bin)).toMatchObject({
        status: 400,
        body: refusal(
          'IR_32',
          'The provided card IIN length is invalid, please provide an IIN with 6 digits',
        ),
      });
    },
  );
});

describe('the records of operators', () => {
  it("an operator's card range is created once, and updated where one exists", async () => {
    const wallet = await aWallet();
    expect(await byOperator(wallet, 'card-bins.update', bank)).toMatchObject(unknown);
    await byOperator(wallet, 'card-bins.create', bank);
    expect(await byOperator(wallet, 'card-bins.create', bank)).toMatchObject({
      status: 400,
      body: refusal('IR_38', 'CardInfo with given id 400000 already exists in our records'),
    });
    const change = { card_iin: '400000', card_type: 'DEBIT' };
    const changed = await byOperator(wallet, 'card-bins.update', change);
    expect(changed.body).toEqual({ ...shown, card_type: 'DEBIT' });
    expect((await about(wallet, '400000')).body).toEqual({ ...shown, card_type: 'DEBIT' });
  });

  it("an operator's card range is not accessible to merchants", async () => {
    const wallet = await aWallet();
    for (const name of ['card-bins.create', 'card-bins.update']) {
      const answer = await byOperator(wallet, name, bank, wallet.merchant.key);
      expect(answer).toMatchObject({ status: 401 });
    }
  });

  it("an operator's card range contains no card number, and any body is answered without a server error", async () => {
    const wallet = await aWallet();
    const before = wallet.port.items();
    const members = fc.oneof(
      fc.constantFrom<unknown>('4242424242424242', '', '12345', 7, null, [], {}, 'Visa', 'x'),
      fc.string(),
    );
    const bodies = fc.record(
      {
        card_iin: fc.oneof(
          fc.constantFrom<unknown>('4242424242424242', '1234567', 7, null),
          fc.string({ maxLength: 5 }),
        ),
        card_network: members,
        card_type: members,
        country_code: members,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const request: Ask = { key: adminKey, body };
        for (const name of ['card-bins.create', 'card-bins.update']) {
          const { status } = await wallet.ask(name, request);
          expect(status).toBe(400);
        }
        expect(wallet.port.items()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a table of ranges', () => {
  const uploaded = (wallet: Wallet, text: string, key: string | undefined = adminKey) =>
    wallet.ask('card-bins.update-batch', { key, form: { file: new File([text], 'ranges.csv') } });

  it('a table of card ranges updates existing ranges, and reports the result of each line', async () => {
    const wallet = await aWallet();
    for (const card_iin of ['400000', '40000012']) {
      await byOperator(wallet, 'card-bins.create', { ...bank, card_iin });
    }
    const { status, body } = await uploaded(
      wallet,
      'card_iin,card_issuer,colour,card_type\r\n' +
        '400000,"BANK, ""OLD"" TOWN",red,\r\n\n' +
        '40000012,,,DEBIT\n' +
        '400001,OTHER BANK,,\n' +
        '4242424242424242,X,,\n' +
        ',X,,\n',
    );
    const failed = (line_number: number, card_iin: string | null, migration_error: string) => ({
      line_number,
      card_iin,
      card_issuer: null,
      card_network: null,
      card_type: null,
      card_sub_type: null,
      card_issuing_country: null,
      migration_error,
      migration_status: 'Failed',
    });
    const done = { migration_error: null, migration_status: 'Success' };
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { line_number: 2, ...shown, card_issuer: 'BANK, "OLD" TOWN', ...done },
        { line_number: 3, ...shown, card_iin: '40000012', card_type: 'DEBIT', ...done },
        failed(4, '400001', 'The provided card IIN does not exist'),
        failed(5, null, 'invalid value of card_iin'),
        failed(6, null, 'invalid value of card_iin'),
      ],
    });
    expect((await about(wallet, '400000')).body).toMatchObject({
      card_issuer: 'BANK, "OLD" TOWN',
      card_type: 'CREDIT',
    });
  });

  it('a table of ranges states further networks of co-badged cards', async () => {
    const wallet = await aWallet();
    await byOperator(wallet, 'card-bins.create', {
      ...bank,
      co_badged_card_networks: ['EftposAustralia'],
    });
    expect((await about(wallet, '400000')).body).toEqual({
      ...shown,
      co_badged_card_networks: ['EftposAustralia'],
    });
    const { body } = await uploaded(
      wallet,
      'card_iin,co_badged_card_networks\n400000,CARTESBANCAIRES; Dankort\n400000,Cowrie\n',
    );
    expect(body).toMatchObject([
      { migration_status: 'Success' },
      { migration_error: 'invalid value of co_badged_card_networks' },
    ]);
    expect((await about(wallet, '400000')).body).toEqual({
      ...shown,
      co_badged_card_networks: ['CartesBancaires', 'Dankort'],
    });
  });

  it('a table of ranges needs its column of digits, an end, and an operator', async () => {
    const wallet = await aWallet();
    expect(await uploaded(wallet, 'card_issuer\nX\n')).toMatchObject({
      status: 400,
      body: refusal('IR_06', 'Json deserialize error: missing field `card_iin`'),
    });
    const long = `card_iin\n${'400000\n'.repeat(2_001)}`;
    expect(await uploaded(wallet, long)).toMatchObject({ status: 400 });
    const own = await uploaded(wallet, 'card_iin\n', wallet.merchant.key);
    expect(own).toMatchObject({ status: 401 });
  });

  it('a table of ranges may be any text', async () => {
    const wallet = await aWallet();
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (head, rest) => {
        const { status } = await uploaded(wallet, `card_iin,${head}\n${rest}`);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});
