import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import { digitsOf, expiryOf, flawsOf, type TypedCard } from '#vault/switch/typed-card.ts';
import { afterRefusal } from '../checkout/refusal-texts.ts';
import type { PayeeData, PayeeField, PayeeMethod, PayeeWords } from './payee-data.ts';

/** The page's next step after the payee pressed the button. */
export type PayeeNext =
  /** The page is loaded anew: it shows the outcome, or the form while nothing has happened. */
  { readonly kind: 'reload' } | { readonly kind: 'problem'; readonly text: string };

/** A field that cannot be sent, and the reason for the payee. */
interface FieldFlaw {
  /** The place of the field among those of its method. */
  readonly at: number;
  readonly text: string;
}

/** The first field that cannot be sent; undefined when there is none. The switch checks all again. */
export function flawIn(
  { fields }: PayeeMethod,
  values: readonly string[],
  texts: PayeeWords,
  today: Date,
): FieldFlaw | undefined {
  for (const [at, field] of fields.entries()) {
    const word = flawOf(field, values[at] ?? '', today);
    if (word !== undefined) return { at, text: texts[word] };
  }
  return undefined;
}

function flawOf(
  { kind, isOptional }: PayeeField,
  value: string,
  today: Date,
): keyof PayeeWords | undefined {
  const text = value.trim();
  if (text === '') return isOptional ? undefined : 'missing';
  switch (kind) {
    case 'card number':
      return cardFlaws({ number: digitsOf(text) }, today).card_number && 'invalidNumber';
    case 'expiry':
      return expiryFlaw(text, today);
    case 'iban':
      return isIban(text) ? undefined : 'invalid';
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : 'invalid';
    case 'phone':
      return /^\+?\d{4,15}$/.test(withoutSeparators(text)) ? undefined : 'invalid';
    case 'digits':
      return /^\d+$/.test(withoutSeparators(text)) ? undefined : 'invalid';
    case 'name':
      return cardFlaws({ name: text }, today).cardholder_name && 'invalid';
    case 'text':
      return undefined;
  }
}

const cardFlaws = (typed: Partial<TypedCard>, today: Date) =>
  flawsOf(
    { number: '', name: '', expiry: '', code: '', ...typed },
    { only: undefined, except: undefined, cvc: 'hidden', cardholderName: 'optional' },
    today,
  );

function expiryFlaw(text: string, today: Date): 'past' | 'invalidExpiry' | undefined {
  const { expiration_month, expiration_year } = cardFlaws({ expiry: withSlash(text) }, today);
  const flaw = expiration_month ?? expiration_year;
  if (flaw === undefined) return undefined;
  return flaw === 'is in the past' ? 'past' : 'invalidExpiry';
}

/** The text of a field as it is shown while it is typed: digits of all scripts become 0 to 9. */
export const shownText = ({ kind }: PayeeField, text: string): string =>
  kind === 'text' || kind === 'name' || kind === 'email' ? text : asciiDigits(text);

/** `1239` as `12/39`. */
const withSlash = (text: string) => text.replace(/^(\d{2})(\d{2}|\d{4})$/, '$1/$2');
const withoutSeparators = (text: string) => text.replace(/[\s().-]/g, '');

/**
 * Whether the text is an IBAN with valid check digits.
 *
 * @see https://www.iso.org/standard/81090.html
 */
export function isIban(text: string): boolean {
  const iban = withoutSeparators(text).toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => parseInt(one, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

interface Branch {
  [name: string]: Branch | string;
}

/** The request for a way to be paid, with each typed value at its path. */
export function payeeRequest(method: PayeeMethod, values: readonly string[]): object {
  const request: Branch = structuredClone({ ...method.body });
  for (const [at, { kind, path, yearPath }] of method.fields.entries()) {
    const value = (values[at] ?? '').trim();
    if (value === '') continue;
    if (kind === 'expiry' && yearPath) {
      const { month = '', year = '' } = expiryOf(withSlash(value)) ?? {};
      put(request, path, month);
      put(request, yearPath, year);
    } else {
      put(request, path, sentValue(kind, value));
    }
  }
  return request;
}

function sentValue(kind: PayeeField['kind'], value: string): string {
  if (kind === 'iban') return withoutSeparators(value).toUpperCase();
  if (kind === 'card number') return digitsOf(value);
  return kind === 'phone' || kind === 'digits' ? withoutSeparators(value) : value;
}

function put(request: Branch, path: readonly string[], value: string): void {
  let branch = request;
  for (const name of path.slice(0, -1)) {
    const next = ownMember(branch, name);
    const below: Branch = typeof next === 'object' ? next : {};
    setOwnMember(branch, name, below);
    branch = below;
  }
  setOwnMember(branch, path.at(-1) ?? '', value);
}

/** The outside of the page: the switch. */
export interface PayeePorts {
  /** Rejects when no answer came. */
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/**
 * Sends the payee's choice, once. A request whose outcome is unknown is not sent again: the page as
 * it is loaded anew shows whether it arrived.
 */
export async function sendChoice(
  { path, texts }: PayeeData,
  method: PayeeMethod,
  values: readonly string[],
  { post }: PayeePorts,
): Promise<PayeeNext> {
  try {
    const { status, body } = await post(path, payeeRequest(method, values));
    if (status < 400 || status >= 500) return { kind: 'reload' };
    const code = member(member(body, 'error'), 'code');
    return afterRefusedChoice(typeof code === 'string' ? code : '', texts);
  } catch {
    return { kind: 'reload' };
  }
}

function afterRefusedChoice(code: string, texts: PayeeWords): PayeeNext {
  // The merchant has stated the destination meanwhile.
  if (code === 'IR_18') return { kind: 'reload' };
  switch (afterRefusal(code)) {
    case 'status':
    case 'refresh':
      return { kind: 'reload' };
    case 'checkDetails':
      return { kind: 'problem', text: texts.invalid };
    case 'notThisWay':
      return { kind: 'problem', text: texts.notThisWay };
    default:
      return { kind: 'problem', text: texts.notNow };
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
