import { payoutMerchant, toCard } from '../../support/entities/a-payout.ts';
import { type CallFault, failingCalls } from '../../support/runner/faults.ts';

const wish = { confirm: true, auto_fulfill: true, ...toCard() };
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a payout under an Idempotency-Key', () => {
  it.each([
    ['unnamed', {}],
    ['named', { payout_id: 'payout_may' }],
  ])(
    'a payout under an Idempotency-Key is paid once, and answered the same, also when the key is remembered for too long: %s',
    async (_, named) => {
      const payer = await payoutMerchant();
      const first = await payer.create({ ...wish, ...named }, under('salary of May'));
      payer.pass(5 * 86_400);
      const second = await payer.create({ ...wish, ...named }, under('salary of May'));
      expect(first.body).toMatchObject({ status: 'success' });
      expect(second.body).toEqual(first.body);
      expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect(await payer.paidOut()).toHaveLength(1);
    },
  );

  it('a payout under an Idempotency-Key is paid once when the record of the key expired too early', async () => {
    const payer = await payoutMerchant();
    const named = { ...wish, payout_id: 'payout_may' };
    await payer.create(named, under('salary of May'));
    const isClaim = ({ pk }: { readonly pk: string }) => pk.includes('#IDEMPOTENCY#');
    const claims = payer.memory.items().filter(isClaim);
    expect(claims).toHaveLength(1);
    for (const { pk, sk } of claims) await payer.memory.take({ pk, sk }, { present: true });
    const again = await payer.create(named, under('salary of May'));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect((await payer.create(named, under('salary of June'))).status).toBe(400);
    expect(await payer.paidOut()).toHaveLength(1);
  });

  it('a payout under an Idempotency-Key is answered in its present state: confirmed since', async () => {
    const payer = await payoutMerchant();
    const first = await payer.create(toCard(), under('salary of May'));
    expect(first.body).toMatchObject({ status: 'requires_confirmation' });
    await payer.confirm(first.body.payout_id, { auto_fulfill: true });
    const second = await payer.create(toCard(), under('salary of May'));
    expect(second.body).toMatchObject({ payout_id: first.body.payout_id, status: 'success' });
    expect(payer.cardsKept()).toBe(0);
    expect(await payer.paidOut()).toHaveLength(1);
  });

  it('a payout under an Idempotency-Key is found also when its destination is no longer usable', async () => {
    const payer = await payoutMerchant();
    const saving = await payer.create({ ...wish, recurring: true });
    const { payout_method_id } = saving.body;
    const body = { confirm: true, auto_fulfill: true, payout_method_id };
    const first = await payer.create(body, under('salary of May'));
    expect(first.body).toMatchObject({ status: 'success' });
    await payer.shop.ask('payment-methods.delete', {
      key: payer.merchant.key,
      params: { method_id: payout_method_id },
    });
    const second = await payer.create(body, under('salary of May'));
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(second.body.payout_id).toBe(first.body.payout_id);
    expect(await payer.paidOut()).toHaveLength(2);
  });

  const ways: readonly CallFault[] = ['lost', 'swallowed', 'not sent', 429, 500];
  it.each(ways)(
    'a payout under an Idempotency-Key is sent to the processor once when that does not answer: %s',
    async (way) => {
      const payer = await payoutMerchant();
      const { send } = payer.dependencies;
      payer.dependencies.send = failingCalls(/PUT /, way, way)(send);
      const first = await payer.create(wish, under('salary of May'));
      payer.dependencies.send = send;
      const second = await payer.create(wish, under('salary of May'));
      expect(second.body).toMatchObject({
        payout_id: first.body.payout_id,
        status: first.body.status,
      });
      for (let look = 0; look < 3; look++) {
        payer.pass(301);
        await payer.look(first.body.payout_id);
      }
      expect(await payer.paidOut()).toHaveLength(way === 'lost' ? 1 : 0);
    },
  );
});
