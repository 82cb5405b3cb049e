import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { markdownTable, times } from '../scripts/command-line/markdown-table.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../test/support/receivers/webhook-receiver.ts';
import { inTurn } from './comparison.ts';
import { root } from './deployment.ts';
import { type PayingMerchant, payingMerchant } from './paying-merchant.ts';
import { npmStart, startProgram, urlOf } from './started-program.ts';
import { percentile } from './statistics.ts';

const measured = 'mer_measured';
/** The load beside the measurement: another merchant pays as often, and its server does this. */
const cases = [
  { beside: 'nothing', name: 'there is no other merchant' },
  { beside: 'mer_answering', name: 'another merchant’s server answers' },
  { beside: 'mer_hanging', name: 'another merchant’s server hangs' },
] as const;
type Case = (typeof cases)[number];

const turns = 2;
const paymentsOfTurn = 120;
const everyMs = 250;
/** Payments before the measured ones, so that V8 has compiled the measured code. */
const warmUpPayments = 40;

/**
 * Measures how long a merchant waits for a webhook in the switch as `npm start` starts it: the
 * milliseconds from the commit of a payment's result until the webhook is at the merchant's server.
 * Returns a table.
 */
export async function firstTries(interrupted: AbortSignal): Promise<string> {
  const receiver = await startWebhookReceiver();
  receiver.behave('/mer_hanging', 'hang');
  try {
    const started = await startProgram(npmStart(root), interrupted);
    try {
      const url = urlOf(started, 'turnout-laptop');
      const merchants = new Map<string, PayingMerchant>();
      for (const merchantId of [measured, 'mer_answering', 'mer_hanging']) {
        const webhookUrl = `${receiver.url}/${merchantId}`;
        merchants.set(merchantId, await payingMerchant(url, { merchantId, webhookUrl }));
      }
      const turn = async ({ beside }: Pick<Case, 'beside'>, payments: number) => {
        interrupted.throwIfAborted();
        const from = receiver.received(`/${measured}`).length;
        const paying = [merchants.get(measured), merchants.get(beside)].flatMap((one) => one ?? []);
        await paid(paying, payments);
        return waitedMs(receiver, { from, count: payments });
      };
      await turn({ beside: 'mer_answering' }, warmUpPayments);
      const done = cases.map((one) => ({ one, ms: [] as number[] }));
      for (let round = 0; round < turns; round += 1) {
        for (const { one, ms } of inTurn(done, round)) {
          ms.push(...(await turn(one, paymentsOfTurn)));
        }
      }
      const answering = done.find(({ one }) => one.beside === 'mer_answering')?.ms ?? [];
      return markdownTable(
        [
          'meanwhile',
          'events',
          'p50 ms',
          'over one that answers',
          'p99 ms',
          'over one that answers',
        ],
        done.map(({ one, ms }) => [
          one.name,
          String(ms.length),
          ...[50, 99].flatMap((percent) => [
            percentile(ms, percent).toFixed(0),
            times(percentile(ms, percent) / percentile(answering, percent)),
          ]),
        ]),
      );
    } finally {
      await started.stop();
    }
  } finally {
    await receiver.stop();
  }
}

/** Each merchant pays so many times, evenly spread. */
async function paid(merchants: readonly PayingMerchant[], payments: number): Promise<void> {
  const begun = performance.now();
  const asked: Promise<unknown>[] = [];
  for (let number = 0; number < payments; number += 1) {
    for (const { pay } of merchants) asked.push(pay());
    await sleep(Math.max(0, begun + (number + 1) * everyMs - performance.now()));
  }
  await Promise.all(asked);
}

const Told = v.object({ event_id: v.string(), timestamp: v.pipe(v.string(), v.isoTimestamp()) });

/** How long each of the next events took to its server; a repeat counts once. */
async function waitedMs(
  receiver: WebhookReceiver,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly number[]> {
  const firsts = () => {
    const ms = new Map<string, number>();
    for (const { event, at } of receiver.received(`/${measured}`).slice(from)) {
      const { event_id, timestamp } = v.parse(Told, event);
      if (!ms.has(event_id)) ms.set(event_id, at - Date.parse(timestamp));
    }
    return [...ms.values()];
  };
  const deadline = performance.now() + 60_000;
  while (firsts().length < count && performance.now() < deadline) await sleep(50);
  const ms = firsts();
  if (ms.length !== count) throw new Error(`${ms.length} of ${count} webhooks arrived.`);
  return ms;
}
