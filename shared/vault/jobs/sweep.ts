import * as v from 'valibot';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { dueShards } from '#platform/table/due.ts';
import type { Key, Table } from '#platform/table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { CardItem } from '../cards/card.ts';
import type { CardVault } from '../cards/card-vault.ts';
import type { CvcStore } from '../cvc/cvc-store.ts';

export interface SweepServices {
  readonly table: (name: 'cards' | 'codes') => Table;
  readonly cards: Pick<CardVault, 'remove'>;
  readonly codes: Pick<CvcStore, 'expire'>;
  readonly audit: AuditTrail;
  readonly log: Log;
  readonly metric: Metric;
  readonly clock: () => Date;
}

/** The most items that one run reads in each shard of a table; the next minute continues. */
export const maxPerShard = 100;
/** An item that is due for longer than this, in milliseconds, is overdue. */
const overdueMs = 5 * 60_000;
/** How many items are swept concurrently. */
const concurrency = 16;

interface Due extends Key {
  readonly table: 'cards' | 'codes';
  readonly dueAt: string;
}

/**
 * Erases expired data, once a minute: card verification codes, the keys of 15-minute periods
 * without valid codes, and cards that were unused for their whole storage time. One failure holds
 * up no other, and is retried in a minute.
 */
export const sweepVault = (services: SweepServices) => async (): Promise<void> => {
  const { metric, log, clock } = services;
  try {
    const shards = await dueShardsOf(services, clock());
    const due = shards.flat();
    const limitMs = clock().getTime() - overdueMs;
    const isOverdue = ({ dueAt }: Due) => Date.parse(dueAt) < limitMs;
    let swept = 0;
    const failed: Due[] = [];
    for (let at = 0; at < due.length; at += concurrency) {
      const some = due.slice(at, at + concurrency);
      await Promise.all(
        some.map(async (one) => {
          try {
            // The time of each item's own sweep: a recorded time must not be too old.
            if (await sweepOne(services, one, clock())) swept += 1;
          } catch (error) {
            failed.push(one);
            log.error('sweep failed', error, { table: one.table });
          }
        }),
      );
    }
    // A full page ends with an overdue item only when more overdue items follow.
    const full = shards.flatMap((shard) => shard[maxPerShard - 1] ?? []);
    const overdue = [...failed, ...full].filter(isOverdue).length;
    if (overdue > 0) metric('OverdueItems', overdue);
    if (failed.length > 0) metric('SweepFailed', failed.length);
    if (due.length > 0) log.info('swept', { due: due.length, swept, failed: failed.length });
  } catch (error) {
    metric('SweepFailed', 1);
    throw error;
  }
};

/** Codes before cards, because a code must not be stored past its time. */
function dueShardsOf({ table }: SweepServices, now: Date): Promise<readonly (readonly Due[])[]> {
  const page = { index: 'by-due', until: now.toISOString(), limit: maxPerShard } as const;
  return Promise.all(
    (['codes', 'cards'] as const).flatMap((name) =>
      dueShards.map(async (shard) =>
        (await table(name).query(shard, page)).flatMap(({ pk, sk, dueAt }) =>
          dueAt === undefined ? [] : [{ table: name, pk, sk, dueAt }],
        ),
      ),
    ),
  );
}

const CvcName = v.looseObject({ tenant: v.string(), cardToken: v.string() });
const EpochKey = v.looseObject({
  tenant: v.string(),
  keyClass: v.literal('cvc'),
  dueAt: v.string(),
});

/**
 * Sweeps an item that the index names, if it is still due: the index lags a moment behind. True
 * when it is gone.
 */
async function sweepOne(services: SweepServices, due: Due, now: Date): Promise<boolean> {
  const { table, cards, codes, audit } = services;
  const item = await table(due.table).get({ pk: due.pk, sk: due.sk });
  if (!item) return false;
  const asJob = (tenant: string, reason: string) => ({
    tenant,
    reason,
    now,
    actor: { kind: 'job', id: 'sweep' } as const,
    origin: 'vault',
    requestId: 'sweep',
  });
  if (due.table === 'cards') {
    if (item.deletedAt !== undefined) return false;
    const { tenant, token, retainUntil } = v.parse(CardItem, item);
    if (retainUntil > now.toISOString()) return false;
    return cards.remove({ ...asJob(tenant, 'not used for too long'), token, retainUntil });
  }
  if (due.sk === 'CODE') {
    const { tenant, cardToken } = v.parse(CvcName, item);
    return codes.expire({ ...asJob(tenant, 'its time is over'), cardToken });
  }
  const key = v.parse(EpochKey, item);
  if (key.dueAt > now.toISOString()) return false;
  const destroyed = { ...asJob(key.tenant, `service codes ${due.sk}`), result: 'allowed' } as const;
  await audit.record({ ...destroyed, type: 'key.destroyed' });
  return table('codes').remove({ pk: due.pk, sk: due.sk }, { attribute: 'keyClass', is: 'cvc' });
}
