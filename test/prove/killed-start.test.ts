import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/receivers/webhook-receiver.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aSale, createMerchant } from '../support/switch/merchant.ts';
import { countOfNight } from '../support/switch/night.ts';
import { isGone, killStarts, type Started, start } from '../support/switch/npm-start.ts';

const { each } = drawnByDay('starts');

/** Payments of each kill. */
const count = countOfNight() ?? 20;
const atOnce = 16;

/** The parts of the payments at whose answers the switch is killed. A start costs 20 s of CPU. */
const parts = countOfNight() === undefined ? [0.5] : [0.25, 0.5, 0.75];

/**
 * A payment that was at its processor at the kill is synced a minute after its request: before, the
 * request may still arrive. A busy machine may take longer than that minute, in ms.
 */
const patienceMs = 240_000;

afterAll(killStarts);

const Paid = v.looseObject({ payment_id: v.string(), status: v.string() });
const Event = v.looseObject({
  event_id: v.string(),
  event_type: v.string(),
  content: v.looseObject({ object: v.looseObject({ payment_id: v.optional(v.string()) }) }),
});

/** The ends of a payment, by the event that reports each. */
const ends = { payment_succeeded: 'succeeded', payment_failed: 'failed' } as const;
const isEnd = (type: string): type is keyof typeof ends => Object.hasOwn(ends, type);

interface Told {
  readonly status: string;
  /** When the first webhook about it was here, in ms since 1970. */
  readonly at: number;
}

/** The payments of which webhooks have reported the end. */
function toldEnds(receiver: WebhookReceiver): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { at, event } of receiver.received('/webhooks')) {
    const { event_type: type, content } = v.parse(Event, event);
    const { payment_id: id } = content.object;
    if (isEnd(type) && id !== undefined && !told.has(id)) told.set(id, { status: ends[type], at });
  }
  return told;
}

interface Sent {
  readonly id: string;
  /** The answer's status; undefined where the kill took the answer. */
  readonly status?: number;
}

/** Sends payments, some at once, until the switch is killed; it is, when this part is answered. */
async function payUntilKilled(
  { call, processes }: Started,
  key: string,
  part: number,
): Promise<readonly Sent[]> {
  const ids = Array.from({ length: count }, () => `pay_${randomUUID().replaceAll('-', '')}`);
  const left = [...ids];
  const sent: Sent[] = [];
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    for (const { pid } of processes) process.kill(pid, 'SIGKILL');
  };
  await Promise.all(
    Array.from({ length: Math.min(atOnce, count) }, async () => {
      for (let id = left.shift(); id && !isKilled; id = left.shift()) {
        const body = { ...aSale(), payment_id: id };
        const answer = await call('POST', '/payments', { key, body }).catch(() => undefined);
        sent.push({ id, ...(answer && { status: answer.status }) });
        if (!isKilled && sent.length >= count * part) kill();
      }
    }),
  );
  return sent;
}

each(parts)(
  'a switch that is killed when %f of its payments are answered loses none, and sends each webhook once the payment is synced',
  async (part) => {
    const data = mkdtempSync(join(tmpdir(), 'turnout-killed-'));
    const receiver = await startWebhookReceiver();
    try {
      const first = await start(['--data', data]);
      const webhook_details = { webhook_url: `${receiver.url}/webhooks` };
      const { key } = await createMerchant(first, { account: { webhook_details } });
      const sent = await payUntilKilled(first, key, part);
      const killedAt = Date.now();
      await first.ended;
      await isGone(first);
      const early = toldEnds(receiver).size;

      const startedAt = Date.now();
      const next = await start(['--data', data]);
      const readyAt = Date.now();
      const get = (id: string) => next.call('GET', `/payments/${id}`, { key });
      const all = await Promise.all(
        sent.map(async ({ id, status }) => ({ id, status, found: (await get(id)).status })),
      );
      // The kill took the other answers; some of their payments came too late to be stored.
      expect(all.filter(({ found }) => found !== 200 && found !== 404)).toEqual([]);
      expect(all.filter(({ status, found }) => status !== undefined && found !== 200)).toEqual([]);
      const unanswered = all.filter(({ status }) => status === undefined);
      const stored = all.filter(({ found }) => found === 200);

      await eventually(() => {
        const told = toldEnds(receiver);
        expect(stored.filter(({ id }) => !told.has(id))).toEqual([]);
      }, patienceMs);
      const told = toldEnds(receiver);
      for (const { id, status } of stored) {
        const payment = v.parse(Paid, (await get(id)).body);
        // A request that the kill stopped on its way never arrives at the processor.
        expect([id, payment.status]).toEqual([id, told.get(id)?.status]);
        if (status !== undefined) expect(payment.status).toBe('succeeded');
      }
      const lastAt = Math.max(...[...told.values()].map(({ at }) => at));
      const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
      console.info(
        `${sent.length} payments sent, ${unanswered.length} answers lost, ${stored.length} stored; ` +
          `${early} webhooks before the kill, ${told.size - early} after it, ` +
          `the last ${seconds(lastAt - killedAt)} after the kill and ${seconds(lastAt - readyAt)} after ready; start ${seconds(readyAt - startedAt)}`,
      );
      next.child.kill('SIGINT');
      await next.ended;
    } finally {
      await receiver.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
);
