import { ownMember, setOwnMember } from '#platform/own-member.ts';
import type { CheckoutData, CheckoutMethod, CheckoutWords } from './checkout-data.ts';
import { afterRefusal } from './refusal-texts.ts';

/** A saved card of the payment's customer, as the API lists it. */
export interface SavedCard {
  readonly token: string;
  readonly network: string;
  readonly last4: string;
  /** `12/39`. */
  readonly expiry: string;
  /** Whether the payer types its code. */
  readonly needsCode: boolean;
}

/** The way to pay that the payer chose. */
export type Choice =
  /** A card that the vault's form stored, by its token. */
  | { readonly kind: 'card'; readonly token: string; readonly keeps: boolean }
  | {
      readonly kind: 'saved';
      readonly card: SavedCard;
      /**
       * Stores the card's code in the vault and returns the code's token, or undefined while the
       * form shows an error. Absent for a card without a code.
       */
      readonly storeCode?: () => Promise<string | undefined>;
    }
  /** Google Pay's data, which the browser's sheet returned. */
  | { readonly kind: 'google pay'; readonly data: object }
  | {
      readonly kind: 'method';
      readonly method: CheckoutMethod;
      /** The typed values, in the order of the method's fields. */
      readonly values: readonly string[];
    };

/** The page's next step after the payer pressed the button. */
export type Next =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'problem'; readonly text: string }
  /** The code of the saved card was not stored; its form shows the reason. */
  | { readonly kind: 'no code' }
  /** The price rose with the card, by this amount in the major unit: it needs another press. */
  | { readonly kind: 'priced'; readonly surcharge: number };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The outside of the page: the switch, the browser and the time. */
export interface CheckoutPorts {
  /** Rejects when no answer came. */
  post(path: string, body: object): Promise<Answer>;
  /** `browser_info` of the API. */
  browser(): object;
  readonly userAgent: string;
  now(): Date;
}

/**
 * Makes the payment by the payer's choice, with one confirm. A confirm whose outcome is unknown is
 * not sent again: the status page shows it. A card whose surcharge the page has not shown yet is
 * not charged, and its code is not stored: a page's session token stores one code, and the payer may
 * still choose another card.
 *
 * @param shownSurcharge the surcharge on the page, in the major unit
 */
export async function pay(
  data: CheckoutData,
  choice: Choice,
  ports: CheckoutPorts,
  shownSurcharge: number,
): Promise<Next> {
  const cardToken = tokenOf(choice);
  if (data.price.mayRise && cardToken !== undefined) {
    const surcharge = await surchargeOn(cardToken, data, ports);
    if (surcharge === undefined) return { kind: 'problem', text: data.texts.notNow };
    if (surcharge > shownSurcharge) return { kind: 'priced', surcharge };
  }
  const request = bodyOf(choice, ports);
  if (choice.kind !== 'saved' || !choice.storeCode) return confirm(data, request, ports);
  const card_cvc_token = await choice.storeCode();
  if (card_cvc_token === undefined) return { kind: 'no code' };
  const payment_method_data = { card_token: { card_cvc_token } };
  return confirm(data, { ...request, payment_method_data }, ports);
}

async function confirm(data: CheckoutData, request: object, ports: CheckoutPorts): Promise<Next> {
  const toStatus: Next = { kind: 'open', url: data.paths.status };
  try {
    const { status, body } = await ports.post(data.paths.confirm, {
      ...request,
      browser_info: ports.browser(),
    });
    if (status >= 500) return toStatus;
    return status < 400 ? afterAnswer(data, body) : afterRefused(data, body);
  } catch {
    return toStatus;
  }
}

/** The token of a card, whose number decides the surcharge; undefined for other methods. */
function tokenOf(choice: Choice): string | undefined {
  if (choice.kind === 'card') return choice.token;
  return choice.kind === 'saved' ? choice.card.token : undefined;
}

/** The surcharge on a card, in the major unit; undefined while it is unknown. */
async function surchargeOn(
  token: string,
  { paths }: CheckoutData,
  { post }: CheckoutPorts,
): Promise<number | undefined> {
  try {
    const { status, body } = await post(paths.eligibility, {
      payment_method_type: 'card',
      payment_token: token,
    });
    if (status >= 400) return undefined;
    const total = member(member(body, 'surcharge_details'), 'display_total_surcharge_amount');
    return typeof total === 'number' ? total : 0;
  } catch {
    return undefined;
  }
}

function bodyOf(choice: Choice, ports: CheckoutPorts): object {
  switch (choice.kind) {
    case 'card':
      return {
        payment_method: 'card',
        payment_method_data: { card_token: { vault_token: choice.token } },
        ...(choice.keeps && { customer_acceptance: consent(ports) }),
      };
    case 'saved':
      return { payment_method: 'card', payment_token: choice.card.token };
    case 'google pay':
      return {
        payment_method: 'wallet',
        payment_method_type: 'google_pay',
        payment_method_data: { wallet: { google_pay: choice.data } },
      };
    case 'method':
      return {
        payment_method: choice.method.method,
        payment_method_type: choice.method.type,
        payment_method_data: methodData(choice.method, choice.values),
      };
  }
}

/** The customer's consent to saving the card. The switch adds the address of the request. */
const consent = ({ now, userAgent }: CheckoutPorts) => ({
  acceptance_type: 'online',
  accepted_at: now().toISOString(),
  online: { user_agent: userAgent },
});

interface Branch {
  [name: string]: Branch | string;
}

/** The payment method data with each typed value at its path. */
export function methodData(
  { method, variant = '', fields }: CheckoutMethod,
  values: readonly string[],
): object {
  const data: Branch = { [method]: { [variant]: {} } };
  for (const [at, { path }] of fields.entries()) {
    let branch = data;
    for (const name of path.slice(0, -1)) {
      const next = ownMember(branch, name);
      const below: Branch = typeof next === 'object' ? next : {};
      setOwnMember(branch, name, below);
      branch = below;
    }
    setOwnMember(branch, path.at(-1) ?? '', (values[at] ?? '').trim());
  }
  return data;
}

function afterAnswer({ paths }: CheckoutData, body: unknown): Next {
  const next = member(body, 'next_action');
  const status = member(body, 'status');
  if (status === 'requires_customer_action') {
    const url = member(next, 'redirect_to_url') ?? member(next, 'popup_url');
    return { kind: 'open', url: typeof url === 'string' ? url : paths.status };
  }
  // The page as it is loaded now shows the reason, and a form for another card.
  if (status === 'failed' && member(body, 'manual_retry_allowed') === true) {
    return { kind: 'reload' };
  }
  return { kind: 'open', url: paths.status };
}

function afterRefused({ paths, texts }: CheckoutData, body: unknown): Next {
  const code = member(member(body, 'error'), 'code');
  const after = afterRefusal(typeof code === 'string' ? code : '');
  if (after === 'status') return { kind: 'open', url: paths.status };
  return after === 'reload' ? { kind: 'reload' } : { kind: 'problem', text: texts[after] };
}

/** The saved cards in the API's list of a customer's payment methods. */
export function savedCardsIn(body: unknown): readonly SavedCard[] {
  const list = member(body, 'customer_payment_methods');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    const [card, token] = [member(one, 'card'), member(one, 'payment_token')];
    const last4 = member(card, 'last4_digits');
    if (typeof token !== 'string' || typeof last4 !== 'string') return [];
    const [month, year] = [member(card, 'expiry_month'), member(card, 'expiry_year')];
    const network = member(card, 'card_network') ?? member(card, 'scheme');
    return [
      {
        token,
        last4,
        network: typeof network === 'string' ? network : '',
        expiry: `${String(month)}/${String(year).slice(-2)}`,
        needsCode: member(one, 'requires_cvv') === true,
      },
    ];
  });
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

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
