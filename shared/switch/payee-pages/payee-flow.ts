import { digitsOf, expiryOf, flawsOf, type TypedCard } from '#vault/switch/typed-card.ts';
import { afterRefusal } from '../checkout/refusal-texts.ts';
import { flawOf, flawText } from '../typed-fields/field-flaw.ts';
import type { TypedField } from '../typed-fields/typed-field.ts';
import { putText, typedRequest } from '../typed-fields/typed-request.ts';
import type { PayeeData, PayeeMethod, PayeeWords } from './payee-data.ts';

/** The page's next step after the payee pressed the button. */
export type PayeeNext =
  /** The page is loaded anew: it shows the outcome, or the form while nothing has happened. */
  | { readonly kind: 'reload' }
  /** With the path of the refused value in the request, where the switch names one. */
  | { readonly kind: 'problem'; readonly text: string; readonly param?: string };

/**
 * The text about the flaw of a typed value; undefined for a value that may be sent. The switch
 * checks all again.
 */
export function payeeFlaw(
  field: TypedField,
  value: string,
  { texts, flaws, locale }: Pick<PayeeData, 'texts' | 'flaws' | 'locale'>,
  today: Date,
): string | undefined {
  const text = value.trim();
  const word = text === '' ? undefined : flawOfCard(field, text, today);
  if (word !== undefined) return word === 'name' ? flaws.name : texts[word];
  const flaw = flawOf(field, text);
  return flaw && flawText(flaw, flaws, locale);
}

function flawOfCard({ kind }: TypedField, text: string, today: Date) {
  switch (kind) {
    case 'card number':
      return cardFlaws({ number: digitsOf(text) }, today).card_number && 'invalidNumber';
    case 'expiry':
      return expiryFlaw(text, today);
    case 'cardholder name':
      return cardFlaws({ name: text }, today).cardholder_name && 'name';
    default:
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

/** `1239` as `12/39`. */
const withSlash = (text: string) => text.replace(/^(\d{2})(\d{2}|\d{4})$/, '$1/$2');

/** The request for a way to be paid, with each typed value at its path. */
export function payeeRequest({ body, fields }: PayeeMethod, values: readonly string[]): object {
  const request = typedRequest(body, fields, values);
  for (const [at, { kind, path, yearPath }] of fields.entries()) {
    const value = (values[at] ?? '').trim();
    if (value === '') continue;
    if (kind === 'card number') putText(request, path, digitsOf(value));
    if (kind !== 'expiry' || !yearPath) continue;
    const { month = '', year = '' } = expiryOf(withSlash(value)) ?? {};
    putText(request, path, month);
    putText(request, yearPath, year);
  }
  return request;
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
    const [code, param] = ['code', 'param'].map((name) => member(member(body, 'error'), name));
    const next = afterRefusedChoice(typeof code === 'string' ? code : '', texts);
    return next.kind === 'problem' && typeof param === 'string' ? { ...next, param } : next;
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
