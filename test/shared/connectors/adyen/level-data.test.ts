import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Adyen/adyen-openapi json/CheckoutService-v68.json (AdditionalDataLevel23), and Adyen/adyen-magento2
// Gateway/Request/AdditionalDataLevel23DataBuilder.php, which numbers the lines.
const authorize = describedExchange(adyenFacts.descriptions, adyenConnector().authorize);
const account = anAccountAt('adyen');

const lines = [
  {
    name: 'Wool hat, 100 % merino, made in Norway',
    sku: 'HAT-1',
    quantity: 2,
    unitMinor: 1_000,
    unitDiscountMinor: 100,
    taxMinor: 342,
    unitOfMeasure: 'pcs',
    commodityCode: '53102500',
  },
  { name: 'Scarf', productId: 'scarf_blue', quantity: 1, unitMinor: 2_000, taxMinor: 380 },
];
const shipping = {
  address: { zip: '10001', state: 'NY', country: 'US', origin_zip: '89501' },
} as const;
const order: Authorization['order'] = {
  initiator: { by: 'customer' },
  lines,
  shipping,
  taxMinor: 722,
  shippingMinor: 500,
  merchantReference: 'PO 4711',
  levelData: { dutyMinor: 90, orderedAt: '2026-11-30T08:00:00Z' },
};
const amountMinor = 1_800 + 2_000 + 722 + 500;

const sent = (changes: Partial<Authorization['order']> = {}, more: Partial<Authorization> = {}) => {
  const input = aCharge('adyen', {
    amountMinor,
    currency: 'USD',
    order: { ...order, ...changes },
    ...more,
  });
  const data = bodyOf(authorize.request(input, account)).additionalData;
  const prefix = 'enhancedSchemeData.';
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, text]) => [name.slice(prefix.length), text]),
  );
};

it('Adyen gets the purchase with its lines, as texts in minor units', () => {
  expect(sent()).toEqual({
    customerReference: 'PO 4711',
    totalTaxAmount: '722',
    freightAmount: '500',
    dutyAmount: '90',
    orderDate: '301126',
    destinationPostalCode: '10001',
    destinationStateProvinceCode: 'NY',
    shipFromPostalCode: '89501',
    'itemDetailLine1.description': 'Wool hat, 100 % merino, ma',
    'itemDetailLine1.productCode': 'HAT-1',
    'itemDetailLine1.quantity': '2',
    'itemDetailLine1.unitPrice': '1000',
    'itemDetailLine1.discountAmount': '200',
    'itemDetailLine1.totalAmount': '1800',
    'itemDetailLine1.unitOfMeasure': 'pcs',
    'itemDetailLine1.commodityCode': '53102500',
    'itemDetailLine2.description': 'Scarf',
    'itemDetailLine2.productCode': 'scarf_blue',
    'itemDetailLine2.quantity': '1',
    'itemDetailLine2.unitPrice': '2000',
    'itemDetailLine2.discountAmount': '0',
    'itemDetailLine2.totalAmount': '2000',
  });
});

it('Adyen gets nothing of the purchase where the profile does not want it', () => {
  const { levelData: _, ...unwanted } = order;
  const input = aCharge('adyen', { amountMinor, order: unwanted });
  const text = String(authorize.request(input, account).body);
  expect(text).not.toContain('enhancedSchemeData');
});

it('the lines that do not sum to the amount are left out, and the rest is sent', () => {
  const data = sent({}, { amountMinor: amountMinor + 1 });
  expect(data).toMatchObject({ totalTaxAmount: '722', customerReference: 'PO 4711' });
  expect(Object.keys(data).join()).not.toContain('itemDetailLine');
});

it('all lines are left out where one lacks a field that Adyen requires', () => {
  const without = (changes: object) => {
    const [first, second] = lines;
    return Object.keys(sent({ lines: [{ ...first, ...changes }, second] as typeof lines })).join();
  };
  expect(without({})).toContain('itemDetailLine2');
  for (const changes of [{ sku: undefined }, { sku: '000' }, { name: '帽子' }, { name: 'X' }]) {
    expect(without(changes)).not.toContain('itemDetailLine');
  }
});

it('a text that Adyen does not take is cut or left out', () => {
  expect(sent({ merchantReference: '0000' })).not.toHaveProperty('customerReference');
  expect(sent({ merchantReference: 'Größe '.repeat(6) }).customerReference).toHaveLength(25);
  const abroad = { address: { ...shipping.address, state: 'California' } };
  expect(sent({ shipping: abroad })).not.toHaveProperty('destinationStateProvinceCode');
  expect(sent({ levelData: { orderedAt: 'yesterday' } })).not.toHaveProperty('orderDate');
});

it('a line whose price is no whole number is one piece', () => {
  const odd = [{ name: 'Three socks', sku: 'S', quantity: 3, unitMinor: 333, totalMinor: 1_000 }];
  const data = sent({ lines: odd, taxMinor: 0, shippingMinor: 0 }, { amountMinor: 1_000 });
  expect(data).toMatchObject({
    'itemDetailLine1.quantity': '1',
    'itemDetailLine1.unitPrice': '1000',
    'itemDetailLine1.totalAmount': '1000',
  });
});

it('a payment by a local method has no data for card networks', () => {
  const ideal = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  const input = aCharge('adyen', { amountMinor, order, source: ideal });
  expect(String(authorize.request(input, account).body)).not.toContain('enhancedSchemeData');
});
