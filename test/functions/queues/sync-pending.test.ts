import type { SQSEvent } from 'aws-lambda';
import { logTo } from '#platform/log.ts';
import { type MessageContext, queueFunction } from '#platform/queues/queue-function.ts';
import { SyncMessage } from '#switch/sync/sync-message.ts';
import { syncPending } from '../../../functions/queues/sync-pending.ts';
import { recordingQueue } from '../../support/webhook-delivery.ts';

const messageOf = (sk: string) => ({ pk: 'MERCHANT#m#PAYMENT#pay_1', sk, dueAt: '2026-01-31' });
const record = (messageId: string, body: unknown) => ({
  messageId,
  receiptHandle: 'handle',
  body: JSON.stringify(body),
  attributes: { ApproximateReceiveCount: '1' },
});
const eventOf = (...records: object[]) => ({ Records: records }) as SQSEvent; // All that is read.

describe('syncing a due item', () => {
  it('W7: due items fail one by one: a failed sync is delayed, and only an unreadable message comes back', async () => {
    const looked: [SyncMessage, MessageContext][] = [];
    const logged: string[] = [];
    const [waiting, unsettled] = [recordingQueue<SyncMessage>(), recordingQueue<SyncMessage>()];
    const look = async (place: SyncMessage, handling: MessageContext) => {
      looked.push([place, handling]);
      if (place.sk === 'REFUND#bad') throw new Error('no processor');
    };
    const handler = queueFunction(
      SyncMessage,
      syncPending({
        sync: look,
        syncs: waiting,
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
      batchItemFailures: [{ itemIdentifier: 'unreadable' }],
    });
    expect(waiting.queued).toEqual([
      { message: { ...messageOf('REFUND#bad'), failures: 1 }, delaySeconds: 168 },
    ]);
    expect(looked.map(([place]) => place)).toEqual([messageOf('PAYMENT'), messageOf('REFUND#bad')]);
    const [[, handling] = []] = looked;
    expect(handling?.requestId).toBe('good');
    expect(handling?.remainingMs()).toBe(27_000);
    expect(logged).toHaveLength(2);
  });

  const failing = () => Promise.reject(new Error('no processor'));
  const handling = { requestId: 'message', remainingMs: () => 27_000 };
  const quiet = logTo(() => {});

  it('a due item is parked after five failed syncs, however often the queue delivered it', async () => {
    const [waiting, unsettled] = [recordingQueue<SyncMessage>(), recordingQueue<SyncMessage>()];
    const look = syncPending({ sync: failing, syncs: waiting, failedSyncs: unsettled, log: quiet });
    await look({ body: messageOf('PAYMENT') }, handling);
    for (let failed = 1; failed < 5; failed += 1) {
      expect(unsettled.queued).toEqual([]);
      const [again] = waiting.queued.splice(0);
      if (!again) throw new Error('It is looked at again.');
      await look({ body: again.message }, handling);
    }
    expect(waiting.queued).toEqual([]);
    // The first message, so that five more syncs follow when an operator sends it again.
    expect(unsettled.queued.map(({ message }) => message)).toEqual([messageOf('PAYMENT')]);
  });

  it('a due item comes back by itself when no queue accepts it', async () => {
    const refusing = { send: async (messages: readonly SyncMessage[]) => messages };
    const queues = { syncs: refusing, failedSyncs: refusing };
    const look = syncPending({ sync: failing, ...queues, log: quiet });
    await expect(look({ body: messageOf('PAYMENT') }, handling)).rejects.toThrow('no processor');
  });
});
