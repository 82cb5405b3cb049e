import { canExpress } from '../formats/processor-amounts.ts';
import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { addressIn, postalCodeIn } from './addresses.ts';
import { amounts } from './amounts.ts';
import { braintreeCurrencies } from './currencies.ts';

/**
 * The members of a transaction that Braintree calls level 2 and 3, where the profile wants card
 * networks to get them. They add nothing to the amount. Braintree refuses a charge for a member of
 * another form, so such a member is left out.
 *
 * @see https://developer.paypal.com/braintree/graphql/reference/#input_object--transactioninput
 */
export function levelFieldsIn(input: Authorization): object {
  const { order, currency, amountMinor } = input;
  const { levelData, merchantReference, shipping } = order;
  if (!levelData) return {};
  const purchase = purchaseOf(order, amountMinor);
  const { taxMinor, shippingMinor, surchargeMinor } = purchase ?? order;
  const discountMinor = levelData.discountMinor ?? purchase?.discountMinor;
  const inMajor = majorIn(currency);
  const taxExempt =
    levelData.taxStatus === undefined ? undefined : levelData.taxStatus === 'exempt';
  const address = shipping?.address;
  const ofShipping = {
    shippingAddress: address ? addressIn(address) : undefined,
    shippingAmount: inMajor(shippingMinor),
    shippingTaxAmount: inMajor(levelData.shippingTaxMinor),
    shipsFromPostalCode: postalCodeIn(address?.origin_zip),
  };
  const tax = { taxAmount: inMajor(taxMinor), taxExempt };
  return {
    purchaseOrderNumber: codeIn(merchantReference),
    tax: isEmpty(tax) ? undefined : tax,
    shipping: isEmpty(ofShipping) ? undefined : ofShipping,
    discountAmount: inMajor(discountMinor),
    surchargeAmount: inMajor(surchargeMinor || undefined),
    lineItems: purchase && lineItemsOf(purchase.lines, currency),
  };
}

const isEmpty = (members: object): boolean =>
  Object.values(members).every((value) => value === undefined);

/** The most lines that Braintree takes. */
const maxLines = 249;

/**
 * A line has its price without tax, before its discount. A price that is no whole number of the
 * smallest unit is that of the whole line, as one piece. Lines that cost nothing are left out;
 * undefined where Braintree would refuse one of the others.
 */
function lineItemsOf(lines: readonly PurchaseLine[], currency: string) {
  const priced = lines.filter(({ netMinor, discountMinor }) => netMinor + discountMinor !== 0);
  const isRefused = priced.some(
    ({ netMinor, discountMinor, taxMinor }) => netMinor < 0 || discountMinor < 0 || taxMinor < 0,
  );
  if (isRefused || priced.length === 0 || priced.length > maxLines) return undefined;
  const inMajor = majorIn(currency);
  const items = priced.map((line) => {
    const totalMinor = line.netMinor + line.discountMinor;
    const quantity = totalMinor % line.quantity === 0 ? line.quantity : 1;
    return {
      name: cut(line.name, 35),
      kind: 'DEBIT',
      quantity: String(quantity),
      unitAmount: inMajor(totalMinor / quantity),
      totalAmount: inMajor(totalMinor),
      taxAmount: inMajor(line.taxMinor),
      discountAmount: inMajor(line.discountMinor),
      unitOfMeasure: codeIn(line.unitOfMeasure),
      productCode: codeIn(line.sku) ?? codeIn(line.upc) ?? codeIn(line.productId),
      commodityCode: codeIn(line.commodityCode),
      description: cut(line.description, 127),
    };
  });
  return items.every(({ name, totalAmount, unitAmount }) => name && totalAmount && unitAmount)
    ? items
    : undefined;
}

/** Undefined too for an amount that Braintree cannot express here: it takes two decimals at most. */
const majorIn =
  (currency: string) =>
  (minor: number | undefined): string | undefined => {
    if (minor === undefined || minor < 0) return undefined;
    if (!canExpress(braintreeCurrencies, minor, currency)) return undefined;
    const text = amounts.toMajorString(minor, currency);
    return /\.\d{3}/.test(text) ? undefined : text;
  };

/** The form of all codes here: of more than twelve characters some banks refuse the charge. */
const codeIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[!-~]{1,12}$/.test(text) ? text : undefined;

/** The beginning of a text, in whole characters. */
const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined ? undefined : [...text].slice(0, length).join('') || undefined;
