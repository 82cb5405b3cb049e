import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { amounts } from './currencies.ts';

/** At most so many lines are taken. */
const maxLines = 30;

/**
 * The data of level 2 and 3: the lines only where they sum to the amount, and the other members as
 * the merchant states them. Their order is that of the schema.
 *
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd (lineItemType, extendedAmountType)
 */
export function levelDataOf({ order, amountMinor, currency, source }: Authorization): object {
  const { levelData, taxMinor, shippingMinor, merchantReference } = order;
  const isDebit = source.kind === 'payment_method' && source.method === 'bank_debit';
  if (!levelData || isDebit) return {};
  const lines = purchaseOf(order, amountMinor)?.lines ?? [];
  const part = (minor: number | undefined) =>
    minor === undefined ? undefined : { amount: amounts.toMajorNumber(minor, currency) };
  return {
    lineItems:
      lines.length > 0 && lines.length <= maxLines
        ? { lineItem: lines.map((line, index) => lineItem(line, index, currency)) }
        : undefined,
    tax: part(taxMinor),
    duty: part(levelData.dutyMinor),
    shipping: part(shippingMinor),
    taxExempt: levelData.taxStatus && levelData.taxStatus === 'exempt',
    poNumber: isPurchaseNumber(merchantReference) ? merchantReference : undefined,
  };
}

/** @see https://developer.authorize.net/api/reference/index.html (poNumber) */
const isPurchaseNumber = (text = ''): boolean => /^[A-Za-z0-9]{1,25}$/.test(text);

/** A longer text would refuse the whole request. */
function lineItem(line: PurchaseLine, index: number, currency: string) {
  const money = (minor: number) => amounts.toMajorNumber(minor, currency);
  return {
    itemId: (line.productId || line.sku || String(index + 1)).slice(0, 31),
    name: (line.name || 'Item').slice(0, 31),
    description: line.description?.slice(0, 255),
    quantity: line.quantity,
    unitPrice: money(line.unitMinor),
    taxable: line.taxMinor > 0,
    unitOfMeasure: line.unitOfMeasure?.slice(0, 12),
    taxAmount: money(line.taxMinor),
    totalAmount: money(line.grossMinor),
    commodityCode: line.commodityCode?.slice(0, 15),
    productSKU: line.sku?.slice(0, 30),
    discountAmount: line.discountMinor > 0 ? money(line.discountMinor) : undefined,
    taxIncludedInTotal: true,
  };
}
