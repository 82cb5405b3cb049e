import { SwitchError } from '../errors.ts';
import type { Table } from '../table/table.ts';

/** A container's counts of a merchant's requests in the current window. */
interface Counted {
  readonly window: number;
  /** The requests that this container let pass. */
  own: number;
  /** Those among them that the table does not include yet. */
  unreported: number;
  /** The requests of all containers, by the table's last answer. */
  known: number;
  /** When the table was last asked, in ms. */
  askedAt: number;
}

/**
 * Refuses requests of merchants, or of payers, that send too many, with `too_many_requests`.
 *
 * Each container counts in memory. Only where a merchant sends a container several requests within
 * one window does the container use the table: at most once a second, one update adds its own count
 * and returns the count of all containers. Merchants below that cost no call.
 *
 * A merchant gets at most `perSecond` × 10 requests through in 10 s, beside two excesses of each
 * container: the requests before its first update (5, or a hundredth of the limit if that is more),
 * and those in the second between two updates. Refused requests are not counted.
 *
 * @param perSecond the average over a window that one of them may send
 */
export function merchantRate(
  table: () => Table,
  perSecond: number,
): (merchantId: string, now: Date) => Promise<void> {
  const windowMs = 10_000;
  const limit = perSecond * (windowMs / 1_000);
  const unnoticed = Math.max(5, Math.ceil(limit / 100));
  const counts = new Map<string, Counted>();

  function countOf(merchantId: string, window: number): Counted {
    const before = counts.get(merchantId);
    if (before?.window === window) return before;
    // A merchant that sends nothing any more shall not be remembered for ever.
    if (counts.size >= 10_000) counts.clear();
    const fresh = { window, own: 0, unreported: 0, known: 0, askedAt: 0 };
    counts.set(merchantId, fresh);
    return fresh;
  }

  return async (merchantId, now) => {
    const ms = now.getTime();
    const window = Math.floor(ms / windowMs);
    const count = countOf(merchantId, window);
    const endsAt = (window + 1) * windowMs;
    const refuseAbove = (requests: number) => {
      if (requests <= limit) return;
      const retryAfter = Math.max(1, Math.ceil((endsAt - ms) / 1_000));
      throw new SwitchError('too_many_requests', { rate: perSecond, retryAfter });
    };
    refuseAbove(count.known + count.unreported + 1);
    count.own += 1;
    count.unreported += 1;
    if (count.own <= unnoticed || ms - count.askedAt < 1_000) return;
    const told = count.unreported;
    count.unreported = 0;
    count.askedAt = ms;
    const item = await table().changeWhere(
      { pk: `MERCHANT#${merchantId}#RATE#${window}`, sk: 'RATE' },
      // DynamoDB deletes it some time after the window.
      { add: { requests: told }, set: { expiresAtSeconds: endsAt / 1_000 + 60 } },
      {},
    );
    count.known = Number(item?.requests ?? told);
    refuseAbove(count.known);
  };
}
