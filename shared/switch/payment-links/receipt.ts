import { escaped } from '#platform/http/response/html-page.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { networkName } from '../checkout/network-name.ts';
import type { PageDesign } from '../checkout/page-design.ts';
import type { Payment } from '../payments/payment.ts';
import { orderLines } from './order-lines.ts';
import type { PaymentKind } from './payment-kind.ts';

interface Receipt {
  readonly payment: Payment;
  readonly design: PageDesign;
  readonly kind: PaymentKind;
  readonly texts: CheckoutTexts;
  /** An amount, safe in HTML. */
  money(minor: number): string;
}

/** The kinds of outcome that a payer needs a receipt of. */
const receipted: ReadonlySet<PaymentKind> = new Set(['paid', 'authorized', 'processing']);

/** The receipt of a payment, as HTML; empty for a payment that took nothing. */
export function receiptOf({ payment, design, kind, texts, money }: Receipt): string {
  if (!receipted.has(kind)) return '';
  const { id, attempt, requestFields } = payment;
  const { merchant_order_reference_id: orderId } = requestFields;
  const refunded = refundedMinor(payment);
  const rows: readonly (readonly [label: string, html: string | undefined])[] = [
    [texts.shop, design.seller === undefined ? undefined : named(design.seller)],
    [texts.reference, named(typeof orderId === 'string' ? orderId : id)],
    [texts.date, timeOf(attempt.modifiedAt)],
    [texts.paidWith, paidWith(payment)],
    [texts.refunded, refunded > 0 ? money(refunded) : undefined],
  ];
  const facts = rows.flatMap(([label, html]) =>
    html === undefined ? [] : `<dt>${escaped(label)}</dt><dd>${html}</dd>`,
  );
  return `<section aria-labelledby="receipt">
<h2 id="receipt">${escaped(texts.receipt)}</h2>
<dl>
${facts.join('\n')}
</dl>
${orderLines(payment, { texts, money })}
<button type="button" class="link" id="print" hidden>${escaped(texts.print)}</button>
</section>`;
}

/** A point in time, which the page's script shows in the payer's time zone. */
const timeOf = (at: string) =>
  `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace('T', ' '))} UTC</time>`;

/** The masked card; undefined for other payment methods. */
function paidWith({ attempt }: Payment): string | undefined {
  const { card } = attempt.paymentMethodData ?? {};
  return card?.last4
    ? named(`${networkName(card.card_network ?? '')} •••• ${card.last4}`.trim())
    : undefined;
}

/** A name in its own direction. */
const named = (text: string) => `<bdi>${escaped(text)}</bdi>`;

/** The amount that went back to the payer, in minor units. */
const refundedMinor = ({ amountReceivedMinor = 0, refundableMinor, disputedMinor = 0 }: Payment) =>
  refundableMinor === undefined ? 0 : amountReceivedMinor - disputedMinor - refundableMinor;
