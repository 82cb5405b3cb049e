import type { OrderLine } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { stripeConnector } from '#connectors/stripe/connector.ts';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bareOrder } from '../../../support/processors/an-exchange.ts';
import { connected } from './connected.ts';

const { authorize } = stripeConnector();
const account = anAccountAt('stripe');

const line = (changes: Partial<OrderLine>): OrderLine => ({
  name: 'A chair of oak for the office',
  quantity: 2,
  unitMinor: 2_500,
  taxMinor: 400,
  sku: 'CHAIR-OAK-0000001',
  ...changes,
});
const purchase = (changes: Partial<Authorization['order']> = {}): Authorization =>
  aCharge('stripe', {
    currency: 'USD',
    order: {
      ...bareOrder,
      merchantReference: 'order-17',
      customer: { id: 'cus_1' },
      shipping: { address: { zip: '94105', origin_zip: '10001' } },
      // 50.00 and 4.00 of tax, 10.00 less 0.60, and 2.00 of shipping.
      lines: [
        line({}),
        line({
          name: 'Nails',
          quantity: 1,
          unitMinor: 1_000,
          unitDiscountMinor: 60,
          taxMinor: 0,
          sku: undefined,
        }),
      ],
      taxMinor: 400,
      shippingMinor: 200,
      levelData: {},
      ...changes,
    },
  });
const formOf = (input: Authorization) =>
  decodeForm(authorize.request({ ...input, amountMinor: 6_540 }, account).body ?? '');

/**
 * @see https://github.com/activemerchant/active_merchant test/unit/gateways/stripe_payment_intents_test.rb (test_successful_purchase_with_level3_data)
 * @see https://github.com/woocommerce/woocommerce-gateway-stripe includes/class-wc-stripe-api.php (request_with_level3_data)
 */
describe('level 3 data at Stripe', () => {
  it('an order whose lines sum to the amount goes to Stripe as level 3 data', () => {
    expect(formOf(purchase()).level3).toEqual({
      merchant_reference: 'order-17',
      customer_reference: 'cus_1',
      shipping_address_zip: '94105',
      shipping_from_zip: '10001',
      shipping_amount: '200',
      line_items: [
        {
          product_code: 'CHAIR-OAK-00',
          product_description: 'A chair of oak for the off',
          unit_cost: '2500',
          quantity: '2',
          tax_amount: '400',
          discount_amount: '0',
        },
        {
          product_code: 'Nails',
          product_description: 'Nails',
          unit_cost: '1000',
          quantity: '1',
          tax_amount: '0',
          discount_amount: '60',
        },
      ],
    });
  });

  it.each([
    ['the profile does not want it', { levelData: undefined }],
    ['the lines are not the amount', { lines: [line({})] }],
    [
      'a tax is of the whole order',
      {
        lines: [
          line({ taxMinor: undefined }),
          line({ quantity: 1, unitMinor: 940, taxMinor: undefined }),
        ],
      },
    ],
    ['a surcharge is in the amount', { shippingMinor: 0, surchargeMinor: 200 }],
    [
      'the order has a discount of its own',
      {
        lines: [line({}), line({ quantity: 1, unitMinor: 1_000, taxMinor: 0 })],
        levelData: { discountMinor: 60 },
      },
    ],
    [
      'a line takes money off',
      {
        lines: [
          line({}),
          line({ quantity: 1, unitMinor: -60, taxMinor: 0 }),
          line({ quantity: 1, unitMinor: 1_000, taxMinor: 0 }),
        ],
      },
    ],
  ])('no level 3 data goes to Stripe where %s', (_, changes) => {
    expect(formOf(purchase(changes))).not.toHaveProperty('level3');
  });

  it('a line whose price has a fraction is one piece at Stripe', () => {
    const lines = [line({ quantity: 3, unitMinor: 1_980, totalMinor: 5_941, taxMinor: 399 })];
    const { level3 } = formOf(purchase({ lines, taxMinor: 399 }));
    expect(level3).toMatchObject({ line_items: [{ unit_cost: '5941', quantity: '1' }] });
  });

  it('a charge goes to Stripe again without level 3 data, under the same key, where Stripe refuses them', () => {
    const input = { ...purchase(), amountMinor: 6_540 };
    const refused = (param: string, code?: string) => ({
      status: 400,
      headers: {},
      body: JSON.stringify({
        error: { type: 'invalid_request_error', message: 'No.', param, code },
      }),
    });
    for (const one of [refused('level3', 'parameter_unknown'), refused('level3[line_items]')]) {
      const reading = authorize.outcome(one, input, account);
      if (!('next' in reading)) throw new Error('The charge is not sent again.');
      expect(decodeForm(reading.next.body ?? '')).not.toHaveProperty('level3');
      expect(reading.next.headers['idempotency-key']).toBe('pay_1_1');
      expect(reading.outcome(refused('level3'))).toMatchObject({ result: 'declined' });
    }
    expect(authorize.outcome(refused('amount'), input, account)).toMatchObject({
      result: 'declined',
    });
    const unasked = authorize.outcome(refused('level3'), { ...input, order: bareOrder }, account);
    expect(unasked).toMatchObject({ result: 'declined' });
  });

  it('a charge with level 3 data is made once at the sandbox, which sums the lines as Stripe does', async () => {
    const { charge, books, sent } = connected();
    const { order } = purchase();
    const paid = await charge('4242424242424242', { order });
    expect(paid).toMatchObject({ result: 'captured', capturedMinor: 6_540 });
    expect((await books()).chargedTimes).toBe(1);
    expect(sent.filter(({ body }) => body?.includes('level3'))).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });
});
