import * as v from 'valibot';
import { nameIn } from '../formats/addresses.ts';
import { isWordOf } from '../formats/words.ts';
import type { ConnectorMetadata } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { Fields } from './requests.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const text = v.nullish(v.string());
const AchDebit = v.object({
  account_number: v.string(),
  routing_number: v.string(),
  bank_account_holder_name: text,
  bank_type: text,
  bank_holder_type: text,
});

export const isDebit = (source: PaymentSource): boolean =>
  source.kind === 'payment_method' && source.method === 'bank_debit';

/** The bank account of a debit by ACH, which a customer has agreed to in the internet. */
export function bankFields({ data }: Method, { billing }: Order): Fields {
  const debit = v.parse(AchDebit, data);
  const name = debit.bank_account_holder_name || nameIn(billing);
  if (!name) throw new Error("The account's holder is not known.");
  return {
    payment: 'check',
    checkname: name,
    checkaba: debit.routing_number,
    checkaccount: debit.account_number,
    account_holder_type: isWordOf(['business'], debit.bank_holder_type) ? 'business' : 'personal',
    account_type: isWordOf(['savings'], debit.bank_type) ? 'savings' : 'checking',
    sec_code: 'WEB',
  };
}

/** What later requests about a debit have to state. */
export const debitMetadata = { payment: 'check' } as const;

/** Whether a payment is a debit, by what was kept of it. */
export const wasDebit = (metadata: ConnectorMetadata = {}): boolean =>
  metadata.payment === debitMetadata.payment;

/** Whether a transaction of the query or of a webhook is about a bank account. */
export const isOfBankAccount = (transactionType: string | null | undefined): boolean =>
  isWordOf(['ck'], transactionType);

/** The steps by which a bank takes the money of a debit back: soon, or after it was settled. */
export const returns = ['check_return', 'check_late_return'] as const;
