import * as v from 'valibot';
import { nameIn } from '../formats/addresses.ts';
import { isWordOf } from '../formats/words.ts';
import type { Order } from '../interface/order.ts';
import type { PaymentSource } from '../interface/payments.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const text = v.nullish(v.string());
const AchDebit = v.object({
  account_number: v.string(),
  routing_number: v.string(),
  bank_account_holder_name: text,
  bank_type: text,
  bank_holder_type: text,
});

/** The longest name that the schema takes, in characters. */
const maxName = 22;

/**
 * The bank account of a debit by ACH, which Authorize.net calls an eCheck. It chooses the type of
 * the entry itself.
 *
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd (bankAccountType)
 */
export function bankPayment({ data }: Method, { billing }: Order) {
  const debit = v.parse(AchDebit, data);
  const name = debit.bank_account_holder_name || nameIn(billing);
  if (!name) throw new Error("The account's holder is not known.");
  return {
    bankAccount: {
      accountType: accountTypeOf(debit),
      routingNumber: debit.routing_number,
      accountNumber: debit.account_number,
      nameOnAccount: name.slice(0, maxName),
    },
  };
}

function accountTypeOf({ bank_type, bank_holder_type }: v.InferOutput<typeof AchDebit>) {
  if (isWordOf(['savings'], bank_type)) return 'savings';
  return isWordOf(['business'], bank_holder_type) ? 'businessChecking' : 'checking';
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
