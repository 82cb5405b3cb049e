import { isOtherId } from '#connectors/integrity-check.ts';
import type { WebhookSubject } from '#connectors/interface/webhooks.ts';
import { idInReference, sentReference } from '#connectors/sent-reference.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { ConnectorIdKind, ConnectorIds } from '#platform/table/connector-ids.ts';

/** Who sent a webhook, and when it arrived. */
export interface WebhookSender {
  readonly merchantId: string;
  /**
   * The connector accounts that sent it: those with whose secrets it was signed; if it was signed
   * with none, those that its address means.
   */
  readonly accountIds: ReadonlySet<string>;
  readonly requestId: string;
  readonly now: Date;
}

/** An object that was sent to a connector: an attempt of a payment or a payout, or a refund. */
interface SentObject {
  readonly id: string;
  readonly connectorAccountId?: string | undefined;
  readonly referenceMark?: string | undefined;
  readonly connectorTransactionId?: string | undefined;
  readonly connectorRefundId?: string | undefined;
}

/** A webhook's content, with its names of the object. */
export interface NamedContent {
  readonly subject: WebhookSubject;
  readonly outcome?: {
    readonly result: string;
    readonly connectorTransactionId?: string;
    readonly connectorRefundId?: string;
  };
}

/**
 * Refuses a webhook about an object that another connector account took. Also refuses one that
 * names the object neither by the number that the processor got nor by a processor's id that we
 * store: two merchants may share an account there, and choose the same ids. An object that was sent
 * with a mark is never named without it. Only an earlier version sent numbers without a mark.
 *
 * @throws SwitchError `webhook_object_not_found`
 */
export function checkOwner(
  { accountIds }: Pick<WebhookSender, 'accountIds'>,
  { subject: { reference, connectorId: subjectId }, outcome }: NamedContent,
  { id, connectorAccountId, referenceMark, connectorTransactionId, connectorRefundId }: SentObject,
): void {
  const connectorId = subjectId ?? outcome?.connectorRefundId ?? outcome?.connectorTransactionId;
  const isAccounts = connectorAccountId !== undefined && accountIds.has(connectorAccountId);
  const isNamed = reference === undefined || reference === sentReference(id, referenceMark);
  const isKnown =
    connectorId !== undefined &&
    (connectorId === connectorTransactionId || connectorId === connectorRefundId);
  if (!isAccounts || !(isNamed || isKnown)) throw new SwitchError('webhook_object_not_found');
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
 * Our own id of a webhook's subject: of a payment or payout the attempt's. `checkOwner` checks
 * whether the webhook names it by the number that was sent.
 *
 * @throws SwitchError `webhook_object_not_found` where it has only a processor's id that we do not
 * store (yet)
 */
export async function subjectId(
  { reference, connectorId }: WebhookSubject,
  kind: ConnectorIdKind,
  { merchantId, accountIds }: WebhookSender,
  { connectorIds }: { readonly connectorIds: ConnectorIds },
): Promise<string> {
  if (reference !== undefined) {
    const id = idInReference(reference);
    if (!ownId.test(id)) throw new SwitchError('webhook_object_not_found');
    return id;
  }
  for (const accountId of accountIds) {
    const named = { merchantId, accountId, kind, connectorId };
    const [found] = await connectorIds.referencesOf(named);
    if (found !== undefined) return found;
  }
  throw new SwitchError('webhook_object_not_found');
}

/** Any id that we give; processors repeat those of other systems as well. */
const ownId = /^[\w-]{1,100}$/;

/** The payment or payout that an attempt belongs to: `pay_1` of `pay_1_2`. */
export function idOfAttempt(attemptId: string): string {
  const [, id = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  return id;
}
