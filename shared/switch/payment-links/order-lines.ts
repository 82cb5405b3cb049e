import * as v from 'valibot';
import { escaped } from '#platform/http/response/html-page.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { webAddress } from '../checkout/page-design.ts';
import type { Payment } from '../payments/payment.ts';
import { OrderDetails } from '../payments/request/order-details.ts';

/** The order lines of a payment; empty when the merchant stated none. */
export function orderDetailsOf({
  requestFields,
}: Pick<Payment, 'requestFields'>): readonly OrderDetails[] {
  const parsed = v.safeParse(v.array(OrderDetails), requestFields.order_details ?? []);
  return parsed.success ? parsed.output : [];
}

/** The total of a line, in minor units; `amount` is the price of one piece. */
export const totalOf = ({ quantity, amount, total_amount }: OrderDetails) =>
  total_amount ?? quantity * amount;

/** Amounts beside the order lines, where the merchant stated them. */
const Extras = v.object({
  shipping_cost: v.nullish(v.number()),
  order_tax_amount: v.nullish(v.number()),
  surcharge_details: v.nullish(
    v.object({ surcharge_amount: v.number(), tax_amount: v.nullish(v.number()) }),
  ),
});

interface OrderTexts {
  readonly texts: CheckoutTexts;
  /** An amount, safe in HTML. */
  money(minor: number): string;
}

/** The order lines with their sum and the amounts beside them, as HTML; empty without lines. */
export function orderLines(payment: Payment, { texts, money }: OrderTexts): string {
  const lines = orderDetailsOf(payment);
  if (lines.length === 0) return '';
  const extras = v.safeParse(Extras, payment.requestFields);
  const { shipping_cost, order_tax_amount, surcharge_details } = extras.success
    ? extras.output
    : {};
  const sum = lines.reduce((all, line) => all + totalOf(line), 0);
  const total = payment.attempt.amountMinor;
  const sums: readonly (readonly [label: string, minor: number | null | undefined])[] = [
    // A sum that is the total would only repeat it.
    [texts.sum, sum === total ? undefined : sum],
    [texts.shipping, shipping_cost || undefined],
    [texts.surcharge, surcharge_details?.surcharge_amount || undefined],
    [texts.tax, (order_tax_amount ?? 0) + (surcharge_details?.tax_amount ?? 0) || undefined],
    [texts.total, total],
  ];
  const rows = sums.map(([label, minor]) =>
    minor == null ? '' : `<dt>${escaped(label)}</dt><dd>${money(minor)}</dd>\n`,
  );
  return `<ul aria-label="${escaped(texts.items)}">
${lines.map((line) => lineOf(line, money)).join('\n')}
</ul>
<dl aria-label="${escaped(texts.total)}" id="sums">
${rows.join('')}</dl>`;
}

function lineOf(line: OrderDetails, money: OrderTexts['money']): string {
  const { product_name, quantity, amount, product_img_link: link } = line;
  const image = webAddress(link);
  const shown = image ? `<img src="${escaped(image.href)}" alt="">` : '';
  const each = quantity === 1 ? '' : ` <span class="quiet">(${money(amount)})</span>`;
  return `<li>${shown}<span>${quantity} × <bdi>${escaped(product_name)}</bdi>${each}</span>${money(totalOf(line))}</li>`;
}
