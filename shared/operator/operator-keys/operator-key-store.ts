import * as v from 'valibot';
import { newOperatorKey, OperatorKey } from '#platform/http/callers/operator-key.ts';
import { operatorKeyKey, operatorKeys, sha256 } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

export interface OperatorKeyStore {
  /**
   * Makes a key and returns it whole: only its hash is stored. Undefined when a key of this name
   * was ever made, revoked or not: the log names keys by them.
   */
  make(wanted: {
    /** An `OperatorKeyName`. */
    readonly name: string;
    /** The prefix of the stage's keys, `snd` or `prd`. */
    readonly environment: string;
    readonly now: Date;
  }): Promise<string | undefined>;
  /**
   * Stores the hash of a key that a program has in a secret of its own, where it is another than the
   * stored one. So a key that was revoked stays so until the secret has another value.
   */
  enrol(known: { readonly name: string; readonly key: string; readonly now: Date }): Promise<void>;
  /** All keys by their names, revoked ones too. */
  list(): Promise<readonly OperatorKey[]>;
  /**
   * Ends a key for ever: it is refused as soon as the database's replicas contain that. Returns the
   * key; undefined when there is none. A revoked one stays as it is.
   */
  revoke(name: string, now: Date): Promise<OperatorKey | undefined>;
}

export const operatorKeyStore = (table: Table): OperatorKeyStore => ({
  async make({ name, environment, now }) {
    const key = newOperatorKey(environment, name);
    const hash = sha256(key).toString('hex');
    const set = { name, hash, createdAt: now.toISOString() };
    const made = await table.updateWhere(operatorKeyKey(name), { set }, { present: false });
    // After a lost answer the repeat finds the key that the first call wrote.
    return made.written || made.existing?.hash === hash ? key : undefined;
  },

  async enrol({ name, key, now }) {
    const place = operatorKeyKey(name);
    const hash = sha256(key).toString('hex');
    if ((await table.get(place))?.hash === hash) return;
    const set = { name, hash, createdAt: now.toISOString() };
    await table.change(place, { set, remove: ['lastUsedAt', 'revokedAt'] });
  },

  async list() {
    const items = await table.query(operatorKeys);
    return items.map((item) => v.parse(OperatorKey, item));
  },

  async revoke(name, now) {
    const place = operatorKeyKey(name);
    const changes = { set: { revokedAt: now.toISOString() } };
    await table.updateWhere(place, changes, { present: true, absent: ['revokedAt'] });
    const item = await table.get(place);
    return item && v.parse(OperatorKey, item);
  },
});
