import { canExpress } from '../formats/processor-amounts.ts';
import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { cybersourceCurrencies } from './currencies.ts';
import { amounts } from './requests.ts';

/** The members of a payment that card networks call level 2 and 3. */
interface LevelMembers {
  readonly purchaseLevel?: '3';
  readonly amountDetails?: object;
  /** Further members of `orderInformation`. */
  readonly order?: object;
  readonly buyerInformation?: object;
}

/**
 * The data of the purchase, where the profile wants card networks to get them: the lines only where
 * they sum to the amount. Cybersource charges the total that is stated beside them.
 *
 * @see https://developer.cybersource.com/api-reference-assets/index.html#payments_payments_process-a-payment
 */
export function levelMembersOf(input: Authorization): LevelMembers {
  const { order, amountMinor, currency } = input;
  const { levelData, customer, merchantReference, shipping } = order;
  if (!levelData) return {};
  const purchase = purchaseOf(order, amountMinor);
  const { taxMinor, shippingMinor } = purchase ?? order;
  const lineItems = purchase && lineItemsOf(purchase.lines, currency);
  const inMajor = majorIn(currency);
  const from = shipping?.address?.origin_zip;
  const vatRegistrationNumber = customer?.taxId;
  return {
    ...(lineItems && { purchaseLevel: '3' }),
    amountDetails: {
      taxAmount: inMajor(taxMinor),
      freightAmount: inMajor(shippingMinor),
      dutyAmount: inMajor(levelData.dutyMinor),
      discountAmount: inMajor(levelData.discountMinor ?? purchase?.discountMinor),
    },
    order: {
      lineItems,
      invoiceDetails: {
        purchaseOrderNumber: codeIn(merchantReference),
        purchaseOrderDate: levelData.orderedAt?.slice(0, 'YYYY-MM-DD'.length),
        taxable: levelData.taxStatus && levelData.taxStatus === 'taxable',
      },
      shippingDetails: from && /^\d{5,9}$/.test(from) ? { shipFromPostalCode: from } : undefined,
    },
    buyerInformation: vatRegistrationNumber ? { vatRegistrationNumber } : undefined,
  };
}

/**
 * A line has its price without tax. A price that is no whole number of the smallest unit is that of
 * the whole line, as one piece. Undefined where a line has an amount that Cybersource refuses.
 */
function lineItemsOf(lines: readonly PurchaseLine[], currency: string) {
  const inMajor = majorIn(currency);
  const items = lines.map((line) => {
    const { netMinor, taxMinor, discountMinor, taxRate } = line;
    const grossMinor = netMinor + discountMinor;
    const quantity = grossMinor % line.quantity === 0 ? line.quantity : 1;
    return {
      productCode: 'default',
      productName: line.name,
      productSku: line.sku ?? line.productId,
      quantity,
      unitPrice: inMajor(grossMinor / quantity),
      totalAmount: inMajor(netMinor),
      taxAmount: inMajor(taxMinor),
      // A part of one: 0.04 is 4 %.
      taxRate: taxRate === undefined ? undefined : String(Number((taxRate / 100).toFixed(5))),
      amountIncludesTax: false,
      discountAmount: inMajor(discountMinor),
      discountApplied: discountMinor > 0,
      commodityCode: codeIn(line.commodityCode),
      unitOfMeasure: codeIn(line.unitOfMeasure),
    };
  });
  const isWritten = ({ unitPrice, totalAmount, taxAmount, discountAmount }: (typeof items)[0]) =>
    [unitPrice, totalAmount, taxAmount, discountAmount].every((amount) => amount !== undefined);
  return items.every(isWritten) ? items : undefined;
}

/** Undefined for an amount that Cybersource does not take here: below zero, or with a fraction. */
const majorIn =
  (currency: string) =>
  (minor: number | undefined): string | undefined =>
    minor === undefined || minor < 0 || !canExpress(cybersourceCurrencies, minor, currency)
      ? undefined
      : amounts.toMajorString(minor, currency);

/** A longer text is left out: the processors behind Cybersource have limits of their own. */
const codeIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[!-~]{1,17}$/.test(text) ? text : undefined;
