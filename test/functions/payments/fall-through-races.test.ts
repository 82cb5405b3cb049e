import { setImmediate } from 'node:timers/promises';
import { markOf, sentReference } from '#connectors/sent-reference.ts';
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
import { conflictAlarmsOf } from '../../support/table/conflict-alarms.ts';
import {
  afterAuthorization,
  aRetryingMerchant,
  type RetryingSwitch,
  takenBySecond,
} from '../../support/table/falling-through.ts';
import { behind, gatedTable } from '../../support/table/gated-table.ts';

type Call = readonly [operation: string, request: Ask];
type Wrong = readonly string[];

const params = { payment_id: 'pay_1' };

/** The first processor's webhook about the first attempt. */
const news = ({ merchant, dependencies, port }: RetryingSwitch, said: object): Call => {
  const [account] = port.items().filter(({ connectorName }) => connectorName === 'fauxpay');
  const reference = sentReference('pay_1_1', markOf(String(account?.id)));
  const text = paymentWebhook({ reference, amount: 2_599, currency: 'EUR', ...said });
  const key = `key of ${merchant.id}`;
  return [
    'incoming-webhooks.receive',
    {
      params: { merchant_id: merchant.id, connector: 'fauxpay' },
      ...signedWebhook(text, key, dependencies.clock.now),
    },
  ];
};
const saysDeclined = (world: RetryingSwitch) =>
  news(world, {
    status: 'failed',
    amount_captured: 0,
    error: { code: 'DC_08', message: 'Payment declined: Card declined' },
  });
const saysCharged = (world: RetryingSwitch) =>
  news(world, { status: 'succeeded', amount_captured: 2_599 });
const looksItUp = ({ merchant: { key } }: RetryingSwitch): Call => [
  'payments.retrieve',
  { key, params, query: { force_sync: 'true' } },
];
const confirms = ({ merchant: { key } }: RetryingSwitch, number: string): Call => [
  'payments.confirm',
  { key, params, body: byCard(number) },
];

async function aWaitingPayment() {
  const world = await aRetryingMerchant({ connectors: ['fauxpay', 'stripe_test', 'phonypay'] });
  await world.pay({ confirm: false, payment_method: undefined, payment_method_data: undefined });
  return world;
}

/** The same shop in the same state, with a processor and a log of its own. */
function copyOf(start: RetryingSwitch, isFirstLost: boolean) {
  const processor = sandboxProcessor();
  processor.clock.now = start.dependencies.clock.now;
  const dependencies = { ...start.dependencies, processor, logged: [], send: processor.send };
  if (isFirstLost) {
    afterAuthorization({ dependencies }, 1, async () => ({ kind: 'unknown', reason: 'timeout' }));
  }
  return switchInMemory(start.port.items(), dependencies);
}
type Copy = ReturnType<typeof copyOf>;

/** A container each of whose calls of the table and of the processors waits at the gate first. */
function gated({ port, dependencies }: Copy, gate: () => Promise<void>) {
  const send: Send = behind(gate, dependencies.send);
  return container(gatedTable(port, gate), { ...dependencies, send });
}

async function callsOf(copy: Copy, [operation, request]: Call): Promise<number> {
  let calls = 0;
  const one = gated(copy, async () => {
    calls += 1;
  });
  await one.ask(operation, request);
  return calls;
}

/**
 * Two requests in about 150 of the orders in which their calls can follow one another, and in all those
 * in which the second makes its calls between two of the first.
 */
async function inOrders(
  start: RetryingSwitch,
  isFirstLost: boolean,
  [confirm, other]: readonly [Call, Call],
  check: (after: Copy, answers: readonly [Answer, Answer]) => Promise<void>,
) {
  const alone = copyOf(start, isFirstLost);
  const first = await callsOf(alone, confirm);
  // A sync during the first attempt makes more calls than a sync after it.
  const second = Math.max(await callsOf(alone, other), 6);
  const all = everyOrder(first, second);
  const step = Math.ceil(all.length / 150);
  const between = Array.from({ length: first + 1 }, (_, before) => [
    ...Array<0>(before).fill(0),
    ...Array<1>(second).fill(1),
    ...Array<0>(first - before).fill(0),
  ]);
  for (const order of [...all.filter((_, index) => index % step === 0), ...between]) {
    const after = copyOf(start, isFirstLost);
    const { gateOf, end } = interleaved(order);
    const play = async ([operation, request]: Call, whose: 0 | 1) => {
      const gate = gateOf(whose);
      let number = 0;
      const pass = () => gate({ number: ++number, port: 'table', name: operation });
      const answer = await gated(after, pass).ask(operation, request);
      end(whose);
      return answer;
    };
    await check(after, await Promise.all([play(confirm, 0), play(other, 1)]));
  }
}

/** The others come whole, one before a call of the confirm and one before the same or a later one. */
async function betweenCalls(
  start: RetryingSwitch,
  [confirm, one, other]: readonly [Call, Call, Call],
  check: (after: Copy) => Promise<void>,
) {
  const calls = await callsOf(copyOf(start, false), confirm);
  for (let at = 1; at <= calls; at += 1) {
    for (let then = at; then <= calls; then += 1) {
      const after = copyOf(start, false);
      let number = 0;
      const gate = async () => {
        number += 1;
        const now = number;
        if (now === at) await after.ask(...one);
        if (now === then) await after.ask(...other);
      };
      await gated(after, gate).ask(...confirm);
      await check(after);
    }
  }
}

async function stateOf({ port, dependencies }: Copy) {
  const item = port.items().find(({ sk }) => sk === 'PAYMENT');
  const { status, attempt, transitions = [] } = Object(item);
  const books = await dependencies.processor.ledger();
  return {
    status: String(status),
    attempt: String(attempt?.id),
    events: transitions.map(({ type }: { type: string }) => type).slice(1),
    asked: books.map(({ reference }) => reference),
    charged: books.filter(({ chargedTimes }) => chargedTimes > 0).map(({ reference }) => reference),
    times: books.reduce((sum, { chargedTimes }) => sum + chargedTimes, 0),
    alarms: dependencies.logged.filter((line) => line === 'metric ConflictingOutcome').length,
  };
}

/** The violations after a race, in any order: empty when there are none. */
function wrongIn({
  status,
  attempt,
  events,
  asked,
  charged,
  times,
}: Awaited<ReturnType<typeof stateOf>>): Wrong {
  const has = (reference: string) => asked.includes(reference);
  return [
    ...(times <= 1 ? [] : [`charged ${times} times`]),
    ...(events.length === 1 ? [] : [`it told of ${events.join(', ')}`]),
    ...(has('pay_1_3') ? ['a third processor was asked'] : []),
    ...(status === 'failed' && has('pay_1_2') ? ['it was tried again and called failed'] : []),
    ...(status === 'failed' && times > 0 ? ['it was charged and called failed'] : []),
    ...(attempt === 'pay_1_1' && has('pay_1_2') ? ['another processor was asked of nothing'] : []),
    ...(attempt === 'pay_1_2' && charged[0] !== 'pay_1_2' ? ['the second took nothing'] : []),
  ];
}

describe('a failover at the same time as an outcome of the first attempt', () => {
  it.each([
    // A webhook without a sync ends nothing: it only starts a sync.
    ['the processor says that it declined', saysDeclined, ['succeeded pay_1_2']],
    // The first save decides whether there is a second attempt.
    ['it is looked up at the processor', looksItUp, ['failed pay_1_1', 'succeeded pay_1_2']],
  ])(
    'a payment retried while its first attempt is settled elsewhere is charged at most once and sends one webhook, in whichever order: %s',
    async (_, other, expected) => {
      const start = await aWaitingPayment();
      const ends = new Set<string>();
      await inOrders(
        start,
        false,
        [confirms(start, takenBySecond), other(start)],
        async (after, [confirmed]) => {
          const state = await stateOf(after);
          expect([wrongIn(state), confirmed.status]).toEqual([[], 200]);
          ends.add(`${state.status} ${state.attempt}`);
        },
      );
      expect([...ends].sort()).toEqual(expected);
    },
  );

  it('a retried payment goes to no second processor once the first is known to have charged, else raises an alarm', async () => {
    const start = await aWaitingPayment();
    const ends = new Set<string>();
    await inOrders(
      start,
      false,
      [confirms(start, takenBySecond), saysCharged(start)],
      async (after, [confirmed, told]) => {
        // A webhook that was not accepted is sent again.
        if (told.status !== 200) await after.ask(...saysCharged(start));
        const state = await stateOf(after);
        expect([wrongIn(state), confirmed.status]).toEqual([[], 200]);
        expect(state.alarms).toBe(
          state.status === 'succeeded' && state.attempt === 'pay_1_1' ? 0 : 1,
        );
        ends.add(`${state.status} ${state.attempt}`);
      },
    );
    expect([...ends].sort()).toEqual(['succeeded pay_1_1', 'succeeded pay_1_2']);
  });

  it.each([
    ['says declined, and is looked up', saysDeclined, looksItUp],
    ['is looked up, and says declined', looksItUp, saysDeclined],
    ['says charged, and is looked up', saysCharged, looksItUp],
    ['is looked up, and says charged', looksItUp, saysCharged],
  ])(
    'a retried payment is charged once or not at all when both outcomes come between any of its calls: %s',
    async (_, one, other) => {
      const start = await aWaitingPayment();
      const calls = [confirms(start, takenBySecond), one(start), other(start)] as const;
      await betweenCalls(start, calls, async (after) => {
        expect(wrongIn(await stateOf(after))).toEqual([]);
      });
    },
  );

  it.each([
    ['charged, and is looked up', '4242424242424242', looksItUp],
    ['charged, and says so', '4242424242424242', saysCharged],
    ['charged, and says that it declined', '4242424242424242', saysDeclined],
    ['declined, and is looked up', takenBySecond, looksItUp],
    ['declined, and says so', takenBySecond, saysDeclined],
  ])(
    'a retried payment is never sent to a second processor while the first is unknown: it %s',
    async (_, number, other) => {
      const start = await aWaitingPayment();
      await inOrders(start, true, [confirms(start, number), other(start)], async (after) => {
        const before = await stateOf(after);
        expect([before.asked, before.times <= 1]).toEqual([['pay_1_1'], true]);
        await after.ask(...looksItUp(start));
        const { status, asked, times } = await stateOf(after);
        expect([asked, status]).toEqual([['pay_1_1'], times > 0 ? 'succeeded' : 'failed']);
      });
    },
  );

  it('a retried payment raises an alarm when a sync reports the first as charged only after the second has charged', async () => {
    const start = await aWaitingPayment();
    const after = copyOf(start, false);
    const { processor } = after.dependencies;
    let looked: Promise<Answer> | undefined;
    let answer = () => {};
    const answerable = new Promise<void>((resolve) => {
      answer = resolve;
    });
    after.dependencies.send = async (request, options) => {
      const isFirst = /pay_1_1\.\w{8}$/.test(request.url);
      if (isFirst && request.method === 'GET') {
        const { payment } = JSON.parse(
          paymentWebhook({ amount: 2_599, amount_captured: 2_599, currency: 'EUR' }),
        );
        await answerable;
        return {
          kind: 'answered',
          response: { status: 200, headers: {}, body: JSON.stringify(payment) },
        };
      }
      if (isFirst) {
        // The sync begins while the first attempt is under way, and its answer comes last.
        const asked = new Promise<void>((resolve) => {
          looked = gated(after, async () => resolve()).ask(...looksItUp(start));
        });
        await asked;
        for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      }
      return processor.send(request, options);
    };
    const alarms = await conflictAlarmsOf(async () => {
      const confirmed = await after.ask(...confirms(start, takenBySecond));
      answer();
      expect([confirmed.body.status, (await looked)?.body.status]).toEqual([
        ...['succeeded', 'succeeded'],
      ]);
    });
    expect(alarms).toBe(1);
    expect(wrongIn(await stateOf(after))).toEqual([]);
  });

  it('a charge that is answered after a sync has failed the payment as never received raises an alarm, and changes nothing', async () => {
    const start = await aWaitingPayment();
    const after = copyOf(start, false);
    const { processor, clock } = after.dependencies;
    after.dependencies.send = async (request, options) => {
      if (request.method !== 'GET') {
        // The request is under way for longer than any may be.
        clock.now = new Date(clock.now.getTime() + 61_000);
        const { body } = await container(after.port, after.dependencies).ask(...looksItUp(start));
        expect(body.status).toBe('failed');
      }
      return processor.send(request, options);
    };
    const alarms = await conflictAlarmsOf(async () => {
      const { body } = await after.ask(...confirms(start, '4242424242424242'));
      expect(body.status).toBe('failed');
    });
    expect(alarms).toBe(1);
  });
});
