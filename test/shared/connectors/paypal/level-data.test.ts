// https://github.com/paypal/paypal-rest-api-specifications openapi/checkout_orders_v2.json
// (level_2_card_processing_data, level_3_card_processing_data, line_item)
import type { Order } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';

const { authorize } = paypalConnector();
const account = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const usd = (value: string) => ({ currency_code: 'USD', value });

/** The data beside the purchase of 65.40 USD. */
const sent = (order: Partial<Order>, changes: Partial<Authorization> = {}) => {
  const input = aCharge('paypal', {
    currency: 'USD',
    order: { initiator: { by: 'customer' }, ...order },
    ...changes,
  });
  return bodyOf(authorize.request(input, account)).purchase_units[0].supplementary_data;
};
const pens = {
  name: 'Pen',
  quantity: 3,
  unitMinor: 2000,
  unitDiscountMinor: 100,
  taxMinor: 300,
  sku: 'P-1',
  commodityCode: '44121704',
  unitOfMeasure: 'EA',
} as const;

it('PayPal gets the lines of a card’s purchase, whose price is without tax', () => {
  const levelData = { dutyMinor: 120 };
  const order = { levelData, lines: [pens], shippingMinor: 540, merchantReference: 'PO-4711' };
  expect(sent(order)).toEqual({
    card: {
      level_2: { invoice_id: 'PO-4711', tax_total: usd('3.00') },
      level_3: {
        shipping_amount: usd('5.40'),
        duty_amount: usd('1.20'),
        discount_amount: usd('0.00'),
        line_items: [
          {
            name: 'Pen',
            quantity: '3',
            unit_amount: usd('20.00'),
            tax: usd('1.00'),
            sku: 'P-1',
            commodity_code: '44121704',
            discount_amount: usd('3.00'),
            total_amount: usd('60.00'),
            unit_of_measure: 'EA',
          },
        ],
      },
    },
  });
});

it('the pieces whose tax is no whole cent are sent as one', () => {
  const odd = { ...pens, unitDiscountMinor: 0, taxMinor: 100 };
  const { card } = sent({ levelData: {}, lines: [odd], shippingMinor: 440 });
  expect(card.level_3.line_items).toMatchObject([
    { name: '3 × Pen', quantity: '1', unit_amount: usd('60.00'), tax: usd('1.00') },
  ]);
});

it('the lines that do not sum to the amount are left out, and the tax of the order is not', () => {
  const { card } = sent({ levelData: {}, lines: [{ ...pens, quantity: 9 }], taxMinor: 250 });
  expect(card.level_2).toEqual({ tax_total: usd('2.50') });
  expect(card.level_3).not.toHaveProperty('line_items');
});

it('an order number that PayPal does not take is left out', () => {
  for (const merchantReference of ['A number that is too long', 'no/slash']) {
    const { card } = sent({ levelData: {}, merchantReference });
    expect(card.level_2).not.toHaveProperty('invoice_id');
  }
});

it('PayPal gets none of it where the profile does not want it, nor for an account of its own', () => {
  expect(sent({ lines: [pens], shippingMinor: 540 })).toBeUndefined();
  const source = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
  expect(sent({ levelData: {}, lines: [pens] }, { source })).toBeUndefined();
});
