import * as v from 'valibot';
import { Email, given, text, typedDigits } from '#platform/schema.ts';
import { CardNetwork, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { BankTransfer, BankTransferData, Wallet } from '../payment-methods/instrument-variants.ts';
import { CardNumber, CardWords } from '../payments/payment-method-data/card.ts';

/**
 * The destinations of a payout, in the words of the API. Unknown members are refused at every
 * level, because an unknown member could not be masked.
 */

const short = text(255);
/** Identifies a destination, so it cannot be empty. */
const named = text(255, 1);

/**
 * A card as the merchant sent it. It lives in memory only: never log it, never store it.
 *
 * @public
 */
export const CardPayout = v.strictObject({
  card_number: CardNumber,
  expiry_month: typedDigits(2, 1),
  expiry_year: typedDigits(4, 2),
  card_holder_name: given(CardWords),
  card_network: given(CardNetwork),
});

const BankRedirect = v.union([
  v.strictObject({ interac: v.strictObject({ email: Email }) }),
  v.strictObject({
    open_banking_uk: v.strictObject({ account_holder_name: short, iban: named }),
  }),
]);

/** A token of another payment service for the destination. */
const Passthrough = v.strictObject({
  psp_token: named,
  psp_customer_id: given(short),
  token_type: PaymentMethodType,
});

/** One kind of destination, with all that is needed to pay to it. */
export const PayoutMethodData = v.union([
  v.strictObject({ card: CardPayout }),
  v.strictObject({ bank: BankTransfer }),
  v.strictObject({ wallet: Wallet }),
  v.strictObject({ bank_redirect: BankRedirect }),
  v.strictObject({ passthrough: Passthrough }),
  v.strictObject({ bank_transfer: BankTransferData }),
]);
export type PayoutMethodData = v.InferOutput<typeof PayoutMethodData>;

/** The account that the merchant pays from. */
export const SourceBankData = BankTransferData;
export type SourceBankData = v.InferOutput<typeof SourceBankData>;

export const PayoutType = v.picklist(['card', 'bank', 'wallet', 'bank_redirect']);
export type PayoutType = v.InferOutput<typeof PayoutType>;

/** The payout type that the destination implies; undefined when the request must state it. */
export function typeOfDestination(data: PayoutMethodData): PayoutType | undefined {
  if ('card' in data) return 'card';
  if ('bank' in data || 'bank_transfer' in data) return 'bank';
  if ('wallet' in data) return 'wallet';
  return 'bank_redirect' in data ? 'bank_redirect' : undefined;
}

/** The value that identifies the destination; undefined when the request states none. */
export function accountOf(data: PayoutMethodData): string | undefined {
  if ('card' in data) return data.card.card_number;
  if ('bank' in data) return firstStated(data.bank);
  if ('bank_transfer' in data) return firstStated(data.bank_transfer);
  if ('passthrough' in data) return data.passthrough.psp_token;
  const inside: object = 'wallet' in data ? data.wallet : data.bank_redirect;
  return Object.values(inside).map(firstStated)[0];
}

/** Members that identify an account, the most specific first. */
const telling = [
  'iban',
  'bank_account_number',
  'account_number',
  'pix_key',
  'emv',
  'dpan',
  'application_primary_account_number',
  'email',
  'paypal_id',
  'telephone_number',
];

function firstStated(members: object): string | undefined {
  const stated = new Map<string, unknown>(Object.entries(members));
  const found = telling.map((name) => stated.get(name)).find((value) => value && value !== '');
  return found === undefined ? undefined : String(found);
}

/** Whether it contains a decrypted network token (DPAN). Such numbers are never stored. */
export const isDecryptedWallet = (data: PayoutMethodData): boolean =>
  'wallet' in data && ('apple_pay_decrypt' in data.wallet || 'google_pay_decrypt' in data.wallet);
