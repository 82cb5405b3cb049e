import type { Send } from '#platform/http/egress/egress.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { retrieve } from '../../../functions/payments/retrieve.ts';
import { type CallFault, failingCalls, failingPuts } from '../../support/runner/faults.ts';
import {
  byCard,
  caller,
  merchantId,
  paymentsInMemory,
  request,
} from '../../support/switch/payments-in-memory.ts';

type PaymentsInMemory = Awaited<ReturnType<typeof paymentsInMemory>>;

const confirmIn = (shop: PaymentsInMemory, payment_id: string, body: PaymentRequest = byCard()) =>
  shop.confirm(payment_id, body);

const aPaymentIn = async (shop: PaymentsInMemory) => {
  const response = await shop.create({ amount: 2_599, currency: 'EUR' });
  if (!('payment_id' in response)) throw new Error('A payment was to be made.');
  return response.payment_id;
};

const authorizing = /^PUT .*\/payments\/[^/]+$/;

describe('confirming a payment', () => {
  it('confirming a payment charges the card and shows that', async () => {
    const shop = await paymentsInMemory();
    const response = await confirmIn(shop, await aPaymentIn(shop));
    expect(response).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
    expect(shop.asked).toHaveLength(1);
  });

  it.each([2, 50])('a payment is charged once when %i confirms race', async (callers) => {
    const shop = await paymentsInMemory();
    const payment = await aPaymentIn(shop);
    const all = await Promise.allSettled(
      Array.from({ length: callers }, () => confirmIn(shop, payment)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ kind: 'concurrent_update' });
    }
    expect(shop.asked).toHaveLength(1);
  });

  it('a confirm recognises its own save whose answer was lost, and charges once', async () => {
    const shop = await paymentsInMemory({ port: failingPuts('well', 'lost', 'lost') });
    const response = await confirmIn(shop, await aPaymentIn(shop));
    expect(response).toMatchObject({ status: 'succeeded' });
    expect(shop.asked).toHaveLength(1);
  });

  it('a confirm answers processing when the charge cannot be recorded, and a sync finds it later', async () => {
    const shop = await paymentsInMemory({ port: failingPuts('well', 'well', 'refused') });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
    });
    expect(shop.charges().size).toBe(1);
  });

  it('a confirm asks no connector when the payment cannot be saved first', async () => {
    const shop = await paymentsInMemory({ port: failingPuts('well', 'refused') });
    const payment = await aPaymentIn(shop);
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(shop.asked).toHaveLength(0);
  });

  it('a confirm answers processing when the processor does not answer, and a sync finds the charge later', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(authorizing, 'lost') });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({
      status: 'processing',
      error_code: 'TIMEOUT',
      amount_received: null,
    });
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
    });
    expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded', error_code: null });
    expect(shop.charges().size).toBe(1);
  });

  it('a confirm never fails a payment that cannot be synced with the processor', async () => {
    const silent: Send = async () => ({ kind: 'unknown', reason: 'broken' });
    const shop = await paymentsInMemory({ send: () => silent });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({ status: 'processing' });
  });

  it('a confirm refuses invalid input before anything is written', async () => {
    const shop = await paymentsInMemory();
    const payment = await aPaymentIn(shop);
    const before = JSON.stringify(shop.memory.items());
    const refused: [PaymentRequest, string][] = [
      [{}, 'invalid_request'],
      [{ payment_method: 'card', payment_token: 'token_1' }, 'token_expired'],
      [{ ...byCard(), payment_type: 'setup_mandate' }, 'not_implemented'],
      [{ ...byCard(), connector: ['adyen'] }, 'no_eligible_connector'],
      [{ ...byCard(), capture_method: 'scheduled' }, 'not_implemented'],
    ];
    for (const [body, kind] of refused) {
      await expect(confirmIn(shop, payment, body)).rejects.toMatchObject({ kind });
    }
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    expect(shop.asked).toHaveLength(0);
  });
});

describe('acting for a profile', () => {
  it('a caller who acts for a profile finds the payments of that profile and of no other', async () => {
    const shop = await paymentsInMemory();
    const payment_id = await aPaymentIn(shop);
    const whole = await shop.services.payments.getWhole(merchantId, payment_id);
    const show = (profileId: string) =>
      retrieve.run(
        {
          ...request,
          params: { payment_id },
          caller: { ...caller, profileId },
          body: undefined,
          query: {},
        },
        shop.services,
        whole,
      );
    expect(await show(whole.payment.profileId)).toMatchObject({ payment_id });
    await expect(show('pro_other')).rejects.toMatchObject({ kind: 'payment_not_found' });
  });
});

describe('creating a payment with confirm', () => {
  const body = {
    amount: 2_599,
    currency: 'EUR',
    confirm: true,
    payment_id: 'order_1',
    ...byCard(),
  } as const;

  it('a create with confirm charges once however often the same identifier comes', async () => {
    const shop = await paymentsInMemory();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => shop.create(body)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'payment_exists' });
    }
    expect(shop.asked).toHaveLength(1);
  });

  it('a create with confirm stores no card number and no cvc, anywhere', async () => {
    const shop = await paymentsInMemory();
    await shop.create(body);
    const kept = JSON.stringify(shop.memory.items());
    expect(kept).not.toContain('4242424242424242');
    expect(kept).not.toContain('"314"');
  });
});

const declinedCard = '4000000000000002';

describe('confirming a payment again that failed', () => {
  const retrying = (more: object = {}) =>
    paymentsInMemory({ profile: { is_manual_retry_enabled: true }, ...more });
  const failed = (shop: PaymentsInMemory, more: object = {}) =>
    shop.paid({ ...byCard(declinedCard), ...more });

  it('confirming a failed payment again is a new attempt, and the earlier one is shown by expand_attempts', async () => {
    const shop = await retrying();
    const payment = await failed(shop);
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'failed',
      error_code: 'DC_08',
      manual_retry_allowed: true,
    });
    expect(await confirmIn(shop, payment)).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      error_code: null,
      error_message: null,
      manual_retry_allowed: false,
      amount_received: 2_599,
    });
    expect(await shop.retrieve(payment, { expand_attempts: 'true' })).toMatchObject({
      attempts: [
        { attempt_id: `${payment}_1`, status: 'failure', error_code: 'DC_08' },
        { attempt_id: `${payment}_2`, status: 'charged', error_code: null },
      ],
    });
    expect((await shop.retrieve(payment)).attempts).toBeUndefined();
    expect((await shop.books(payment)).map(({ chargedTimes }) => chargedTimes)).toEqual([0, 1]);
  });

  it('confirming a failed payment again can be done over and over, and every attempt is stored', async () => {
    const shop = await retrying();
    const payment = await failed(shop);
    for (const count of [2, 3, 4]) {
      const again = await confirmIn(shop, payment, byCard(declinedCard));
      expect(again).toMatchObject({ status: 'failed', attempt_count: count });
    }
    const { attempts } = await shop.retrieve(payment, { expand_attempts: 'true' });
    expect(attempts?.map(({ attempt_id }) => attempt_id)).toEqual(
      [1, 2, 3, 4].map((number) => `${payment}_${number}`),
    );
  });

  it('confirming a failed payment again needs a profile that allows it', async () => {
    const shop = await paymentsInMemory();
    const payment = await failed(shop);
    expect((await shop.retrieve(payment)).manual_retry_allowed).toBeNull();
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({ kind: 'manual_retry_disabled' });
  });

  it.each([
    [900, 450],
    [60, 30],
  ])(
    'confirming a failed payment again in a session of %i seconds is possible for %i',
    async (session_expiry, half) => {
      const shop = await retrying();
      const payment = await failed(shop, { session_expiry });
      shop.passes(half + 1);
      await expect(confirmIn(shop, payment)).rejects.toMatchObject({
        kind: 'manual_retry_expired',
      });
      shop.passes(-1);
      expect(await confirmIn(shop, payment)).toMatchObject({ status: 'succeeded' });
    },
  );

  it('confirming a failed payment again is impossible when it failed after the authorization', async () => {
    const shop = await retrying();
    const payment = await failed(shop, { capture_method: 'manual', ...byCard('4000000000000127') });
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'failed',
      manual_retry_allowed: false,
    });
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({
      kind: 'attempt_not_retriable',
      details: { status: 'void_failed' },
    });
  });

  it('confirming a failed payment again charges once when two race', async () => {
    const shop = await retrying();
    const payment = await failed(shop);
    const both = await Promise.allSettled([1, 2].map(() => confirmIn(shop, payment)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const books = await shop.books(payment);
    expect(books.map(({ chargedTimes }) => chargedTimes)).toEqual([0, 1]);
    const { attempts } = await shop.retrieve(payment, { expand_attempts: 'true' });
    expect(attempts).toHaveLength(2);
  });

  it.each(['lost', 'refused'] as const)(
    'confirming a failed payment again loses no attempt when a write is %s, whichever it is',
    async (way) => {
      for (const at of [0, 1, 2]) {
        // The payment, its decline, then: the attempt that ended, the new one, its answer.
        const ways = [...Array(2).fill('well'), ...Array(at).fill('well'), way];
        const shop = await retrying({ port: failingPuts(...ways) });
        const payment = await failed(shop);
        await confirmIn(shop, payment).catch(() => undefined);
        const shown = await shop.sync(payment);
        if (shown.status === 'failed') await confirmIn(shop, payment);
        const { status, attempts } = await shop.retrieve(payment, { expand_attempts: 'true' });
        expect([at, status]).toEqual([at, 'succeeded']);
        expect(attempts?.map(({ attempt_id }) => attempt_id)).toEqual([
          `${payment}_1`,
          `${payment}_2`,
        ]);
        expect((await shop.books(payment)).map(({ chargedTimes }) => chargedTimes)).toEqual([0, 1]);
      }
    },
  );
});

describe('a profile with two connectors', () => {
  const two = (...ways: readonly CallFault[]) =>
    paymentsInMemory({
      connectors: ['stripe_test', 'fauxpay'],
      send: failingCalls(authorizing, ...ways),
    });

  it('a profile with two connectors asks the second when the first was certainly not reached', async () => {
    const shop = await two('not sent');
    const payment = await aPaymentIn(shop);
    const asked = await confirmIn(shop, payment);
    expect(asked).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    const { attempts } = await shop.retrieve(payment, { expand_attempts: 'true' });
    expect(attempts?.map(({ status }) => status)).toEqual(['failure', 'charged']);
    expect(new Set(attempts?.map(({ connector }) => connector)).size).toBe(2);
    expect(asked.connector).toBe(attempts?.[1]?.connector);
    expect(await shop.books(payment)).toMatchObject([
      { reference: `${payment}_2`, chargedTimes: 1 },
    ]);
  });

  it('a profile with two connectors fails the payment when neither was reached', async () => {
    const shop = await two('not sent', 'not sent');
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({ status: 'failed', attempt_count: 2 });
    expect(await shop.books(payment)).toEqual([]);
  });

  it.each([['lost'], ['swallowed'], [500]] as const)(
    "a profile with two connectors never asks the second while the first one's outcome is unknown: %s",
    async (way) => {
      const shop = await two(way);
      const payment = await aPaymentIn(shop);
      const asked = await confirmIn(shop, payment);
      expect(asked).toMatchObject({ status: 'processing', attempt_count: 1 });
      expect((await shop.books(payment)).length).toBe(way === 'lost' ? 1 : 0);
    },
  );

  it('a profile with two connectors never asks the second when the first declined', async () => {
    const shop = await two();
    const payment = await aPaymentIn(shop);
    const asked = await confirmIn(shop, payment, byCard(declinedCard));
    expect(asked).toMatchObject({ status: 'failed', attempt_count: 1 });
    expect(shop.asked).toHaveLength(1);
  });

  it('a profile with two connectors asks no second when the next attempt cannot be saved', async () => {
    for (const written of [2, 3]) {
      const ways = [...Array(written).fill('well'), 'refused'];
      const shop = await paymentsInMemory({
        connectors: ['stripe_test', 'fauxpay'],
        send: failingCalls(authorizing, 'not sent'),
        port: failingPuts(...ways),
      });
      const payment = await aPaymentIn(shop);
      expect(await confirmIn(shop, payment)).toMatchObject({ status: 'failed', attempt_count: 1 });
      expect(await shop.books(payment)).toEqual([]);
      const { attempts } = await shop.retrieve(payment, { expand_attempts: 'true' });
      expect(attempts).toHaveLength(1);
    }
  });

  it('a profile with two connectors leaves the payment to the first when no time is left for the second', async () => {
    const shop = await two('not sent');
    const payment = await aPaymentIn(shop);
    const hurried = await shop.confirm(payment, { ...byCard() }, { remainingMs: () => 7_999 });
    expect(hurried).toMatchObject({ status: 'failed', attempt_count: 1 });
  });
});
