import { isOtherId } from '../connectors/integrity-check.ts';
import type { WebhookSubject } from '../connectors/interface/webhooks.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import type { ConnectorIdKind, ConnectorIds } from '../table/connector-ids.ts';

/** Who sent a webhook, and when it arrived. */
export interface WebhookSender {
  readonly merchantId: string;
  /**
   * The connector accounts that sent it: those with whose secrets it was signed; if none can be told,
   * those that its address means.
   */
  readonly accountIds: ReadonlySet<string>;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Refuses a webhook about what another connector account took.
 *
 * @throws SwitchError `webhook_object_not_found`
 */
export function checkSender(
  { accountIds }: Pick<WebhookSender, 'accountIds'>,
  accountId: string | undefined,
): void {
  if (accountId === undefined || !accountIds.has(accountId)) {
    throw new SwitchError('webhook_object_not_found');
  }
}

/**
 * Refuses a webhook that has our reference and is about another transaction of the processor.
 *
 * @throws SwitchError `webhook_object_not_found`
 */
export function checkTransaction(
  { connectorTransactionId }: { readonly connectorTransactionId?: string | undefined },
  { connectorId }: WebhookSubject,
): void {
  if (isOtherId(connectorTransactionId, connectorId)) {
    throw new SwitchError('webhook_object_not_found');
  }
}

/**
 * A webhook may arrive before its payment, refund or payout was saved. The processor is answered
 * `webhook_object_not_found`, so it sends the webhook again.
 */
export const retryLater =
  (missing: 'payment_not_found' | 'refund_not_found' | 'payout_not_found') =>
  (error: unknown): never => {
    if (!isSwitchError(error, missing)) throw error;
    throw new SwitchError('webhook_object_not_found', {}, { cause: error });
  };

/**
 * Our own reference of what a webhook is about: of a payment or payout the attempt's id.
 *
 * @throws SwitchError `webhook_object_not_found` where it has only a processor's id that we do not
 * know (yet)
 */
export async function subjectReference(
  { reference, connectorId }: WebhookSubject,
  kind: ConnectorIdKind,
  { merchantId, accountIds }: WebhookSender,
  { connectorIds }: { readonly connectorIds: ConnectorIds },
): Promise<string> {
  if (reference !== undefined) {
    if (!ownReference.test(reference)) throw new SwitchError('webhook_object_not_found');
    return reference;
  }
  for (const accountId of accountIds) {
    const named = { merchantId, accountId, kind, connectorId };
    const [found] = await connectorIds.referencesOf(named);
    if (found !== undefined) return found;
  }
  throw new SwitchError('webhook_object_not_found');
}

/** Any reference that we give; processors repeat those of other systems as well. */
const ownReference = /^[\w-]{1,100}$/;

/** The payment or payout that an attempt belongs to: `pay_1` of `pay_1_2`. */
export function idOfAttempt(attemptId: string): string {
  const [, id = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  return id;
}
