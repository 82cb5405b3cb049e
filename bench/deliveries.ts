import { SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { isObject, listOf, parseJson, stringOf } from '../local/assembly/json.ts';
import { awsCall } from '../local/aws/aws-call.ts';
import { startQueueEmulator } from '../local/services/queue-emulator.ts';
import { send } from '../shared/http/egress.ts';
import { sqsQueue } from '../shared/queues/sqs-queue.part.ts';
import { DeliveryMessage } from '../shared/webhooks/delivery-message.ts';
import { deliveryGroup } from '../shared/webhooks/delivery-queue.ts';
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
 * waiting. That merchant's receiver hangs, answers or does not exist, each case in turn. The real
 * delivery functions run with the queue emulator and with receivers on this machine. Returns a
 * table.
 */
export async function deliveries(): Promise<string> {
  const without = await measured({ backlog: 0, hangs: false });
  const hanging = await measured({ backlog, hangs: true });
  const answering = await measured({ backlog, hangs: false });
  const again = await measured({ backlog: 0, hangs: false });
  const base = [...without, ...again];
  const row = (name: string, ms: readonly number[]) => [
    name,
    String(ms.length),
    ...[50, 99].flatMap((percent) => [
      percentile(ms, percent).toFixed(0),
      times(percentile(ms, percent) / percentile(base, percent)),
    ]),
    Math.max(...ms).toFixed(0),
  ];
  return markdownTable(
    [
      'the other merchant',
      'events measured',
      'p50 ms',
      'over none',
      'p99 ms',
      'over none',
      'longest ms',
    ],
    [
      row('has no events, before and after', base),
      row('hangs on 10,000 events', hanging),
      row('answers 10,000 events', answering),
    ],
  );
}

async function measured({ backlog, hangs }: { backlog: number; hangs: boolean }) {
  const [emulator, receiver] = await Promise.all([
    startQueueEmulator(region),
    startWebhookReceiver(),
  ]);
  try {
    const addressOf = (merchantId: string) => `${receiver.url}/${merchantId}`;
    if (hangs) receiver.behave(`/${backlogMerchant}`, 'hang');
    const { host, port } = emulator.emulator;
    const client = new SQSClient({
      region,
      endpoint: `http://${host}:${port}`,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 3,
      // Sixty functions share the connections here; in a deployment each function has its own.
      requestHandler: { httpAgent: { maxSockets: 1_000 } },
    });
    const sqs = awsCall(emulator.emulator);
    const laneOf = async (QueueName: string): Promise<Lane> => {
      const made = await sqs('AmazonSQS.CreateQueue', {
        QueueName,
        Attributes: { VisibilityTimeout: '270' },
      });
      const QueueUrl = stringOf(made.QueueUrl, 'QueueUrl');
      const queue = sqsQueue<DeliveryMessage>(QueueUrl, deliveryGroup, client);
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
        ...{ send, addressOf, loopback: true },
      },
      { ...course, backlog },
    );
    return told.map(({ ms }) => ms);
  } finally {
    await Promise.all([emulator.stop(), receiver.stop()]);
  }
}
