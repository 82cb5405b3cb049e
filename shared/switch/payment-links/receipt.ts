import * as v from 'valibot';
import { statementText } from '#connectors/statement-text.ts';
import type { MerchantAccount } from '#merchants/accounts/merchant-account.ts';
import { escaped } from '#platform/http/response/html-page.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import type { PageDesign } from '../checkout/page-design.ts';
import { paidWith } from '../checkout/paid-with.ts';
import type { PaymentKind } from '../checkout/payment-kind.ts';
import type { Payment } from '../payments/payment.ts';
import type { Refund } from '../refunds/refund.ts';
import { orderLines } from './order-lines.ts';
import { mandateOf } from './receipt-mandate.ts';
import { shopAddress } from './shop-address.ts';

/** All data of a receipt. */
export interface Receipt extends Pick<PageDesign, 'creditor'> {
  readonly payment: Payment;
  readonly refunds: readonly Refund[];
  /** The account that the shop belongs to. */
  readonly account: Pick<MerchantAccount, 'settings'>;
  /** The shop's name; undefined where the merchant hides it. */
  readonly seller: string | undefined;
  readonly kind: PaymentKind;
  /** The locale, as the link names it. */
  readonly locale: string;
}

/** A row of a receipt. */
export interface ReceiptRow {
  readonly label: string;
  /** One below the other: a text, a time (ISO 8601), or a text and its time. */
  readonly values: readonly { readonly text?: string; readonly at?: string }[];
}

/** The kinds of outcome that a payer needs a receipt of. */
const receipted: ReadonlySet<PaymentKind> = new Set(['paid', 'authorized', 'processing']);

/** The receipt of a payment, as HTML; empty for a payment that took nothing. */
export function receiptOf(receipt: Receipt): string {
  const { payment, kind, locale } = receipt;
  if (!receipted.has(kind)) return '';
  const texts = textsFor(locale).checkout;
  const money = (minor: number) => escaped(shownAmount(minor, payment.currency, locale));
  const facts = receiptRows(receipt).map(
    ({ label, values }) =>
      `<dt>${escaped(label)}</dt><dd>${values.map((one) => shownValue(one, locale)).join('<br>')}</dd>`,
  );
  return `<section aria-labelledby="receipt">
<h2 id="receipt">${escaped(texts.receipt)}</h2>
<dl>
${facts.join('\n')}
</dl>
${orderLines(payment, { texts, money })}
${mandateOf(payment, receipt, locale)}
<button type="button" class="link" id="print" hidden>${escaped(texts.print)}</button>
</section>`;
}

/** The rows of a receipt above its order, in the language of the locale. */
export function receiptRows({
  payment,
  refunds,
  account,
  seller,
  locale,
}: Receipt): readonly ReceiptRow[] {
  const texts = textsFor(locale).checkout;
  const { merchant_order_reference_id: orderId } = payment.requestFields;
  const rows: readonly ReceiptRow[] = [
    row(texts.shop, seller, ...shopAddress(account, locale)),
    row(texts.reference, typeof orderId === 'string' ? orderId : payment.id),
    { label: texts.date, values: [{ at: paidAt(payment) }] },
    row(texts.paidWith, paidWith(payment, texts)),
    row(texts.statement, onStatement(payment)),
    ...refundRows(refunds, locale, texts),
  ];
  return rows.filter(({ values }) => values.length > 0);
}

const row = (label: string, ...values: readonly (string | undefined)[]): ReceiptRow => ({
  label,
  values: values.flatMap((text) => (text ? [{ text }] : [])),
});

/** The amount that was paid or reserved, in minor units: a capture may be of a part. */
export const paidMinor = ({ attempt, amountReceivedMinor }: Payment, kind: PaymentKind): number => {
  const { amountMinor, authorizedMinor = amountMinor } = attempt;
  if (kind === 'authorized') return authorizedMinor;
  return kind === 'paid' ? (amountReceivedMinor ?? amountMinor) : amountMinor;
};

/** When the payment came into its status, ISO 8601. */
const paidAt = ({ transitions, status, attempt }: Payment): string =>
  transitions.findLast((one) => one.status === status)?.at ?? attempt.modifiedAt;

const text = v.fallback(v.nullish(v.string()), undefined);
const BillingDescriptor = v.object({
  statement_descriptor: text,
  statement_descriptor_suffix: text,
});
const StatedDescriptor = v.object({
  billing_descriptor: v.fallback(v.nullish(BillingDescriptor), undefined),
  statement_descriptor_name: text,
  statement_descriptor_suffix: text,
});

/** The shop's text on the payer's statement, where the processor prints one. */
function onStatement({ requestFields, attempt }: Payment): string | undefined {
  const stated = v.parse(StatedDescriptor, requestFields);
  const { billing_descriptor: descriptor, statement_descriptor_name: name } = stated;
  const whole = descriptor?.statement_descriptor ?? name;
  const suffix = descriptor?.statement_descriptor_suffix ?? stated.statement_descriptor_suffix;
  return statementText(attempt.connectorName ?? '', whole ?? suffix ?? undefined);
}

/** The refunds that the payer got or will get, oldest first, with the time of each. */
function refundRows(
  refunds: readonly Refund[],
  locale: string,
  texts: CheckoutTexts,
): readonly ReceiptRow[] {
  const shown = (label: string, wanted: readonly Refund['status'][]): ReceiptRow => ({
    label,
    values: refunds
      .filter(({ status }) => wanted.includes(status))
      .map((refund) => ({
        text: shownAmount(refund.amountMinor, refund.currency, locale),
        at: refundedAt(refund),
      })),
  });
  return [shown(texts.refunded, ['succeeded']), shown(texts.refunding, ['pending', 'review'])];
}

const refundedAt = ({ transitions, status, createdAt }: Refund): string =>
  transitions.findLast((one) => one.status === status)?.at ?? createdAt;

/** A value with the text in its own direction. */
const shownValue = ({ text, at }: ReceiptRow['values'][number], locale: string): string =>
  [
    ...(text === undefined ? [] : [`<bdi>${escaped(text)}</bdi>`]),
    ...(at === undefined ? [] : [timeElement(at, locale)]),
  ].join(' · ');
