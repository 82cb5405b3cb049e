import { canExpress } from '../formats/processor-amounts.ts';
import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { addressOf } from './addresses.ts';
import { amounts } from './amounts.ts';
import { checkoutCurrencies } from './currencies.ts';

/** The members of a payment that card networks call level 2 and 3. */
interface LevelMembers {
  readonly processing?: Readonly<Record<string, unknown>>;
  readonly items?: readonly object[];
  readonly shipping?: object;
}

const maxOrderId = 15;

/**
 * The data of the purchase, where the profile wants card networks to get them: the lines only where
 * they sum to the amount.
 *
 * @see https://api-reference.checkout.com/#operation/requestAPaymentOrPayout (processing, items)
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/ProcessingSettings.java
 */
export function levelMembersOf(input: Authorization): LevelMembers {
  const { order, amountMinor, currency } = input;
  const { levelData, merchantReference, shipping } = order;
  if (!levelData) return {};
  const purchase = purchaseOf(order, amountMinor);
  const { taxMinor, shippingMinor, surchargeMinor } = purchase ?? order;
  const counted = countedIn(currency);
  const items = purchase?.lines.map((line) => itemOf(line, counted));
  const isWritten = ({ unit_price, total_amount }: ReturnType<typeof itemOf>) =>
    unit_price !== undefined && total_amount !== undefined;
  const { address } = shipping ?? {};
  return {
    processing: {
      order_id:
        merchantReference && merchantReference.length <= maxOrderId ? merchantReference : undefined,
      tax_amount: counted(taxMinor),
      shipping_amount: counted(shippingMinor),
      shipping_tax_amount: counted(levelData.shippingTaxMinor),
      surcharge_amount: counted(surchargeMinor),
      duty_amount: counted(levelData.dutyMinor),
      discount_amount: counted(levelData.discountMinor ?? purchase?.discountMinor),
    },
    ...(items?.every(isWritten) && { items }),
    ...(address && {
      shipping: {
        address: addressOf(shipping),
        from_address_zip: address.origin_zip ?? undefined,
      },
    }),
  };
}

/** Without tax: pieces by their price, less the discount. An uneven price is that of one piece. */
function itemOf(line: PurchaseLine, counted: ReturnType<typeof countedIn>) {
  const { name, sku, productId, netMinor, discountMinor, taxMinor } = line;
  const grossMinor = netMinor + discountMinor;
  const quantity = grossMinor % line.quantity === 0 ? line.quantity : 1;
  return {
    name,
    quantity,
    unit_price: counted(grossMinor / quantity),
    total_amount: counted(netMinor),
    tax_amount: counted(taxMinor),
    discount_amount: counted(discountMinor),
    reference: productId ?? sku,
    sku,
    commodity_code: line.commodityCode,
    unit_of_measure: line.unitOfMeasure,
    image_url: line.imageUrl,
  };
}

/** Undefined for an amount below zero, and for one that Checkout.com has no units for. */
const countedIn =
  (currency: string) =>
  (minor: number | undefined): number | undefined =>
    minor === undefined || minor < 0 || !canExpress(checkoutCurrencies, minor, currency)
      ? undefined
      : amounts.toMinor(minor, currency);
