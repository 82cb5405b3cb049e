import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { activated, type Mandate, revoked } from '../mandates/mandate.ts';
import type { MandateStore } from '../mandates/mandate-store.ts';
import { removeFromPaymentMethod } from '../mandates/revoke-mandate.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';
import type { WebhookSender } from './webhook-sender.ts';

type MandateWebhook = Extract<WebhookContent, { readonly kind: 'mandate' }>;

interface Services {
  readonly mandates: MandateStore;
  readonly paymentMethods: Pick<PaymentMethods, 'removeConnectorMandate'>;
  readonly connectorIds: ConnectorIds;
}

/**
 * Saves that a processor has activated or revoked its mandate, in all our mandates that charge by
 * it. A revoked mandate stays revoked.
 *
 * @throws SwitchError `webhook_object_not_found` when a mandate is revoked that we do not have
 * (yet); `concurrent_update`, `temporarily_unavailable` where it could not be saved
 */
export async function applyWebhookToMandate(
  { subject: { connectorId }, status }: MandateWebhook,
  { merchantId, accountIds, now }: WebhookSender,
  services: Services,
): Promise<void> {
  const { mandates, connectorIds } = services;
  const found = await Promise.all(
    [...accountIds].map((accountId) =>
      connectorIds.referencesOf({ merchantId, accountId, kind: 'MANDATE', connectorId }),
    ),
  );
  const ids = found.flat();
  // A new mandate is active anyway.
  if (ids.length === 0 && status === 'active') return;
  if (ids.length === 0) throw new SwitchError('webhook_object_not_found');
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
