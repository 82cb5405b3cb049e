import * as v from 'valibot';
import { given, JsonObject } from '#platform/schema.ts';
import { looksLikePan } from '#vault/cards/looks-like-pan.ts';
import { Address } from '#vocabulary/address.ts';
import type { PaymentMethod } from '#vocabulary/payment-methods.ts';
import { CardData, DescribedCard, describeCard } from './card.ts';
import { maskedBankDebit, maskedBankRedirect, maskedBankTransfer } from './masked-bank-data.ts';
import {
  maskedGiftCard,
  maskedNetworkToken,
  maskedUpi,
  maskedVoucher,
  maskedWallet,
} from './masked-variants.ts';
import * as shapes from './payment-method-variants.ts';
import { textOr } from './payment-method-variants.ts';

const entries = {
  card: given(CardData),
  card_token: given(shapes.CardToken),
  network_token: given(shapes.NetworkToken),
  card_redirect: given(shapes.CardRedirect),
  wallet: given(shapes.Wallet),
  pay_later: given(shapes.PayLater),
  bank_redirect: given(shapes.BankRedirect),
  bank_debit: given(shapes.BankDebit),
  bank_transfer: given(shapes.BankTransfer),
  crypto: given(shapes.Crypto),
  upi: given(shapes.Upi),
  voucher: given(shapes.Voucher),
  gift_card: given(shapes.GiftCard),
  real_time_payment: given(shapes.RealTimePayment),
  open_banking: given(shapes.OpenBanking),
  mobile_payment: given(shapes.MobilePayment),
};
type Key = keyof typeof entries;

/**
 * Payment method data: at most one key, which names the payment method, and a billing address. It
 * may contain a card number, so it lives in memory only; `maskedPaymentMethodData` may be stored.
 */
export const PaymentMethodData = textOr(
  v.picklist(['reward', 'mandate_payment']),
  v.pipe(
    v.strictObject({ ...entries, billing: given(Address) }),
    v.check(
      (data) => keysOf(data).length <= 1,
      'data did not match any variant, expected at most one payment method',
    ),
  ),
);
export type PaymentMethodData = v.InferOutput<typeof PaymentMethodData>;

/** Whether the data contains a payment method, and not just a billing address. */
export const hasVariant = (data: PaymentMethodData) =>
  typeof data === 'string' || keysOf(data).length > 0;

/**
 * The payment method of the data. `undefined` when the data fits every payment method, as for
 * recurring payments, and when it is only a billing address.
 */
export function methodOfData(data: PaymentMethodData): PaymentMethod | undefined {
  if (data === 'mandate_payment') return undefined;
  if (data === 'reward') return 'reward';
  const [key] = keysOf(data);
  return key && (key === 'card_token' ? 'card' : key);
}

/** Payment method data as responses may show it and as it may be stored. */
export const MaskedPaymentMethodData = v.object({
  card: v.optional(DescribedCard),
  card_token: v.optional(JsonObject),
  network_token: v.optional(JsonObject),
  card_redirect: v.optional(JsonObject),
  wallet: v.optional(JsonObject),
  pay_later: v.optional(JsonObject),
  bank_redirect: v.optional(JsonObject),
  bank_debit: v.optional(JsonObject),
  bank_transfer: v.optional(JsonObject),
  crypto: v.optional(JsonObject),
  upi: v.optional(JsonObject),
  voucher: v.optional(JsonObject),
  gift_card: v.optional(JsonObject),
  real_time_payment: v.optional(JsonObject),
  open_banking: v.optional(JsonObject),
  mobile_payment: v.optional(JsonObject),
  reward: v.optional(JsonObject),
  mandate_payment: v.optional(JsonObject),
  billing: v.nullable(Address),
});
export type MaskedPaymentMethodData = v.InferOutput<typeof MaskedPaymentMethodData>;

/**
 * The data without anything that could be charged: numbers keep their last four digits; codes,
 * cryptograms and tokens are removed. `null` when nothing is left to show.
 */
export function maskedPaymentMethodData(
  data: PaymentMethodData,
  options: { readonly extendedBin?: boolean } = {},
): MaskedPaymentMethodData | null {
  if (typeof data === 'string') return { [data]: {}, billing: null };
  if (!hasVariant(data) && !data.billing) return null;
  return {
    ...(data.card && { card: describeCard(data.card, options) }),
    ...(data.card_token && {
      card_token: { card_holder_name: data.card_token.card_holder_name ?? null },
    }),
    ...(data.network_token && { network_token: maskedNetworkToken(data.network_token) }),
    ...(data.card_redirect && { card_redirect: data.card_redirect }),
    ...(data.wallet && { wallet: maskedWallet(data.wallet) }),
    ...(data.pay_later && { pay_later: {} }),
    ...(data.bank_redirect && { bank_redirect: maskedBankRedirect(data.bank_redirect) }),
    ...(data.bank_debit && { bank_debit: maskedBankDebit(data.bank_debit) }),
    ...(data.bank_transfer && { bank_transfer: maskedBankTransfer(data.bank_transfer) }),
    ...(data.crypto && { crypto: data.crypto }),
    ...(data.upi && { upi: maskedUpi(data.upi) }),
    ...(data.voucher && { voucher: maskedVoucher(data.voucher) }),
    ...(data.gift_card && { gift_card: maskedGiftCard(data.gift_card) }),
    ...(data.real_time_payment && { real_time_payment: data.real_time_payment }),
    ...(data.open_banking && { open_banking: data.open_banking }),
    ...(data.mobile_payment && { mobile_payment: data.mobile_payment }),
    billing: data.billing ?? null,
  };
}

/** Whether the data contains nothing that could be charged, so that it may be stored as it came. */
export function isFreeOfSecrets(data: PaymentMethodData): boolean {
  if (typeof data === 'string') return true;
  const [key] = keysOf(data);
  if (!key) return true;
  const free = freeOfSecrets[key];
  if (typeof free === 'boolean') return free;
  const shape = data[key];
  const name = typeof shape === 'string' ? shape : Object.keys(shape ?? {})[0];
  return name !== undefined && free(name);
}

/**
 * Whether the data may be stored only in the vault, or nowhere: a card number or cvc, or a number
 * that can be charged like a card, such as in a decrypted wallet.
 */
export function belongsInVault(data: PaymentMethodData): boolean {
  if (typeof data === 'string') return false;
  const { card, card_token, network_token, bank_redirect, wallet } = data;
  if (card || card_token || network_token || bank_redirect?.bancontact_card?.card_number)
    return true;
  const { apple_pay: apple } = wallet ?? {};
  return typeof apple?.payment_data === 'object' || hasCardNumber(wallet);
}

/** Whether a member at any depth consists of a number that looks like a PAN. */
function hasCardNumber(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasCardNumber);
  const text = String(value);
  return looksLikePan.test(text) && /^[\p{Nd}\p{Zs}\p{Pd}\p{Cf}]*$/u.test(text);
}

const isRedirectOrQr = (name: string) => name.endsWith('_redirect') || name.endsWith('_qr');

const freeOfSecrets: Record<Key, boolean | ((name: string) => boolean)> = {
  card: false,
  card_token: false,
  network_token: false,
  card_redirect: true,
  wallet: (name) => isRedirectOrQr(name) || ['paysera', 'revolut_pay', 'skrill'].includes(name),
  pay_later: isRedirectOrQr,
  bank_redirect: (name) => !['bancontact_card', 'blik', 'giropay'].includes(name),
  bank_debit: false,
  bank_transfer: (name) => !['pix', 'pix_automatico_push'].includes(name),
  crypto: true,
  upi: (name) => name !== 'upi_collect',
  voucher: (name) => name !== 'boleto',
  gift_card: (name) => name === 'pay_safe_card',
  real_time_payment: true,
  open_banking: true,
  mobile_payment: true,
};

const isKey = (name: string): name is Key => Object.hasOwn(entries, name);

/** The keys that name a payment method. */
const keysOf = (data: object): readonly Key[] =>
  Object.entries(data).flatMap(([name, shape]) =>
    isKey(name) && shape !== null && shape !== undefined ? [name] : [],
  );
