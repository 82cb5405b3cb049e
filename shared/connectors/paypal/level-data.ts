import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { LevelData } from '../interface/order.ts';
import type { Authorization } from '../interface/payments.ts';
import { amountOf } from './amounts.ts';
import { addressIn } from './order-parts.ts';

/**
 * The data of a card's purchase, where the profile wants card networks to get them; undefined
 * otherwise. PayPal adds none of these amounts to the total. The lines go only where they sum to the
 * amount.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications `card_supplementary_data`
 */
export function levelDataOf({ order, amountMinor, currency }: Authorization) {
  const { levelData, merchantReference } = order;
  if (!levelData) return undefined;
  const purchase = purchaseOf(order, amountMinor);
  const { taxMinor = 0, shippingMinor = 0 } = purchase ?? order;
  const discountMinor = levelData.discountMinor ?? purchase?.discountMinor;
  const level3 = {
    shipping_amount: amountOf(shippingMinor, currency),
    ...otherAmounts(
      { ...levelData, ...(discountMinor !== undefined && { discountMinor }) },
      currency,
    ),
    shipping_address: addressIn(order.shipping),
    ships_from_postal_code: codeIn(order.shipping?.address?.origin_zip, 60),
    line_items:
      purchase && purchase.lines.length <= maxLines ? itemsOf(purchase.lines, currency) : undefined,
  };
  return {
    card: {
      level_2: {
        invoice_id: codeIn(merchantReference, 17),
        tax_total: amountOf(taxMinor, currency),
      },
      level_3: level3,
    },
  };
}

const maxLines = 100;
const maxTextLength = 127;

const otherAmounts = ({ dutyMinor, discountMinor }: LevelData, currency: string) => ({
  duty_amount: dutyMinor === undefined ? undefined : amountOf(dutyMinor, currency),
  discount_amount: discountMinor === undefined ? undefined : amountOf(discountMinor, currency),
});

/** A code in the letters that PayPal takes; undefined where it is too long or has others. */
const codeIn = (text: string | null | undefined, maxLength: number): string | undefined =>
  text && text.length <= maxLength && /^[\w.-]+$/.test(text) ? text : undefined;

/**
 * Prices are without tax. Pieces whose price or tax is no whole number of minor units are sent as
 * one: PayPal takes the price and the tax of a piece.
 */
const itemsOf = (lines: readonly PurchaseLine[], currency: string) =>
  lines.map((line) => {
    const { name, quantity, netMinor, discountMinor, taxMinor } = line;
    const priceMinor = netMinor + discountMinor;
    const isWhole = priceMinor % quantity === 0 && taxMinor % quantity === 0;
    const pieces = isWhole ? quantity : 1;
    return {
      name: (isWhole ? name : `${quantity} × ${name}`).slice(0, maxTextLength),
      quantity: String(pieces),
      unit_amount: amountOf(priceMinor / pieces, currency),
      tax: amountOf(taxMinor / pieces, currency),
      description: line.description?.slice(0, maxTextLength) || undefined,
      sku: line.sku?.slice(0, maxTextLength) || undefined,
      commodity_code: codeIn(line.commodityCode, 12),
      discount_amount: amountOf(discountMinor, currency),
      total_amount: amountOf(priceMinor, currency),
      unit_of_measure: codeIn(line.unitOfMeasure, 12),
    };
  });
