import { onePurchase, type PurchaseLine, purchaseOf } from '../formats/purchase.ts';
import type { Authorization } from '../interface/payments.ts';
import { amountOf } from './requests.ts';

type Amount = ReturnType<typeof amountOf>;

/** A line of a payment; its prices contain the tax. */
interface MollieLine {
  readonly type?: 'physical' | 'digital' | 'shipping_fee' | 'discount' | 'surcharge';
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: Amount;
  readonly totalAmount: Amount;
  readonly vatRate?: string;
  readonly vatAmount?: Amount;
  readonly sku?: string | undefined;
}

/**
 * The lines of a payment, whose totals sum to its amount: Mollie refuses others. Where the
 * merchant's lines do not sum to it, the whole payment is one line.
 *
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (payment-line-item)
 */
export function linesOf({ order, amountMinor, currency }: Authorization): readonly MollieLine[] {
  const purchase = purchaseOf(order, amountMinor) ?? onePurchase(order, amountMinor);
  const { lines, shippingMinor, surchargeMinor, discountMinor } = purchase;
  const taxOfLines = lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0);
  const extras = [
    { type: 'shipping_fee', description: 'Shipping', minor: shippingMinor },
    { type: 'surcharge', description: 'Surcharge', minor: surchargeMinor },
    { type: 'surcharge', description: 'Tax', minor: purchase.taxMinor - taxOfLines },
    { type: 'discount', description: 'Discount', minor: -discountMinor },
  ] as const;
  return [
    ...lines.map((line) => lineOf(line, currency)),
    ...extras
      .filter(({ minor }) => minor !== 0)
      .map(({ type, description, minor }) => {
        const price = signedAmount(minor, currency);
        return { type, description, quantity: 1, unitPrice: price, totalAmount: price };
      }),
  ];
}

/** Pieces whose price is no whole number of minor units are sent as one. */
function lineOf(line: PurchaseLine, currency: string): MollieLine {
  const { name, quantity, grossMinor, kind, sku } = line;
  const isWhole = grossMinor % quantity === 0;
  return {
    ...((kind === 'physical' || kind === 'digital') && { type: kind }),
    description: isWhole ? name : `${quantity} × ${name}`,
    quantity: isWhole ? quantity : 1,
    unitPrice: amountOf(isWhole ? grossMinor / quantity : grossMinor, currency),
    totalAmount: amountOf(grossMinor, currency),
    ...taxOf(line, currency),
    sku: sku?.slice(0, maxSkuLength),
  };
}

const maxSkuLength = 64;

/** The tax of a line where its rate makes it of the total: Mollie refuses any other. */
function taxOf({ grossMinor, taxMinor, taxRate }: PurchaseLine, currency: string) {
  if (taxRate === undefined) return {};
  const expected = Math.round((grossMinor * taxRate) / (100 + taxRate));
  if (expected !== taxMinor) return {};
  return { vatRate: taxRate.toFixed(2), vatAmount: amountOf(taxMinor, currency) };
}

function signedAmount(minor: number, currency: string): Amount {
  const amount = amountOf(Math.abs(minor), currency);
  return minor < 0 ? { ...amount, value: `-${amount.value}` } : amount;
}
