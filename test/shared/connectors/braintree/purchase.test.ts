import { aboutBraintree } from '#connectors/braintree/about.ts';
import { authorize } from '#connectors/braintree/authorize.ts';
import type { Order, OrderLine } from '#connectors/interface/order.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bareOrder } from '../../../support/processors/an-exchange.ts';

const account = anAccountAt('braintree', {
  metadata: { merchant_accounts: { USD: 'macc_usd', KWD: 'macc_kwd', LAK: 'macc_lak' } },
});

/** The transaction in the charge of a stored card. */
function transactionOf(order: Partial<Order>, amountMinor: number, currency = 'USD') {
  const payment = aCharge('braintree', {
    amountMinor,
    currency,
    source: { kind: 'connector_mandate', connectorMandateId: 'pm_1' },
    order: { ...bareOrder, ...order },
  });
  const { body = '' } = authorize.request(payment, account);
  return JSON.parse(body).variables.input.transaction;
}

const hat: OrderLine = {
  name: 'Hat',
  quantity: 2,
  unitMinor: 1_000,
  taxMinor: 380,
  sku: 'HAT-1',
  commodityCode: '53102503',
  unitOfMeasure: 'EA',
};
const levelData = {};
const bare = {
  amount: expect.any(String),
  merchantAccountId: expect.any(String),
  orderId: 'pay_1_1',
};

/** github.com/braintree/graphql-api schema.graphql: `TransactionInput`, `TransactionLineItemInput`. */
it("a purchase's lines, tax, shipping and number go to Braintree with the charge", () => {
  expect(aboutBraintree.levelData).toBe('level 3');
  const order: Partial<Order> = {
    merchantReference: 'PO-1001',
    lines: [hat],
    taxMinor: 380,
    shippingMinor: 490,
    surchargeMinor: 60,
    shipping: { address: { zip: '60601', country: 'US', origin_zip: '10001' } },
    levelData: { taxStatus: 'taxable', shippingTaxMinor: 40 },
  };
  expect(transactionOf(order, 2_930)).toEqual({
    ...bare,
    amount: '29.30',
    purchaseOrderNumber: 'PO-1001',
    tax: { taxAmount: '3.80', taxExempt: false },
    shipping: {
      shippingAddress: { postalCode: '60601', countryCodeAlpha2: 'US' },
      shippingAmount: '4.90',
      shippingTaxAmount: '0.40',
      shipsFromPostalCode: '10001',
    },
    surchargeAmount: '0.60',
    lineItems: [
      {
        name: 'Hat',
        kind: 'DEBIT',
        quantity: '2',
        unitAmount: '10.00',
        totalAmount: '20.00',
        taxAmount: '3.80',
        discountAmount: '0.00',
        unitOfMeasure: 'EA',
        productCode: 'HAT-1',
        commodityCode: '53102503',
      },
    ],
    discountAmount: '0.00',
  });
});

it('a purchase is not sent to Braintree where the profile does not want it', () => {
  expect(transactionOf({ lines: [hat], taxMinor: 380 }, 2_380)).toEqual(bare);
});

it('a line with a discount states its price before it, and the order its own discount', () => {
  const cheaper = { ...hat, taxMinor: 0, unitDiscountMinor: 100 };
  const sent = transactionOf({ lines: [cheaper], levelData: { discountMinor: 300 } }, 1_500);
  expect(sent.discountAmount).toBe('3.00');
  expect(sent.lineItems).toMatchObject([
    { quantity: '2', unitAmount: '10.00', totalAmount: '20.00', discountAmount: '2.00' },
  ]);
});

it('a price that is no whole number of cents is that of the line as one piece', () => {
  const rounded = { ...hat, quantity: 3, taxMinor: 0, totalMinor: 1_000 };
  expect(transactionOf({ lines: [rounded], levelData }, 1_000).lineItems).toMatchObject([
    { quantity: '1', unitAmount: '10.00', totalAmount: '10.00' },
  ]);
});

it.each<[string, Partial<Order>, number, string]>([
  ['that do not sum to the amount', { lines: [hat] }, 2_001, 'USD'],
  [
    'of which one is negative',
    { lines: [hat, { ...hat, unitMinor: -10, taxMinor: 0 }] },
    1_980,
    'USD',
  ],
  ['that are more than 249', { lines: Array(250).fill({ ...hat, taxMinor: 0 }) }, 500_000, 'USD'],
  ['with three decimals', { lines: [{ ...hat, taxMinor: 0 }] }, 2_000, 'KWD'],
  ['of which a price has no form there', { lines: [{ ...hat, unitMinor: 1_050 }] }, 2_100, 'LAK'],
  [
    'that cost nothing',
    { lines: [{ ...hat, unitMinor: 0, taxMinor: 0 }], taxMinor: 500 },
    500,
    'USD',
  ],
])(
  'the lines %s never reach Braintree, which charges the payment all the same',
  (_, order, amount, currency) => {
    const sent = transactionOf({ ...order, levelData }, amount, currency);
    expect(sent.lineItems).toBeUndefined();
    expect(sent).toMatchObject(bare);
  },
);

it("a number or a code that is too long for some of Braintree's processors is left out, and a text is cut", () => {
  const long = {
    ...hat,
    taxMinor: 0,
    name: 'H'.repeat(40),
    description: '\u{1F3A9}'.repeat(130),
    sku: '1234567890123',
    upc: '012345678905',
    commodityCode: 'ein Hut',
  };
  const sent = transactionOf(
    { merchantReference: 'PO-1234567890', lines: [long], levelData },
    2_000,
  );
  expect(sent.purchaseOrderNumber).toBeUndefined();
  expect(sent.lineItems[0]).toMatchObject({
    name: 'H'.repeat(35),
    description: '\u{1F3A9}'.repeat(127),
    productCode: '012345678905',
  });
  expect(sent.lineItems[0].commodityCode).toBeUndefined();
});

it('an exempt order without lines has its tax status alone', () => {
  expect(transactionOf({ levelData: { taxStatus: 'exempt' } }, 2_000)).toEqual({
    ...bare,
    tax: { taxExempt: true },
  });
});
