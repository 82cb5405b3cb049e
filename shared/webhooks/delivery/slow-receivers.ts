import * as v from 'valibot';
import {
  type ConfigurationStore,
  slowReceiverKey,
} from '#merchants/accounts/configuration-store.ts';
import {
  isStillSlow,
  rememberedMs,
  type Slot,
  SlowReceiver,
  slots,
} from '#merchants/accounts/slow-receiver.ts';
import type { AttributeConditions, Changes } from '#platform/table/port.ts';
import type { Table } from '#platform/table/table.ts';
import { slotLeaseMs } from '#platform/time-limits.ts';
import type { Receiver } from './receiver.ts';

/** A slot for one of the few batches of deliveries that may run at once for a receiver. */
interface TakenSlot {
  readonly receiver: Receiver;
  readonly slot: Slot;
  readonly until: number;
}

/** Stores which receivers are slow. */
export interface SlowReceivers {
  /** The stored state of a slow receiver; undefined for a quick one. */
  find(receiver: Receiver): SlowReceiver | undefined;
  /** Records that it was slow. */
  recordSlow(receiver: Receiver): Promise<void>;
  /** Records that it is quick again, unless it was slow a moment ago. */
  recordRecovered(receiver: Receiver, known: SlowReceiver): Promise<void>;
  /** Takes a free slot for a batch of deliveries; undefined when all are taken. */
  takeSlot(receiver: Receiver): Promise<TakenSlot | undefined>;
  /** Releases a slot. A slot that is never released is free again after 40 s. */
  releaseSlot(taken: TakenSlot): Promise<void>;
}

/** A receiver that stays slow is recorded this often, in milliseconds. */
const recordIntervalMs = 10_000;

/** A receiver is quick again after this long without a slow answer, in milliseconds. */
const recoveredAfterMs = 60_000;

/**
 * The settings may be older than a container's own observation. Its own observation counts for this
 * long, in milliseconds, until every container has seen the settings' stamp move.
 */
const localStateMs = 12_000;
const maxRemembered = 1_000;

/** A container that found all slots taken checks again after this long, in milliseconds. */
const fullForMs = 2_000;

export function slowReceivers(
  table: Pick<Table, 'change' | 'changeWhere'>,
  configurations: Pick<ConfigurationStore, 'renew'>,
  clock: () => Date,
): SlowReceivers {
  /** This container's own observations, by receiver. */
  const own = new Map<string, Pick<SlowReceiver, 'timedOutAt'> & { readonly since: number }>();
  /** Until when all slots of each receiver are taken, as far as this container knows. */
  const full = new Map<string, number>();
  const keyOf = ({ merchantId, id }: Receiver) => slowReceiverKey(merchantId, id);
  const changesOf = ({ merchantId, id }: Receiver, set: Record<string, number>): Changes => {
    const expiresAtSeconds = Math.ceil((clock().getTime() + rememberedMs) / 1_000);
    return { set: { id, merchantId, expiresAtSeconds, ...set } };
  };
  const remembered = ({ id, configuration }: Receiver) => {
    const now = clock().getTime();
    const found = configuration.slowReceivers.find((one) => one.id === id);
    const ours = own.get(id);
    const isLocalNewer = ours && ours.since + localStateMs > now;
    return isLocalNewer
      ? v.parse(SlowReceiver, { id, ...found, timedOutAt: ours.timedOutAt })
      : found;
  };
  const learn = ({ id }: Receiver, timedOutAt: number) => {
    if (own.size >= maxRemembered) own.clear();
    own.set(id, { timedOutAt, since: clock().getTime() });
  };

  return {
    find(receiver) {
      const known = remembered(receiver);
      return known && isStillSlow(known, clock()) ? known : undefined;
    },

    async recordSlow(receiver) {
      const now = clock().getTime();
      const known = remembered(receiver);
      if ((known?.timedOutAt ?? 0) + recordIntervalMs > now) return;
      learn(receiver, now);
      await table.change(keyOf(receiver), changesOf(receiver, { timedOutAt: now }));
      // Every container must read soon that it is slow now; that it is still slow may take longer.
      if (!known || !isStillSlow(known, clock())) await configurations.renew(receiver.merchantId);
    },

    async recordRecovered(receiver, { timedOutAt }) {
      const now = clock().getTime();
      if (timedOutAt > now - recoveredAfterMs) return;
      const isUnchanged: AttributeConditions = {
        present: true,
        atMost: { timedOutAt: now - recoveredAfterMs },
      };
      const recovered = { set: { timedOutAt: 0 } };
      if (await table.changeWhere(keyOf(receiver), recovered, isUnchanged)) {
        learn(receiver, 0);
        await configurations.renew(receiver.merchantId);
      } else {
        // Another container found it slow since these settings were read, so it has not recovered.
        learn(receiver, now);
      }
    },

    async takeSlot(receiver) {
      const now = clock().getTime();
      const until = now + slotLeaseMs;
      // A failed conditional write costs as much as a successful one.
      if ((full.get(receiver.id) ?? 0) > now) return undefined;
      for (const slot of slots) {
        const change = changesOf(receiver, { [slot]: until });
        if (await table.changeWhere(keyOf(receiver), change, { atMost: { [slot]: now } })) {
          return { receiver, slot, until };
        }
      }
      if (full.size >= maxRemembered) full.clear();
      full.set(receiver.id, now + fullForMs);
      return undefined;
    },

    async releaseSlot({ receiver, slot, until }) {
      const isOurs: AttributeConditions = { atLeast: { [slot]: until }, atMost: { [slot]: until } };
      await table.changeWhere(keyOf(receiver), { set: { [slot]: 0 } }, isOurs);
    },
  };
}
