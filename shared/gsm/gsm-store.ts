import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { gsmKey } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import { type GsmPlace, GsmRule } from './gsm-rule.ts';

/** The operator's rules about what processors' errors mean. They belong to no merchant. */
export interface GsmStore {
  /** Throws `gsm_rule_exists`. */
  add(rule: GsmRule): Promise<void>;
  find(place: GsmPlace): Promise<GsmRule | undefined>;
  /** Throws `gsm_rule_not_found`. */
  get(place: GsmPlace): Promise<GsmRule>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(rule: GsmRule): Promise<GsmRule>;
  /** Throws `gsm_rule_not_found`. */
  remove(place: GsmPlace): Promise<void>;
}

/** A code and a message may be longer than a key, and hold anything; their hash stands for them. */
const keyOf = ({ connector, flow, sub_flow, code, message }: GsmPlace) =>
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
  recent(place: GsmPlace): Promise<GsmRule | undefined>;
}

/** A container keeps what it found, and that there was nothing, for this long, in milliseconds. */
const keptForMs = 10_000;
const keptRules = 1_000;

/**
 * Finds rules for failures alone, so that a payment which succeeds never waits for them: one read of
 * one item for an error that this container has not met for ten seconds.
 */
export function keptGsmRules(
  store: Pick<GsmStore, 'find'>,
  clock: () => number = Date.now,
): GsmRules {
  const kept = new Map<
    string,
    { readonly at: number; readonly reading: Promise<GsmRule | undefined> }
  >();
  return {
    recent(place) {
      const { pk, sk } = keyOf(place);
      const name = `${pk} ${sk}`;
      const known = kept.get(name);
      if (known && clock() - known.at < keptForMs) return known.reading;
      if (kept.size >= keptRules) kept.clear();
      const reading = store.find(place);
      kept.set(name, { at: clock(), reading });
      reading.catch(() => kept.delete(name));
      return reading;
    },
  };
}
