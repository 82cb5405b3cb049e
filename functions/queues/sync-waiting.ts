import type { Context, SQSEvent } from 'aws-lambda';
import { WaitingMessage } from '../../shared/guard/waiting-message.ts';
import { log } from '../../shared/log.ts';
import { alsoAbout, subjectOfKey } from '../../shared/log-subject.ts';
import { metric } from '../../shared/metrics.ts';
import { lookAgain } from '../../shared/payments/guard.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { payoutStore } from '../../shared/payouts/payout-store.ts';
import { type Handling, type Message, queueFunction } from '../../shared/queues/queue-function.ts';
import { refundStore } from '../../shared/refunds/refund-store.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  /** Asks the processor what became of a payment, a refund or a payout that still waits, and writes it down. */
  look(place: WaitingMessage, handling: Handling): Promise<void>;
}

/** Looks again at one thing that waits. What throws is looked at again, and parked in the end. */
export const syncWaiting =
  ({ look }: Services) =>
  ({ body }: Pick<Message<WaitingMessage>, 'body'>, handling: Handling): Promise<void> => {
    alsoAbout(subjectOfKey(body));
    return look(body, handling);
  };

function liveServices(): Services {
  const services = {
    ...liveTakingServices(),
    refunds: refundStore(liveTable()),
    payouts: payoutStore(liveTable()),
    log,
    metric,
  };
  return { look: (place, handling) => lookAgain(services, place, handling) };
}

let live: ReturnType<typeof queueFunction> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(WaitingMessage, syncWaiting(liveServices()), log);
  return live(event, context);
};
