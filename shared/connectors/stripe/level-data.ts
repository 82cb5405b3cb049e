import { canExpress } from '../formats/processor-amounts.ts';
import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeCurrencies } from './currencies.ts';
import type { Form } from './requests.ts';

/** The most lines that card networks take. */
const maxLines = 200;

/**
 * What card networks call level 3, where the profile wants them to get it: undefined without lines
 * that sum to the amount as Stripe sums them. It has no field for a discount, a tax or a surcharge
 * of the whole order.
 *
 * @see https://docs.stripe.com/level3
 */
export function levelDataOf(input: Authorization): Form | undefined {
  const { order, amountMinor, currency, reference } = input;
  const purchase = order.levelData && purchaseOf(order, amountMinor);
  if (!purchase || purchase.lines.length > maxLines) return undefined;
  const { lines, taxMinor, shippingMinor, surchargeMinor, discountMinor } = purchase;
  const lineTaxes = lines.reduce((sum, line) => sum + line.taxMinor, 0);
  if (lineTaxes !== taxMinor || surchargeMinor !== 0 || discountMinor !== 0) return undefined;
  const amounts = lines.flatMap((line) => [line.netMinor, line.taxMinor, line.discountMinor]);
  const isWritten = (minor: number) => minor >= 0 && canExpress(stripeCurrencies, minor, currency);
  if (![...amounts, shippingMinor].every(isWritten)) return undefined;
  const { address } = order.shipping ?? {};
  return {
    merchant_reference: (order.merchantReference ?? reference).slice(0, 25),
    customer_reference: order.customer?.id?.slice(0, 17),
    shipping_address_zip: zipIn(address?.zip),
    shipping_from_zip: zipIn(address?.origin_zip),
    shipping_amount: stripeAmounts.toMinor(shippingMinor, currency),
    line_items: lines.map((line) => lineForm(line, currency)),
  };
}

/** Of a price that is no whole number of the smallest unit, the line is one piece. */
function lineForm(line: PurchaseLine, currency: string): Form {
  const { name, netMinor, discountMinor, taxMinor } = line;
  const total = stripeAmounts.toMinor(netMinor + discountMinor, currency);
  const quantity = total % line.quantity === 0 ? line.quantity : 1;
  return {
    product_code: (line.sku ?? line.productId ?? name).slice(0, 12),
    product_description: [...name].slice(0, 26).join(''),
    unit_cost: total / quantity,
    quantity,
    tax_amount: stripeAmounts.toMinor(taxMinor, currency),
    discount_amount: stripeAmounts.toMinor(discountMinor, currency),
  };
}

/** Of the United States: the level 3 program has no others. */
const zipIn = (zip: string | null | undefined): string | undefined =>
  zip && /^\d{5}(?:-\d{4})?$/.test(zip) ? zip : undefined;
