import {
  type Ask,
  adminKey,
  type Merchant,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { aWallet } from './a-wallet.ts';

/** The cells of a row by their columns; an absent cell is empty. */
export type Cells = Readonly<Record<string, string | number>>;

/** A file of comma-separated values, with each column that a row has. */
export function csv(rows: readonly Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cellOf = (value: string | number = '') => `"${String(value).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** A row with a whole card number. */
export const rawRow = (changes: Cells = {}): Cells => ({
  customer_id: 'cus_moved',
  name: 'Moved Payer',
  email: 'moved@example.com',
  raw_card_number: '4242424242424242',
  card_expiry_month: '12',
  card_expiry_year: '2039',
  ...changes,
});

/** A row with a masked card, which its processor charges by the id of the mandate there. */
export const maskedRow = (changes: Cells = {}): Cells => {
  const { raw_card_number: _, ...row } = rawRow();
  return {
    ...row,
    card_number_masked: '555555******4444',
    payment_instrument_id: 'mandate_of_old',
    original_transaction_amount: 1_000,
    original_transaction_currency: 'EUR',
    ...changes,
  };
};

/** A shop whose operator takes over the payment methods of another system. */
export async function aMove(dependencies = switchDependencies()) {
  const wallet = await aWallet(dependencies);
  const { id: merchant_id } = wallet.merchant;
  const accounts = await wallet.ask('connector-accounts.list', {
    params: { account_id: merchant_id },
  });
  const accountId: string = accounts.body[0].merchant_connector_id;
  const byOperator = (name: string, request: Ask) =>
    wallet.ask(`payment-methods.${name}`, { key: adminKey, ...request });
  const sendFile = (name: string, file: string | Uint8Array<ArrayBuffer>, form: Ask['form'] = {}) =>
    byOperator(name, { form: { merchant_id, file: new File([file], 'rows.csv'), ...form } });
  const send = (file: string | Uint8Array<ArrayBuffer>, form: Ask['form'] = {}) =>
    sendFile('migrate-batch', file, { merchant_connector_id: accountId, ...form });
  return {
    ...wallet,
    accountId,
    byOperator,
    send,
    /** Takes over these rows, and returns the answers of all. */
    async moved(rows: readonly Cells[], form: Ask['form'] = {}) {
      const { status, body, text } = await send(csv(rows), form);
      if (status !== 200) throw new Error(`${status} ${text}`);
      return body;
    },
    update: (rows: readonly Cells[]) => sendFile('update-batch', csv(rows)),
    methodsOf: async (customer_id: string) => {
      const { body } = await wallet.ask('list', { params: { customer_id } });
      return body.customer_payment_methods;
    },
    /** A charge of a payment method whose customer is away. */
    charge: (
      customer_id: string,
      payment_method_id: string,
      more: object = {},
      { key }: Pick<Merchant, 'key'> = wallet.merchant,
    ) =>
      wallet.ask('payments.create', {
        key,
        body: {
          ...{ amount: 1_200, currency: 'EUR', confirm: true, off_session: true, customer_id },
          recurring_details: { type: 'payment_method_id', data: payment_method_id },
          ...more,
        },
      }),
  };
}

export type Move = Awaited<ReturnType<typeof aMove>>;
