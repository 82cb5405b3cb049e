import { canExpress } from '../formats/processor-amounts.ts';
import { type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { adyenCurrencies } from './currencies.ts';
import { amounts } from './requests.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * The data of the purchase that card networks call level 2 and 3, as members of `additionalData`,
 * where the profile wants card networks to get them: the lines only where they sum to the amount,
 * and where each has what Adyen requires. Countries are left out: Adyen has them in three letters.
 *
 * @see https://docs.adyen.com/payment-methods/cards/enhanced-scheme-data/l2-l3
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (AdditionalDataLevel23)
 */
export function levelData(input: Authorization): Texts {
  const { order, amountMinor, currency } = input;
  const { levelData: data, customer, merchantReference, shipping } = order;
  if (!data) return {};
  const purchase = purchaseOf(order, amountMinor);
  const { taxMinor, shippingMinor } = purchase ?? order;
  const { zip, state, origin_zip } = shipping?.address ?? {};
  return withPrefix('enhancedSchemeData', {
    customerReference: asciiIn(merchantReference ?? customer?.id, 25),
    totalTaxAmount: countedIn(taxMinor, currency),
    freightAmount: countedIn(shippingMinor, currency),
    dutyAmount: countedIn(data.dutyMinor, currency),
    orderDate: dateIn(data.orderedAt),
    destinationPostalCode: asciiIn(zip, 10),
    destinationStateProvinceCode: state && state.length <= 3 ? asciiIn(state, 3) : undefined,
    shipFromPostalCode: asciiIn(origin_zip, 10),
    ...(purchase && linesIn(purchase.lines, currency)),
  });
}

/** Numbered from 1, as in Adyen's own plugins; none where one of them lacks what Adyen requires. */
function linesIn(lines: readonly PurchaseLine[], currency: string): Texts {
  const texts = lines.map((line) => lineIn(line, currency));
  return texts.some((line) => line === undefined)
    ? {}
    : Object.assign(
        {},
        ...texts.map((line = {}, at) => withPrefix(`itemDetailLine${at + 1}`, line)),
      );
}

/** Without tax: pieces by their price, less the discount. An uneven price is that of one piece. */
function lineIn(line: PurchaseLine, currency: string): Texts | undefined {
  const { name, sku, productId, netMinor, discountMinor } = line;
  const grossMinor = netMinor + discountMinor;
  const quantity = grossMinor % line.quantity === 0 ? line.quantity : 1;
  const required = {
    description: /[a-z0-9]/i.test(name) && name.length > 1 ? asciiIn(name, 26) : undefined,
    productCode: asciiIn(sku ?? productId, 12),
    quantity: String(quantity),
    unitPrice: countedIn(grossMinor / quantity, currency),
    totalAmount: netMinor > 0 ? countedIn(netMinor, currency) : undefined,
    discountAmount: countedIn(discountMinor, currency),
  };
  if (Object.values(required).includes(undefined)) return undefined;
  return {
    ...required,
    unitOfMeasure: line.unitOfMeasure && asciiIn(line.unitOfMeasure, 3),
    commodityCode: asciiIn(line.commodityCode, 12),
  };
}

const withPrefix = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]));

/** Cut; undefined where no letter of ASCII, or only zeros, would be left. */
function asciiIn(text: string | null | undefined, max: number): string | undefined {
  const plain = text
    ?.normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .trim()
    .slice(0, max);
  return plain && !/^0+$/.test(plain) ? plain : undefined;
}

/** Undefined for an amount below zero, and for one that Adyen has no units for. */
const countedIn = (minor: number | undefined, currency: string): string | undefined =>
  minor === undefined || minor < 0 || !canExpress(adyenCurrencies, minor, currency)
    ? undefined
    : String(amounts.toMinor(minor, currency));

/** `2026-12-01T…` as `011226`. */
function dateIn(orderedAt: string | undefined): string | undefined {
  const [, year, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)/.exec(orderedAt ?? '') ?? [];
  return year && month && day ? `${day}${month}${year}` : undefined;
}
