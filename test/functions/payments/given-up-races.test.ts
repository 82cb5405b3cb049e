import type { Send } from '#platform/http/egress/egress.ts';
import { everyOrder, interleaved } from '../../prove/faults/interleavings.ts';
import { paymentWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import { sandboxProcessor } from '../../support/processors/sandbox-processor.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { aRetryingMerchant, type RetryingSwitch } from '../../support/table/falling-through.ts';
import { behind, gatedTable } from '../../support/table/gated-table.ts';

const challengedCard = '4000003800000446';
const params = { payment_id: 'pay_1' };

/** The same shop in the same state, with a payment whose customer has left the bank's page. */
async function aLeftPayment(start: RetryingSwitch) {
  const processor = sandboxProcessor();
  const clock = { now: start.dependencies.clock.now };
  processor.clock.now = clock.now;
  const dependencies = {
    ...start.dependencies,
    clock,
    processor,
    logged: [],
    send: processor.send,
  };
  const world = switchInMemory(start.port.items(), dependencies);
  const { key, id } = start.merchant;
  const body = {
    ...params,
    amount: 2_599,
    currency: 'EUR',
    confirm: true,
    session_expiry: 86_400,
    ...byCard(challengedCard),
  };
  const { status } = await world.ask('payments.create', { key, body });
  expect(status).toBe(200);
  const item = () => Object(world.port.items().find(({ sk }) => sk === 'PAYMENT'));
  const { attempt } = item();
  const page = String(attempt.redirectUrl);
  const [reference] = (await processor.ledger()).map((book) => book.reference);
  return {
    ...world,
    dependencies,
    key,
    item,
    pays: () => processor.visit(`${page}/complete?confirm=true`),
    success: (): Ask => ({
      params: { merchant_id: id, connector: 'stripe_test' },
      ...signedWebhook(
        paymentWebhook({ reference, amount: 2_599, currency: 'EUR', amount_captured: 2_599 }),
        `key of ${id}`,
        clock.now,
      ),
    }),
    /** Lets the first sync, and the ones after it, come due. */
    async settles() {
      for (let round = 0; round < 3; round += 1) {
        clock.now = new Date(clock.now.getTime() + 400_000);
        processor.clock.now = clock.now;
        await world.ask('payments.retrieve', { key, params, query: { force_sync: 'true' } });
      }
    },
  };
}
type Left = Awaited<ReturnType<typeof aLeftPayment>>;
type Asking = (operation: string, request: Ask) => Promise<Answer>;

/** A part of the race: `gate` is passed before each call of the table, the processor or the bank. */
type Play = (left: Left, ask: Asking, gate: () => Promise<void>) => Promise<unknown>;

const confirms =
  (attempt: string, number?: string): Play =>
  ({ key }, ask) =>
    ask('payments.confirm', {
      key,
      params,
      body: { given_up_attempt_id: attempt, ...byCard(number) },
    });
const paysElsewhere = confirms('pay_1_1');
const looksItUp: Play = ({ key }, ask) =>
  ask('payments.retrieve', { key, params, query: { force_sync: 'true' } });

const others: readonly (readonly [string, Play])[] = [
  [
    'the customer pays at the bank, and the payment is looked up',
    async (left, ask, gate) => {
      await gate();
      await left.pays();
      await looksItUp(left, ask, gate);
    },
  ],
  [
    'the customer pays at the bank, whose webhook reports it',
    async (left, ask, gate) => {
      await gate();
      await left.pays();
      await ask('incoming-webhooks.receive', left.success());
    },
  ],
  ['another tab gives up the same attempt', confirms('pay_1_1', '5555555555554444')],
  ['another tab gives it up for a card with a challenge', confirms('pay_1_1', challengedCard)],
  ['the merchant cancels', ({ key }, ask) => ask('payments.cancel', { key, params, body: {} })],
  ['the payment is looked up', looksItUp],
];

/** A container each of whose calls of the table and of the processors waits at the gate first. */
function gated({ port, dependencies }: Left, gate: () => Promise<void>): Asking {
  const send: Send = behind(gate, dependencies.send);
  return container(gatedTable(port, gate), { ...dependencies, send }).ask;
}

async function callsOf(start: RetryingSwitch, play: Play): Promise<number> {
  const left = await aLeftPayment(start);
  let calls = 0;
  const gate = async () => {
    calls += 1;
  };
  await play(left, gated(left, gate), gate);
  return calls;
}

/** The violations of money in the processor's books, once all syncs have run. */
async function wrongIn({ dependencies, item }: Left): Promise<readonly string[]> {
  const books = await dependencies.processor.ledger();
  const times = books.reduce((sum, { chargedTimes }) => sum + chargedTimes, 0);
  const { status, attempt, amountReceivedMinor = 0 } = item();
  const own = books.find(({ reference }) => reference.startsWith(attempt.id));
  return [
    ...(times <= 1 ? [] : [`charged ${times} times`]),
    ...((times === 1) === (status === 'succeeded') ? [] : [`${status} with ${times} charges`]),
    ...(status !== 'succeeded' || own?.chargedTimes === 1 ? [] : ['another attempt was charged']),
    ...(amountReceivedMinor === 2_599 * times ? [] : [`received ${amountReceivedMinor}`]),
    ...(status === 'processing' ? ['it stays processing'] : []),
  ];
}

describe('an attempt that is given up while something else happens to it', () => {
  it.each(others)(
    'a payment is charged at most once, whatever comes first: %s',
    async (_, other) => {
      const start = await aRetryingMerchant({ connectors: ['stripe_test'], rule: 'none' });
      const [first, second] = [await callsOf(start, paysElsewhere), await callsOf(start, other)];
      const all = everyOrder(first, Math.min(second, 6));
      const step = Math.ceil(all.length / 120);
      const between = Array.from({ length: first + 1 }, (_, before) => [
        ...Array<0>(before).fill(0),
        ...Array<1>(second).fill(1),
        ...Array<0>(first - before).fill(0),
      ]);
      const ends = new Set<string>();
      for (const order of [...all.filter((_, index) => index % step === 0), ...between]) {
        const left = await aLeftPayment(start);
        const { gateOf, end } = interleaved(order);
        const run = async (play: Play, whose: 0 | 1) => {
          const pass = gateOf(whose);
          let number = 0;
          const gate = () => pass({ number: ++number, port: 'table', name: 'call' });
          await play(left, gated(left, gate), gate);
          end(whose);
        };
        await Promise.all([run(paysElsewhere, 0), run(other, 1)]);
        await left.settles();
        expect([await wrongIn(left), order]).toEqual([[], order]);
        ends.add(String(left.item().status));
      }
      expect(ends).toContain('succeeded');
    },
  );

  it.each(['before a call', 'after a call'] as const)(
    'a payment is charged at most once, and can go on, where the function dies %s',
    async (moment) => {
      const start = await aRetryingMerchant({
        connectors: ['stripe_test'],
        rule: 'none',
        profile: { is_manual_retry_enabled: true },
      });
      const calls = await callsOf(start, paysElsewhere);
      expect(calls).toBeGreaterThan(6);
      const ends: string[] = [];
      for (const hasPaid of [false, true]) {
        for (let last = 1; last <= calls; last += 1) {
          const left = await aLeftPayment(start);
          if (hasPaid) await left.pays();
          let number = 0;
          const isAlive = () => (moment === 'before a call' ? number < last : number <= last);
          const { promise: death, resolve: die } = Promise.withResolvers<void>();
          const gate = async () => {
            number += 1;
            if (isAlive()) return;
            die();
            await new Promise<never>(() => {});
          };
          await Promise.race([paysElsewhere(left, gated(left, gate), gate), death]);
          await left.settles();
          expect([await wrongIn(left), last]).toEqual([[], last]);
          // The customer presses once more, or finds the receipt.
          const { attempt, status } = left.item();
          if (status !== 'succeeded') await confirms(attempt.id)(left, left.ask, gate);
          await left.settles();
          expect([await wrongIn(left), last]).toEqual([[], last]);
          ends.push(String(left.item().status));
        }
      }
      expect(new Set(ends)).toEqual(new Set(['succeeded']));
    },
  );
});
