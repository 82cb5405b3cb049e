import { failingCalls } from '../../support/runner/faults.ts';
import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

type Shop = Awaited<ReturnType<typeof paymentsInMemory>>;

const voiding = /\/void$/;
const challengedCard = '4000003800000446';
const otherWay = (attempt: string) => ({ given_up_attempt_id: attempt, ...byCard() });

async function aLeftPayment(shop: Shop, terms: object = {}) {
  const id = await shop.paid({ ...byCard(challengedCard), ...terms });
  const { attempt } = await shop.services.payments.get(merchantId, id);
  return { id, first: attempt.id, page: attempt.redirectUrl ?? '' };
}
const eventsOf = async ({ services }: Shop, id: string) =>
  (await services.payments.get(merchantId, id)).transitions.map(({ type }) => type);
const chargesOf = async (shop: Shop, id: string) =>
  (await shop.books(id)).map(({ chargedTimes }) => chargedTimes);

describe('a confirm that gives up the open attempt', () => {
  it('a customer who left the bank pays in another way, after the first attempt was voided', async () => {
    const shop = await paymentsInMemory();
    const { id, first, page } = await aLeftPayment(shop);
    expect(await shop.confirm(id, otherWay(first))).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      attempt_count: 2,
    });
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect(await chargesOf(shop, id)).toEqual([0, 1]);
    expect(await eventsOf(shop, id)).toEqual([
      'payment_created',
      'action_required',
      'payment_succeeded',
    ]);
  });

  it('a given-up attempt is listed as voided, before the attempt that paid', async () => {
    const shop = await paymentsInMemory();
    const { id, first } = await aLeftPayment(shop);
    await shop.confirm(id, otherWay(first));
    const { attempts } = await shop.retrieve(id, { expand_attempts: 'true' });
    expect(attempts).toMatchObject([
      { attempt_id: `${id}_1`, status: 'voided' },
      { attempt_id: `${id}_2`, status: 'charged' },
    ]);
  });

  it('a confirm without the attempt stays refused, so that a double click ends no attempt', async () => {
    const shop = await paymentsInMemory();
    const { id, first } = await aLeftPayment(shop);
    const refused = { details: { action: 'confirm', status: 'requires_customer_action' } };
    await expect(shop.confirm(id, byCard())).rejects.toMatchObject(refused);
    await expect(shop.confirm(id, otherWay(`${first}0`))).rejects.toMatchObject(refused);
    expect(shop.asked.filter((one) => voiding.test(one))).toEqual([]);
  });

  it('a request that no payment accepts ends no open attempt', async () => {
    const shop = await paymentsInMemory();
    const { id, first } = await aLeftPayment(shop);
    await expect(
      shop.confirm(id, { ...otherWay(first), amount_to_capture: 9_999 }),
    ).rejects.toThrow();
    expect((await shop.retrieve(id)).status).toBe('requires_customer_action');
    expect(shop.asked.filter((one) => voiding.test(one))).toEqual([]);
  });

  it('a customer who had paid at the bank already is not charged again', async () => {
    const shop = await paymentsInMemory();
    const { id, first, page } = await aLeftPayment(shop);
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect(await shop.confirm(id, otherWay(first))).toMatchObject({
      status: 'succeeded',
      attempt_count: 1,
    });
    expect(await chargesOf(shop, id)).toEqual([1]);
  });

  it('an attempt that was authorized at the bank meanwhile stays, and no other one follows', async () => {
    const shop = await paymentsInMemory();
    const { id, first, page } = await aLeftPayment(shop, { capture_method: 'manual' });
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect(await shop.confirm(id, otherWay(first))).toMatchObject({ status: 'requires_capture' });
    expect(await shop.books(id)).toHaveLength(1);
  });

  it.each([[429], ['not sent']] as const)(
    'a processor that does not void keeps the attempt open, and the refusal says until when: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(voiding, way) });
      const { id, first, page } = await aLeftPayment(shop);
      const { expiresAt } = await shop.services.payments.get(merchantId, id);
      await expect(shop.confirm(id, otherWay(first))).rejects.toMatchObject({
        kind: 'attempt_kept_open',
        details: { attempt: first, until: expiresAt },
      });
      await shop.processor.visit(`${page}/complete?confirm=true`);
      expect(await shop.sync(id)).toMatchObject({ status: 'succeeded' });
      expect(await chargesOf(shop, id)).toEqual([1]);
    },
  );

  it('a void without an answer leaves the payment processing until a sync, and then it can be paid', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'lost') });
    const { id, first } = await aLeftPayment(shop);
    expect(await shop.confirm(id, otherWay(first))).toMatchObject({ status: 'processing' });
    expect(await shop.sync(id)).toMatchObject({ status: 'requires_payment_method' });
    expect(await shop.confirm(id, byCard())).toMatchObject({ status: 'succeeded' });
    expect(await chargesOf(shop, id)).toEqual([0, 1]);
  });

  it('the same request after a lost answer finds the void, and pays', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'lost') });
    const { id, first } = await aLeftPayment(shop);
    expect((await shop.confirm(id, otherWay(first))).status).toBe('processing');
    expect(await shop.confirm(id, otherWay(first))).toMatchObject({ status: 'succeeded' });
    expect(await chargesOf(shop, id)).toEqual([0, 1]);
  });

  it('a void that never arrived is given up by a sync, and the customer can still pay at the bank', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'swallowed') });
    const { id, first, page } = await aLeftPayment(shop);
    expect((await shop.confirm(id, otherWay(first))).status).toBe('processing');
    shop.passes(61);
    expect(await shop.sync(id)).toMatchObject({ status: 'requires_customer_action' });
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect(await shop.sync(id)).toMatchObject({ status: 'succeeded' });
  });

  it('a merchant’s cancel after a refused void cancels the payment, and does not reopen it', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'not sent') });
    const { id, first } = await aLeftPayment(shop);
    await expect(shop.confirm(id, otherWay(first))).rejects.toThrow();
    expect(await shop.cancel(id)).toMatchObject({ status: 'cancelled' });
  });

  it('a reopened payment can be updated, and its next attempt is a new one at the processor', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'lost') });
    const { id, first } = await aLeftPayment(shop);
    expect((await shop.confirm(id, otherWay(first))).status).toBe('processing');
    await shop.sync(id);
    await shop.update(id, { amount: 3_000 });
    expect(await shop.confirm(id, byCard())).toMatchObject({ status: 'succeeded', amount: 3_000 });
    expect(await shop.books(id)).toMatchObject([
      { reference: expect.stringMatching(/_1/), capturedMinor: 0 },
      { reference: expect.stringMatching(/_2/), capturedMinor: 3_000 },
    ]);
  });
});
