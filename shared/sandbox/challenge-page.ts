import { supportOf } from '#connectors/sandbox/published/methods.ts';
import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { readersLocale } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { shortPage } from '#vocabulary/payer-pages/short-page.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { answersTo } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';

/** The languages that the payer's browser accepts, as its header states them. */
type AcceptLanguage = string | undefined;

/**
 * Asks the customer to complete or reject a test payment, or to leave without an answer. Works
 * without script and style.
 */
export function challengePage(
  challengeId: string,
  payment: LedgerPayment,
  acceptLanguage: AcceptLanguage,
): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const { bank } = textsFor(locale).passage;
  const answer = (confirm: boolean) =>
    `${encodeURIComponent(challengeId)}/complete?confirm=${confirm}`;
  const { complete, reject } = answersTo(payment);
  const { returnUrl, cardLastDigits, amountMinor, currency } = payment;
  const mode = cardLastDigits === undefined ? '' : ` •••• ${cardLastDigits}`;
  // Links rather than a form: browsers apply a form's policy to the merchant's page after it, too.
  return page(locale, 200, bank.title, [
    `<p>${escaped(bank.about)}</p>`,
    `<dl>
<dt>${escaped(bank.amount)}</dt><dd class="amount">${escaped(shownAmount(amountMinor, currency, locale))}</dd>
<dt>${escaped(bank.mode)}</dt><dd><bdi>${escaped(`${modeOf(payment)}${mode}`)}</bdi></dd>
</dl>`,
    ...(complete ? [link('complete', answer(true), bank.complete)] : []),
    ...(reject ? [link('reject', answer(false), bank.reject)] : []),
    ...(returnUrl ? [link('leave', returnUrl, bank.leave)] : []),
  ]);
}

const link = (name: string, href: string, text: string) =>
  `<a class="button ${name}" role="button" href="${escaped(href)}">${escaped(text)}</a>`;

/** The payment source on the page; for a card, the question whether it is the customer's. */
const modeOf = ({ paidBy }: LedgerPayment): string =>
  (paidBy && supportOf(paidBy)?.name) ?? '3D Secure';

export function closedPage(acceptLanguage: AcceptLanguage): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const [title, text] = textsFor(locale).passage.bank.answered;
  return page(locale, 200, title, [`<p>${escaped(text)}</p>`]);
}

export function invalidLinkPage(acceptLanguage: AcceptLanguage): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const { title, invalid } = textsFor(locale).passage.bank;
  return page(locale, 404, title, [`<p>${escaped(invalid)}</p>`]);
}

const style = `
dl{align-items:baseline;margin-block:1rem}
a.reject,a.leave{margin-block:.5rem;background:none}
a.reject{color:var(--color-danger);border:var(--border-width) solid}
a.leave{color:inherit;font-weight:400;text-decoration:underline}`;

const page = (
  locale: string,
  status: number,
  title: string,
  content: readonly string[],
): RawResponse =>
  shortPage({
    status,
    locale,
    title,
    // A test badge, because no money moves at this processor.
    content: [
      `<p class="badge">${escaped(textsFor(locale).checkout.testMode)}</p>`,
      ...content,
    ].join('\n'),
    style,
    policy: ["form-action 'none'", "frame-ancestors 'self'"],
  });
