import type { Order, OrderLine } from '../interface/order.ts';

/** One line of the order with all its amounts, in minor units. */
export interface PurchaseLine extends OrderLine {
  /** Of the whole line. */
  readonly discountMinor: number;
  readonly taxMinor: number;
  /** Pieces by their price, less the discount, without tax. */
  readonly netMinor: number;
  /** The same with tax: what the customer pays for the line. */
  readonly grossMinor: number;
}

/** The parts of a payment's amount: the lines, the taxes, the shipping and the surcharge sum to it. */
export interface Purchase {
  readonly lines: readonly PurchaseLine[];
  /** The taxes of the lines, and of an order whose lines state none. */
  readonly taxMinor: number;
  readonly shippingMinor: number;
  readonly surchargeMinor: number;
  /** Taken from the sum of the lines. */
  readonly discountMinor: number;
}

/**
 * The lines of an order whose parts sum to the amount; undefined without lines, and where they do
 * not. The switch stores lines as they are stated, whatever their sum. Processors refuse a charge,
 * and card networks its better price, for a sum that is not the amount, so an adapter sends no such
 * lines; where a method needs lines, it sends `onePurchase`.
 *
 * A price may contain the tax of its line or not: the amount decides which it is. The order's own
 * discount may be taken from the sum already or not, in the same way.
 *
 * @param amountMinor of the payment, in minor units
 */
export function purchaseOf(order: Order, amountMinor: number): Purchase | undefined {
  const { lines = [], surchargeMinor = 0, shippingMinor = 0, taxMinor: orderTax = 0 } = order;
  if (lines.length === 0 || lines.some(({ quantity }) => quantity < 1)) return undefined;
  const goods = amountMinor - surchargeMinor - shippingMinor - orderTax;
  const discounts = [...new Set([0, order.levelData?.discountMinor ?? 0])];
  const lineTaxes = sumOf(lines, ({ taxMinor = 0 }) => taxMinor);
  const stated = sumOf(lines, totalOf);
  const fits = (sum: number) => discounts.find((discount) => sum - discount === goods);
  const parts = { surchargeMinor, shippingMinor };

  // The order's tax is the sum of its lines' taxes, or its lines state none.
  const beside = lineTaxes === orderTax || lineTaxes === 0 ? fits(stated) : undefined;
  if (beside !== undefined) {
    return { ...parts, lines: lines.map(withTaxBeside), taxMinor: orderTax, discountMinor: beside };
  }
  if (orderTax !== 0) return undefined;
  const within = fits(stated);
  const added = within === undefined ? fits(stated + lineTaxes) : undefined;
  const discountMinor = within ?? added;
  if (discountMinor === undefined) return undefined;
  const complete = within === undefined ? withTaxBeside : withTaxWithin;
  return { ...parts, lines: lines.map(complete), taxMinor: lineTaxes, discountMinor };
}

/** The whole payment as one line, for methods that need lines that sum to the amount. */
export function onePurchase(order: Order, amountMinor: number): Purchase {
  const { surchargeMinor = 0, shippingMinor = 0, taxMinor = 0 } = order;
  const netMinor = amountMinor - surchargeMinor - shippingMinor - taxMinor;
  const name = order.description ?? order.lines?.[0]?.name ?? 'Order';
  const line = { name, quantity: 1, unitMinor: netMinor, discountMinor: 0, taxMinor: 0 };
  return {
    lines: [{ ...line, netMinor, grossMinor: netMinor }],
    taxMinor,
    shippingMinor,
    surchargeMinor,
    discountMinor: 0,
  };
}

const withTaxBeside = (line: OrderLine): PurchaseLine => {
  const { taxMinor = 0 } = line;
  const netMinor = totalOf(line);
  return { ...line, ...discountOf(line), taxMinor, netMinor, grossMinor: netMinor + taxMinor };
};

const withTaxWithin = (line: OrderLine): PurchaseLine => {
  const { taxMinor = 0 } = line;
  const grossMinor = totalOf(line);
  return { ...line, ...discountOf(line), taxMinor, netMinor: grossMinor - taxMinor, grossMinor };
};

const discountOf = ({ quantity, unitDiscountMinor = 0 }: OrderLine) => ({
  discountMinor: quantity * unitDiscountMinor,
});

/** What the line adds to the sum, as its merchant states it or by its pieces. */
const totalOf = ({ quantity, unitMinor, unitDiscountMinor = 0, totalMinor }: OrderLine): number =>
  totalMinor ?? quantity * (unitMinor - unitDiscountMinor);

const sumOf = (lines: readonly OrderLine[], part: (line: OrderLine) => number): number =>
  lines.reduce((sum, line) => sum + part(line), 0);
