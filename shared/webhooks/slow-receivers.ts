import * as v from 'valibot';
import { type ConfigurationStore, slowReceiverKey } from '../accounts/configuration-store.ts';
import type { Configuration } from '../accounts/merchant-account.ts';
import type { AttributeConditions, Changes } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { isStillSlow, type Slot, SlowReceiver, slots, slowForMs } from './slow-receiver.ts';

/** A merchant's server that is told of events. */
export interface Receiver {
  readonly merchantId: string;
  readonly id: string;
}

/** One of the few batches of deliveries that may run at once towards a receiver. */
export interface TakenSlot {
  readonly receiver: Receiver;
  readonly slot: Slot;
  readonly until: number;
}

/** What is remembered of receivers that let us wait. */
export interface SlowReceivers {
  /** What is remembered of a receiver; undefined when it is a quick one. */
  find(receiver: Receiver, configuration: Configuration): SlowReceiver | undefined;
  /** Remembers that it let us wait. */
  recordSlow(receiver: Receiver, configuration: Configuration): Promise<void>;
  /** Forgets it once it answered well, unless it let us wait a moment ago. */
  recordRecovered(receiver: Receiver, known: SlowReceiver): Promise<void>;
  /** Takes a free place for a batch of deliveries; undefined when all are taken. */
  takeSlot(receiver: Receiver): Promise<TakenSlot | undefined>;
  /** Gives a place back. One that is never given back is free again after 40 s. */
  releaseSlot(taken: TakenSlot): Promise<void>;
}

/** While a receiver goes on letting us wait, that is written down this often, in milliseconds. */
const recordIntervalMs = 10_000;

/** A receiver answers well again when it kept no delivery waiting for this long, in milliseconds. */
const recoveredAfterMs = 60_000;

/** A receiver's 30 s, and time to write down how it went, in milliseconds. */
const slotLeaseMs = 40_000;

/**
 * What the settings say of a receiver may be older than what a container found out itself, which holds
 * for so long, in milliseconds: until every container has seen the stamp move.
 */
const localStateMs = 12_000;
const maxRemembered = 1_000;

/** A container that found all places taken looks again after so long, in milliseconds. */
const fullForMs = 2_000;

export function slowReceivers(
  table: Pick<Table, 'change' | 'changeWhere'>,
  configurations: Pick<ConfigurationStore, 'renew'>,
  clock: () => Date,
): SlowReceivers {
  /** What this container found out itself, by receiver. */
  const own = new Map<string, Pick<SlowReceiver, 'timedOutAt'> & { readonly since: number }>();
  /** Until when each receiver's places are all taken, as far as this container knows. */
  const full = new Map<string, number>();
  const keyOf = ({ merchantId, id }: Receiver) => slowReceiverKey(merchantId, id);
  const changesOf = ({ merchantId, id }: Receiver, set: Record<string, number>): Changes => {
    const expiresAtSeconds = Math.ceil((clock().getTime() + slowForMs) / 1_000);
    return { set: { id, merchantId, expiresAtSeconds, ...set } };
  };
  const remembered = (receiver: Receiver, { slowReceivers: all }: Configuration) => {
    const now = clock().getTime();
    const found = all.find(({ id }) => id === receiver.id);
    const ours = own.get(receiver.id);
    const isLocalNewer = ours && ours.since + localStateMs > now;
    return isLocalNewer
      ? v.parse(SlowReceiver, { id: receiver.id, ...found, timedOutAt: ours.timedOutAt })
      : found;
  };
  const learn = ({ id }: Receiver, timedOutAt: number) => {
    if (own.size >= maxRemembered) own.clear();
    own.set(id, { timedOutAt, since: clock().getTime() });
  };

  return {
    find(receiver, configuration) {
      const known = remembered(receiver, configuration);
      return known && isStillSlow(known, clock()) ? known : undefined;
    },

    async recordSlow(receiver, configuration) {
      const now = clock().getTime();
      const known = remembered(receiver, configuration);
      if ((known?.timedOutAt ?? 0) + recordIntervalMs > now) return;
      learn(receiver, now);
      await table.change(keyOf(receiver), changesOf(receiver, { timedOutAt: now }));
      // Every container is to read that it is slow now; that it still is need not be read soon.
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
        // Another container was let wait since these settings were read: here it is not sound either.
        learn(receiver, now);
      }
    },

    async takeSlot(receiver) {
      const now = clock().getTime();
      const until = now + slotLeaseMs;
      // A refused write costs as much as one that is made.
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
