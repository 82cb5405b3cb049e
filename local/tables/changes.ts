import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';
import type { ViewType } from './schema.ts';

// The changes of tables, as their streams show them:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html

/** A stream shows its changes for a day. */
export const keptMs = 24 * 3_600_000;

/** A shard is closed, and followed by another one, after about this long. */
const shardMs = 4 * 3_600_000;

/** A write to an item, with the texts and bytes of the item before and after. */
interface Write {
  readonly keys: string;
  readonly before: { readonly text: string; readonly bytes: number } | undefined;
  readonly after: { readonly text: string; readonly bytes: number } | undefined;
  /** Whether DynamoDB itself has removed the item because its time had passed. */
  readonly isExpiry?: boolean;
}

export interface Shard {
  readonly id: string;
  readonly parent: string | undefined;
  /** The number of its first change. */
  readonly first: number;
  /** The number of its last change; undefined while it is open. */
  readonly last: number | undefined;
}

/** A change of a stream. */
export interface Change extends Write {
  readonly number: number;
  readonly atSeconds: number;
}

export interface Changes {
  record(stream: number, write: Write): void;
  shards(stream: number): readonly Shard[];
  /** The number of the latest change of any stream. */
  latest(): number;
  /** Changes with higher numbers than the first, up to the last where there is one. */
  after(stream: number, first: number, last: number | undefined, limit: number): Iterable<Change>;
  /**
   * Removes some changes that are too old to be shown, or else the shards that had only those.
   * Returns whether there may be more.
   */
  forget(): boolean;
}

export function makeChanges(database: Database): void {
  database.run(
    `CREATE TABLE changes (
       number INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER, at INTEGER, keys TEXT,
       old_item TEXT, old_bytes INTEGER, new_item TEXT, new_bytes INTEGER, is_expiry INTEGER
     )`,
  );
  database.run('CREATE INDEX changes_by_stream ON changes (stream, number)');
  database.run(
    `CREATE TABLE shards (
       id TEXT PRIMARY KEY, stream INTEGER, parent TEXT, first INTEGER, last INTEGER, opened INTEGER
     )`,
  );
}

/** Changes removed at one time. */
const forgottenAtOnce = 100;

export function changesIn(database: Database, now: () => number): Changes {
  const openShards = new Map<number, { readonly id: string; readonly openedMs: number }>();

  const latest = () => {
    const row = database.row(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`);
    return row ? numberIn(row, 'seq') : 0;
  };

  /** Makes sure that a stream has an open shard, which is not too old. */
  function keepOpen(stream: number, nowMs: number) {
    let open = openShards.get(stream);
    if (!open) {
      const row = database.row(
        'SELECT id, opened FROM shards WHERE stream = ? AND last IS NULL',
        stream,
      );
      open = row && { id: textIn(row, 'id'), openedMs: numberIn(row, 'opened') };
    }
    if (!open || nowMs - open.openedMs >= shardMs) {
      const id = `shardId-${String(nowMs).padStart(20, '0')}-${randomBytes(4).toString('hex')}`;
      if (open) database.run('UPDATE shards SET last = ? WHERE id = ?', latest(), open.id);
      database.run(
        'INSERT INTO shards (id, stream, parent, first, opened) VALUES (?, ?, ?, ?, ?)',
        ...[id, stream, open?.id ?? null, latest() + 1, nowMs],
      );
      open = { id, openedMs: nowMs };
    }
    openShards.set(stream, open);
  }

  return {
    latest,
    record(stream, { keys, before, after, isExpiry = false }) {
      const nowMs = now();
      keepOpen(stream, nowMs);
      database.run(
        `INSERT INTO changes
           (stream, at, keys, old_item, old_bytes, new_item, new_bytes, is_expiry)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[stream, nowMs, keys, before?.text ?? null, before?.bytes ?? null],
        ...[after?.text ?? null, after?.bytes ?? null, isExpiry ? 1 : 0],
      );
    },
    shards(stream) {
      database.atomically(() => keepOpen(stream, now()));
      const rows = database.rows('SELECT * FROM shards WHERE stream = ? ORDER BY first', stream);
      return rows.map((row) => ({
        id: textIn(row, 'id'),
        parent: row.parent === null ? undefined : textIn(row, 'parent'),
        first: numberIn(row, 'first'),
        last: row.last === null ? undefined : numberIn(row, 'last'),
      }));
    },
    *after(stream, first, last, limit) {
      const rows = database.iterate(
        `SELECT * FROM changes WHERE stream = ? AND number > ? AND number <= ?
         ORDER BY number LIMIT ?`,
        ...[stream, first, last ?? Number.MAX_SAFE_INTEGER, limit],
      );
      for (const row of rows) yield changeIn(row);
    },
    forget() {
      return database.atomically(() => {
        // The oldest have the lowest numbers, so that no other change is read.
        const { changes } = database.run(
          `DELETE FROM changes WHERE number IN (
             SELECT number FROM changes ORDER BY number LIMIT ?
           ) AND at < ?`,
          ...[forgottenAtOnce, now() - keptMs],
        );
        if (Number(changes) === forgottenAtOnce) return true;
        database.run(
          `DELETE FROM shards WHERE last IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM changes
             WHERE changes.stream = shards.stream AND number BETWEEN shards.first AND shards.last
           )`,
        );
        return false;
      });
    },
  };
}

function changeIn(row: Row): Change {
  const image = (text: string, bytes: string) =>
    ownMember(row, text) === null
      ? undefined
      : { text: textIn(row, text), bytes: numberIn(row, bytes) };
  return {
    number: numberIn(row, 'number'),
    atSeconds: Math.floor(numberIn(row, 'at') / 1_000),
    keys: textIn(row, 'keys'),
    before: image('old_item', 'old_bytes'),
    after: image('new_item', 'new_bytes'),
    isExpiry: row.is_expiry === 1,
  };
}

/** The number of a change as DynamoDB writes it: digits, of which a later change has a higher. */
export const sequenceNumber = (number: number): string => String(10n ** 20n + BigInt(number));

/** The number of a change by its sequence number; undefined for another text. */
export function changeNumber(sequence: string): number | undefined {
  if (!/^\d{21}$/.test(sequence)) return undefined;
  return Number(BigInt(sequence) - 10n ** 20n);
}

/** A change as JSON, as a stream of this view shows it. */
export function recordText(
  change: Change,
  { arn, region, view }: { readonly arn: string; readonly region: string; readonly view: ViewType },
): string {
  const { number, keys, before, after, isExpiry } = change;
  const shows = { old: /OLD/.test(view), new: /NEW/.test(view) };
  const [old, next] = [shows.old ? before : undefined, shows.new ? after : undefined];
  const event: JsonObject = {
    // Unique, and the same whenever this change is read.
    eventID: createHash('md5').update(`${arn} ${number}`).digest('hex'),
    eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    ...(isExpiry && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  };
  const details: JsonObject = {
    ApproximateCreationDateTime: change.atSeconds,
    SequenceNumber: sequenceNumber(number),
    SizeBytes: Buffer.byteLength(keys) + (old?.bytes ?? 0) + (next?.bytes ?? 0),
    StreamViewType: view,
  };
  // The images stay the texts that were stored: parsing them would take most of the time.
  const images = [
    `"Keys":${keys}`,
    ...(old ? [`"OldImage":${old.text}`] : []),
    ...(next ? [`"NewImage":${next.text}`] : []),
  ];
  const dynamodb = `${JSON.stringify(details).slice(0, -1)},${images.join(',')}}`;
  return `${JSON.stringify(event).slice(0, -1)},"dynamodb":${dynamodb}}`;
}
