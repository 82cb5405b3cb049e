import * as v from 'valibot';
import { escaped } from '#platform/http/response/html-page.ts';
import { knownLocale } from '#vocabulary/known-locale.ts';
import { mandateTextsFor } from '#vocabulary/page-texts/mandate-texts-for.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { debitMandate } from '../checkout/debit-mandate.ts';
import type { PageDesign } from '../checkout/page-design.ts';
import type { Payment } from '../payments/payment.ts';
import { CustomerAcceptance } from '../payments/request/mandate-data.ts';

/** A confirmed payment to which the payer agreed. */
const AgreedDebit = v.object({
  payment_method: v.string(),
  payment_method_type: v.string(),
  customer_acceptance: CustomerAcceptance,
});

/** A mandate to which the payer has agreed. */
interface AgreedMandate {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** When the payer agreed, ISO 8601, with the label of that. */
  readonly accepted: { readonly label: string; readonly at: string };
  /** Paragraphs. */
  readonly text: readonly string[];
}

/**
 * The consent of a paid direct debit; undefined for other methods, and for a payer whose consent the
 * switch does not know.
 *
 * @param locale BCP 47
 */
export function agreedMandate(
  payment: Payment,
  { creditor }: Pick<PageDesign, 'creditor'>,
  locale: string,
): AgreedMandate | undefined {
  const debit = v.safeParse(AgreedDebit, payment.requestFields);
  if (!debit.success || !creditor) return undefined;
  const { payment_method: method, payment_method_type: type, customer_acceptance } = debit.output;
  const { mandate_reference: reference } = payment.attempt.connectorMetadata ?? {};
  const mandate = debitMandate({ method, type }, creditor, payment, locale, reference);
  if (!mandate) return undefined;
  const { amountMinor, createdAt } = payment.attempt;
  const at = customer_acceptance.accepted_at ?? createdAt;
  const amount = shownAmount(amountMinor, payment.currency, locale);
  const format = new Intl.DateTimeFormat(knownLocale(locale), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const date = format.format(new Date(at));
  const { title, text, facts } = mandate;
  return {
    title,
    facts,
    accepted: { label: mandateTextsFor(locale).accepted, at },
    text: text.map((one) => one.replace('{amount}', () => amount).replace('{date}', () => date)),
  };
}

/** The mandate of a paid direct debit, as HTML for the receipt; empty without one. */
export function mandateOf(
  payment: Payment,
  design: Pick<PageDesign, 'creditor'>,
  locale: string,
): string {
  const mandate = agreedMandate(payment, design, locale);
  if (!mandate) return '';
  const { title, facts, accepted, text } = mandate;
  const rows = facts.map(
    ([label, value]) => `<dt>${escaped(label)}</dt><dd><bdi>${escaped(value)}</bdi></dd>`,
  );
  const paragraphs = text.map((one) => `<p>${escaped(one)}</p>`);
  return `<section aria-labelledby="mandate">
<h3 id="mandate">${escaped(title)}</h3>
<dl>
${rows.join('\n')}
<dt>${escaped(accepted.label)}</dt><dd>${timeElement(accepted.at, locale)}</dd>
</dl>
${paragraphs.join('\n')}
</section>`;
}
