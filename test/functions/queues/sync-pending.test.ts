import type { SQSEvent } from 'aws-lambda';
import { logTo } from '#platform/log.ts';
import { type MessageContext, queueFunction, RetryLater } from '#platform/queues/queue-function.ts';
import { SyncMessage } from '#switch/sync/sync-message.ts';
import { syncPending } from '../../../functions/queues/sync-pending.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';

const messageOf = (sk: string) => ({ pk: 'MERCHANT#m#PAYMENT#pay_1', sk, dueAt: '2026-01-31' });
const record = (messageId: string, body: unknown) => ({
  messageId,
  receiptHandle: 'handle',
  body: JSON.stringify(body),
  attributes: { ApproximateReceiveCount: '1' },
});
const eventOf = (...records: object[]) => ({ Records: records }) as SQSEvent; // All that is read.

describe('syncing a due item', () => {
  it('W7: due items fail one by one: a failed sync and an unreadable message come back, and nothing is sent', async () => {
    const looked: [SyncMessage, MessageContext][] = [];
    const logged: string[] = [];
    const unsettled = recordingQueue<SyncMessage>();
    const look = async (place: SyncMessage, handling: MessageContext) => {
      looked.push([place, handling]);
      if (place.sk === 'REFUND#bad') throw new Error('no processor');
    };
    const handler = queueFunction(
      SyncMessage,
      syncPending({
        sync: look,
        failedSyncs: unsettled,
        log: logTo((line) => logged.push(line)),
      }),
      logTo((line) => logged.push(line)),
    );
    const answer = await handler(
      eventOf(
        record('good', messageOf('PAYMENT')),
        record('bad', messageOf('REFUND#bad')),
        record('unreadable', { pk: 1 }),
      ),
      { getRemainingTimeInMillis: () => 27_000 },
    );
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'bad' }, { itemIdentifier: 'unreadable' }],
    });
    expect(unsettled.queued).toEqual([]);
    expect(looked.map(([place]) => place)).toEqual([messageOf('PAYMENT'), messageOf('REFUND#bad')]);
    const [[, handling] = []] = looked;
    expect(handling?.requestId).toBe('good');
    expect(handling?.remainingMs()).toBe(27_000);
    expect(logged).toHaveLength(2);
  });

  const failing = () => Promise.reject(new Error('no processor'));
  const handling = { requestId: 'message', remainingMs: () => 27_000 };
  const quiet = logTo(() => {});

  it('a due item is parked when its sync fails at the fifth receive or later', async () => {
    const unsettled = recordingQueue<SyncMessage>();
    const look = syncPending({ sync: failing, failedSyncs: unsettled, log: quiet });
    const body = messageOf('PAYMENT');
    for (const receiveCount of [1, 2, 3, 4]) {
      await expect(look({ body, receiveCount }, handling)).rejects.toThrow(RetryLater);
    }
    expect(unsettled.queued).toEqual([]);
    await look({ body, receiveCount: 5 }, handling);
    expect(unsettled.queued.map(({ message }) => message)).toEqual([body]);
  });

  it('a due item that waited for a free function is synced however often its message was received', async () => {
    const unsettled = recordingQueue<SyncMessage>();
    const synced: SyncMessage[] = [];
    const sync = async (place: SyncMessage) => void synced.push(place);
    const look = syncPending({ sync, failedSyncs: unsettled, log: quiet });
    await look({ body: messageOf('PAYMENT'), receiveCount: 90 }, handling);
    expect([synced.length, unsettled.queued.length]).toEqual([1, 0]);
  });

  it('a due item comes back by itself when no queue accepts it', async () => {
    const refusing = { send: async (messages: readonly SyncMessage[]) => messages };
    const look = syncPending({ sync: failing, failedSyncs: refusing, log: quiet });
    const last = { body: messageOf('PAYMENT'), receiveCount: 5 };
    await expect(look(last, handling)).rejects.toThrow(RetryLater);
  });
});
