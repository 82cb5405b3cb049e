import * as v from 'valibot';
import type { Ground, Played } from './walker.ts';

/** Statuses in which a processor, and no person, decides. */
const open: ReadonlySet<string> = new Set([
  'processing',
  'partially_captured_and_processing',
  'pending',
]);

export const isOpen = (status: string): boolean => open.has(status);

/** How far all clocks go on before each round of syncs, in ms: an hour and a half in all. */
const rounds = [60_000, 120_000, 300_000, 900_000, 1_800_000, 2_400_000] as const;

const Key = v.looseObject({ pk: v.string(), sk: v.string() });

/** Adds the objects that a request made whose answer a kill took. */
async function addUnanswered(
  { items }: Ground['running'],
  { merchant, paymentIds, refundIds }: Played,
): Promise<void> {
  for (const item of await items(`MERCHANT#${merchant.id}#PAYMENT#`)) {
    const { pk, sk } = v.parse(Key, item);
    const refundId = /^REFUND#([^#]+)$/.exec(sk)?.[1];
    if (sk === 'PAYMENT') paymentIds.add(pk.slice(pk.lastIndexOf('#') + 1));
    if (refundId !== undefined) refundIds.add(refundId);
  }
}

const Shown = v.looseObject({ status: v.string() });

/**
 * Ends the faults, and syncs until nothing waits for the processor any more: each round begins some
 * minutes later by the clocks of all functions, so nothing is waited for.
 */
export async function settle(
  { running, processor }: Ground,
  all: readonly Played[],
): Promise<void> {
  await processor.calm();
  for (const one of all) await addUnanswered(running, one);
  for (const aheadMs of rounds) {
    const { clocks } = running;
    await running.setClocks({ ...clocks, aheadMs: clocks.aheadMs + aheadMs });
    await running.findDue();
    let waiting = 0;
    for (const { merchant, paymentIds, refundIds } of all) {
      const paths = [
        ...[...paymentIds].map((id) => `/payments/${id}`),
        ...[...refundIds].map((id) => `/refunds/${id}`),
      ];
      for (const path of paths) {
        const query = { force_sync: 'true' };
        const { body } = await running.call('GET', path, { key: merchant.key, query });
        if (v.is(Shown, body) && isOpen(body.status)) waiting += 1;
      }
    }
    if (waiting === 0) return;
  }
}
