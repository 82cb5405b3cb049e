import * as v from 'valibot';
import { given, integer } from '#platform/schema.ts';

const optionalText = given(v.string());
const wholeNumber = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** One line of an order. Amounts are in minor units; the switch does not check their sum. */
export const OrderDetails = v.object({
  product_name: v.string(),
  quantity: integer(0, 65_535),
  amount: wholeNumber,
  tax_rate: given(v.number()),
  total_tax_amount: given(wholeNumber),
  requires_shipping: given(v.boolean()),
  product_img_link: optionalText,
  product_id: optionalText,
  category: optionalText,
  sub_category: optionalText,
  brand: optionalText,
  product_type: given(
    v.picklist(['physical', 'digital', 'travel', 'ride', 'event', 'accommodation']),
  ),
  product_tax_code: optionalText,
  description: optionalText,
  sku: optionalText,
  upc: optionalText,
  commodity_code: optionalText,
  unit_of_measure: optionalText,
  total_amount: given(wholeNumber),
  unit_discount_amount: given(wholeNumber),
});
export type OrderDetails = v.InferOutput<typeof OrderDetails>;
