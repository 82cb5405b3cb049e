import * as v from 'valibot';
import { invalidRequest } from './errors.ts';
import { formInteger, formText, optionalText } from './form-fields.ts';

const Line = v.strictObject({
  product_code: formText(12),
  product_description: formText(26),
  unit_cost: formInteger,
  quantity: formInteger,
  tax_amount: v.optional(formInteger, '0'),
  discount_amount: v.optional(formInteger, '0'),
});

/** The data of a purchase that card networks call level 3. */
export const Level3 = v.strictObject({
  merchant_reference: formText(25),
  customer_reference: optionalText(17),
  shipping_address_zip: optionalText(10),
  shipping_from_zip: optionalText(10),
  shipping_amount: v.optional(formInteger, '0'),
  line_items: v.pipe(v.array(Line), v.minLength(1), v.maxLength(200)),
});

/**
 * Refuses data whose lines and shipping are not the amount, as Stripe does.
 *
 * @param amount as it is written to Stripe
 */
export function checkLevel3(data: v.InferOutput<typeof Level3> | undefined, amount: number): void {
  if (!data) return;
  const lines = data.line_items.map(
    ({ unit_cost, quantity, tax_amount, discount_amount }) =>
      unit_cost * quantity + tax_amount - discount_amount,
  );
  const sum = lines.reduce((total, line) => total + line, data.shipping_amount);
  if (sum === amount) return;
  throw invalidRequest({
    message: 'The sum of the level 3 line items and the shipping is not the amount.',
    param: 'level3',
  });
}
