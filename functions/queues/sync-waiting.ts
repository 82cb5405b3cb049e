import type { Context, SQSEvent } from 'aws-lambda';
import { type Log, log } from '../../shared/log.ts';
import { alsoAbout, subjectOfKey } from '../../shared/log-subject.ts';
import { metric } from '../../shared/metrics.ts';
import { liveTakingServices } from '../../shared/payments/live-payment-services.ts';
import { payoutStore } from '../../shared/payouts/payout-store.ts';
import type { MessageQueue } from '../../shared/queues/message-queue.ts';
import { type Handling, type Message, queueFunction } from '../../shared/queues/queue-function.ts';
import { refundStore } from '../../shared/refunds/refund-store.ts';
import { lookAgain } from '../../shared/sync/sync-due-item.ts';
import { WaitingMessage } from '../../shared/sync/sync-message.ts';
import { unsettledQueue, waitingQueue } from '../../shared/sync/sync-queue.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  /** Asks the processor what became of a payment, a refund or a payout that still waits, and writes it down. */
  look(place: WaitingMessage, handling: Handling): Promise<void>;
  readonly waiting: MessageQueue<WaitingMessage>;
  readonly unsettled: MessageQueue<WaitingMessage>;
  readonly log: Log;
}

/** After so many looks that failed, a message is parked. */
const mostFailures = 5;
/** What failed is looked at again after so long, in seconds. */
const againAfterSeconds = 168;

/**
 * Looks again at one thing that waits. What throws is looked at again, and parked in the end. The looks
 * that failed are counted here, in the message: the queue counts as well how often Lambda had no
 * function free for it, and nothing is to be parked for that.
 */
export const syncWaiting =
  ({ look, waiting, unsettled, log }: Services) =>
  async ({ body }: Pick<Message<WaitingMessage>, 'body'>, handling: Handling): Promise<void> => {
    alsoAbout(subjectOfKey(body));
    const { failures = 0, ...place } = body;
    try {
      await look(place, handling);
    } catch (error) {
      const isLast = failures + 1 >= mostFailures;
      log.error('look failed', error, { id: handling.requestId, isLast });
      const left = isLast
        ? await unsettled.send([place])
        : await waiting.send([{ ...place, failures: failures + 1 }], () => againAfterSeconds);
      // Then this very message comes back.
      if (left.length > 0) throw error;
    }
  };

function liveServices(): Services {
  const services = {
    ...liveTakingServices(),
    refunds: refundStore(liveTable()),
    payouts: payoutStore(liveTable()),
    log,
    metric,
  };
  return {
    look: (place, handling) => lookAgain(services, place, handling),
    waiting: waitingQueue(),
    unsettled: unsettledQueue(),
    log,
  };
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(WaitingMessage, syncWaiting(liveServices()), log);
  return live(event, context);
};
