import * as v from 'valibot';
import { messageService } from '#platform/aws/sqs.ts';
import { send } from '#platform/http/egress.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import { queueTimeoutMs } from '#platform/time-limits.ts';
import { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { deliveryGroup } from '#webhooks/delivery/delivery-queue.ts';
import { isObject, listOf, parseJson, stringOf } from '../local/assembly/json.ts';
import { awsCall } from '../local/aws/aws-call.ts';
import { httpCalls } from '../local/aws/http-calls.ts';
import { startQueueEmulator } from '../local/services/queue-emulator.ts';
import { delaysOnVirtualClock } from '../test/support/deliveries-on-virtual-clock.ts';
import {
  backlogMerchant,
  deliverSideBySide,
  type Lane,
} from '../test/support/deliveries-side-by-side.ts';
import { startWebhookReceiver } from '../test/support/webhook-receiver.ts';
import { region } from './deployment.ts';
import { markdownTable, times } from './markdown-table.ts';
import { percentile } from './statistics.ts';

const backlog = 10_000;
const course = { others: 5, everyMs: 250, forMs: 60_000 };

/**
 * Measures how late other merchants receive their webhooks while one merchant has ten thousand
 * waiting, at a receiver that hangs, answers or does not exist. Everything is measured twice: on a
 * virtual clock, where only waiting takes time, and on this machine, where sixty delivery
 * functions, the queue emulator and the receivers share the processor. Returns tables.
 */
export async function deliveries(): Promise<string> {
  const onVirtualClock = table({
    without: (await delaysOnVirtualClock(0)).ms,
    hanging: (await delaysOnVirtualClock(backlog, true)).ms,
    answering: (await delaysOnVirtualClock(backlog)).ms,
  });
  const without = await measured({ backlog: 0, hangs: false });
  const hanging = await measured({ backlog, hangs: true });
  const answering = await measured({ backlog, hangs: false });
  const again = await measured({ backlog: 0, hangs: false });
  const onThisMachine = table({ without: [...without, ...again], hanging, answering });
  return `On a virtual clock:\n\n${onVirtualClock}\n\nOn this machine:\n\n${onThisMachine}`;
}

/** How late the events of the other merchants were in each case, in milliseconds. */
interface Delays {
  readonly without: readonly number[];
  readonly hanging: readonly number[];
  readonly answering: readonly number[];
}

function table({ without, hanging, answering }: Delays): string {
  const row = (name: string, ms: readonly number[]) => [
    name,
    String(ms.length),
    ...[50, 99].flatMap((percent) => [
      percentile(ms, percent).toFixed(0),
      over(percentile(ms, percent), percentile(without, percent)),
      over(percentile(ms, percent), percentile(answering, percent)),
    ]),
    Math.max(...ms).toFixed(0),
  ];
  const ratios = ['over none', 'over answers'];
  return markdownTable(
    [
      'the other merchant',
      'events measured',
      'p50 ms',
      ...ratios,
      'p99 ms',
      ...ratios,
      'longest ms',
    ],
    [
      row('has no events', without),
      row('hangs on 10,000 events', hanging),
      row('answers 10,000 events', answering),
    ],
  );
}

/** On a virtual clock nothing may have to wait at all. */
const over = (ms: number, base: number) => (ms === base ? times(1) : times(ms / base));

async function measured({ backlog, hangs }: { backlog: number; hangs: boolean }) {
  const [emulator, receiver] = await Promise.all([
    startQueueEmulator(region),
    startWebhookReceiver(),
  ]);
  try {
    const addressOf = (merchantId: string) => `${receiver.url}/${merchantId}`;
    if (hangs) receiver.behave(`/${backlogMerchant}`, 'hang');
    const server = await emulator.server();
    const { host, port } = server;
    const access = {
      region,
      endpoint: `http://${host}:${port}`,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      callTimeoutMs: queueTimeoutMs,
    };
    const sqs = awsCall(httpCalls(server).call);
    const laneOf = async (QueueName: string): Promise<Lane> => {
      const made = await sqs('AmazonSQS.CreateQueue', {
        QueueName,
        Attributes: { VisibilityTimeout: '270' },
      });
      const QueueUrl = stringOf(made.QueueUrl, 'QueueUrl');
      const service = messageService(QueueUrl, access);
      const queue = sqsQueue<DeliveryMessage>(QueueUrl, deliveryGroup, service);
      return {
        ...queue,
        async receive() {
          const asked = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
          const { Messages } = await sqs('AmazonSQS.ReceiveMessage', asked);
          return listOf(Messages)
            .filter(isObject)
            .map(({ Body, ReceiptHandle }) => ({
              message: v.parse(DeliveryMessage, parseJson(stringOf(Body, 'Body'))),
              async done() {
                await sqs('AmazonSQS.DeleteMessage', { QueueUrl, ReceiptHandle });
              },
            }));
        },
      };
    };
    const told = await deliverSideBySide(
      {
        time: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
        lanes: { deliveries: await laneOf('Deliveries'), slow: await laneOf('SlowDeliveries') },
        functions: { deliveries: 50, slow: 10 },
        send,
        addressOf,
        loopback: true,
      },
      { ...course, backlog },
    );
    return told.map(({ ms }) => ms);
  } finally {
    await Promise.all([emulator.stop(), receiver.stop()]);
  }
}
