import { accountNumberIn, type MethodSource, payerOf, textIn } from '../formats/method-data.ts';
import { isWordOf } from '../formats/words.ts';
import type { ConnectorMetadata } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { Fields } from './requests.ts';

export const isDebit = (source: PaymentSource): boolean =>
  source.kind === 'payment_method' && source.method === 'bank_debit';

/** The bank account of a debit by ACH, which a customer has agreed to in the internet. */
export function bankFields({ data }: MethodSource, order: Order): Fields {
  const { name } = payerOf(data, order);
  if (name === undefined) throw new Error("The account's holder is not known.");
  const isOf = (member: string, word: string) => isWordOf([word], textIn(data, member));
  return {
    payment: 'check',
    checkname: name,
    checkaba: accountNumberIn(data, 'routing_number'),
    checkaccount: accountNumberIn(data, 'account_number'),
    account_holder_type: isOf('bank_holder_type', 'business') ? 'business' : 'personal',
    account_type: isOf('bank_type', 'savings') ? 'savings' : 'checking',
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
