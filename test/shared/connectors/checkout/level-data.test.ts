import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';

// checkout/checkout-sdk-java src/main/java/com/checkout/payments/{ProcessingSettings,ProductRequest,
// ShippingDetails}.java, used in src/test/java/com/checkout/payments/CaptureTestIT.java.
const { authorize } = checkoutConnector();
const account = anAccountAt('checkout');

const lines = [
  {
    name: 'Kevlar batterang',
    productId: 'bat_1',
    quantity: 2,
    unitMinor: 1_000,
    unitDiscountMinor: 100,
    taxMinor: 342,
    unitOfMeasure: 'metres',
    commodityCode: 'DEF123',
  },
];
const shipping = {
  address: { line1: '1 Main St', zip: '10001', country: 'US', origin_zip: '10014' },
} as const;
const order: Authorization['order'] = {
  initiator: { by: 'customer' },
  lines,
  shipping,
  taxMinor: 342,
  shippingMinor: 300,
  merchantReference: '123456789',
  levelData: { dutyMinor: 0, shippingTaxMinor: 100 },
};
const amountMinor = 1_800 + 342 + 300;

const sent = (changes: Partial<Authorization['order']> = {}, more: Partial<Authorization> = {}) =>
  bodyOf(
    authorize.request(
      aCharge('checkout', {
        amountMinor,
        currency: 'USD',
        order: { ...order, ...changes },
        ...more,
      }),
      account,
    ),
  );

it('Checkout.com gets the purchase with its lines, and where it comes from and goes', () => {
  expect(sent()).toMatchObject({
    processing: {
      order_id: '123456789',
      tax_amount: 342,
      shipping_amount: 300,
      shipping_tax_amount: 100,
      surcharge_amount: 0,
      duty_amount: 0,
      discount_amount: 0,
    },
    items: [
      {
        name: 'Kevlar batterang',
        quantity: 2,
        unit_price: 1_000,
        total_amount: 1_800,
        tax_amount: 342,
        discount_amount: 200,
        reference: 'bat_1',
        commodity_code: 'DEF123',
        unit_of_measure: 'metres',
      },
    ],
    shipping: {
      address: { address_line1: '1 Main St', zip: '10001', country: 'US' },
      from_address_zip: '10014',
    },
  });
});

it('Checkout.com gets nothing of the purchase where the profile does not want it', () => {
  const { levelData: _, ...unwanted } = order;
  const body = bodyOf(
    authorize.request(aCharge('checkout', { amountMinor, order: unwanted }), account),
  );
  for (const name of ['processing', 'items', 'shipping']) expect(body).not.toHaveProperty(name);
});

it('the lines that do not sum to the amount are left out, and the rest is sent', () => {
  const body = sent({}, { amountMinor: amountMinor + 1 });
  expect(body).not.toHaveProperty('items');
  expect(body.processing).toMatchObject({ tax_amount: 342, shipping_amount: 300 });
});

it('a number of the order that is too long is left out, and the network stays beside the data', () => {
  const card = {
    number: '4242424242424242',
    expiryMonth: '10',
    expiryYear: '2035',
    network: 'CartesBancaires',
    isCoBadged: true,
  } as const;
  const body = sent({ merchantReference: 'x'.repeat(16) }, { source: { kind: 'card', card } });
  expect(body.processing).not.toHaveProperty('order_id');
  expect(body.processing).toMatchObject({
    preferred_scheme: 'cartes_bancaires',
    tax_amount: 342,
  });
});

it('amounts are in the decimals of Checkout.com, and lines that it cannot express are left out', () => {
  const parts = { taxMinor: 0, shippingMinor: 0 };
  const line = { name: 'Dates', quantity: 1, unitMinor: 1_500 };
  const inDinars = { currency: 'KWD', amountMinor: 1_500 };
  expect(sent({ ...parts, lines: [line] }, inDinars).items).toMatchObject([{ unit_price: 1_500 }]);
  const uneven = [
    { ...line, unitMinor: 1_001 },
    { ...line, unitMinor: 499 },
  ];
  expect(sent({ ...parts, lines: uneven }, inDinars)).not.toHaveProperty('items');
});

it('a payment by a local method has no data for card networks', () => {
  const ideal = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  expect(sent({}, { source: ideal })).not.toHaveProperty('items');
});
