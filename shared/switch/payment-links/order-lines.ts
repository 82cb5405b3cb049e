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

/** The addresses of the images in the order lines. */
export const orderImages = (payment: Pick<Payment, 'requestFields'>): readonly URL[] =>
  orderDetailsOf(payment).flatMap(({ product_img_link: link }) => webAddress(link) ?? []);

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

/**
 * The sums of an order, in minor units: the amounts beside its lines, then the total. Only the total
 * where there is nothing beside it; nothing without lines too.
 */
export function sumsOf(
  payment: Payment,
  texts: CheckoutTexts,
): readonly (readonly [label: string, minor: number])[] {
  const lines = orderDetailsOf(payment);
  const extras = v.safeParse(Extras, payment.requestFields);
  const { shipping_cost, order_tax_amount, surcharge_details } = extras.success
    ? extras.output
    : {};
  const { amountMinor: priceMinor, attempt } = payment;
  const sum = lines.length === 0 ? priceMinor : lines.reduce((all, one) => all + totalOf(one), 0);
  const total = attempt.amountMinor;
  // The lines add up to the price, so their own tax is a part of it.
  const taxOfLines = lines.reduce((all, { total_tax_amount: tax }) => all + (tax ?? 0), 0);
  const sums: readonly (readonly [label: string, minor: number | null | undefined])[] = [
    // A sum that is the total would only repeat it.
    [texts.sum, sum === total ? 0 : sum],
    [texts.shipping, shipping_cost],
    [texts.surcharge, surcharge_details?.surcharge_amount],
    [texts.tax, (order_tax_amount ?? 0) + (surcharge_details?.tax_amount ?? 0)],
    [texts.taxIncluded, order_tax_amount == null ? taxOfLines : 0],
  ];
  const beside = sums.flatMap(([label, minor]) => (minor ? [[label, minor] as const] : []));
  return lines.length === 0 && beside.length === 0 ? [] : [...beside, [texts.total, total]];
}

/** The order lines with their sums, as HTML; empty without any. */
export function orderLines(payment: Payment, { texts, money }: OrderTexts): string {
  const lines = orderDetailsOf(payment).map((line) => lineOf(line, money));
  const rows = sumsOf(payment, texts).map(
    ([label, minor]) => `<dt>${escaped(label)}</dt><dd class="sum">${money(minor)}</dd>\n`,
  );
  const list = `<ul aria-label="${escaped(texts.items)}">\n${lines.join('\n')}\n</ul>\n`;
  const sums = `<dl aria-label="${escaped(texts.total)}" id="sums">\n${rows.join('')}</dl>`;
  return `${lines.length > 0 ? list : ''}${rows.length > 0 ? sums : ''}`;
}

function lineOf(line: OrderDetails, money: OrderTexts['money']): string {
  const { product_name, quantity, amount, product_img_link: link } = line;
  const image = webAddress(link);
  const shown = image ? `<img src="${escaped(image.href)}" alt="">` : '';
  const each = quantity === 1 ? '' : ` <span class="quiet">(${money(amount)})</span>`;
  return `<li>${shown}<span>${quantity} × <bdi>${escaped(product_name)}</bdi>${each}</span><span class="sum">${money(totalOf(line))}</span></li>`;
}
