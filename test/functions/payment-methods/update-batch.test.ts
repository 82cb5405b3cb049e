import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aMove, type Cells, type Move, maskedRow, rawRow } from './a-move.ts';
import { visa } from './a-wallet.ts';

const failed = (reason: unknown) => ({ update_status: 'Failed', update_error: reason });

async function aMovedPair() {
  const move = await aMove();
  const [raw, masked] = await move.moved([rawRow(), maskedRow()]);
  return { move, raw: String(raw.payment_method_id), masked: String(masked.payment_method_id) };
}

const updated = async (move: Move, rows: readonly Cells[]) => {
  const { status, body, text } = await move.update(rows);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};

describe('changing payment methods by a file', () => {
  it('each row changes its payment method, and the same file again changes nothing', async () => {
    const { move, raw, masked } = await aMovedPair();
    const rows: Cells[] = [
      {
        payment_method_id: raw,
        card_expiry_month: '3',
        card_expiry_year: '41',
        network_transaction_id: '016153570198299',
      },
      {
        payment_method_id: masked,
        card_expiry_year: '2042',
        payment_instrument_id: 'mandate_new',
        connector_customer_id: 'cus_there',
        merchant_connector_ids: move.accountId,
      },
    ];
    const answers = await updated(move, rows);
    expect(answers).toEqual([
      {
        payment_method_id: raw,
        status: 'active',
        network_transaction_id: '016153570198299',
        connector_mandate_details: null,
        update_status: 'Success',
        update_error: null,
        updated_payment_method_data: true,
        line_number: 1,
      },
      {
        payment_method_id: masked,
        status: 'active',
        network_transaction_id: null,
        connector_mandate_details: {
          payments: {
            [move.accountId]: {
              connector_mandate_id: 'mandate_new',
              original_payment_authorized_amount: 1_000,
              original_payment_authorized_currency: 'EUR',
              connector_customer_id: 'cus_there',
            },
          },
        },
        update_status: 'Success',
        update_error: null,
        updated_payment_method_data: true,
        line_number: 2,
      },
    ]);
    const methods = await move.methodsOf('cus_moved');
    const [token] = move.cardsInVault();
    expect(await move.inVault(String(token))).toMatchObject({
      ...{ number: visa, expiryMonth: '03', expiryYear: '2041' },
    });
    const shown = (id: string) => methods.find((one: Cells) => one.payment_method_id === id).card;
    expect(shown(raw)).toMatchObject({
      expiry_month: '03',
      expiry_year: '2041',
      card_token: token,
    });
    expect(shown(masked)).toMatchObject({ expiry_month: '12', expiry_year: '2042' });

    const items = move.port.items();
    expect(await updated(move, rows)).toEqual(answers);
    expect(move.port.items()).toEqual(items);
    expect(move.cardsInVault()).toEqual([token]);
  });

  it('an inactive payment method is not charged until a row makes it active', async () => {
    const { move, masked } = await aMovedPair();
    const status = (value: string) => updated(move, [{ payment_method_id: masked, status: value }]);
    expect(await status('inactive')).toMatchObject([{ status: 'inactive' }]);
    expect(await move.methodsOf('cus_moved')).toHaveLength(1);
    expect((await move.charge('cus_moved', masked)).body.error).toMatchObject({
      message: 'payment method is not active',
    });
    expect(await status('active')).toMatchObject([{ status: 'active' }]);
    expect(await move.methodsOf('cus_moved')).toHaveLength(2);
  });

  it('an inactive payment method is its customer’s default no more', async () => {
    const { move, raw } = await aMovedPair();
    expect(await move.shownCustomer('cus_moved')).toMatchObject({ default_payment_method_id: raw });
    const row = { payment_method_id: raw, status: 'inactive', card_expiry_year: '2044' };
    expect(await updated(move, [row])).toMatchObject([{ status: 'inactive' }]);
    expect(await move.shownCustomer('cus_moved')).toMatchObject({
      default_payment_method_id: null,
    });
    expect(await move.good('retrieve', { params: { method_id: raw } })).toMatchObject({
      card: { expiry_year: '2044' },
    });
  });

  it.each<[string, (ids: { readonly raw: string; readonly account: string }) => Cells, unknown]>([
    [
      'an unknown payment method',
      () => ({ payment_method_id: 'pm_unknown' }),
      'Payment method does not exist in our records',
    ],
    ['no payment method', () => ({ status: 'active' }), 'missing field `payment_method_id`'],
    [
      'a status that only the switch makes',
      ({ raw }) => ({ payment_method_id: raw, status: 'redacted' }),
      expect.stringMatching(/^status: unknown variant/),
    ],
    [
      'a thirteenth month',
      ({ raw }) => ({ payment_method_id: raw, card_expiry_month: '13' }),
      'Invalid Expiry Month',
    ],
    [
      'a card number as mandate',
      ({ raw, account }) => ({
        payment_method_id: raw,
        payment_instrument_id: visa,
        merchant_connector_ids: account,
      }),
      expect.stringContaining('looks like a card number'),
    ],
    [
      'a card number as network transaction id',
      ({ raw }) => ({ payment_method_id: raw, network_transaction_id: visa }),
      expect.stringContaining('looks like a card number'),
    ],
    [
      'a mandate without an account',
      ({ raw }) => ({ payment_method_id: raw, payment_instrument_id: 'm' }),
      'merchant_connector_ids is missing',
    ],
    [
      'an unknown account',
      ({ raw }) => ({
        payment_method_id: raw,
        payment_instrument_id: 'm',
        merchant_connector_ids: 'mca_1',
      }),
      'Merchant connector account does not exist in our records',
    ],
    [
      'a customer where no mandate is',
      ({ raw, account }) => ({
        payment_method_id: raw,
        connector_customer_id: 'c',
        merchant_connector_ids: account,
      }),
      expect.stringContaining('does not exist in payments connector_mandate_details'),
    ],
  ])('a row with %s is refused by itself', async (_, cells, reason) => {
    const { move, raw, masked } = await aMovedPair();
    const bad = cells({ raw, account: move.accountId });
    const [one, other] = await updated(move, [
      bad,
      { payment_method_id: masked, card_expiry_year: '2043' },
    ]);
    expect(one).toMatchObject(failed(reason));
    expect(other).toMatchObject({ update_status: 'Success', payment_method_id: masked });
    expect(JSON.stringify([one, move.port.items(), move.dependencies.logged])).not.toContain(visa);
  });

  it('a payment method of another merchant is not found', async () => {
    const { move, raw } = await aMovedPair();
    await aMerchant(move, 'shop_west');
    const { body } = await move.byOperator('update-batch', {
      form: {
        merchant_id: 'shop_west',
        file: new File([`payment_method_id,status\n${raw},inactive\n`], 'rows.csv'),
      },
    });
    expect(body).toMatchObject([failed('Payment method does not exist in our records')]);
    expect(await move.methodsOf('cus_moved')).toHaveLength(2);
  });
});
