import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { randomText } from '../../ids.ts';
import { noteUse } from '../../table/note-use.ts';
import { operatorKeyKey, sha256 } from '../../table/shared-keys.ts';
import type { Table } from '../../table/table.ts';

/** A stored key of an operator: its hash, never the key itself. */
export const OperatorKey = v.looseObject({
  /** Names the person or program that has the key. No other key ever gets the same name. */
  name: v.string(),
  /** SHA-256 of the whole key, 64 hex digits. */
  hash: v.string(),
  createdAt: v.string(),
  /** The last use, which is noted at most once an hour. Absent: it was never used. */
  lastUsedAt: v.optional(v.string()),
  /** Absent: the key is valid. */
  revokedAt: v.optional(v.string()),
});
export type OperatorKey = v.InferOutput<typeof OperatorKey>;

/** The name of a key, in the lines of the log too: `ana.lima`. */
export const OperatorKeyName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9](?:[a-z0-9.-]{0,38}[a-z0-9])?$/, 'is invalid'),
);

const pattern = /^opk_[a-z]{3}_([a-z0-9.-]+)_[A-Za-z0-9]{64}$/;

export const isOperatorKey = (key: string): boolean => key.startsWith('opk_');

/**
 * A new key, with 380 random bits: `opk_snd_ana.lima_…`. It contains its name, by which one read
 * finds it.
 *
 * @param environment the prefix of the stage's keys, `snd` or `prd`
 */
export const newOperatorKey = (environment: string, name: string): string =>
  operatorKeyOf(environment, name, randomText(64));

/** The key with this random part, of 64 letters and digits. */
export const operatorKeyOf = (environment: string, name: string, random: string): string =>
  `opk_${environment}_${name}_${random}`;

/** An operator, with the name of its key; without one for the key that all share. */
export interface Operator {
  readonly operator?: string;
}

/**
 * The operator with this key; undefined for a key that is unknown, wrong or revoked. Reads an
 * operator's own key on every request, so a revoked one is refused as soon as the database's
 * replicas contain that.
 *
 * @param isShared whether a key is the one that all operators share
 */
export async function findOperator(
  key: string,
  now: Date,
  {
    table,
    isShared,
  }: {
    readonly table: () => Table;
    readonly isShared: (key: string) => Promise<boolean>;
  },
): Promise<Operator | undefined> {
  if (!isOperatorKey(key)) return (await isShared(key)) ? {} : undefined;
  const [, name] = pattern.exec(key) ?? [];
  if (!v.is(OperatorKeyName, name)) return undefined;
  const item = await table().getRecent(operatorKeyKey(name));
  if (!item) return undefined;
  const { hash, revokedAt, lastUsedAt } = v.parse(OperatorKey, item);
  if (revokedAt !== undefined || !isHashOf(hash, key)) return undefined;
  await noteUse(table(), operatorKeyKey(name), { lastUsedAt, now });
  return { operator: name };
}

function isHashOf(hash: string, key: string): boolean {
  const stored = Buffer.from(hash, 'hex');
  return stored.length === 32 && timingSafeEqual(stored, sha256(key));
}
