import * as v from 'valibot';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';
import type { DecodedForm } from '#platform/formats/bracketed-form.ts';
import { ownMember } from '#platform/own-member.ts';
import { networkOf } from '#vocabulary/card-networks/card-networks.ts';
import { testBrandsOf } from '#vocabulary/card-networks/co-badged.ts';
import { invalidRequest, StripeError, unknownReference, wrongCard } from './errors.ts';
import { formObject, formText, optionalText, readForm } from './form-fields.ts';
import { BillingDetails, StripeCard } from './intent.ts';
import { stripeMethods } from './methods.ts';
import { CardBehaviour, stripeCards } from './test-cards.ts';
import { numberOfToken } from './test-tokens.ts';

/** The storable part of a payment source: without the card's number. */
export const StripeSource = v.object({
  type: v.string(),
  billing: BillingDetails,
  card: v.optional(v.object({ shown: StripeCard, behaviour: CardBehaviour })),
  /** How a payment method that is no card behaves. */
  method: v.optional(v.object({ fails: v.boolean() })),
});
export type StripeSource = v.InferOutput<typeof StripeSource>;

const CardData = v.looseObject({
  number: formText(),
  exp_month: formText(),
  exp_year: formText(),
  cvc: optionalText(),
});

const Billing = v.looseObject({
  address: v.optional(v.union([v.literal(''), v.looseObject({})])),
  email: optionalText(),
  name: optionalText(),
  phone: optionalText(),
});

const SourceData = v.looseObject({
  type: formText(),
  billing_details: v.optional(Billing),
  card: v.optional(formObject),
});

/**
 * Reads `payment_method_data`, or the same members of a new payment method.
 *
 * @throws StripeError 402 for a card that is wrong or no test card, 400 for anything else
 */
export function sourceOf(data: DecodedForm, now: Date): StripeSource {
  const { type, billing_details: given, card, ...rest } = readForm(SourceData, data);
  const billing: BillingDetails = {
    address: presentAddress(given?.address),
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
  };
  if (type === 'card') {
    const { token } = nested(card);
    const input =
      typeof token === 'string' ? tokenCard(token, now) : readForm(CardData, nested(card));
    return { type, billing, card: cardOf(input, billing, now) };
  }
  const method = ownMember(stripeMethods, type);
  if (!method) {
    throw invalidRequest({ message: 'Invalid payment_method_data[type]', param: 'type' });
  }
  const { failing } = method;
  const account = ownMember(nested(ownMember(rest, type)), failing?.member ?? '');
  const fails = typeof account === 'string' && (failing?.values.includes(account) ?? false);
  return { type, billing, method: { fails } };
}

const nested = (value: unknown): DecodedForm =>
  v.is(formObject, value) ? (value as DecodedForm) : {}; // A form's members are a form again.

/**
 * The card of a published token, with an expiry of next year and without a cvc.
 *
 * @throws StripeError 400 for any other token
 */
function tokenCard(token: string, now: Date): CardInput {
  const number = numberOfToken(token);
  if (number === undefined) throw unknownReference('token', token, 'payment_method_data[card]');
  return { number, exp_month: '12', exp_year: String(now.getUTCFullYear() + 1) };
}

/**
 * The payment source of a published payment method such as `pm_card_visa`; undefined for another
 * id.
 */
export function publishedSource(id: string, now: Date): StripeSource | undefined {
  if (!id.startsWith('pm_card_') || numberOfToken(id) === undefined) return undefined;
  return { type: 'card', billing: noBilling, card: cardOf(tokenCard(id, now), noBilling, now) };
}

const noBilling: BillingDetails = { address: null, email: null, name: null, phone: null };

interface CardInput {
  readonly number: string;
  readonly exp_month: string;
  readonly exp_year: string;
  readonly cvc?: string | undefined;
}

function cardOf(input: CardInput, billing: BillingDetails, now: Date) {
  const number = input.number.replace(/[\s-]/g, '');
  const { month, year } = expiryOf(input, now);
  const { cvc } = input;
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw wrongCard('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number)) {
    throw wrongCard('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const test = ownMember(stripeCards, number);
  if (!test) throw noTestCard();
  const { behaviour, funding = 'credit', country = 'US' } = test;
  const networks = [...testBrandsOf(number)];
  const shown: StripeCard = {
    brand: brandOf(number),
    ...(networks.length > 0 && { networks }),
    last4: number.slice(-4),
    expMonth: month,
    expYear: year,
    funding,
    country,
    checks: {
      address_line1_check: checkOf(billing.address?.line1, behaviour, 'address_line1_check'),
      address_postal_code_check: checkOf(
        billing.address?.postal_code,
        behaviour,
        'address_postal_code_check',
      ),
      cvc_check: checkOf(cvc, behaviour, 'cvc_check'),
    },
  };
  const { refusesCvc, ...rest } = behaviour;
  const isRefused = refusesCvc && cvc !== undefined;
  return { shown, behaviour: isRefused ? { ...rest, decline: 'incorrect_cvc' as const } : rest };
}

/** A check is made of data that were sent. */
const checkOf = (
  value: unknown,
  { checks }: CardBehaviour,
  name: keyof NonNullable<CardBehaviour['checks']>,
) => (typeof value === 'string' && value !== '' ? (checks?.[name] ?? 'pass') : null);

function expiryOf({ exp_month, exp_year }: Pick<CardInput, 'exp_month' | 'exp_year'>, now: Date) {
  const month = /^\d{1,2}$/.test(exp_month) ? Number(exp_month) : 0;
  if (month < 1 || month > 12) {
    throw wrongCard(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  const year = /^\d{2}$/.test(exp_year) ? 2_000 + Number(exp_year) : Number(exp_year);
  const isPast =
    year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1);
  if (!/^(\d{2}|\d{4})$/.test(exp_year) || isPast || year > now.getUTCFullYear() + 50) {
    throw wrongCard('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  return { month, year };
}

const noTestCard = () =>
  new StripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });

/** Stripe's names of brands, where they differ from those of the vault. */
const stripeBrands: Readonly<Record<string, string>> = {
  american_express: 'amex',
  diners_club: 'diners',
};

function brandOf(number: string): string {
  const brand = networkOf(number)?.brand ?? 'unknown';
  return stripeBrands[brand] ?? brand;
}

const Address = v.object({
  city: optionalText(),
  country: optionalText(),
  line1: optionalText(),
  line2: optionalText(),
  postal_code: optionalText(),
  state: optionalText(),
});

/** An address with all its members, as Stripe shows it; `null` for none. */
export function presentAddress(given: unknown) {
  const parsed = v.safeParse(Address, given);
  if (!parsed.success) return null;
  const { city, country, line1, line2, postal_code, state } = parsed.output;
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  };
}
