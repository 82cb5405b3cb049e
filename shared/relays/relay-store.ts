import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import type { Table } from '../table/table.ts';
import { Relay } from './relay.ts';

export interface RelayStore {
  /** Writes a new relay; undefined, or the one of this identifier that is there already. */
  add(relay: Relay): Promise<Relay | undefined>;
  /** Throws `relay_not_found`. */
  get(merchantId: string, id: string): Promise<Relay>;
  /**
   * Applies `news` and saves; when somebody else saved first, to what is there then. When it cannot be
   * saved the relay stays as it was, to be asked about again, and that is what is returned.
   */
  settle(relay: Relay, news: (current: Relay) => Relay): Promise<Relay>;
}

/** Each is asked for by its name and belongs to nothing else that is here. */
const relayKey = ({ merchantId, id }: Pick<Relay, 'merchantId' | 'id'>) => ({
  pk: `MERCHANT#${merchantId}#RELAY#${id}`,
  sk: 'RELAY',
});

/** How often an answer is applied anew to a relay that others keep changing. */
const settleTries = 5;

export function relayStore(table: Table): RelayStore {
  const store: RelayStore = {
    async add(relay) {
      const there = await table.putNew({ ...relay, ...relayKey(relay) });
      return there && v.parse(Relay, there);
    },

    async get(merchantId, id) {
      const item = await table.get(relayKey({ merchantId, id }));
      if (!item) throw new SwitchError('relay_not_found');
      return v.parse(Relay, item);
    },

    async settle(relay, news) {
      let current = relay;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = news(current);
          if (next === current) return current;
          return v.parse(Relay, await table.save({ ...next, ...relayKey(next) }));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) {
            // The processor may have done it: an error would say that it has not.
            log.error('outcome of a relay not saved', error, { relayId: relay.id });
            return current;
          }
          current = await store.get(relay.merchantId, relay.id).catch(() => current);
        }
      }
    },
  };
  return store;
}
