import { ownMember } from '#platform/own-member.ts';
import { typedRequest } from '../typed-fields/typed-request.ts';
import type { CheckoutData, CheckoutMethod, CheckoutWords } from './checkout-data.ts';
import { type CheckoutPorts, member } from './checkout-ports.ts';
import { afterRefused, type Next, problem } from './next-step.ts';
import type { SavedMethod } from './saved-methods.ts';
import { isLate, pauseMs, settleConfirm } from './settle-confirm.ts';
import type { Storing } from './storing.ts';

/** The way to pay that the payer chose. */
export type Choice =
  /** The card in the vault's form. */
  | {
      readonly kind: 'card';
      readonly store: () => Promise<Storing>;
      readonly keeps: boolean;
      /** The payment method data beside the card: the billing address that the page asked for. */
      readonly beside?: object;
    }
  | {
      readonly kind: 'saved';
      readonly saved: Pick<SavedMethod, 'token'>;
      /** Stores the card's code in the vault; absent for a card without a code. */
      readonly storeCode?: () => Promise<Storing>;
    }
  /** The members of the confirm, from the sheet of Google Pay. */
  | { readonly kind: 'google pay'; readonly confirm: object }
  | {
      readonly kind: 'method';
      readonly method: CheckoutMethod;
      /** The typed values, in the order of the method's fields. */
      readonly values: readonly string[];
      /** The token of the saved account. */
      readonly token?: string;
    };

/**
 * Makes the payment by the payer's choice, whatever the network does. A card whose surcharge the
 * page has not shown yet is not charged, and its code is not stored: a page's session token stores
 * one code, and the payer may still choose another card.
 *
 * @param shownSurcharge the surcharge on the page, in the major unit
 */
export async function pay(
  data: CheckoutData,
  choice: Choice,
  ports: CheckoutPorts,
  shownSurcharge: number,
): Promise<Next> {
  const pressedAt = ports.now();
  const store = (storing: () => Promise<Storing>) => storeCard(storing, data, ports, pressedAt);
  const card = choice.kind === 'card' ? await store(choice.store) : undefined;
  if (typeof card === 'object') return card;
  const numberToken = savedCardToken(choice) ?? card;
  if (data.price.mayRise && numberToken !== undefined) {
    const surcharge = await surchargeOn(numberToken, data, ports, pressedAt);
    if (typeof surcharge === 'object') return surcharge;
    if (surcharge > shownSurcharge) return { kind: 'priced', surcharge };
  }
  const storeCode = choice.kind === 'saved' ? choice.storeCode : undefined;
  const code = storeCode && (await store(storeCode));
  if (typeof code === 'object') return code;
  const request = {
    ...bodyOf(choice, card ?? code, ports),
    ...(ports.returnUrl !== undefined && { return_url: ports.returnUrl }),
    ...(data.open && { given_up_attempt_id: data.open.id }),
    browser_info: ports.browser(),
  };
  return settleConfirm(data, request, ports, pressedAt);
}

/** The token of a saved card, whose number decides the surcharge as that of a typed one. */
const savedCardToken = (choice: Choice): string | undefined =>
  choice.kind === 'saved' ? choice.saved.token : undefined;

/** How often a request that may be repeated is sent, while the connection is there. */
const maxRequests = 3;

/** Stores a card or its code: the vault's token, or the page's next step without one. */
async function storeCard(
  store: () => Promise<Storing>,
  { texts, paths }: CheckoutData,
  ports: CheckoutPorts,
  pressedAt: Date,
): Promise<string | Next> {
  for (let turn = 0, unanswered = 0, sessions = 0; ; turn += 1) {
    const storing = await store();
    if (storing.kind === 'stored') return storing.token;
    if (storing.kind === 'refused') return { kind: 'nothing', text: texts.checkDetails };
    if (storing.kind === 'absent') return { kind: 'nothing' };
    if (storing.kind === 'over') {
      sessions += 1;
      if (sessions === maxRequests) return problem(texts.notNow);
      if (await ports.renew()) continue;
      return { kind: 'open', url: paths.status };
    }
    if (isLate(pressedAt, ports)) return problem(texts.online);
    if (storing.kind === 'in doubt') unanswered += 1;
    if (unanswered === maxRequests) return problem(texts.notNow);
    if (!(await ports.wait(pauseMs(turn), 'offline'))) return { kind: 'nothing' };
  }
}

/** The surcharge on a card, in the major unit; the page's next step while it is unknown. */
async function surchargeOn(
  token: string,
  data: CheckoutData,
  ports: CheckoutPorts,
  pressedAt: Date,
): Promise<number | Next> {
  for (let turn = 0; ; turn += 1) {
    const reply = await ports.post(data.paths.eligibility, {
      payment_method_type: 'card',
      payment_token: token,
    });
    if (typeof reply === 'object') {
      if (reply.status === 429) return afterRefused(data, reply);
      if (reply.status >= 400) return problem(data.texts.notNow);
      const details = member(reply.body, 'surcharge_details');
      const total = member(details, 'display_total_surcharge_amount');
      return typeof total === 'number' ? total : 0;
    }
    if (isLate(pressedAt, ports)) return problem(data.texts.online);
    if (!(await ports.wait(pauseMs(turn), 'offline'))) return { kind: 'nothing' };
  }
}

/**
 * The payer's choice in the form of the API.
 *
 * @param token the vault's token of the typed card, or of the code of the saved one
 */
function bodyOf(choice: Choice, token: string | undefined, ports: CheckoutPorts): object {
  switch (choice.kind) {
    case 'card':
      return {
        payment_method: 'card',
        payment_method_data: { ...choice.beside, card_token: { vault_token: token } },
        ...(choice.keeps && { customer_acceptance: consent(ports) }),
      };
    case 'saved':
      return {
        payment_method: 'card',
        payment_token: choice.saved.token,
        ...(token !== undefined && {
          payment_method_data: { card_token: { card_cvc_token: token } },
        }),
      };
    case 'google pay':
      return choice.confirm;
    case 'method':
      return {
        payment_method: choice.method.method,
        payment_method_type: choice.method.type,
        ...(choice.token !== undefined && { payment_token: choice.token }),
        payment_method_data: methodData(choice.method, choice.values),
        ...(choice.method.mandate && { customer_acceptance: consent(ports) }),
      };
  }
}

/** The customer's consent to saving the card, or to a direct debit. The switch adds the address of the request. */
const consent = ({ now, userAgent }: CheckoutPorts) => ({
  acceptance_type: 'online',
  accepted_at: now().toISOString(),
  online: { user_agent: userAgent },
});

/** The payment method data with each typed value at its path. */
export const methodData = (
  { method, variant, fields }: CheckoutMethod,
  values: readonly string[],
): object =>
  typedRequest(variant === undefined ? {} : { [method]: { [variant]: {} } }, fields, values);

/** The price with a surcharge, as `€27.19`. */
export function shownPrice({ locale, price }: CheckoutData, surcharge: number): string {
  return money({ locale, price }, Number(price.amount) + surcharge);
}

/** An amount in the major unit, in the digits in which it is charged. */
export function money(
  { locale, price: { currency, digits } }: Pick<CheckoutData, 'locale' | 'price'>,
  amount: number,
): string {
  // A browser knows other digits for some currencies than those in which the payment is charged.
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount);
}

/** A text of the page with its placeholders filled: `Expires {date}`. */
export const filled = (
  texts: CheckoutWords,
  name: keyof CheckoutWords,
  values: Readonly<Record<string, string>>,
) => texts[name].replace(/\{(\w+)\}/g, (_, one: string) => ownMember(values, one) ?? '');
