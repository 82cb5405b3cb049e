import { aMove, type Move } from './a-move.ts';
import { mastercard, told, visa } from './a-wallet.ts';

const card = { card_number: visa, card_exp_month: '10', card_exp_year: '35' };
const masked = { ...card, card_number: '5555 55** **** 4444' };
const mandate = (changes: object = {}) => ({
  connector_mandate_id: 'mandate_of_old',
  original_payment_authorized_amount: 1_000,
  original_payment_authorized_currency: 'EUR',
  ...changes,
});

const migrating = (move: Move) => (changes: object) =>
  move.byOperator('migrate', {
    body: {
      ...{ merchant_id: move.merchant.id, customer_id: 'cus_moved', payment_method: 'card' },
      ...changes,
    },
  });

describe('taking over one payment method', () => {
  it('a card with its credentials becomes a payment method, and a repeated request finds it', async () => {
    const move = await aMove();
    const migrate = migrating(move);
    const record = {
      card: { ...card, card_holder_name: 'Moved Payer', card_issuer: 'EXAMPLE BANK' },
      payment_method_type: 'credit',
      metadata: { old_id: '17' },
      billing: { address: { city: 'Berlin', country: 'DE' }, email: 'moved@example.com' },
      network_transaction_id: '016153570198200',
      connector_mandate_details: {
        payments: { [move.accountId]: mandate({ connector_customer_id: 'cus_there' }) },
      },
    };
    const { body } = await migrate(record);
    expect(body).toEqual({
      payment_method_response: expect.objectContaining({
        merchant_id: move.merchant.id,
        customer_id: 'cus_moved',
        payment_method_type: 'credit',
        metadata: { old_id: '17' },
        recurring_enabled: true,
        card: expect.objectContaining({ card_issuer: 'EXAMPLE BANK', expiry_year: '2035' }),
      }),
      card_migrated: true,
      network_token_migrated: null,
      connector_mandate_details_migrated: true,
      network_transaction_id_migrated: true,
    });
    expect(await move.shownCustomer('cus_moved')).toMatchObject({ email: 'moved@example.com' });
    expect((await migrate(record)).body).toEqual(body);
    expect(move.cardsInVault()).toHaveLength(1);
  });

  it('a masked card is taken with mandates at one account or more, also without the level of payments', async () => {
    const move = await aMove();
    const migrate = migrating(move);
    const details = [
      { payments: { [move.accountId]: mandate() } },
      { [move.accountId]: mandate() },
    ];
    const ids = [];
    for (const connector_mandate_details of details) {
      const { body } = await migrate({ card: masked, connector_mandate_details });
      expect(body).toMatchObject({ card_migrated: null, connector_mandate_details_migrated: true });
      ids.push(body.payment_method_response.payment_method_id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(move.cardsInVault()).toEqual([]);
  });

  it.each<[string, (move: Move) => object, unknown[]]>([
    ['without a card', () => ({}), [400, 'IR_04', 'Missing required param: card']],
    [
      'without a customer',
      () => ({ card, customer_id: null }),
      [400, 'IR_04', 'Missing required param: customer_id'],
    ],
    [
      'of an unknown merchant',
      () => ({ card, merchant_id: 'unknown' }),
      [404, 'HE_02', 'Merchant account does not exist in our records'],
    ],
    [
      'with a mandate at the account of another',
      () => ({ card, connector_mandate_details: { mca_other: mandate() } }),
      [400, 'IR_07', 'Invalid value provided: merchant_connector_id'],
    ],
    [
      'masked and without a mandate',
      () => ({ card: masked }),
      [400, 'IR_04', 'Missing required param: connector_mandate_details'],
    ],
    [
      'with a mandate of payouts',
      () => ({
        card,
        connector_mandate_details: { payouts: { mca_1: { transfer_method_id: 'x' } } },
      }),
      [501, 'IR_00', 'Migrating a mandate of payouts is not implemented'],
    ],
    [
      'with a wrong check digit',
      () => ({ card: { ...card, card_number: '4242424242424241' } }),
      [400, 'IR_06', expect.stringContaining('card.card_number: expected a valid card number')],
    ],
    [
      'with a card number as mandate',
      ({ accountId }) => ({
        card,
        connector_mandate_details: { [accountId]: mandate({ connector_mandate_id: mastercard }) },
      }),
      [400, 'IR_06', expect.stringContaining('looks like a card number')],
    ],
    [
      'with a card number as network transaction id',
      () => ({ card, network_transaction_id: mastercard }),
      [400, 'IR_06', expect.stringContaining('looks like a card number')],
    ],
    [
      'with a bank debit',
      () => ({ card, payment_method: 'bank_debit' }),
      [501, 'IR_00', 'Migrating a bank_debit is not implemented'],
    ],
    [
      'with a type of a wallet',
      () => ({ card, payment_method_type: 'paypal' }),
      [422, 'IR_06', "Invalid 'payment_method_type' provided"],
    ],
  ])('a record %s is refused, and nothing is stored', async (_, record, refusal) => {
    const move = await aMove();
    const before = move.port.items();
    const answer = await migrating(move)(record(move));
    expect(told(answer).slice(0, 3)).toEqual(refusal);
    expect(answer.text).not.toContain(mastercard);
    expect(move.port.items()).toEqual(before);
  });
});
