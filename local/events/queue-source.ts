import type { Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import {
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
  stringsOf,
} from '../assembly/json.ts';
import { outsideOfTheCode } from '../iam/access.ts';
import {
  headerOf,
  headerOfInvocation,
  invocationsIn,
  mostInvocations,
  withSystemAttribute,
} from '../services/lineage.ts';
import type { LocalQueue } from '../services/queues.ts';
import { failedEntries } from './batch-response.ts';
import { filterOf } from './event-pattern.ts';
import {
  type CallAs,
  callAs,
  type EventSource,
  pause,
  type SourceServices,
  sourceControl,
  windowOf,
} from './event-source.ts';

/** Batches of one mapping that run at once on a laptop, unless the template sets a limit. */
const maxBatches = 5;

/** Feeds a queue's messages to a function, with the permissions of the function's role. */
export function queueSource(
  mapping: Resource,
  queue: LocalQueue,
  target: LocalFunction,
  services: SourceServices,
): EventSource {
  const { pool, log, resources, metrics } = services;
  const call = callAs(target, services);
  const batchSize = numberOf(mapping.property('BatchSize'), 10);
  const windowMs = windowOf(mapping, services.pace);
  const scaling = objectOf(mapping.property('ScalingConfig'), 'ScalingConfig');
  const atOnce = Math.min(
    numberOf(scaling.MaximumConcurrency, maxBatches),
    target.reservedConcurrency ?? Number.POSITIVE_INFINITY,
  );
  const reportsFailures = stringsOf(mapping.property('FunctionResponseTypes')).includes(
    'ReportBatchItemFailures',
  );
  const filter = filterOf(mapping.property('FilterCriteria'));
  const running = new Set<Promise<void>>();
  const control = sourceControl();
  const { signal, ended } = control;
  const { receive, remove } = queueMessages(queue, call);

  const complain = (error: unknown) => {
    const message = `${queue.logicalId}: ${error instanceof Error ? error.message : error}`;
    log({ level: 'error', source: target.displayName, message });
  };

  async function nextBatch(): Promise<readonly JsonObject[]> {
    const batch = [...(await receive(batchSize, 1))];
    const until = Date.now() + windowMs;
    const mayGrow = () => batch.length > 0 && batch.length < batchSize && !control.isHurried();
    while (mayGrow() && Date.now() < until && !signal.aborted) {
      batch.push(
        ...(await receive(batchSize - batch.length, Math.min(1, (until - Date.now()) / 1000))),
      );
    }
    return batch;
  }

  async function handle(batch: readonly JsonObject[]) {
    const now = Date.now();
    for (const message of batch) metrics.received(queue.name, now - sentAt(message, now));
    const matching = batch.filter((message) => filter(filterable(message)));
    await remove(batch.filter((message) => !matching.includes(message)));
    const wanted = await withoutLoops(matching);
    if (wanted.length === 0) return;
    const records = wanted.map((message) => lambdaRecord(message, queue, resources.region));
    const traceHeader = headerOfInvocation(wanted.map(headerOf), target.arn);
    const invocation = await pool.invoke(target, JSON.stringify({ Records: records }), traceHeader);
    // An invocation that the shutdown ends is no failure: its messages come again.
    if (signal.aborted && invocation.kind !== 'result') return;
    if (invocation.kind !== 'result') {
      log({ level: 'error', source: target.displayName, message: invocation.error });
      return;
    }
    const known = new Set(records.map(({ messageId }) => messageId));
    const failed = reportsFailures ? failedEntries(invocation.payload, known) : new Set<string>();
    if (failed === 'all') return;
    await remove(wanted.filter(({ MessageId }) => !failed.has(String(MessageId))));
  }

  /**
   * Stops a chain of requests in which the function was invoked 16 times, as Lambda does, and returns
   * the other messages. Lambda refuses such a message at each receive, until the queue moves it to its
   * dead letters; here it goes there at once.
   */
  async function withoutLoops(messages: readonly JsonObject[]): Promise<readonly JsonObject[]> {
    if (target.mayRecur) return messages;
    const isLoop = (message: JsonObject) =>
      invocationsIn(headerOf(message), target.arn) >= mostInvocations;
    const loops = messages.filter(isLoop);
    if (loops.length === 0) return messages;
    const deadLetters = [...resources.queues.values()].find(
      ({ arn }) => arn === queue.deadLetterArn,
    );
    for (const { Body } of loops) {
      const message = `Recursive loop: invoked ${mostInvocations} times in one chain of requests. A message of ${queue.logicalId} goes to ${deadLetters?.logicalId ?? 'no dead letters'}.`;
      log({ level: 'error', source: target.displayName, message });
      if (!deadLetters) continue;
      // The queue moves it, and not the function, whose role may not send there.
      const sent = { QueueUrl: deadLetters.url, MessageBody: Body };
      await services.sqs('AmazonSQS.SendMessage', sent);
    }
    await remove(loops);
    return messages.filter((message) => !isLoop(message));
  }

  async function poll() {
    while (!signal.aborted) {
      try {
        checkQueueAccess(queue, target, services);
        const batch = await nextBatch();
        // On shutdown, gathered messages stay in the queue and are received again.
        if (batch.length === 0 || signal.aborted) continue;
        const work: Promise<void> = handle(batch)
          .catch(complain)
          .finally(() => running.delete(work));
        running.add(work);
        if (running.size >= atOnce) await Promise.race([...running, ended]);
      } catch (error) {
        if (signal.aborted) return;
        complain(error);
        await pause(1_000, signal);
      }
    }
  }
  void poll();

  return {
    isIdle: () => running.size === 0,
    pollSooner: control.pollSooner,
    stop: control.stop,
  };
}

/** Receives and deletes the messages of a queue. */
function queueMessages({ url: QueueUrl }: LocalQueue, call: CallAs) {
  return {
    async receive(most: number, waitSeconds: number): Promise<readonly JsonObject[]> {
      const { Messages } = await call('sqs', 'AmazonSQS.ReceiveMessage', {
        QueueUrl,
        MaxNumberOfMessages: Math.min(most, 10),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      return listOf(Messages).filter(isObject).map(withSystemAttribute);
    },
    async remove(messages: readonly JsonObject[]) {
      for (let start = 0; start < messages.length; start += 10) {
        const Entries = messages
          .slice(start, start + 10)
          .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
        await call('sqs', 'AmazonSQS.DeleteMessageBatch', { QueueUrl, Entries });
      }
    },
  };
}

/** Requires all permissions that polling can need, even unused ones, as Lambda does. */
function checkQueueAccess(queue: LocalQueue, target: LocalFunction, { access }: SourceServices) {
  const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  const refusal = access.refusal(
    target,
    actions.map((action) => ({
      action: `sqs:${action}`,
      resource: queue.arn,
      context: outsideOfTheCode,
    })),
  );
  if (refusal) throw new Error(refusal.message);
}

/** A message as filters see it: with its body parsed, if it is JSON. */
function filterable(message: JsonObject): JsonObject {
  const body = stringOf(message.Body, 'Body');
  try {
    return { ...message, body: parseJson(body) };
  } catch {
    return { ...message, body };
  }
}

/** In ms since 1970. */
const sentAt = ({ Attributes }: JsonObject, otherwise: number) =>
  numberOf(objectOf(Attributes, 'Attributes').SentTimestamp, otherwise);

function lambdaRecord(message: JsonObject, { arn }: LocalQueue, awsRegion: string) {
  const attributes = objectOf(message.MessageAttributes, 'MessageAttributes');
  return {
    messageId: stringOf(message.MessageId, 'MessageId'),
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: objectOf(message.Attributes, 'Attributes'),
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => {
        const { DataType, StringValue, BinaryValue } = objectOf(value, name);
        const content =
          BinaryValue === undefined ? { stringValue: StringValue } : { binaryValue: BinaryValue };
        const empty = { stringListValues: [], binaryListValues: [] };
        return [name, { ...content, ...empty, dataType: optionalString(DataType) }];
      }),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion,
  };
}
