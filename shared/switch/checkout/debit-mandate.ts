import { ownMember } from '#platform/own-member.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import { mandateTextsFor } from '#vocabulary/page-texts/mandate-texts-for.ts';
import type { MandateScheme } from '#vocabulary/page-texts/page-texts.ts';
import type { Payment } from '../payments/payment.ts';
import type { CheckoutMandate } from './checkout-data.ts';

/** The creditor that payers authorise. */
export interface Creditor {
  readonly name: string;
  /** Its identifiers; a scheme without one uses that of the processor. */
  readonly identifiers: Readonly<Partial<Record<MandateScheme, string | undefined>>>;
}

const schemes: Readonly<Record<string, MandateScheme>> = {
  sepa: 'sepa',
  sepa_guarenteed_debit: 'sepa',
  bacs: 'bacs',
  becs: 'becs',
  ach: 'ach',
};

/** The scheme of a direct debit; undefined for other methods of payment. */
const schemeOf = (method: string | undefined, type: string | undefined) =>
  method === 'bank_debit' ? ownMember(schemes, type ?? '') : undefined;

/** The schemes whose bank statements name the mandate by a reference of the creditor. */
const referring: ReadonlySet<MandateScheme> = new Set(['sepa', 'bacs']);

/**
 * The consent to a direct debit by this type; undefined for other methods of payment.
 *
 * @param reference that of the mandate, once its processor has given it one
 */
export function debitMandate(
  { method, type }: { readonly method?: string | undefined; readonly type?: string | undefined },
  { name, identifiers }: Creditor,
  { requestFields }: Pick<Payment, 'requestFields'>,
  locale: string,
  reference?: string,
): CheckoutMandate | undefined {
  const scheme = schemeOf(method, type);
  if (!scheme) return undefined;
  const texts = mandateTextsFor(locale);
  const [title, ...paragraphs] = texts[scheme];
  const identifier = identifiers[scheme];
  const byProvider = identifier === undefined && scheme !== 'ach' ? [texts.byProvider] : [];
  const creditor = isolated(name, locale);
  const shownReference = reference ?? (referring.has(scheme) ? texts.referenceLater : undefined);
  const isRecurrent = requestFields.setup_future_usage === 'off_session';
  return {
    title,
    signedBy: texts.signedBy,
    text: [...paragraphs, ...byProvider].map((one) => one.replaceAll('{creditor}', () => creditor)),
    facts: [
      [texts.creditor, name],
      ...(identifier === undefined ? [] : [[texts.identifier, identifier] as const]),
      ...(shownReference === undefined ? [] : [[texts.reference, shownReference] as const]),
      [texts.type, isRecurrent ? texts.recurrent : texts.oneOff],
    ],
  };
}

/** A name in a text from right to left, in its own order. */
const isolated = (name: string, locale: string) =>
  directionOf(languageFor(locale)) === 'rtl' ? `\u2068${name}\u2069` : name;
