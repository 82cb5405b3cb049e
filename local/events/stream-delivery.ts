import { randomUUID } from 'node:crypto';
import type { Resource } from '../assembly/deployment.ts';
import { isTrue, numberOf, objectOf, optionalString, stringsOf } from '../assembly/json.ts';
import { failedEntries } from './batch-response.ts';
import { pause } from './event-source.ts';
import type { StreamFeed, StreamRecord } from './stream-shards.ts';

/** Invokes a function with records of one shard until all are done or given up. */
export type DeliverRecords = (shardId: string, records: readonly StreamRecord[]) => Promise<void>;

/** Delivers records to a function, with the retries of the mapping. */
export function streamDelivery(mapping: Resource, feed: StreamFeed): DeliverRecords {
  const { target, complain, signal } = feed;
  const { pool, metrics } = feed.services;
  const bisects = isTrue(mapping.property('BisectBatchOnFunctionError'));
  const mostRetries = unbounded(numberOf(mapping.property('MaximumRetryAttempts'), -1));
  const mostAgeMs = unbounded(numberOf(mapping.property('MaximumRecordAgeInSeconds'), -1)) * 1000;
  const reportsFailures = stringsOf(mapping.property('FunctionResponseTypes')).includes(
    'ReportBatchItemFailures',
  );
  const giveUp = failureReports(mapping, feed);

  /**
   * Invokes the function until all records are done or given up. Keeps the order within the shard.
   */
  async function deliver(shardId: string, records: readonly StreamRecord[]): Promise<void> {
    let left = records;
    let attempts = 0;
    while (left.length > 0 && !signal.aborted) {
      const first = left[0];
      if (first && first.arrivedAt < Date.now() - mostAgeMs) {
        const old = left.filter(({ arrivedAt }) => arrivedAt < Date.now() - mostAgeMs);
        await giveUp(shardId, old, attempts, 'RecordAgeExceeded');
        left = left.slice(old.length);
        continue;
      }
      const failedFrom = await invoke(left);
      if (failedFrom === undefined) return;
      if (failedFrom > 0) attempts = 0;
      attempts += 1;
      left = left.slice(failedFrom);
      if (attempts > mostRetries && !(bisects && left.length > 1)) {
        await giveUp(shardId, left, attempts, 'RetryAttemptsExhausted');
        return;
      }
      await pause(Math.min(100 * 2 ** (attempts - 1), 5_000), signal);
      if (bisects && left.length > 1 && failedFrom === 0) {
        const middle = Math.ceil(left.length / 2);
        await deliver(shardId, left.slice(0, middle));
        await deliver(shardId, left.slice(middle));
        return;
      }
    }
  }

  /** Invokes the function once. Returns the index of the first failed record, if any. */
  async function invoke(records: readonly StreamRecord[]): Promise<number | undefined> {
    const Records = records.map(({ event }) => event);
    const last = records.at(-1);
    if (last) metrics.read(target.name, Math.max(0, Date.now() - last.changedAt));
    const invocation = await pool.invoke(target, JSON.stringify({ Records }));
    if (invocation.kind !== 'result') {
      // Functions that are stopped with everything else have done nothing wrong.
      if (!signal.aborted) complain(invocation.error);
      return 0;
    }
    if (!reportsFailures) return undefined;
    const known = new Set(records.map(({ sequenceNumber }) => sequenceNumber));
    const failed = failedEntries(invocation.payload, known);
    if (failed === 'all') return 0;
    const index = records.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));
    return index < 0 ? undefined : index;
  }

  return deliver;
}

type GiveUp = (
  shardId: string,
  records: readonly StreamRecord[],
  attempts: number,
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded',
) => Promise<void>;

/**
 * Sends a description of failed records, not the records, to the mapping's failure destination.
 */
function failureReports(mapping: Resource, feed: StreamFeed): GiveUp {
  const { table, target, call, complain } = feed;
  const { resources } = feed.services;
  const onFailure = optionalString(
    objectOf(
      objectOf(mapping.property('DestinationConfig'), 'DestinationConfig').OnFailure,
      'OnFailure',
    ).Destination,
  );
  return async (shardId, records, attempts, condition) => {
    complain(`${table.name}: ${records.length} records given up: ${condition}.`);
    const queue = [...resources.queues.values()].find(({ arn }) => arn === onFailure);
    const [first, last] = [records[0], records.at(-1)];
    if (!queue || !first || !last) return;
    const MessageBody = JSON.stringify({
      requestContext: {
        requestId: randomUUID(),
        functionArn: target.arn,
        condition,
        approximateInvokeCount: attempts,
      },
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        functionError: 'Unhandled',
      },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first.sequenceNumber,
        endSequenceNumber: last.sequenceNumber,
        approximateArrivalOfFirstRecord: new Date(first.arrivedAt).toISOString(),
        approximateArrivalOfLastRecord: new Date(last.arrivedAt).toISOString(),
        batchSize: records.length,
        streamArn: table.streamArn,
      },
    });
    try {
      await call('sqs', 'AmazonSQS.SendMessage', { QueueUrl: queue.url, MessageBody });
    } catch (error) {
      complain(`${queue.logicalId}: ${error instanceof Error ? error.message : error}`);
    }
  };
}

const unbounded = (value: number) => (value < 0 ? Number.POSITIVE_INFINITY : value);
