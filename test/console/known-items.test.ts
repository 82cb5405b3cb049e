import { knownItems } from '../../console/known-items.ts';

const createdAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

const aPayment = (number: number, changes: object = {}) => ({
  pk: `MERCHANT#shop#PAYMENT#pay_${number}`,
  sk: 'PAYMENT',
  merchantId: 'shop',
  id: `pay_${number}`,
  status: 'processing',
  amountMinor: 100,
  currency: 'EUR',
  createdAt: createdAt(number),
  ...changes,
});

const anEvent = (number: number) => ({
  pk: `MERCHANT#shop#EVENT#evt_${number}`,
  sk: 'EVENT',
  merchantId: 'shop',
  id: `evt_${number}`,
  type: 'payment_succeeded',
  objectId: `pay_${number}`,
  createdAt: createdAt(number),
  body: JSON.stringify({ content: { object: { payment_id: `pay_${number}` } } }),
});

const created = (after: ReturnType<typeof aPayment> | ReturnType<typeof anEvent>) => ({
  before: undefined,
  after,
});

describe('the lists of the console', () => {
  it('the console lists items as they were last saved, newest first', () => {
    const known = knownItems();
    for (const number of [2, 3, 1]) known.take(created(aPayment(number)));
    known.take({ before: aPayment(2), after: aPayment(2, { status: 'succeeded' }) });
    known.take({ before: aPayment(3), after: undefined });
    expect(known.payments().map(({ id, status }) => [id, status])).toEqual([
      ['pay_2', 'succeeded'],
      ['pay_1', 'processing'],
    ]);
  });

  it("the console's list is bounded, and mentions omitted older items", () => {
    const known = knownItems(20);
    for (let number = 0; number < 1_000; number += 1) {
      known.take(created(aPayment(number)));
      known.take(created(anEvent(number)));
    }
    expect(known.payments().length).toBeLessThanOrEqual(22);
    expect(known.events().length).toBeLessThanOrEqual(22);
    expect(known.payments()[0]?.id).toBe('pay_999');
    expect(known.isCut).toBe(true);
  });

  it("the console's list shows the state of an event's delivery", () => {
    const known = knownItems();
    known.take(created(anEvent(1)));
    expect(known.events()).toMatchObject([{ eventId: 'evt_1', paymentId: 'pay_1', attempts: 0 }]);
    known.take({
      before: undefined,
      after: {
        pk: 'MERCHANT#shop#EVENT#evt_1',
        sk: 'DELIVERY',
        merchantId: 'shop',
        eventId: 'evt_1',
        state: 'waiting',
        attempts: [{ status: 500 }],
      },
    });
    expect(known.events()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: 500 }]);
  });

  it("the console's list skips items that it does not understand", () => {
    const known = knownItems();
    known.take(created(aPayment(1, { amountMinor: 'many' })));
    known.take({ before: undefined, after: { ...anEvent(1), body: 'no JSON' } });
    known.take({ before: undefined, after: { pk: 'ORGANIZATION#org_1', sk: 'ORGANIZATION' } });
    expect([known.payments(), known.events()]).toEqual([[], []]);
  });
});
