import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { gsmKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { GsmRule, type GsmRuleKey } from './gsm-rule.ts';

/** The operator's rules for processors' errors. They apply to all merchants. */
export interface GsmStore {
  /** Throws `gsm_rule_exists`. */
  add(rule: GsmRule): Promise<void>;
  find(place: GsmRuleKey): Promise<GsmRule | undefined>;
  /** Throws `gsm_rule_not_found`. */
  get(place: GsmRuleKey): Promise<GsmRule>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(rule: GsmRule): Promise<GsmRule>;
  /** Throws `gsm_rule_not_found`. */
  remove(place: GsmRuleKey): Promise<void>;
}

/**
 * The key contains a hash, because code and message may be longer than a key and contain anything.
 */
const keyOf = ({ connector, flow, sub_flow, code, message }: GsmRuleKey) =>
  gsmKey(
    connector,
    createHash('sha256')
      .update(JSON.stringify([flow, sub_flow, code, message]))
      .digest('hex'),
  );

export function gsmStore(table: Table): GsmStore {
  const store: GsmStore = {
    async add(rule) {
      if (await table.putNew({ ...rule, ...keyOf(rule) })) throw new SwitchError('gsm_rule_exists');
    },

    async find(place) {
      const item = await table.get(keyOf(place));
      return item && v.parse(GsmRule, item);
    },

    async get(place) {
      const rule = await store.find(place);
      if (!rule) throw new SwitchError('gsm_rule_not_found');
      return rule;
    },

    async save(rule) {
      return v.parse(GsmRule, await table.save({ ...rule, ...keyOf(rule) }));
    },

    async remove(place) {
      const isThere = { attribute: 'connector', is: place.connector };
      // A transaction, even of one write: repeating it after a lost answer succeeds too.
      const { refused } = await table.transact([
        { kind: 'delete', key: keyOf(place), condition: isThere },
      ]);
      if (refused.length > 0) throw new SwitchError('gsm_rule_not_found');
    },
  };
  return store;
}

/** The rules, for reading when a payment or a refund has failed. */
export interface GsmRules {
  /** The rule as it was at most ten seconds ago. */
  recent(place: GsmRuleKey): Promise<GsmRule | undefined>;
}

/** How long a container caches a rule, or its absence, in milliseconds. */
const cacheMs = 10_000;
const maxCachedRules = 1_000;

/**
 * Rules are read only for failures, so successful payments never wait for them. A lookup is one
 * read of one item, at most every ten seconds for each error and container.
 */
export function cachedGsmRules(
  store: Pick<GsmStore, 'find'>,
  clock: () => number = Date.now,
): GsmRules {
  const cache = new Map<
    string,
    { readonly at: number; readonly reading: Promise<GsmRule | undefined> }
  >();
  return {
    recent(place) {
      const { pk, sk } = keyOf(place);
      const name = `${pk} ${sk}`;
      const known = cache.get(name);
      if (known && clock() - known.at < cacheMs) return known.reading;
      if (cache.size >= maxCachedRules) cache.clear();
      const reading = store.find(place);
      cache.set(name, { at: clock(), reading });
      reading.catch(() => cache.delete(name));
      return reading;
    },
  };
}
