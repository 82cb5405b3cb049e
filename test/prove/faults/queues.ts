import type {
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import type { Item } from '#platform/table/port.ts';
import type { VirtualTime } from '../../support/runner/virtual-time.ts';
import { streamRecord } from '../../support/table/stream-record.ts';
import type { Random } from './random.ts';

/** The conditions under which the stand-ins for AWS's queues and streams deliver. */
export interface DeliveryConditions {
  readonly time: VirtualTime;
  readonly random: Random;
  /** How likely a message is delivered once more than it has to be, from 0 to 1. */
  readonly repeats: number;
}

export interface SimulatedQueue<M> extends MessageQueue<M> {
  /** Parks messages as their function does it by itself. */
  readonly parking: MessageQueue<M>;
  /** Messages that were received too often, and those of a queue without a consumer. */
  parked(): readonly string[];
  /** Delivers all parked messages again, as an operator does; returns their number. */
  redrive(): number;
  /** Messages that are there, whether they are being handled or not. */
  depth(): number;
}

export interface QueueRules {
  readonly name: string;
  readonly visibilitySeconds: number;
  /** Received more often than this, a message is parked. */
  readonly maxReceives: number;
  /** Runs the function behind the queue; rejects when its process dies. */
  readonly run?: (event: SQSEvent) => Promise<SQSBatchResponse>;
}

/** A queue that delivers at least once, in no particular order. */
export function simulatedQueue<M>(
  rules: QueueRules,
  { time, random, repeats }: DeliveryConditions,
): SimulatedQueue<M> {
  const messages = new Map<string, { readonly body: string; receives: number }>();
  const parked: string[] = [];
  let sent = 0;

  const receiveAfter = (id: string, ms: number) => time.at(time.now() + ms, () => void receive(id));

  async function receive(id: string) {
    const message = messages.get(id);
    if (!message || !rules.run) return;
    message.receives += 1;
    if (message.receives > rules.maxReceives) {
      messages.delete(id);
      parked.push(message.body);
      return;
    }
    const failed = await rules.run(eventOf(id, message.body, message.receives)).then(
      ({ batchItemFailures }) => batchItemFailures.length > 0,
      () => true,
    );
    if (!failed) messages.delete(id);
    else if (messages.has(id)) receiveAfter(id, rules.visibilitySeconds * 1_000);
  }

  function put(body: string, delayMs: number) {
    if (!rules.run) {
      parked.push(body);
      return;
    }
    const id = `${rules.name} ${++sent}`;
    messages.set(id, { body, receives: 0 });
    receiveAfter(id, delayMs);
  }

  const eventOf = (id: string, body: string, receives: number): SQSEvent => ({
    Records: [
      {
        messageId: id,
        receiptHandle: id,
        body,
        attributes: {
          ApproximateReceiveCount: String(receives),
          SentTimestamp: '0',
          SenderId: 'world',
          ApproximateFirstReceiveTimestamp: '0',
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${rules.name}`,
        awsRegion: 'eu-west-1',
      },
    ],
  });

  return {
    async send(all, delaySeconds = () => 0) {
      for (const one of all) {
        const body = JSON.stringify(one);
        const delayMs = delaySeconds(one) * 1_000 + 1 + random.below(50);
        put(body, delayMs);
        // For its consumer, a repeated delivery has nothing in common with the first one.
        if (random.chance(repeats)) put(body, delayMs + random.below(60_000));
      }
      return [];
    },
    parking: {
      async send(all) {
        parked.push(...all.map((one) => JSON.stringify(one)));
        return [];
      },
    },
    parked: () => parked,
    redrive() {
      const again = parked.splice(0);
      for (const body of again) put(body, 1);
      return again.length;
    },
    depth: () => messages.size,
  };
}

export interface SimulatedStream {
  /** Takes a committed change on its way to the function. */
  committed(before: Item | undefined, after: Item | undefined): void;
  /**
   * Makes the function read nothing for this long, in milliseconds. Changes that wait longer than
   * the stream keeps them are lost.
   */
  stopReading(forMs: number): void;
  depth(): number;
}

export interface StreamRules {
  /** As the filter of the event source does it. */
  readonly isWanted: (before: Item | undefined, after: Item | undefined) => boolean;
  readonly run: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
}

/** The stream keeps a change for a day, in milliseconds. */
const keptMs = 86_400_000;

/** The pause before the stream repeats a failed batch, in milliseconds. */
const againAfterMs = 1_000;

/**
 * The table's stream towards one function: in order within a partition, a batch at a time, and again
 * from the first change that failed.
 */
export function simulatedStream(
  rules: StreamRules,
  { time, random, repeats }: DeliveryConditions,
): SimulatedStream {
  interface Change {
    readonly sequence: string;
    readonly at: number;
    readonly before: Item | undefined;
    readonly after: Item | undefined;
  }
  let readsAgainAt = 0;
  const shards = new Map<string, Change[]>();
  let written = 0;

  function pollAfter(pk: string, ms: number) {
    time.at(time.now() + ms, () => void poll(pk));
  }

  async function poll(pk: string) {
    const changes = shards.get(pk);
    if (!changes) return;
    if (time.now() < readsAgainAt) return pollAfter(pk, readsAgainAt - time.now());
    const kept = changes.findIndex(({ at }) => at > time.now() - keptMs);
    changes.splice(0, kept === -1 ? changes.length : kept);
    const batch = changes.slice(0, 10);
    const failedAt =
      batch.length === 0
        ? 0
        : await rules.run({ Records: batch.map(recordOf) }).then(
            ({ batchItemFailures: [first] }) =>
              first
                ? batch.findIndex(({ sequence }) => sequence === first.itemIdentifier)
                : batch.length,
            () => 0,
          );
    // A stream that loses its checkpoint delivers handled changes again.
    const done = random.chance(repeats) ? 0 : failedAt;
    changes.splice(0, done);
    if (changes.length === 0) shards.delete(pk);
    else pollAfter(pk, againAfterMs);
  }

  const recordOf = ({ sequence, before, after }: Change) => streamRecord(sequence, before, after);

  return {
    committed(before, after) {
      if (!rules.isWanted(before, after)) return;
      const pk = (after ?? before)?.pk ?? '';
      const change = { sequence: String(++written), at: time.now(), before, after };
      const shard = shards.get(pk);
      if (shard) shard.push(change);
      else {
        shards.set(pk, [change]);
        pollAfter(pk, 1 + random.below(200));
      }
    },
    stopReading(forMs) {
      readsAgainAt = time.now() + forMs;
    },
    depth: () => [...shards.values()].reduce((sum, { length }) => sum + length, 0),
  };
}
