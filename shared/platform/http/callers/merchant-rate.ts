// Loaded late: few stages limit the requests of a merchant.
import * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { accountKey } from '../../table/shared-keys.ts';
import type { Table } from '../../table/table.ts';
import { payerPerSecond } from './payer-rate.ts';

/** A container's counts of a merchant's requests in the current window. */
interface Counted {
  readonly window: number;
  /** The requests that this container let pass and that the table does not include yet. */
  unreported: number;
  /** The requests of all containers, by the table's last answer. */
  known: number;
  /** When the table may be asked again, in ms. */
  askAt: number;
  /** The average over a window that the merchant may send. */
  perSecond: number;
  /** When the account was last asked for its rate, in ms; undefined when it never was. */
  rateReadAt: number | undefined;
}

interface Rated {
  /**
   * Whether the callers are merchants: their accounts may state rates of their own, and thousands
   * of containers may count one of them.
   */
  readonly merchants: boolean;
  /** Where a failed count is reported. */
  readonly log: Log;
}

const windowMs = 10_000;
/** An account's own rate takes effect within this time. */
const rateMs = 60_000;
/** After a failed count a container lets this time pass, in ms: a table in trouble gets no more. */
const pauseMs = 5_000;
/**
 * The items that containers spread a merchant's count over. Each takes a thousand writes a second,
 * and so all together eight thousand containers that report in the same second.
 */
const shards = 8;

const Account = v.object({
  settings: v.object({ requests_per_second: v.optional(v.number()) }),
});
const Count = v.object({ requests: v.number() });

/**
 * Refuses requests of merchants, or of payers, that send too many, with `too_many_requests`.
 *
 * Each container counts in memory. It uses the table only when it let pass some requests that the
 * table does not include (5, or a hundredth of a window's limit if that is more), and at most once
 * a second: one update adds its count to one of 8 items, and one read returns the others. So a
 * merchant below its rate causes at most ten updates a second, however many containers serve it.
 *
 * A merchant gets at most `perSecond` × 10 requests through in 10 s, beside two excesses of each
 * container: the requests before its first update, and those between two updates. Refused requests
 * are not counted. A count that fails refuses no request: the log gets the line `merchant rate not
 * counted`, and the container counts alone for 5 s.
 *
 * @param perSecond the average over a window that one of them may send, where the account states no
 *   `requests_per_second` of its own
 */
export function merchantRate(
  table: () => Table,
  perSecond: number,
  { merchants, log }: Rated,
): (merchantId: string, now: Date) => Promise<void> {
  const counts = new Map<string, Counted>();
  const shard = merchants ? Math.floor(Math.random() * shards) : 0;

  function countOf(merchantId: string, window: number): Counted {
    const before = counts.get(merchantId);
    if (before?.window === window) return before;
    // A merchant that sends nothing any more shall not be remembered for ever.
    if (counts.size >= 10_000) counts.clear();
    const { perSecond: rate = perSecond, rateReadAt } = before ?? {};
    const fresh = { window, unreported: 0, known: 0, askAt: 0, perSecond: rate, rateReadAt };
    counts.set(merchantId, fresh);
    return fresh;
  }

  /** The requests of all containers in the window, with those that are reported now. */
  async function report(merchantId: string, { window, unreported }: Counted): Promise<number> {
    const others = (merchants ? Array.from({ length: shards }, (_, index) => index) : [])
      .filter((one) => one !== shard)
      .map((one) => counterKey(merchantId, window, one));
    const [own, items] = await Promise.all([
      table().changeWhere(
        counterKey(merchantId, window, shard),
        {
          add: { requests: unreported },
          // DynamoDB deletes it some time after the window.
          set: { expiresAtSeconds: ((window + 1) * windowMs) / 1_000 + 60 },
        },
        {},
      ),
      others.length > 0 ? table().batchGet(others, { eventual: true }) : [],
    ]);
    return [own ?? { requests: unreported }, ...items]
      .map((item) => v.parse(Count, item).requests)
      .reduce((sum, one) => sum + one, 0);
  }

  /** Reads the account's own rate, where the container did not do so lately. */
  async function readRate(merchantId: string, count: Counted, ms: number): Promise<void> {
    if (!merchants || ms - (count.rateReadAt ?? Number.NEGATIVE_INFINITY) < rateMs) return;
    const account = v.safeParse(Account, await table().getRecent(accountKey(merchantId)));
    count.perSecond = (account.success && account.output.settings.requests_per_second) || perSecond;
    count.rateReadAt = ms;
  }

  return async (merchantId, now) => {
    const ms = now.getTime();
    const count = countOf(merchantId, Math.floor(ms / windowMs));
    const limit = () => (count.perSecond * windowMs) / 1_000;
    const refuseAbove = (requests: number) => {
      if (requests <= limit()) return;
      const endsAt = (count.window + 1) * windowMs;
      const retryAfter = Math.max(1, Math.ceil((endsAt - ms) / 1_000));
      throw new SwitchError('too_many_requests', { rate: count.perSecond, retryAfter });
    };
    refuseAbove(count.known + count.unreported + 1);
    count.unreported += 1;
    if (count.unreported <= Math.max(5, Math.ceil(limit() / 100)) || ms < count.askAt) return;
    const reported = count.unreported;
    count.unreported = 0;
    count.askAt = ms + 1_000;
    try {
      const [known] = await Promise.all([
        report(merchantId, { ...count, unreported: reported }),
        readRate(merchantId, count, ms),
      ]);
      count.known = known;
    } catch (error) {
      // Most failed updates were not carried out: the container reports these requests again.
      count.unreported += reported;
      count.askAt = ms + pauseMs;
      log.error('merchant rate not counted', error, { merchantId });
      return;
    }
    refuseAbove(count.known);
  };
}

/**
 * The limits of a deployment: merchants' by its setting, and those of payers' devices.
 *
 * @param perSecond the setting `merchantRate`
 */
export function rateLimits(table: () => Table, perSecond: string, log: Log) {
  return {
    admit: merchantRate(table, Number(perSecond), { merchants: true, log }),
    admitPayer: merchantRate(table, payerPerSecond, { merchants: false, log }),
  };
}

/** The first one has no number: it is the one item of versions that had only one. */
const counterKey = (merchantId: string, window: number, shard: number) => ({
  pk: `MERCHANT#${merchantId}#RATE#${window}${shard === 0 ? '' : `#${shard}`}`,
  sk: 'RATE',
});
