import { onePurchase, type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { ConnectorMetadata } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Reference } from '../interface/payments.ts';
import { amounts } from './requests.ts';

/**
 * The lines of an invoice, which sum to the amount: Klarna and others refuse lines that do not.
 * Amounts are those of one piece there, so a line of several pieces whose amount is no multiple of
 * their number is sent as one piece.
 *
 * @see https://docs.adyen.com/payment-methods/klarna/invoice-lines
 */
export function lineItems(order: Order, amountMinor: number, currency: string): object[] {
  const { lines, taxMinor, shippingMinor, surchargeMinor, discountMinor } =
    purchaseOf(order, amountMinor) ?? onePurchase(order, amountMinor);
  const taxOfLines = lines.reduce((sum, line) => sum + line.taxMinor, 0);
  const others = [
    { description: 'Shipping', minor: shippingMinor },
    { description: 'Surcharge', minor: surchargeMinor },
    { description: 'Tax', minor: taxMinor - taxOfLines },
    { description: 'Discount', minor: -discountMinor },
  ];
  return [
    ...lines.map((line) => itemOf(line, currency)),
    ...others
      .filter(({ minor }) => minor !== 0)
      .map(({ description, minor }) => oneItem(description, minor, currency)),
  ];
}

const oneItem = (description: string, minor: number, currency: string) => ({
  description,
  quantity: 1,
  amountIncludingTax: signed(minor, currency),
});

/** Marks a payment by an invoice, of whose parts Adyen wants lines too. */
export const invoicedMark: ConnectorMetadata = { lines: 'required' };

/** The line of a capture or a refund of a part; undefined where none is wanted. */
export const partItems = (
  { connectorMetadata, amountMinor, currency }: Reference,
  description: string,
  partMinor: number,
): object[] | undefined =>
  connectorMetadata?.lines === invoicedMark.lines && partMinor !== amountMinor
    ? [oneItem(description, partMinor, currency)]
    : undefined;

function itemOf(line: PurchaseLine, currency: string) {
  const { name, grossMinor, netMinor, taxMinor, taxRate, productId, sku, imageUrl } = line;
  const isEven = [grossMinor, netMinor, taxMinor].every((minor) => minor % line.quantity === 0);
  const quantity = isEven ? line.quantity : 1;
  const eachOf = (minor: number) => signed(minor / quantity, currency);
  return {
    id: productId ?? sku,
    description: isEven ? name : `${line.quantity} × ${name}`,
    quantity,
    amountIncludingTax: eachOf(grossMinor),
    amountExcludingTax: eachOf(netMinor),
    taxAmount: eachOf(taxMinor),
    // In hundredths of a percent.
    taxPercentage: taxRate === undefined ? undefined : Math.round(taxRate * 100),
    imageUrl,
  };
}

/** A discount is less than nothing. */
const signed = (minor: number, currency: string): number =>
  minor < 0 ? -amounts.toMinor(-minor, currency) : amounts.toMinor(minor, currency);
