import { tableOver } from '#platform/table/table.ts';
import { inTurn, syncTurns, turnMs } from '#switch/payments/redirect/sync-turns.ts';
import { aPayment } from '../../../../support/entities/a-payment.ts';
import { memoryPort } from '../../../../support/table/memory-table.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('the turn to ask a processor', () => {
  it('the turn to ask a processor goes to one of many visitors, in whichever container', async () => {
    const port = memoryPort();
    const containers = Array.from({ length: 20 }, () => syncTurns(tableOver(port)));
    const payment = aPayment();
    const taken = await Promise.all(containers.map((one) => one.take(payment, 'return', now)));
    expect(taken.filter((freeAt) => freeAt === undefined)).toHaveLength(1);
    expect(new Set(taken.flatMap((freeAt) => freeAt?.getTime() ?? []))).toEqual(
      new Set([later(turnMs).getTime()]),
    );
  });

  it('the turn to ask a processor comes again after five seconds, and not before', async () => {
    const turns = syncTurns(tableOver(memoryPort()));
    const payment = aPayment();
    expect(await turns.take(payment, 'return', now)).toBeUndefined();
    expect(await turns.take(payment, 'return', later(turnMs - 1))).toEqual(later(turnMs));
    expect(await turns.take(payment, 'return', later(turnMs))).toBeUndefined();
  });

  it('the turn to ask a processor is separate for each page and each payment', async () => {
    const turns = syncTurns(tableOver(memoryPort()));
    const payment = aPayment();
    await turns.take(payment, 'return', now);
    expect(await turns.take(payment, 'authorize', now)).toBeUndefined();
    expect(await turns.take({ ...payment, id: 'pay_other' }, 'return', now)).toBeUndefined();
    expect(await turns.take({ ...payment, merchantId: 'other' }, 'return', now)).toBeUndefined();
  });

  it('the turn to ask a processor is waited for five seconds at most, also when the clocks of containers differ', async () => {
    const turns = syncTurns(tableOver(memoryPort()));
    const payment = aPayment();
    await turns.take(payment, 'return', later(60_000));
    let waitedMs = 0;
    const asked = await inTurn(
      payment,
      'return',
      { isOpen: () => true, sync: async () => ({ ...payment, status: 'succeeded' }) },
      {
        payments: { get: async () => payment },
        syncTurns: turns,
        clock: () => later(waitedMs),
        wait: async (ms) => {
          waitedMs += ms;
        },
      },
    );
    expect(waitedMs).toBe(turnMs);
    expect(asked).toBe(payment);
  });
});
