import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { dueKeys } from '#platform/table/due.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { Relay } from './relay.ts';

export interface RelayStore {
  /** Saves a new relay. Returns undefined, or the existing relay with this id. */
  add(relay: Relay): Promise<Relay | undefined>;
  /** Throws `relay_not_found`. */
  get(merchantId: string, id: string): Promise<Relay>;
  /**
   * Applies a change and saves. When another writer saved first, applies the change to the saved
   * version. When nothing can be saved, returns the relay as it was; it can be synced later.
   */
  settle(relay: Relay, change: (current: Relay) => Relay): Promise<Relay>;
}

/** Relays are read only by id and belong to no payment, so each has a partition of its own. */
export const relayKey = ({ merchantId, id }: Pick<Relay, 'merchantId' | 'id'>) => ({
  pk: `MERCHANT#${merchantId}#RELAY#${id}`,
  sk: 'RELAY',
});

/** A relay is on the due index while its processor has still to decide. */
function toItem(relay: Relay) {
  const key = relayKey(relay);
  const { version, pendingSync } = relay;
  const due = pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt));
  return { ...withoutIndexKeys(relay), version, ...key, ...due };
}

/** How often a change is applied again to a relay that other writers keep saving. */
const settleTries = 5;

export function relayStore(table: Table): RelayStore {
  const store: RelayStore = {
    async add(relay) {
      const there = await table.putNew(toItem(relay));
      return there && v.parse(Relay, there);
    },

    async get(merchantId, id) {
      const item = await table.get(relayKey({ merchantId, id }));
      if (!item) throw new SwitchError('relay_not_found');
      return v.parse(Relay, item);
    },

    async settle(relay, change) {
      let current = relay;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = change(current);
          if (next === current) return current;
          return v.parse(Relay, await table.save(toItem(next)));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) {
            // The processor may have done it, and an error would say that it has not.
            log.error('outcome of a relay not saved', error, { relayId: relay.id });
            return current;
          }
          current = await store.get(relay.merchantId, relay.id).catch((failure: unknown) => {
            log.error('relay not read again', failure, { relayId: relay.id });
            return current;
          });
        }
      }
    },
  };
  return store;
}
