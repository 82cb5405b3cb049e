import { portThatDies } from '../../support/runner/faults.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { aMove, type Cells, csv, type Move, maskedRow, rawRow } from './a-move.ts';
import { mastercard, told, visa } from './a-wallet.ts';

const amex = '378282246310005';
const failed = (reason: unknown) => ({ migration_status: 'Failed', migration_error: reason });

/** Everything that is stored outside the vault, answered or logged. */
const everythingOutside = (move: Move, answers: readonly string[]) =>
  JSON.stringify([move.port.items(), move.dependencies.logged, answers]);

describe('taking over a file', () => {
  it('a row with a card number becomes a payment method whose number only the vault has', async () => {
    const move = await aMove();
    const row = rawRow({
      phone: '8056594427',
      phone_country_code: '+1',
      nick_name: 'work',
      billing_address_city: 'San Francisco',
      billing_address_country: 'US',
      original_transaction_id: '016153570198200',
    });
    const [answer] = await move.moved([row]);
    expect(answer).toEqual({
      line_number: 1,
      payment_method_id: expect.stringMatching(/^pm_/),
      payment_method: 'card',
      payment_method_type: null,
      customer_id: 'cus_moved',
      migration_status: 'Success',
      migration_error: null,
      card_number_masked: '424242******4242',
      card_migrated: true,
      network_token_migrated: null,
      connector_mandate_details_migrated: null,
      network_transaction_id_migrated: true,
    });
    const [method] = await move.methodsOf('cus_moved');
    expect(method).toMatchObject({
      payment_method_id: answer.payment_method_id,
      default_payment_method_set: true,
      card: { last4_digits: '4242', expiry_year: '2039', nick_name: 'work', saved_to_locker: true },
      billing: { address: { city: 'San Francisco' }, email: 'moved@example.com' },
    });
    expect(await move.inVault(method.card.card_token)).toMatchObject({ number: visa });
    expect(await move.shownCustomer('cus_moved')).toMatchObject({
      name: 'Moved Payer',
      email: 'moved@example.com',
      phone: '8056594427',
      address: { country: 'US' },
    });
    expect(everythingOutside(move, [JSON.stringify(answer)])).not.toContain(visa);
  });

  it('a row with a masked card becomes a payment method that only its processor charges', async () => {
    const move = await aMove();
    const [answer] = await move.moved([maskedRow({ connector_customer_id: 'cus_there' })]);
    expect(answer).toMatchObject({
      migration_status: 'Success',
      card_number_masked: '555555******4444',
      card_migrated: null,
      connector_mandate_details_migrated: true,
      network_transaction_id_migrated: null,
    });
    const [method] = await move.methodsOf('cus_moved');
    expect(method).toMatchObject({
      recurring_enabled: true,
      card: {
        ...{ last4_digits: '4444', card_isin: '555555', card_network: 'Mastercard' },
        ...{ card_token: null, card_fingerprint: null, saved_to_locker: false },
      },
    });
    expect(move.cardsInVault()).toEqual([]);
    // A form of the customer cannot pay with it.
    const { payment_token } = method;
    const body = {
      ...{ amount: 1_000, currency: 'EUR', confirm: true, customer_id: 'cus_moved' },
      ...{ payment_method: 'card', payment_token },
    };
    const paid = await move.ask('payments.create', { body });
    expect(told(paid)).toEqual([422, 'IR_29', 'Token is invalid or expired']);
  });

  it('a card of which only the last digits are known is taken with its mandate and its scheme', async () => {
    const move = await aMove();
    const row = maskedRow({ card_number_masked: '**** **** **** 4242', card_scheme: 'visa' });
    const [answer] = await move.moved([row]);
    expect(answer).toMatchObject({
      migration_status: 'Success',
      card_number_masked: '************4242',
    });
    const [{ card }] = await move.methodsOf('cus_moved');
    expect(card).toMatchObject({ last4_digits: '4242', card_isin: null, card_network: 'Visa' });
    expect(await move.moved([row])).toEqual([answer]);
  });

  it('a page of the customer does not offer a masked card, with which it could not pay', async () => {
    const move = await aMove();
    const [raw] = await move.moved([rawRow(), maskedRow()]);
    expect(await move.methodsOf('cus_moved')).toHaveLength(2);
    const { secret } = await move.good('ephemeral-keys.create', {
      body: { customer_id: 'cus_moved' },
    });
    const { customer_payment_methods } = await move.good('list-for-customer', { key: secret });
    expect(customer_payment_methods).toMatchObject([{ payment_method_id: raw.payment_method_id }]);
  });

  it('an existing customer stays as it is, and each row of a customer becomes a payment method', async () => {
    const move = await aMove();
    const before = await move.shownCustomer('cus_1');
    const answers = await move.moved([
      rawRow({ customer_id: 'cus_1', name: 'Other Name' }),
      rawRow({ customer_id: 'cus_1', raw_card_number: mastercard }),
      maskedRow({ customer_id: 'cus_1' }),
    ]);
    expect(new Set(answers.map((one: Cells) => one.payment_method_id)).size).toBe(3);
    const { default_payment_method_id, ...after } = await move.shownCustomer('cus_1');
    expect({ ...after, default_payment_method_id: null }).toEqual(before);
    expect(default_payment_method_id).toBe(answers[0].payment_method_id);
  });

  it('the same file twice has one effect: the same payment methods, and as many cards in the vault', async () => {
    const move = await aMove();
    const rows = [
      rawRow({ original_transaction_id: '016153570198200' }),
      maskedRow(),
      rawRow({ customer_id: 'cus_2', raw_card_number: mastercard }),
      rawRow({ original_transaction_id: '016153570198200' }),
      maskedRow(),
    ];
    const first = await move.moved(rows);
    const [items, cards] = [move.port.items(), move.cardsInVault()];
    expect(cards).toHaveLength(2);
    expect(first[3].payment_method_id).toBe(first[0].payment_method_id);
    expect(first[4].payment_method_id).toBe(first[1].payment_method_id);
    move.pass(60);
    expect(await move.moved(rows)).toEqual(first);
    expect(move.port.items()).toEqual(items);
    expect(move.cardsInVault()).toEqual(cards);
  });

  it('two same files at once give each card one payment method and one card in the vault', async () => {
    const move = await aMove();
    const rows = ['cus_a', 'cus_b', 'cus_c'].flatMap((customer_id) => [
      rawRow({ customer_id }),
      maskedRow({ customer_id }),
    ]);
    const [one, other] = await Promise.all([move.moved(rows), move.moved(rows)]);
    expect(one.map((answer: Cells) => answer.payment_method_id)).toEqual(
      other.map((answer: Cells) => answer.payment_method_id),
    );
    expect(one.every((answer: Cells) => answer.migration_status === 'Success')).toBe(true);
    expect(await move.methodsOf('cus_b')).toHaveLength(2);
    expect(move.cardsInVault()).toHaveLength(3);
  });

  it('a file that is cut off at any call of the table is sent again, and takes the rest', async () => {
    const rows = [rawRow(), maskedRow(), rawRow({ customer_id: 'cus_2' })];
    let calls = 1;
    for (let isCutOff = true; isCutOff; calls += 1) {
      const move = await aMove();
      const dying = portThatDies(move.port, calls);
      const { ask } = container(dying.port, move.dependencies);
      const form = {
        ...{ merchant_id: move.merchant.id, merchant_connector_id: move.accountId },
        file: new File([csv(rows)], 'rows.csv'),
      };
      await ask('payment-methods.migrate-batch', { key: adminKey, form });
      isCutOff = dying.hasDied();

      const answers = await move.moved(rows);
      expect(answers).toMatchObject(rows.map(() => ({ migration_status: 'Success' })));
      const methods = [...(await move.methodsOf('cus_moved')), ...(await move.methodsOf('cus_2'))];
      expect(methods).toHaveLength(3);
      const tokens = methods.flatMap(({ card }) => (card.card_token ? [card.card_token] : []));
      expect(move.cardsInVault()).toEqual(expect.arrayContaining(tokens));
      expect(await move.moved(rows)).toEqual(answers);
    }
    expect(calls).toBeGreaterThan(10);
  });

  it('a row whose card the vault fails to store fails by itself, and the same file takes it', async () => {
    const dependencies = switchDependencies();
    let stored = 0;
    const { cards } = dependencies.vault;
    const failing = {
      ...dependencies.vault,
      cards: {
        ...cards,
        store: async (...given: Parameters<typeof cards.store>) => {
          stored += 1;
          if (stored === 3) throw new Error('The vault has failed.');
          return cards.store(...given);
        },
      },
    };
    const move = await aMove({ ...dependencies, vault: failing });
    const rows = [1, 2, 3, 4, 5].map((at) => rawRow({ customer_id: `cus_${at}0` }));
    const first = await move.moved(rows);
    const done = first.filter((answer: Cells) => answer.migration_status === 'Success');
    expect(done).toHaveLength(4);
    const lost = first.find((answer: Cells) => answer.migration_status === 'Failed');
    expect(lost).toMatchObject(failed('Something went wrong'));
    const again = await move.moved(rows);
    for (const answer of done) expect(again).toContainEqual(answer);
    expect(again.every((answer: Cells) => answer.migration_status === 'Success')).toBe(true);
    expect(move.cardsInVault()).toHaveLength(5);
  });

  it('rows for which a request has no time left say so, and a second request takes them', async () => {
    let left = 28_000;
    const dependencies = { ...switchDependencies(), remainingMs: () => left };
    const move = await aMove(dependencies);
    const rows = [rawRow(), rawRow({ customer_id: 'cus_late' })];
    left = 4_999;
    const reason = 'not tried, for lack of time: send it again';
    expect(await move.moved(rows)).toMatchObject([failed(reason), failed(reason)]);
    left = 28_000;
    expect(await move.moved(rows)).toMatchObject([
      { migration_status: 'Success' },
      { migration_status: 'Success' },
    ]);
  });

  it('a row that comes again brings a new expiry and missing credentials, and overwrites none', async () => {
    const move = await aMove();
    const [first] = await move.moved([rawRow()]);
    const [second] = await move.moved([
      rawRow({ card_expiry_year: '40', payment_instrument_id: 'mandate_1' }),
    ]);
    expect(second).toMatchObject({
      payment_method_id: first.payment_method_id,
      connector_mandate_details_migrated: true,
    });
    const [third] = await move.moved([
      rawRow({ card_expiry_year: '40', payment_instrument_id: 'mandate_2' }),
    ]);
    expect(third).toMatchObject({
      migration_status: 'Success',
      payment_method_id: first.payment_method_id,
      connector_mandate_details_migrated: false,
    });
    const [method] = await move.methodsOf('cus_moved');
    expect(method.card).toMatchObject({ expiry_year: '2040' });
    expect(move.cardsInVault()).toEqual([method.card.card_token]);
  });

  it('a payment method that was deleted is taken over anew', async () => {
    const move = await aMove();
    for (const row of [rawRow(), maskedRow()]) {
      const [{ payment_method_id: method_id }] = await move.moved([row]);
      await move.good('delete', { params: { method_id } });
      const [again] = await move.moved([row]);
      expect(again).toMatchObject({ migration_status: 'Success' });
      expect(again.payment_method_id).not.toBe(method_id);
    }
    expect(move.cardsInVault()).toHaveLength(1);
  });

  it('a customer is deleted with the payment methods that were taken over', async () => {
    const move = await aMove();
    const answers = await move.moved([rawRow(), maskedRow()]);
    await move.good('customers.delete', { params: { customer_id: 'cus_moved' } });
    expect(move.cardsInVault()).toEqual([]);
    for (const { payment_method_id: method_id } of answers) {
      expect((await move.ask('retrieve', { params: { method_id } })).status).toBe(404);
    }
    const [again] = await move.moved([maskedRow()]);
    expect(again).toMatchObject(failed('Customer has already been redacted'));
  });
});

describe('rows that are refused', () => {
  it.each<[string, Cells, unknown]>([
    ['no customer', rawRow({ customer_id: '' }), 'missing field `customer_id`'],
    [
      'a wrong check digit',
      rawRow({ raw_card_number: '4242424242424241' }),
      'raw_card_number: card number invalid',
    ],
    [
      'no expiry',
      rawRow({ card_expiry_month: '', card_expiry_year: '' }),
      'missing field `card_expiry_month`',
    ],
    ['a thirteenth month', rawRow({ card_expiry_month: '13' }), 'Invalid Expiry Month'],
    ['a year of three digits', rawRow({ card_expiry_year: '203' }), 'Invalid Expiry Year'],
    ['no card', rawRow({ raw_card_number: '' }), 'Missing required param: raw_card_number'],
    [
      'a masked card without a mandate',
      maskedRow({ payment_instrument_id: '' }),
      'Missing required param: connector_mandate_details',
    ],
    [
      'another card behind the mask',
      rawRow({ card_number_masked: '555555******4444' }),
      'raw_card_number and card_number_masked are different cards',
    ],
    ['a wallet', rawRow({ payment_method: 'wallet' }), 'Migrating a wallet is not implemented'],
    ['an invalid email', rawRow({ email: 'no-address' }), 'email: Failed to parse email'],
    [
      'an unknown currency',
      maskedRow({ original_transaction_currency: 'EURO' }),
      expect.stringMatching(/^original_transaction_currency: unknown variant/),
    ],
    [
      'an amount with a point',
      maskedRow({ original_transaction_amount: '10.00' }),
      'original_transaction_amount: expected a whole number, in minor units',
    ],
    [
      'the account of another merchant for the customer there',
      maskedRow({ connector_customer_id: 'cus_there', merchant_connector_id: 'mca_unknown' }),
      'Invalid value provided: merchant_connector_id',
    ],
  ])(
    'a row with %s is refused by itself, between two rows that are taken',
    async (_, row, reason) => {
      const move = await aMove();
      const [one, bad, other] = await move.moved([
        rawRow({ customer_id: 'cus_before' }),
        row,
        rawRow({ customer_id: 'cus_after' }),
      ]);
      expect([one, other]).toMatchObject([
        { migration_status: 'Success' },
        { migration_status: 'Success' },
      ]);
      expect(bad).toMatchObject({ line_number: 2, payment_method_id: null, ...failed(reason) });
    },
  );

  it.each([
    ...['customer_id', 'name', 'email', 'phone', 'nick_name', 'payment_instrument_id'],
    ...['connector_customer_id', 'card_number_masked', 'original_transaction_id', 'card_scheme'],
    ...['billing_address_line1', 'billing_address_zip', 'card_expiry_month', 'payment_method'],
    ...['merchant_connector_id', 'network_token_requestor_ref_id', 'original_transaction_amount'],
  ])(
    'a card number in the column %s is refused, and stands in no answer, log or table',
    async (column) => {
      const move = await aMove();
      const values = [visa, `${amex}`, '4242 4242 4242 4242'].map((number) =>
        column === 'email' ? `${number.replaceAll(' ', '')}@example.com` : number,
      );
      const before = move.port.items();
      for (const value of values) {
        if (column === 'phone' && value === amex) continue;
        const { text, body } = await move.send(csv([maskedRow({ [column]: value })]));
        expect(body).toMatchObject([{ migration_status: 'Failed' }]);
        const outside = everythingOutside(move, [text]);
        expect(outside).not.toContain(visa);
        expect(outside).not.toContain(amex);
        expect(outside).not.toContain('4242 4242');
      }
      expect(move.port.items()).toEqual(before);
    },
  );

  it('a formula in a cell stays the text that it is', async () => {
    const move = await aMove();
    const name = '=HYPERLINK("https://example.com","x")';
    const [answer] = await move.moved([rawRow({ name })]);
    expect(answer).toMatchObject({ migration_status: 'Success' });
    expect(await move.shownCustomer('cus_moved')).toMatchObject({ name });
  });

  it('a last row that is cut off is refused by itself', async () => {
    const move = await aMove();
    const { body } = await move.send(`${csv([rawRow()])}cus_cut,"Cut`.replace('"Cut', 'Cut'));
    expect(body).toMatchObject([
      { migration_status: 'Success' },
      { ...failed('the row has 2 cells, and the first line names 6'), customer_id: null },
    ]);
  });

  it('a network token is not taken, and the answer says so', async () => {
    const move = await aMove();
    const [answer] = await move.moved([
      rawRow({
        network_token_number: mastercard,
        network_token_expiry_month: '10',
        network_token_expiry_year: '2031',
        network_token_requestor_ref_id: 'ref_1',
      }),
    ]);
    expect(answer).toMatchObject({ migration_status: 'Success', network_token_migrated: false });
    expect(everythingOutside(move, [])).not.toContain(mastercard);
    expect(move.cardsInVault()).toHaveLength(1);
  });

  it('rows fail one by one while the vault is out of order, and nothing of them is stored', async () => {
    const dependencies = switchDependencies();
    const broken = async () => {
      throw new Error('no key');
    };
    const cards = { ...dependencies.vault.cards, store: broken };
    const move = await aMove({ ...dependencies, vault: { ...dependencies.vault, cards } });
    expect(await move.moved([rawRow(), maskedRow()])).toMatchObject([
      failed('Something went wrong'),
      { migration_status: 'Success' },
    ]);
    expect(move.dependencies.logged.join('\n')).toContain('row of a file failed');
  });
});

describe('files that are refused', () => {
  const file = (content: string | Uint8Array<ArrayBuffer>): Ask['form'] => ({
    file: new File([content], 'rows.csv'),
  });
  const columns = 'The first line of the file must name the columns, with customer_id among them';
  it.each<[string, Ask['form'], unknown]>([
    ['no rows', file(csv([rawRow()]).split('\n')[0] ?? ''), [400, 'IR_16', 'The file has no rows']],
    ['nothing in it', file(''), [400, 'IR_16', columns]],
    ['no names of columns', file(`cus_1,${visa},12,2039\n`), [400, 'IR_16', columns]],
    [
      'bytes that are no UTF-8',
      file(new Uint8Array([0xff, 0xfe, 0x41])),
      [400, 'IR_16', 'The file cannot be read: the file is not UTF-8 text'],
    ],
    [
      'an open quote',
      file('customer_id,name\ncus_1,"Open\n'),
      [400, 'IR_16', expect.stringContaining('a quote is misplaced or missing')],
    ],
    [
      'too many rows',
      file(`customer_id\n${'cus_1\n'.repeat(2_001)}`),
      [400, 'IR_16', 'The file has more than 2000 rows: send the rest as further files'],
    ],
    [
      'too many bytes',
      file(`customer_id\n${'x'.repeat(4_300_000)}`),
      [400, 'IR_06', expect.stringContaining('is larger than allowed')],
    ],
    ['no file', { file: 'customer_id' }, [400, 'IR_33', 'File not found in the request']],
    ['no merchant', { merchant_id: '' }, [400, 'IR_04', 'Missing required param: merchant_id']],
    [
      'an unknown merchant',
      { merchant_id: 'unknown' },
      [404, 'HE_02', 'Merchant account does not exist in our records'],
    ],
    [
      'a card number as merchant',
      { merchant_id: visa },
      [
        ...[400, 'IR_06'],
        'Json deserialize error: merchant_id: value looks like a card number, which no name or identifier may contain',
      ],
    ],
    [
      'an unknown connector account',
      { merchant_connector_id: 'mca_unknown' },
      [404, 'HE_02', 'Merchant connector account does not exist in our records'],
    ],
    [
      'both kinds of accounts',
      { merchant_connector_ids: 'mca_1' },
      [422, 'IR_06', 'Both merchant_connector_id and merchant_connector_ids cannot be provided'],
    ],
  ])('a file with %s is refused whole', async (_, form, refusal) => {
    const move = await aMove();
    const before = move.port.items();
    const answer = await move.send(csv([rawRow()]), form);
    expect(told(answer).slice(0, 3)).toEqual(refusal);
    expect(answer.text).not.toContain(visa);
    expect(move.port.items()).toEqual(before);
  });

  it('a file without an account for its mandates is refused, and so is one with the account of another merchant', async () => {
    const move = await aMove();
    const none = await move.byOperator('migrate-batch', {
      form: { merchant_id: move.merchant.id, ...file(csv([rawRow()])) },
    });
    expect(told(none)).toEqual([
      ...[422, 'IR_06'],
      'Either merchant_connector_id or merchant_connector_ids must be provided',
    ]);
    const other = await aMerchant(move, 'shop_west');
    const accounts = await move.ask(
      'connector-accounts.list',
      { params: { account_id: other.id } },
      other,
    );
    const merchant_connector_id: string = accounts.body[0].merchant_connector_id;
    expect((await move.send(csv([maskedRow()]), { merchant_connector_id })).status).toBe(404);
  });

  it('a file is taken with a byte order mark, quotes over lines, columns in any order and columns of others', async () => {
    const move = await aMove();
    const content =
      '\uFEFFRaw_Card_Number,notes,card_expiry_year,card_expiry_month,customer_id,billing_address_line1\r\n' +
      `${visa},"any\r\nthing",39,1,cus_moved,"1 Long Road, ""Annex""\r\nBack door"\r\n\r\n`;
    const { body } = await move.send(content);
    expect(body).toMatchObject([{ migration_status: 'Success', line_number: 1 }]);
    expect(await move.shownCustomer('cus_moved')).toMatchObject({
      address: { line1: '1 Long Road, "Annex"\r\nBack door' },
    });
  });

  it('only the operator takes over payment methods', async () => {
    const move = await aMove();
    for (const name of ['migrate', 'migrate-batch', 'update-batch']) {
      const answer = await move.ask(name, { body: {}, ...(name !== 'migrate' && { form: {} }) });
      expect([name, answer.status]).toEqual([name, name === 'migrate' ? 400 : 401]);
    }
  });
});
