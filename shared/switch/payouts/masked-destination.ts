import * as v from 'valibot';
import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import { JsonObject } from '#platform/schema.ts';
import { looksLikePan } from '#vault/cards/looks-like-pan.ts';
import { describeCard, maskedNumber } from '../payments/payment-method-data/card.ts';
import type { PayoutMethodData, SourceBankData } from './payout-method-variants.ts';

const optional = v.nullable(v.string());

/** The facts of a payout's card that may be stored and shown. */
export const ShownCard = v.object({
  card_issuer: optional,
  card_network: optional,
  card_type: optional,
  card_issuing_country: optional,
  bank_code: optional,
  last4: optional,
  card_isin: optional,
  card_extended_bin: optional,
  card_exp_month: v.string(),
  card_exp_year: v.string(),
  card_holder_name: v.string(),
});
export type ShownCard = v.InferOutput<typeof ShownCard>;

/**
 * The facts of a payout's destination that may be stored and shown: never a whole number, address
 * or token.
 */
export const ShownDestination = v.object({
  card: v.optional(ShownCard),
  bank: v.optional(JsonObject),
  wallet: v.optional(JsonObject),
  bank_redirect: v.optional(JsonObject),
  passthrough: v.optional(JsonObject),
});
export type ShownDestination = v.InferOutput<typeof ShownDestination>;

/** Masks a destination from a request. A card is described by the facts of its range, too. */
export function shownDestination(
  data: PayoutMethodData,
  range: CardBinFacts | undefined,
): ShownDestination {
  if ('card' in data) {
    const { card } = data;
    const { expiry_month, expiry_year, card_holder_name, card_network } = card;
    const described = describeCard({
      card_number: card.card_number,
      card_exp_month: expiry_month,
      card_exp_year: expiry_year,
      card_holder_name,
      card_network: card_network ?? range?.network,
      card_type: range?.type,
      card_issuer: range?.issuer,
      card_issuing_country: range?.issuingCountry,
    });
    return { card: shownCard({ ...described, bank_code: range?.bankCode }) };
  }
  if ('bank' in data) return { bank: shownAccount(data.bank) };
  if ('bank_transfer' in data) return { bank: shownAccount(data.bank_transfer) };
  if ('wallet' in data) return { wallet: shownWallet(data.wallet) };
  if ('bank_redirect' in data) {
    const { bank_redirect: redirect } = data;
    return {
      bank_redirect:
        'interac' in redirect
          ? { email: maskedEmail(redirect.interac.email) }
          : shownAccount(redirect.open_banking_uk),
    };
  }
  const { psp_token, token_type } = data.passthrough;
  return { passthrough: { psp_token: maskedNumber(psp_token), token_type } };
}

/** Masks the account that a merchant pays from. */
export const maskedSource = (source: SourceBankData): ShownDestination => ({
  bank: shownAccount(source),
});

/** A described card, in the words of the payouts API. */
export const shownCard = (
  card: Readonly<Partial<Record<keyof ShownCard, string | null | undefined>>>,
): ShownCard => ({
  card_issuer: card.card_issuer ?? null,
  card_network: card.card_network ?? null,
  card_type: card.card_type ?? null,
  card_issuing_country: card.card_issuing_country ?? null,
  bank_code: card.bank_code ?? null,
  last4: card.last4 ?? null,
  card_isin: card.card_isin ?? null,
  card_extended_bin: card.card_extended_bin ?? null,
  card_exp_month: card.card_exp_month ?? '',
  card_exp_year: card.card_exp_year ?? '',
  card_holder_name: card.card_holder_name ?? '',
});

/** Members that cannot be misused, so they are not masked. */
const harmless = new Set([
  'account_holder_name',
  'bank_name',
  'bank_city',
  'bank_country_code',
  'bank_branch',
  'country_code',
  'bic',
]);

/** Every member of an account, masked unless it is in `harmless`. */
const shownAccount = (account: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(account).flatMap(([name, value]) => {
      if (name === 'payout_method_type' || value == null) return [];
      return [[name, harmless.has(name) ? inClear(String(value)) : maskedNumber(String(value))]];
    }),
  );

function shownWallet(
  wallet: Extract<PayoutMethodData, { wallet: unknown }>['wallet'],
): Record<string, unknown> {
  if ('paypal' in wallet) {
    const { email, telephone_number, paypal_id } = wallet.paypal;
    if (email != null) return { field_type: 'email', email: maskedEmail(email) };
    return paypal_id != null
      ? { field_type: 'paypal_id', paypal_id: maskedNumber(paypal_id) }
      : { field_type: 'telephone_number', telephone_number: maskedOrNull(telephone_number) };
  }
  if ('venmo' in wallet) {
    return { telephone_number: maskedOrNull(wallet.venmo.telephone_number) };
  }
  const card = 'apple_pay_decrypt' in wallet ? wallet.apple_pay_decrypt : wallet.google_pay_decrypt;
  return {
    card_exp_month: inClear(card.expiry_month),
    card_exp_year: inClear(card.expiry_year),
    card_holder_name: inClear(card.card_holder_name ?? ''),
  };
}

/** Text for people; it is masked when it contains a number that looks like a PAN. */
const inClear = (word: string) => (looksLikePan.test(word) ? maskedNumber(word) : word);

const maskedOrNull = (value: string | null | undefined) =>
  value == null ? null : maskedNumber(value);

/** The first letter and the domain: `j****@example.com`. */
const maskedEmail = (email: string) => `${email.slice(0, 1)}****${email.slice(email.indexOf('@'))}`;
