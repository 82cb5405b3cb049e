import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { gsmKey } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import { GsmRule, type GsmRuleKey } from './gsm-rule.ts';

/** The operator's rules about what processors' errors mean. They belong to no merchant. */
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

/** A code and a message may be longer than a key, and hold anything; their hash stands for them. */
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
      // A transaction of one: a repeat after a lost answer then succeeds as the first try did.
      const { refused } = await table.transact([
        { kind: 'delete', key: keyOf(place), condition: isThere },
      ]);
      if (refused.length > 0) throw new SwitchError('gsm_rule_not_found');
    },
  };
  return store;
}

/** Where rules are looked for when a payment or a refund has failed. */
export interface GsmRules {
  /** The rule as it was at most ten seconds ago. */
  recent(place: GsmRuleKey): Promise<GsmRule | undefined>;
}

/** A container keeps what it found, and that there was nothing, for this long, in milliseconds. */
const cacheMs = 10_000;
const maxCachedRules = 1_000;

/**
 * Finds rules for failures alone, so that a payment which succeeds never waits for them: one read of
 * one item for an error that this container has not met for ten seconds.
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
