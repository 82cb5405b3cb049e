import { confirm } from '../../../functions/payments/confirm.ts';
import { retrieve } from '../../../functions/payments/retrieve.ts';
import { SwitchError } from '../../../shared/errors.ts';
import type { Send } from '../../../shared/http/egress.ts';
import type { PaymentRequest } from '../../../shared/payments/request.ts';
import type { TablePort } from '../../../shared/table/port.ts';
import { aShop, byCard, caller, merchantId, request } from '../../support/a-shop.ts';

type Shop = Awaited<ReturnType<typeof aShop>>;

async function confirmIn(shop: Shop, payment_id: string, body: PaymentRequest = byCard()) {
  const { services } = shop;
  const payment = await services.payments.get(merchantId, payment_id);
  const params = { payment_id };
  return confirm.run({ ...request, params, caller, body, query: undefined }, services, payment);
}

async function syncIn(shop: Shop, payment_id: string) {
  const { services } = shop;
  const payment = await services.payments.getWhole(merchantId, payment_id);
  const query = { force_sync: true };
  return retrieve.run(
    { ...request, params: { payment_id }, caller, body: undefined, query },
    services,
    payment,
  );
}

const aPaymentIn = async (shop: Shop) => {
  const response = await shop.create({ amount: 2_599, currency: 'EUR' });
  if (!('payment_id' in response)) throw new Error('A payment was to be made.');
  return response.payment_id;
};

/** A port whose n-th put from now on goes another way. */
function putsGo(...ways: readonly ('well' | 'lost' | 'refused')[]) {
  const left = [...ways];
  return (port: TablePort): TablePort => ({
    ...port,
    async put(item, condition) {
      const way = left.shift() ?? 'well';
      if (way === 'refused') throw new SwitchError('temporarily_unavailable');
      const result = await port.put(item, condition);
      // The client library repeats a call whose answer it never got.
      return way === 'lost' ? port.put(item, condition) : result;
    },
  });
}

/** The processor does what it is asked, and its answer to the first question never arrives. */
const firstAnswerLost = (send: Send): Send => {
  let first = true;
  return async (...asked) => {
    const answer = await send(...asked);
    if (!first) return answer;
    first = false;
    return { kind: 'unknown', reason: 'timeout' };
  };
};

describe('confirming a payment', () => {
  it('charges the card and says so', async () => {
    const shop = await aShop();
    const response = await confirmIn(shop, await aPaymentIn(shop));
    expect(response).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
    expect(shop.asked).toHaveLength(1);
  });

  it.each([2, 50])('charges once when %i confirms race', async (callers) => {
    const shop = await aShop();
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

  it('recognises its own save whose answer was lost, and charges once', async () => {
    const shop = await aShop({ port: putsGo('well', 'lost', 'lost') });
    const response = await confirmIn(shop, await aPaymentIn(shop));
    expect(response).toMatchObject({ status: 'succeeded' });
    expect(shop.asked).toHaveLength(1);
  });

  it('says processing when the charge cannot be written down, and finds it later', async () => {
    const shop = await aShop({ port: putsGo('well', 'well', 'refused') });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({ status: 'processing' });
    expect(await syncIn(shop, payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
    });
    expect(shop.charges().size).toBe(1);
  });

  it('asks nobody when it cannot write down first', async () => {
    const shop = await aShop({ port: putsGo('well', 'refused') });
    const payment = await aPaymentIn(shop);
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(shop.asked).toHaveLength(0);
  });

  it('says processing when the processor does not answer, and finds the charge later', async () => {
    const shop = await aShop({ send: firstAnswerLost });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({
      status: 'processing',
      error_code: 'TIMEOUT',
      amount_received: null,
    });
    await expect(confirmIn(shop, payment)).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
    });
    expect(await syncIn(shop, payment)).toMatchObject({ status: 'succeeded', error_code: null });
    expect(shop.charges().size).toBe(1);
  });

  it('never says that a payment failed which the processor cannot be asked about', async () => {
    const silent: Send = async () => ({ kind: 'unknown', reason: 'broken' });
    const shop = await aShop({ send: () => silent });
    const payment = await aPaymentIn(shop);
    expect(await confirmIn(shop, payment)).toMatchObject({ status: 'processing' });
    expect(await syncIn(shop, payment)).toMatchObject({ status: 'processing' });
  });

  it('refuses what it cannot take before anything is written', async () => {
    const shop = await aShop();
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
  it('finds the payments of that profile and of no other', async () => {
    const shop = await aShop();
    const payment_id = await aPaymentIn(shop);
    const payment = await shop.services.payments.getWhole(merchantId, payment_id);
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
        payment,
      );
    expect(await show(payment.profileId)).toMatchObject({ payment_id });
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

  it('charges once however often the same identifier comes', async () => {
    const shop = await aShop();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => shop.create(body)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'payment_exists' });
    }
    expect(shop.asked).toHaveLength(1);
  });

  it('keeps no card number and no code, anywhere', async () => {
    const shop = await aShop();
    await shop.create(body);
    const kept = JSON.stringify(shop.memory.items());
    expect(kept).not.toContain('4242424242424242');
    expect(kept).not.toContain('"314"');
  });

  it('keeps nothing of a card when it is not confirmed, and waits for it', async () => {
    const shop = await aShop();
    expect(await shop.create({ ...body, confirm: false })).toMatchObject({
      status: 'requires_payment_method',
      payment_method: 'card',
      payment_method_data: null,
      amount_capturable: 0,
    });
    expect(JSON.stringify(shop.memory.items())).not.toContain('4242');
  });
});
