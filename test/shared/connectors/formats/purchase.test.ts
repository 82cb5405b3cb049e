import fc from 'fast-check';
import { onePurchase, type Purchase, purchaseOf } from '#connectors/formats/purchase.ts';
import type { Order, OrderLine } from '#connectors/interface/order.ts';

const orderWith = (lines: readonly OrderLine[], more: Partial<Order> = {}): Order => ({
  initiator: { by: 'customer' },
  lines,
  ...more,
});

const hat: OrderLine = { name: 'Hat', quantity: 2, unitMinor: 1_000, taxMinor: 380 };

/** What the parts of a purchase sum to. */
const sumOf = ({ lines, taxMinor, shippingMinor, surchargeMinor, discountMinor }: Purchase) =>
  lines.reduce((sum, { netMinor }) => sum + netMinor, 0) +
  taxMinor +
  shippingMinor +
  surchargeMinor -
  discountMinor;

describe('the lines of a purchase', () => {
  it.each([
    ['prices that contain the tax', {}, 2_000, { netMinor: 1_620, grossMinor: 2_000 }],
    ['prices beside which the tax comes', {}, 2_380, { netMinor: 2_000, grossMinor: 2_380 }],
    ["the order's tax", { taxMinor: 380 }, 2_380, { netMinor: 2_000, grossMinor: 2_380 }],
    [
      'shipping and a surcharge',
      { taxMinor: 380, shippingMinor: 490, surchargeMinor: 60 },
      2_930,
      { netMinor: 2_000, grossMinor: 2_380 },
    ],
    [
      "the order's discount",
      { levelData: { discountMinor: 500 } },
      1_500,
      { netMinor: 1_620, grossMinor: 2_000 },
    ],
    [
      "an order's discount that the sum has already",
      { levelData: { discountMinor: 500 } },
      2_000,
      { netMinor: 1_620, grossMinor: 2_000 },
    ],
  ])('the lines sum to the amount, with %s', (_, more, amount, line) => {
    const purchase = purchaseOf(orderWith([hat], more), amount);
    expect(purchase?.lines).toEqual([{ ...hat, discountMinor: 0, ...line }]);
    expect(purchase && sumOf(purchase)).toBe(amount);
  });

  it("the order's tax belongs to lines that state none", () => {
    const { taxMinor: _, ...untaxed } = hat;
    const purchase = purchaseOf(orderWith([untaxed], { taxMinor: 380 }), 2_380);
    expect(purchase).toMatchObject({ taxMinor: 380, lines: [{ taxMinor: 0, netMinor: 2_000 }] });
  });

  it('a discount of pieces is taken from the line, and a stated total wins', () => {
    const cheaper = { ...hat, taxMinor: 0, unitDiscountMinor: 100 };
    expect(purchaseOf(orderWith([cheaper]), 1_800)?.lines[0]).toMatchObject({
      discountMinor: 200,
      netMinor: 1_800,
    });
    const rounded = { ...hat, taxMinor: 0, totalMinor: 1_999 };
    expect(purchaseOf(orderWith([rounded]), 1_999)?.lines[0]).toMatchObject({ netMinor: 1_999 });
  });

  it.each([
    ['no line', [], 2_000],
    ['a sum below the amount', [hat], 2_001],
    ['a sum above the amount', [hat], 1_999],
    ['a line of no piece', [{ ...hat, quantity: 0, totalMinor: 2_000 }], 2_000],
    ["taxes that are not the order's", [{ ...hat, taxMinor: 381 }], 2_380, { taxMinor: 380 }],
  ])('no lines are made of %s', (_, lines, amount, more: Partial<Order> = {}) => {
    expect(purchaseOf(orderWith(lines, more), amount)).toBeUndefined();
  });

  it('the lines that are made always sum to the amount, and one line always does', () => {
    const minor = fc.integer({ min: 0, max: 5_000 });
    const line = fc.record(
      {
        name: fc.constant('Hat'),
        quantity: fc.integer({ min: 0, max: 9 }),
        unitMinor: minor,
        unitDiscountMinor: minor,
        taxMinor: minor,
        totalMinor: minor,
      },
      { requiredKeys: ['name', 'quantity', 'unitMinor'] },
    );
    const more = fc.record(
      { taxMinor: minor, shippingMinor: minor, surchargeMinor: minor },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 4 }),
        more,
        fc.constantFrom('beside', 'within', 'off by one'),
        (lines, parts, way) => {
          const order = orderWith(lines, parts);
          const goods = lines.reduce(
            (sum, one) =>
              sum +
              (one.totalMinor ?? one.quantity * (one.unitMinor - (one.unitDiscountMinor ?? 0))) +
              (way === 'beside' ? (one.taxMinor ?? 0) : 0),
            0,
          );
          const others = Object.values(parts).reduce<number>((sum, part) => sum + part, 0);
          const amount = goods + others + (way === 'off by one' ? 1 : 0);
          const purchase = purchaseOf(order, amount);
          if (purchase) expect(sumOf(purchase)).toBe(amount);
          expect(sumOf(onePurchase(order, amount))).toBe(amount);
        },
      ),
    );
  });
});
