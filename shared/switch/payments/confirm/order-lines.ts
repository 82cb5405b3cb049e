// Loaded late: few merchants state the lines of their orders.
import type { LevelData, OrderLine } from '#connectors/interface/order.ts';
import { compact } from '#platform/schema.ts';
import type { OrderDetails } from '../request/order-details.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** The lines of an order as its merchant states them. */
export function linesOf(lines: readonly OrderDetails[]): readonly OrderLine[] {
  return lines.map((line) =>
    compact({
      name: line.product_name,
      quantity: line.quantity,
      unitMinor: line.amount,
      unitDiscountMinor: line.unit_discount_amount,
      taxMinor: line.total_tax_amount,
      totalMinor: line.total_amount,
      taxRate: line.tax_rate,
      kind: line.product_type,
      productId: line.product_id,
      sku: line.sku,
      upc: line.upc,
      category: line.category,
      description: line.description,
      brand: line.brand,
      imageUrl: line.product_img_link,
      taxCode: line.product_tax_code,
      commodityCode: line.commodity_code,
      unitOfMeasure: line.unit_of_measure,
    }),
  );
}

type LevelFields = Pick<
  PaymentRequest,
  'tax_status' | 'duty_amount' | 'discount_amount' | 'shipping_amount_tax' | 'order_date'
>;

/** The data of level 2 and 3 beside the lines. */
export function levelDataOf(order: LevelFields): LevelData {
  return compact({
    taxStatus: order.tax_status,
    dutyMinor: order.duty_amount,
    discountMinor: order.discount_amount,
    shippingTaxMinor: order.shipping_amount_tax,
    orderedAt: order.order_date,
  });
}
