import type { SQSEvent } from 'aws-lambda';
import { syncWaiting } from '../../../functions/queues/sync-waiting.ts';
import { WaitingMessage } from '../../../shared/guard/waiting-message.ts';
import { logTo } from '../../../shared/log.ts';
import { type Handling, queueFunction } from '../../../shared/queues/queue-function.ts';

const messageOf = (sk: string) => ({ pk: 'MERCHANT#m#PAYMENT#pay_1', sk, dueAt: '2026-01-31' });
const record = (messageId: string, body: unknown) => ({
  messageId,
  receiptHandle: 'handle',
  body: JSON.stringify(body),
  attributes: { ApproximateReceiveCount: '1' },
});
const eventOf = (...records: object[]) => ({ Records: records }) as SQSEvent; // All that is read.

describe('looking at what waits', () => {
  it('W7: fails one by one: only what could not be looked at comes back', async () => {
    const looked: [WaitingMessage, Handling][] = [];
    const logged: string[] = [];
    const look = async (place: WaitingMessage, handling: Handling) => {
      looked.push([place, handling]);
      if (place.sk === 'REFUND#bad') throw new Error('no processor');
    };
    const handler = queueFunction(
      WaitingMessage,
      syncWaiting({ look }),
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
    expect(looked.map(([place]) => place)).toEqual([messageOf('PAYMENT'), messageOf('REFUND#bad')]);
    const [[, handling] = []] = looked;
    expect(handling?.requestId).toBe('good');
    expect(handling?.remainingMs()).toBe(27_000);
    expect(logged).toHaveLength(2);
  });
});
