import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import { ownMember } from '#platform/own-member.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { activated, type Mandate, revoked } from '../mandates/mandate.ts';
import type { MandateStore } from '../mandates/mandate-store.ts';
import { removeFromPaymentMethod } from '../mandates/revoke-mandate.ts';
import type { PaymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { WebhookSender } from './webhook-sender.ts';

type MandateWebhook = Extract<WebhookContent, { readonly kind: 'mandate' }>;

interface Services {
  readonly mandates: MandateStore;
  readonly paymentMethods: Pick<PaymentMethodStore, 'list' | 'removeConnectorMandate'>;
  readonly connectorIds: ConnectorIds;
}

/**
 * Saves that a processor has activated or revoked its mandate, in all our mandates that charge by
 * it, and in the saved payment methods of its customer, where the processor names the customer. A
 * revoked mandate stays revoked.
 *
 * @throws SwitchError `webhook_object_not_found` when a mandate is revoked that we do not have
 * (yet); `concurrent_update`, `temporarily_unavailable` where it could not be saved
 */
export async function applyWebhookToMandate(
  { subject: { connectorId }, customerId, status }: MandateWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const { mandates, connectorIds } = services;
  const found = await Promise.all(
    [...accountIds].map((accountId) =>
      connectorIds.referencesOf({ merchantId, accountId, kind: 'MANDATE', connectorId }),
    ),
  );
  const named = { customerId, connectorMandateId: connectorId };
  const ids = new Set([...found.flat(), ...(await idsOfCustomer(named, sender, services))]);
  // A new mandate is active anyway.
  if (ids.size === 0 && status === 'active') return;
  const isRemoved = status === 'revoked' && (await removeFromSaved(named, sender, services));
  if (ids.size === 0 && !isRemoved) throw new SwitchError('webhook_object_not_found');
  const change = (current: Mandate) => {
    if (status === 'active') return activated(current, now);
    return current.status === 'revoked' ? current : revoked(current, now);
  };
  for (const id of ids) {
    const mandate = await mandates.get(merchantId, id);
    if (change(mandate) === mandate) continue;
    if (status === 'revoked') await removeFromPaymentMethod(mandate, services);
    await mandates.change(mandate, change);
  }
}

/** A processor's mandate, and its customer where the processor names one. */
interface NamedMandate {
  readonly customerId: string | undefined;
  readonly connectorMandateId: string;
}

/** The customer's mandates that charge by it: those too that were made before ids were indexed. */
async function idsOfCustomer(
  { customerId, connectorMandateId }: NamedMandate,
  { merchantId, accountIds }: WebhookSender,
  { mandates }: Services,
): Promise<readonly string[]> {
  if (customerId === undefined) return [];
  const all = await mandates.listOfCustomer(merchantId, customerId);
  return all
    .filter((one) => one.connectorMandateId === connectorMandateId)
    .filter(({ connectorAccountId }) => accountIds.has(connectorAccountId))
    .map(({ id }) => id);
}

/**
 * Removes the processor's credential from the customer's saved payment methods: those that were
 * saved without a mandate of ours too. Whether there was one.
 */
async function removeFromSaved(
  { customerId, connectorMandateId }: NamedMandate,
  { merchantId, accountIds }: WebhookSender,
  { paymentMethods }: Services,
): Promise<boolean> {
  if (customerId === undefined) return false;
  let isRemoved = false;
  for (const { id, connectorMandates } of await paymentMethods.list(merchantId, customerId)) {
    for (const accountId of accountIds) {
      if (ownMember(connectorMandates, accountId)?.connectorMandateId !== connectorMandateId)
        continue;
      await paymentMethods.removeConnectorMandate(merchantId, id, {
        accountId,
        connectorMandateId,
      });
      isRemoved = true;
    }
  }
  return isRemoved;
}
