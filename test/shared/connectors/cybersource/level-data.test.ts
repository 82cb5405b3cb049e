import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { Order, OrderLine } from '#connectors/interface/order.ts';
import {
  cybersourceAccount as account,
  bodyOf,
  cardPayment,
} from '../../../support/processors/a-cybersource-payment.ts';

const { authorize } = cybersourceConnector();

const line = (changes: Partial<OrderLine>): OrderLine => ({
  name: 'A chair',
  quantity: 2,
  unitMinor: 2_500,
  taxMinor: 400,
  sku: 'CHAIR-1',
  ...changes,
});
const nails = line({
  name: 'Nails',
  quantity: 1,
  unitMinor: 1_000,
  unitDiscountMinor: 60,
  taxMinor: 0,
  sku: undefined,
  productId: 'N-1',
});

/** A payment of 65.40: 54.00 and 9.40 of lines, and 2.00 of shipping. */
const bodyWith = (changes: Partial<Order> = {}, more = {}) =>
  bodyOf(
    authorize.request(
      {
        ...cardPayment,
        order: {
          ...cardPayment.order,
          merchantReference: 'PO-17',
          customer: { taxId: 'DE123456789' },
          lines: [line({ taxRate: 8, commodityCode: '56101504', unitOfMeasure: 'EA' }), nails],
          taxMinor: 400,
          shippingMinor: 200,
          levelData: { taxStatus: 'taxable', dutyMinor: 30, orderedAt: '2026-11-30T08:00:00Z' },
          shipping: { address: { origin_zip: '90210' } },
          ...changes,
        },
        ...more,
      },
      account,
    ),
  );

/**
 * CyberSource/cybersource-rest-samples-node Samples/Payments/Payments/level-ii-data.js and level-iii-data.js,
 * activemerchant/active_merchant test/unit/gateways/cyber_source_rest_test.rb (test_purchase_with_level_3_data),
 * and the models Ptsv2paymentsOrderInformation* of cybersource-rest-client-node.
 */
describe('level 2 and 3 data at CyberSource', () => {
  it('an order whose lines sum to the amount goes to CyberSource as level 3 data', () => {
    const { processingInformation, orderInformation, buyerInformation } = bodyWith();
    expect(processingInformation.purchaseLevel).toBe('3');
    expect(buyerInformation).toEqual({ vatRegistrationNumber: 'DE123456789' });
    expect(orderInformation.amountDetails).toEqual({
      totalAmount: '65.40',
      currency: 'USD',
      taxAmount: '4.00',
      freightAmount: '2.00',
      dutyAmount: '0.30',
      discountAmount: '0.00',
    });
    expect(orderInformation.invoiceDetails).toEqual({
      purchaseOrderNumber: 'PO-17',
      purchaseOrderDate: '2026-11-30',
      taxable: true,
    });
    expect(orderInformation.shippingDetails).toEqual({ shipFromPostalCode: '90210' });
    expect(orderInformation.lineItems).toEqual([
      {
        productCode: 'default',
        productName: 'A chair',
        productSku: 'CHAIR-1',
        quantity: 2,
        unitPrice: '25.00',
        totalAmount: '50.00',
        taxAmount: '4.00',
        taxRate: '0.08',
        amountIncludesTax: false,
        discountAmount: '0.00',
        discountApplied: false,
        commodityCode: '56101504',
        unitOfMeasure: 'EA',
      },
      {
        productCode: 'default',
        productName: 'Nails',
        productSku: 'N-1',
        quantity: 1,
        unitPrice: '10.00',
        totalAmount: '9.40',
        taxAmount: '0.00',
        amountIncludesTax: false,
        discountAmount: '0.60',
        discountApplied: true,
      },
    ]);
  });

  it.each([
    ['do not sum to the amount', { lines: [line({})] }],
    [
      'take money off',
      {
        lines: [line({}), nails, line({ quantity: 1, unitMinor: -100, taxMinor: 0 })],
        shippingMinor: 300,
      },
    ],
  ])('only level 2 data go to CyberSource where lines %s', (_, changes) => {
    const { processingInformation, orderInformation } = bodyWith(changes);
    expect(processingInformation).not.toHaveProperty('purchaseLevel');
    expect(orderInformation).not.toHaveProperty('lineItems');
    expect(orderInformation).toMatchObject({
      amountDetails: { totalAmount: '65.40', taxAmount: '4.00' },
      invoiceDetails: { purchaseOrderNumber: 'PO-17' },
    });
  });

  it('nothing of the purchase goes to CyberSource where the profile does not want it', () => {
    const { processingInformation, orderInformation, buyerInformation } = bodyWith({
      levelData: undefined,
    });
    expect(processingInformation).not.toHaveProperty('purchaseLevel');
    expect(Object.keys(orderInformation)).toEqual(['amountDetails', 'billTo']);
    expect(Object.keys(orderInformation.amountDetails)).toEqual(['totalAmount', 'currency']);
    expect(buyerInformation).toBeUndefined();
  });

  it('a reference that is too long for a purchase order number stays away from CyberSource', () => {
    const { orderInformation } = bodyWith({ merchantReference: 'an order of the shop' });
    expect(orderInformation.invoiceDetails).not.toHaveProperty('purchaseOrderNumber');
  });

  it('a price with a fraction is that of one piece, and amounts of ISK have no decimals at CyberSource', () => {
    const lines = [line({ quantity: 3, unitMinor: 100_000, totalMinor: 200_000, taxMinor: 0 })];
    const { orderInformation } = bodyWith(
      { lines, taxMinor: 0, shippingMinor: 0, levelData: {} },
      { amountMinor: 200_000, currency: 'ISK' },
    );
    expect(orderInformation.lineItems).toMatchObject([
      { quantity: 1, unitPrice: '2000', totalAmount: '2000' },
    ]);
  });
});
