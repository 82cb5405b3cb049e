// Methods, lines and addresses as https://github.com/mollie/openapi (specs.yaml: method,
// payment-line-item, payment-address) describes them; currencies as
// https://docs.mollie.com/docs/multicurrency lists them.
import { connectorSupport } from '#connectors/abouts.ts';
import type { Order } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aboutMollie } from '#connectors/mollie/about.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { mollieFacts } from './facts.ts';

const { authorize: own } = mollieConnector();
const authorize = describedExchange(mollieFacts.descriptions, own);
const account = anAccountAt('mollie', {
  credentials: { auth_type: 'HeaderKey', api_key: 'test_key' },
});

const billing = {
  email: 'customer@example.org',
  address: {
    first_name: 'Piet',
    last_name: 'Mondriaan',
    line1: 'Keizersgracht 126',
    city: 'Amsterdam',
    zip: '1234AB',
    country: 'NL',
  },
} as const;
const byCustomer = { initiator: { by: 'customer' }, billing } as const satisfies Order;

const redirected = aboutMollie.methods.flatMap(({ method, type, variants, currencies }) => {
  const [shape] = variants ?? [];
  const isByPage = method !== 'card' && method !== 'bank_debit' && type !== 'apple_pay';
  return isByPage && type !== 'google_pay' && shape !== undefined
    ? [[method, type, shape, currencies?.[0] ?? 'EUR'] as const]
    : [];
});

it.each(redirected)('a payer by %s %s is led to its page', (method, type, shape, currency) => {
  const input = aCharge('mollie', {
    source: { kind: 'payment_method', method, type, shape, data: {} },
    currency,
    order: byCustomer,
  });
  const asked = authorize.request(input, account);
  expect(asked).toMatchObject({ url: 'https://api.mollie.com/v2/payments' });
  expect(typeof bodyOf(asked).method).toBe('string');
  const checkout = { href: 'https://www.mollie.com/checkout/select' };
  const open = { id: 'tr_1', status: 'open', amount: { currency, value: '65.40' } };
  const opened = answer({ ...open, _links: { checkout } }, 201);
  expect(settled(authorize.outcome(opened, input, account))).toMatchObject({
    result: 'challenged',
    redirectUrl: checkout.href,
  });
});

it.each([
  ['wallet', 'twint', 'EUR'],
  ['bank_redirect', 'blik', 'EUR'],
  ['wallet', 'swish', 'EUR'],
  ['bank_redirect', 'ideal', 'USD'],
  ['pay_later', 'klarna', 'GBP'],
  ['wallet', 'paypal', 'AED'],
] as const)('Mollie is passed over for %s %s in %s', (method, type, currency) => {
  const asked = { method, type, currency, amountMinor: 100, captureMethod: 'automatic' };
  expect(connectorSupport('mollie', asked)).toMatchObject({ obstacle: 'market' });
});

it('Mollie is passed over for a method that is captured later, unless it is Klarna', () => {
  const asked = { amountMinor: 100, captureMethod: 'manual' } as const;
  const klarna = { ...asked, method: 'pay_later', type: 'klarna', currency: 'EUR' } as const;
  expect(connectorSupport('mollie', klarna)).toHaveProperty('ability');
  const ideal = { ...asked, method: 'bank_redirect', type: 'ideal', currency: 'EUR' } as const;
  expect(connectorSupport('mollie', ideal)).toMatchObject({ obstacle: 'captureMethod' });
});

describe('Klarna', () => {
  const klarna = (order: Partial<Order>, changes: Partial<Authorization> = {}) =>
    bodyOf(
      authorize.request(
        aCharge('mollie', {
          source: {
            kind: 'payment_method',
            method: 'pay_later',
            type: 'klarna',
            shape: 'klarna_redirect',
            data: {},
          },
          order: { ...byCustomer, ...order },
          ...changes,
        }),
        account,
      ),
    );
  const euros = (value: string) => ({ currency: 'EUR', value });

  it('Klarna gets the person, the address and the lines with their tax', () => {
    const line = {
      name: 'LEGO 4440 Forest Police Station',
      quantity: 2,
      unitMinor: 2500,
      taxMinor: 868,
      taxRate: 21,
      sku: '5702016116977',
      kind: 'physical',
    } as const;
    const body = klarna({ lines: [line], shippingMinor: 1540 }, { captureMethod: 'manual' });
    expect(body).toMatchObject({
      method: 'klarna',
      captureMode: 'manual',
      sequenceType: 'oneoff',
      billingAddress: {
        givenName: 'Piet',
        familyName: 'Mondriaan',
        email: 'customer@example.org',
        streetAndNumber: 'Keizersgracht 126',
        postalCode: '1234AB',
        city: 'Amsterdam',
        country: 'NL',
      },
    });
    expect(body.lines).toEqual([
      {
        type: 'physical',
        description: 'LEGO 4440 Forest Police Station',
        quantity: 2,
        unitPrice: euros('25.00'),
        totalAmount: euros('50.00'),
        vatRate: '21.00',
        vatAmount: euros('8.68'),
        sku: '5702016116977',
      },
      {
        type: 'shipping_fee',
        description: 'Shipping',
        quantity: 1,
        unitPrice: euros('15.40'),
        totalAmount: euros('15.40'),
      },
    ]);
  });

  it('a tax that the rate does not make of its line is left out, and pieces stay whole cents', () => {
    const line = { name: 'Pen', quantity: 3, unitMinor: 2000, taxMinor: 540, taxRate: 19 };
    const [pens] = klarna({ lines: [line] }).lines;
    expect(pens).toEqual({
      description: 'Pen',
      quantity: 3,
      unitPrice: euros('21.80'),
      totalAmount: euros('65.40'),
    });
    const odd = { name: 'Pen', quantity: 7, unitMinor: 900, totalMinor: 6540 };
    expect(klarna({ lines: [odd] }).lines).toEqual([
      {
        description: '7 × Pen',
        quantity: 1,
        unitPrice: euros('65.40'),
        totalAmount: euros('65.40'),
      },
    ]);
  });

  it('the lines that do not sum to the amount become one line, and all parts sum to it', () => {
    const line = { name: 'Pen', quantity: 1, unitMinor: 9999 };
    const parts = { shippingMinor: 500, surchargeMinor: 100, taxMinor: 300 };
    const { lines } = klarna({ lines: [line], description: 'Order 1', ...parts });
    expect(lines[0]).toMatchObject({ description: 'Order 1', totalAmount: euros('56.40') });
    const total = lines.reduce(
      (sum: number, { totalAmount }: { totalAmount: { value: string } }) =>
        sum + Math.round(Number(totalAmount.value) * 100),
      0,
    );
    expect(total).toBe(6540);
  });

  it("an order's discount is a line of its own, below nothing", () => {
    const line = { name: 'Pen', quantity: 1, unitMinor: 7540 };
    const { lines } = klarna({ lines: [line], levelData: { discountMinor: 1000 } });
    expect(lines[1]).toMatchObject({
      type: 'discount',
      unitPrice: euros('-10.00'),
      totalAmount: euros('-10.00'),
    });
  });
});

it('PayPal by Mollie leaves a mandate for later charges', () => {
  const input = aCharge('mollie', {
    source: {
      kind: 'payment_method',
      method: 'wallet',
      type: 'paypal',
      shape: 'paypal_redirect',
      data: {},
    },
    futureUsage: 'off_session',
    order: { ...byCustomer, customer: { connectorCustomerId: 'cst_1' } },
  });
  expect(bodyOf(authorize.request(input, account))).toMatchObject({
    method: 'paypal',
    sequenceType: 'first',
    customerId: 'cst_1',
  });
});
