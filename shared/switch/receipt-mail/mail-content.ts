import type { Mail } from '#platform/aws/ses.ts';
import { escaped } from '#platform/http/response/html-page.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { timeInUtc } from '#vocabulary/payer-pages/time-element.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { orderDetailsOf, sumsOf, totalOf } from '../payment-links/order-lines.ts';
import { paidMinor, type Receipt, type ReceiptRow, receiptRows } from '../payment-links/receipt.ts';
import { agreedMandate } from '../payment-links/receipt-mandate.ts';

interface MailedReceipt extends Receipt {
  /** Whether no money moved. */
  readonly isTest: boolean;
}

/** A row of the mail: the label or the order line, and beside it one value below the other. */
interface Row {
  readonly label: string;
  readonly values: readonly string[];
}

/**
 * The mail with a receipt, in the language of its locale: the rows of the receipt on the link's page.
 * It has no link: the page's address has its token, and a mail is passed on, scanned and archived.
 */
export function receiptMail(receipt: MailedReceipt): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { payment, kind, seller, locale, isTest } = receipt;
  const texts = textsFor(locale).checkout;
  const money = (minor: number) => shownAmount(minor, payment.currency, locale);
  const [title, sentence] = texts.outcome[kind];
  const above = [money(paidMinor(payment, kind)), sentence, ...(isTest ? [texts.testMode] : [])];
  const facts = receiptRows(receipt).map(({ label, values }) => ({
    label,
    values: values.map((one) => shownValue(one, locale)),
  }));
  const lines = orderDetailsOf(payment).map((line) => ({
    label: `${line.quantity} × ${line.product_name}${line.quantity === 1 ? '' : ` (${money(line.amount)})`}`,
    values: [money(totalOf(line))],
  }));
  const sums = sumsOf(payment, texts).map(([label, minor]) => ({ label, values: [money(minor)] }));
  const mandate = mandateRows(receipt);
  const parts = [facts, lines, sums, mandate].filter((rows) => rows.length > 0);
  return {
    subject: seller === undefined ? texts.receipt : `${texts.receipt}: ${seller}`,
    text: [title, above.join('\n'), ...parts.map(asText)].join('\n\n'),
    html: asHtml(title, above, parts, locale),
  };
}

/** The mandate of a direct debit, which its payer keeps with the mail. */
function mandateRows({ payment, locale, ...design }: MailedReceipt): readonly Row[] {
  const mandate = agreedMandate(payment, design, locale);
  if (!mandate) return [];
  const { title, facts, accepted, text } = mandate;
  return [
    ...[...facts, [accepted.label, timeInUtc(accepted.at, locale)] as const].map(
      ([label, value]) => ({ label, values: [value] }),
    ),
    { label: title, values: text },
  ];
}

const shownValue = ({ text, at }: ReceiptRow['values'][number], locale: string): string =>
  [text, at && timeInUtc(at, locale)].filter(Boolean).join(' · ');

const asText = (rows: readonly Row[]): string =>
  rows.map(({ label, values }) => `${label}: ${values.join('\n  ')}`).join('\n');

/** Mail programs apply the styles of elements only, and lay out tables. */
function asHtml(
  title: string,
  above: readonly string[],
  parts: readonly (readonly Row[])[],
  locale: string,
): string {
  const language = languageFor(locale);
  const direction = directionOf(language);
  const end = direction === 'rtl' ? 'left' : 'right';
  const cell = 'padding:4px 0;vertical-align:top';
  const row = ({ label, values }: Row) =>
    `<tr><td style="${cell}"><bdi>${escaped(label)}</bdi></td><td style="${cell};text-align:${end}">${values.map((one) => `<bdi>${escaped(one)}</bdi>`).join('<br>')}</td></tr>`;
  const table = (rows: readonly Row[]) =>
    `<table role="presentation" width="100%" style="border-top:1px solid #999;margin:16px 0;padding:8px 0">${rows.map(row).join('\n')}</table>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#fff;color:#1c2430;font:16px/1.5 sans-serif">
<div style="max-width:480px;margin:0 auto">
<h1 style="font-size:20px">${escaped(title)}</h1>
${above.map((one) => `<p style="margin:4px 0">${escaped(one)}</p>`).join('\n')}
${parts.map(table).join('\n')}
</div>
</body>
</html>
`;
}
