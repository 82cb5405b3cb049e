import type { Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import { numberOf } from '../assembly/json.ts';
import { nextWrite, type TableWrites, writeCount } from '../gate/data-gate.ts';
import type { LocalTable } from '../services/tables.ts';
import { filterOf } from './event-pattern.ts';
import {
  callAs,
  type EventSource,
  pause,
  type SourceControl,
  type SourceServices,
  sourceControl,
  windowOf,
} from './event-source.ts';
import { type DeliverRecords, streamDelivery } from './stream-delivery.ts';
import {
  type Checkpoints,
  checkStreamAccess,
  type StreamFeed,
  type StreamRecord,
  streamShards,
} from './stream-shards.ts';

/** Maximum delay from a write until the change appears in the stream, in ms. */
const showsAfterMs = 60;
/** How often to read a stream without writes from here, in ms. */
const idleEveryMs = 250;
/** How often to read a stream while a caller waits for it to become idle, in ms. */
const pollSoonerEveryMs = 20;

/** Feeds a table's changes to a function, in order, with the permissions of the function's role. */
export function streamSource(
  mapping: Resource,
  table: LocalTable,
  emulatorStreamArn: string,
  target: LocalFunction,
  checkpoints: Checkpoints,
  services: SourceServices & { readonly writes: TableWrites },
): EventSource {
  const { pace, writes } = services;
  if (mapping.property('TumblingWindowInSeconds') !== undefined) {
    throw new Error(`${mapping.logicalId}: tumbling windows are not supported.`);
  }
  const control = sourceControl();
  const { signal } = control;
  const feed = feedOf(table, target, services, signal);
  const startsLatest = mapping.property('StartingPosition') === 'LATEST';
  const shards = streamShards(feed, emulatorStreamArn, checkpoints, startsLatest);
  const deliver = streamDelivery(mapping, feed);
  const batches = recordBatches(mapping, windowOf(mapping, pace), control, checkpoints, deliver);
  const progress = readProgress(writes, table.name);
  let isCutOff = false;

  /**
   * Reads a shard's records and handles complete batches. Returns whether there may be more
   * records.
   */
  async function readShard(shardId: string): Promise<boolean> {
    const { records, next, more } = await shards.read(shardId);
    batches.add(shardId, records);
    await batches.handle(shardId);
    if (signal.aborted) return false;
    if (next) shards.moveOn(shardId, next);
    else if (!batches.isGathering(shardId)) shards.finish(shardId);
    return more;
  }

  /** Reads all open shards once. Returns whether there may be more records. */
  async function readRound(startedAt: number): Promise<boolean> {
    let more = false;
    try {
      checkStreamAccess(feed);
      for (const shardId of await shards.open()) more = (await readShard(shardId)) || more;
      shards.endRound();
      isCutOff = false;
      if (!more) progress.readToEnd(startedAt);
    } catch (error) {
      if (!signal.aborted) await startAgain(error);
    }
    return more;
  }

  /** Continues after the checkpoints, a second after a failed read. */
  async function startAgain(error: unknown) {
    // When the database ends, it reports that itself and stops everything.
    if (isCutOff || !isOfConnection(error)) {
      feed.complain(`${table.name}: ${error instanceof Error ? error.message : error}`);
    }
    isCutOff = isOfConnection(error);
    shards.restart();
    batches.discard();
    await pause(1_000, signal);
  }

  async function poll() {
    while (!signal.aborted) {
      progress.notice();
      const startedAt = Date.now();
      const more = await readRound(startedAt);
      if (signal.aborted) return;
      if (more) continue;
      if (!control.isHurried()) {
        const rest = pause(Math.max(0, startedAt + pace.everyMs - Date.now()), signal);
        await Promise.race([rest, control.nextHurry()]);
      }
      if (!progress.isReadToEnd() || !batches.areEmpty()) {
        progress.notice();
        if (control.isHurried()) await pause(pollSoonerEveryMs, signal);
        continue;
      }
      // After an idle period, a write is read as soon as it appears, not with the next turn.
      const written = nextWrite(writes, table.name, idleEveryMs);
      await Promise.race([written, control.nextHurry(), control.ended]);
      progress.notice();
      if (!progress.isReadToEnd()) await pause(showsAfterMs, signal);
    }
  }
  void poll();

  return {
    isIdle: () => batches.areEmpty() && progress.isReadToEnd(),
    pollSooner: control.pollSooner,
    stop: control.stop,
  };
}

const feedOf = (
  table: LocalTable,
  target: LocalFunction,
  services: StreamFeed['services'],
  signal: AbortSignal,
): StreamFeed => ({
  table,
  target,
  services,
  call: callAs(target, services),
  complain: (message) => services.log({ level: 'error', source: target.displayName, message }),
  signal,
});

/** Compares the reads of a stream with the writes to its table. */
function readProgress(writes: TableWrites, tableName: string) {
  const written = () => writeCount(writes, tableName);
  /** The write count when the stream was last read to its end. */
  let readUpTo = -1;
  let known = written();
  let knownSince = Date.now();
  return {
    /** Takes note of new writes. */
    notice() {
      if (written() !== known) knownSince = Date.now();
      known = written();
    },
    /** A read reached the end of the stream: it has the writes that could appear at its start. */
    readToEnd(startedAt: number) {
      if (startedAt - knownSince >= showsAfterMs) readUpTo = known;
    },
    /** Whether the changes of all writes were read. */
    isReadToEnd: () => readUpTo === written(),
  };
}

interface Gathered {
  readonly records: readonly StreamRecord[];
  /** When the batching window of its first record closes, in ms since 1970. */
  readonly until: number;
  /** The last record read from the shard, also one that the filter refused. */
  readonly last: string;
}

/** Makes batches of the records that were read, and marks them as read after their delivery. */
function recordBatches(
  mapping: Resource,
  windowMs: number,
  { signal, isHurried }: SourceControl,
  checkpoints: Checkpoints,
  deliver: DeliverRecords,
) {
  const batchSize = numberOf(mapping.property('BatchSize'), 100);
  const filter = filterOf(mapping.property('FilterCriteria'));
  /** Records read from each shard that are not in a batch yet. */
  const gathered = new Map<string, Gathered>();
  return {
    areEmpty: () => gathered.size === 0,
    isGathering: (shardId: string) => gathered.has(shardId),
    add(shardId: string, records: readonly StreamRecord[]) {
      const last = records.at(-1)?.sequenceNumber;
      if (last === undefined) return;
      const before = gathered.get(shardId);
      gathered.set(shardId, {
        records: [...(before?.records ?? []), ...records.filter(({ event }) => filter(event))],
        until: before?.until ?? Date.now() + windowMs,
        last,
      });
    },
    /** Delivers the gathered records: full batches at once, the rest when the window closes. */
    async handle(shardId: string) {
      const { records, until, last } = gathered.get(shardId) ?? {};
      if (!records || until === undefined || last === undefined) return;
      let left = records;
      const isDue = () => isHurried() || Date.now() >= until;
      while (left.length >= batchSize || (left.length > 0 && isDue())) {
        const batch = left.slice(0, batchSize);
        await deliver(shardId, batch);
        if (signal.aborted) return;
        left = left.slice(batchSize);
        gathered.set(shardId, { records: left, until, last });
        const handled = batch.at(-1)?.sequenceNumber;
        if (handled !== undefined) checkpoints.set(shardId, handled);
      }
      if (left.length > 0) return;
      checkpoints.set(shardId, last);
      gathered.delete(shardId);
    },
    discard() {
      gathered.clear();
    },
  };
}

/** Whether the database could not be reached, as opposed to a refusal that it sent. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code));
