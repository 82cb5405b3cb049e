import { aPayer, toCard } from '../../support/a-payout.ts';

const wish = { confirm: true, auto_fulfill: true, ...toCard() };
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a payout under an Idempotency-Key', () => {
  it('is paid once, and answered the same, also where the key is remembered for too long', async () => {
    const payer = await aPayer();
    const first = await payer.create(wish, under('salary of May'));
    payer.pass(5 * 86_400);
    const second = await payer.create(wish, under('salary of May'));
    expect(first.body).toMatchObject({ status: 'success' });
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(await payer.paidOut()).toHaveLength(1);
  });

  it('is paid once where the key was forgotten too early', async () => {
    const payer = await aPayer();
    await payer.create(wish, under('salary of May'));
    const isClaim = ({ sk }: { readonly sk: string }) => sk === 'IDEMPOTENCY';
    const claims = payer.memory.items().filter(isClaim);
    expect(claims).toHaveLength(1);
    for (const { pk, sk } of claims) await payer.memory.take({ pk, sk }, { present: true });
    expect(payer.memory.items().filter(isClaim)).toEqual([]);
    expect((await payer.create(wish, under('salary of May'))).status).toBe(400);
    expect(await payer.paidOut()).toHaveLength(1);
  });
});
