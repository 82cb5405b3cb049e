import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { markInReference, markOf } from '#connectors/sent-reference.ts';
import type { WebhookSender } from './webhook-sender.ts';

/**
 * How long after its event, in ms, an object may still be missing because its save is under way.
 */
const savedWithinMs = 10 * 60_000;

/**
 * Whether the object of a webhook may be saved a moment later, so that the processor shall send the
 * webhook again. Any other webhook about an unknown object is acknowledged: an account at a
 * processor may serve other systems too, and a processor repeats a refused webhook for days and
 * then switches our address off.
 *
 * @param happenedAt when the event happened; undefined where the webhook does not say
 */
export const mayStillBeSaved = (
  content: WebhookContent,
  happenedAt: Date | undefined,
  { accountIds, now }: Pick<WebhookSender, 'accountIds' | 'now'>,
): boolean =>
  isPerhapsOurs(content) &&
  !hasMarkOfAnother(content, accountIds) &&
  (happenedAt === undefined || now.getTime() - happenedAt.getTime() < savedWithinMs);

/**
 * Whether a webhook may be about an object of ours. One with a reference in another form is about
 * another system's object. One that has only a processor's id is too, or a sync of our own finds
 * the same change. No sync finds a dispute or the end of a mandate.
 */
function isPerhapsOurs(content: WebhookContent): boolean {
  switch (content.kind) {
    case 'payment':
    case 'capture':
    case 'payout': {
      const { reference } = content.subject;
      return reference !== undefined && attemptReference.test(reference);
    }
    case 'dispute': {
      const { reference } = content.subject;
      return reference === undefined || attemptReference.test(reference);
    }
    case 'refund': {
      const { reference } = content.subject;
      return reference !== undefined && refundReference.test(reference);
    }
    case 'mandate':
      return true;
    case 'nothing':
      return false;
  }
}

/** Whether the object was sent through another connector account, such as another merchant's. */
function hasMarkOfAnother(content: WebhookContent, accountIds: ReadonlySet<string>): boolean {
  if (content.kind === 'nothing' || content.kind === 'mandate') return false;
  const mark = markInReference(content.subject.reference ?? '');
  return mark !== undefined && ![...accountIds].some((id) => markOf(id) === mark);
}

/** The id of a payment or payout, the attempt's number, and the mark of its account. */
const attemptReference = /^[\w-]{1,64}_[1-9]\d{0,3}\.[0-9A-Za-z]{8}$/;

const refundReference = /^[\w-]{1,64}\.[0-9A-Za-z]{8}$/;
