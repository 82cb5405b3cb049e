import { aboutAuthorizeDotNet } from '#connectors/authorizedotnet/about.ts';
import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { account, bodyOf, payment } from './answers.ts';

const { authorize } = authorizeDotNetConnector();

const sent = (order: Partial<Authorization['order']>, amountMinor: number) =>
  bodyOf(
    authorize.request({ ...payment, amountMinor, order: { ...payment.order, ...order } }, account),
  ).createTransactionRequest.transactionRequest;

const vase = { name: 'vase', quantity: 18, unitMinor: 4_500, description: 'Cannes logo', sku: '1' };
const desk = { name: 'desk', quantity: 10, unitMinor: 8_500, description: 'Big Desk', sku: '2' };
const sum = 81_000 + 85_000;

/**
 * The members and their places: github.com/AuthorizeNet/sdk-php, AnetApiSchema.xsd; the lines and
 * the amounts beside them: github.com/stymiee/authnetjson,
 * examples/aim/createTransactionRequest_authCapture.php.
 */
describe('level 2 and 3 at Authorize.net', () => {
  const order = {
    lines: [vase, desk],
    taxMinor: 426,
    shippingMinor: 426,
    merchantReference: '456654',
    levelData: { dutyMinor: 855, taxStatus: 'exempt' },
  } as const;

  it("Authorize.net gets an order's lines, tax, duty, shipping and purchase number", () => {
    const asked = sent(order, sum + 852);
    expect(asked.lineItems.lineItem[0]).toEqual({
      itemId: '1',
      name: 'vase',
      description: 'Cannes logo',
      quantity: 18,
      unitPrice: 45,
      taxable: false,
      taxAmount: 0,
      totalAmount: 810,
      productSKU: '1',
      taxIncludedInTotal: true,
    });
    expect(asked.lineItems.lineItem).toHaveLength(2);
    expect(asked).toMatchObject({
      tax: { amount: 4.26 },
      duty: { amount: 8.55 },
      shipping: { amount: 4.26 },
      taxExempt: true,
      poNumber: '456654',
    });
    const names = Object.keys(asked);
    expect(names.slice(names.indexOf('order'), names.indexOf('billTo'))).toEqual([
      ...['order', 'lineItems', 'tax', 'duty', 'shipping', 'taxExempt', 'poNumber'],
    ]);
  });

  it('Authorize.net gets the tax and the discount of each line', () => {
    const line = {
      name: 'cup',
      quantity: 3,
      unitMinor: 1_000,
      unitDiscountMinor: 100,
      taxMinor: 300,
    };
    const asked = sent({ lines: [line], taxMinor: 300, levelData: {} }, 3_000);
    expect(asked.lineItems.lineItem).toMatchObject([
      {
        itemId: '1',
        unitPrice: 10,
        taxable: true,
        taxAmount: 3,
        totalAmount: 30,
        discountAmount: 3,
      },
    ]);
  });

  it('Authorize.net gets no lines that do not sum to the amount, and none above thirty', () => {
    const wrong = sent(order, sum);
    expect(wrong).not.toHaveProperty('lineItems');
    expect(wrong.tax).toEqual({ amount: 4.26 });
    const lines = Array.from({ length: 31 }, () => ({ name: 'pin', quantity: 1, unitMinor: 100 }));
    expect(sent({ lines, levelData: {} }, 3_100)).not.toHaveProperty('lineItems');
  });

  it('Authorize.net gets nothing of the kind where the profile does not want it, and no odd purchase number', () => {
    const { levelData: _, ...without } = order;
    const asked = sent(without, sum + 852);
    for (const name of ['lineItems', 'tax', 'duty', 'shipping', 'taxExempt', 'poNumber']) {
      expect(asked).not.toHaveProperty(name);
    }
    const odd = sent({ ...order, merchantReference: 'order 7/8' }, sum + 852);
    expect(odd).not.toHaveProperty('poNumber');
    expect(aboutAuthorizeDotNet.levelData).toBe('level 3');
  });
});
