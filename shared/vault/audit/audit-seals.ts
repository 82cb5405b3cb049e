import * as v from 'valibot';
import { canonical } from '#platform/canonical.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Item, Table } from '#platform/table/table.ts';
import { auditPartition, auditRetentionSeconds, auditShards } from './audit-trail.ts';

/**
 * The integrity chain of the audit trail. Every minute is sealed once it is over, with a hash of
 * all its records and of the seal before it. A record that is changed, removed or added later
 * therefore breaks the seal of its minute, and a seal that is made anew breaks the next one.
 * Writers of records never wait for a seal.
 *
 * The newest hash is also written to the log, another store with other permissions. An attacker who
 * makes the whole chain anew would still contradict the log.
 */

export const sealPartition = 'AUDIT_SEALS';
const minuteMs = 60_000;
/** A record is written within this time of its event, in ms: functions do not live longer. */
const settledMs = 2 * minuteMs;
/** How far back the very first seal begins, in ms, for records that were written before it. */
const beginningMs = 60 * minuteMs;
/** The most minutes that one run seals, so that it ends in time after a long pause. */
export const maxMinutes = 240;
/** The hash before the first seal. */
const beginning = 'begin';

const Seal = v.looseObject({
  /** Its minute, `2030-01-31T10:00`. */
  sk: v.string(),
  previous: v.string(),
  hash: v.string(),
  lines: v.number(),
});
type Seal = v.InferOutput<typeof Seal>;

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const startOf = (minute: string) => Date.parse(`${minute}:00.000Z`);
const nextMinute = (minute: string) => minuteOf(startOf(minute) + minuteMs);

const sealHash = (previous: string, minute: string, lines: readonly Item[]) =>
  sha256(canonical([previous, minute, lines])).toString('base64url');

async function recordsOf(audit: Pick<Table, 'query'>, minute: string): Promise<readonly Item[]> {
  const shards = Array.from({ length: auditShards }, (_, shard) =>
    audit.query(auditPartition(minute, shard)),
  );
  return (await Promise.all(shards))
    .flat()
    .sort((one, other) => (`${one.sk} ${one.pk}` < `${other.sk} ${other.pk}` ? -1 : 1));
}

/** How far back to search for the newest seal, in ms: near first, where it usually is. */
const lookbackMs = [15 * minuteMs, 86_400_000, 30 * 86_400_000, Number.POSITIVE_INFINITY];

async function newestSeal(audit: Pick<Table, 'query'>, now: Date): Promise<Seal | undefined> {
  for (const back of lookbackMs) {
    const since = now.getTime() - back;
    const seals = await audit.query(sealPartition, since > 0 ? { after: minuteOf(since) } : {});
    const newest = seals.at(-1);
    if (newest) return v.parse(Seal, newest);
  }
  return undefined;
}

export interface Sealed {
  readonly minutes: number;
  readonly lines: number;
  /** The newest seal's minute. */
  readonly minute?: string;
  readonly hash?: string;
  /** How old the newest seal is, in milliseconds. */
  readonly behindMs: number;
}

/**
 * Seals the minutes that are over, the oldest first, 240 at most. It continues where the last run
 * stopped, and two runs at a time make the same seals.
 *
 * @param reviewed gets the records of each minute that this run sealed.
 */
export async function sealAudit(
  audit: Pick<Table, 'query' | 'putNew'>,
  now: Date,
  reviewed: (minute: string, lines: readonly Item[]) => void = () => {},
): Promise<Sealed> {
  const last = await newestSeal(audit, now);
  const until = minuteOf(now.getTime() - settledMs);
  let minute = last ? nextMinute(last.sk) : minuteOf(now.getTime() - settledMs - beginningMs);
  let previous = last?.hash ?? beginning;
  let newest = last?.sk;
  let minutes = 0;
  let count = 0;
  for (; minute < until && minutes < maxMinutes; minutes += 1) {
    const lines = await recordsOf(audit, minute);
    const seal = {
      pk: sealPartition,
      sk: minute,
      previous,
      lines: lines.length,
      hash: sealHash(previous, minute, lines),
      expiresAtSeconds: Math.ceil(startOf(minute) / 1_000) + auditRetentionSeconds,
    };
    // When another run wrote the seal first, the chain continues with that seal.
    const theirs = await audit.putNew(seal);
    previous = theirs ? v.parse(Seal, theirs).hash : seal.hash;
    if (!theirs) reviewed(minute, lines);
    count += lines.length;
    newest = minute;
    minute = nextMinute(minute);
  }
  const behindMs = Math.max(startOf(until) - startOf(minute), 0);
  const head = newest === undefined ? {} : { minute: newest, hash: previous };
  return { minutes, lines: count, behindMs, ...head };
}

export type AuditCheck =
  | {
      readonly intact: true;
      readonly from: string | undefined;
      readonly to: string | undefined;
      readonly minutes: number;
      readonly lines: number;
      /** The hash of the newest seal, to compare with the hash in the log. */
      readonly hash: string | undefined;
    }
  | {
      readonly intact: false;
      /** The first minute whose records or seal do not match. */
      readonly minute: string;
      readonly why:
        | 'its lines were changed'
        | 'lines were removed'
        | 'lines were added'
        | 'its seal is missing'
        | 'its seal does not follow from the one before';
    };

/** The oldest minute that is checked, in ms: DynamoDB deletes older records itself. */
const checkedMs = (auditRetentionSeconds - 5 * 86_400) * 1_000;

/**
 * Computes the chain again, minute by minute, and returns the first minute that does not match.
 * Minutes without a seal are left out.
 *
 * @param from the first minute, `2030-01-31T10:00`; the oldest stored one by default.
 */
export async function verifyAudit(
  audit: Pick<Table, 'query'>,
  { from, now }: { readonly from?: string | undefined; readonly now: Date },
): Promise<AuditCheck> {
  const oldest = minuteOf(now.getTime() - checkedMs);
  const first = from !== undefined && from > oldest ? from : oldest;
  const before = minuteOf(startOf(first) - minuteMs);
  const seals = (await audit.query(sealPartition, { after: before })).map((item) =>
    v.parse(Seal, item),
  );
  let lines = 0;
  let last: Seal | undefined;
  for (const seal of seals) {
    const minute = seal.sk;
    if (last && nextMinute(last.sk) !== minute) {
      return { intact: false, minute: nextMinute(last.sk), why: 'its seal is missing' };
    }
    if (last && seal.previous !== last.hash) {
      return { intact: false, minute, why: 'its seal does not follow from the one before' };
    }
    const found = await recordsOf(audit, minute);
    if (sealHash(seal.previous, minute, found) !== seal.hash) {
      return { intact: false, minute, why: differenceOf(found.length - seal.lines) };
    }
    lines += found.length;
    last = seal;
  }
  const [from_, to] = [seals[0]?.sk, last?.sk];
  return { intact: true, from: from_, to, minutes: seals.length, lines, hash: last?.hash };
}

function differenceOf(more: number) {
  if (more === 0) return 'its lines were changed';
  return more > 0 ? 'lines were added' : 'lines were removed';
}
