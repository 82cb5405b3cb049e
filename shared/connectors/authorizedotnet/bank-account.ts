import * as v from 'valibot';
import {
  accountNumberIn,
  type MethodData,
  type MethodSource,
  payerOf,
  textIn,
} from '../formats/method-data.ts';
import { isWordOf } from '../formats/words.ts';
import type { Order } from '../interface/order.ts';

/** The longest name that the schema takes, in characters. */
const maxName = 22;

/**
 * The bank account of a debit by ACH, which Authorize.net calls an eCheck. It chooses the type of
 * the entry itself.
 *
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd (bankAccountType)
 */
export function bankPayment({ data }: MethodSource, order: Order) {
  const { name } = payerOf(data, order);
  if (name === undefined) throw new Error("The account's holder is not known.");
  return {
    bankAccount: {
      accountType: accountTypeOf(data),
      routingNumber: accountNumberIn(data, 'routing_number'),
      accountNumber: accountNumberIn(data, 'account_number'),
      nameOnAccount: name.slice(0, maxName),
    },
  };
}

function accountTypeOf(data: MethodData): string {
  if (isWordOf(['savings'], textIn(data, 'bank_type'))) return 'savings';
  return isWordOf(['business'], textIn(data, 'bank_holder_type')) ? 'businessChecking' : 'checking';
}

/** A bank account as a transaction's details have it, masked: a refund names it so. */
export const MaskedBankAccount = v.object({
  accountType: v.optional(v.string()),
  routingNumber: v.string(),
  accountNumber: v.string(),
  nameOnAccount: v.string(),
});
export type MaskedBankAccount = v.InferOutput<typeof MaskedBankAccount>;

/** Whether a transaction's kind of account is a bank account. */
export const isBankAccount = (accountType: string | undefined): boolean =>
  isWordOf(['eCheck'], accountType);
