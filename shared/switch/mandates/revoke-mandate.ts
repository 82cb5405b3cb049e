import type { Connectors } from '#connectors/connectors.ts';
import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import { type Mandate, type MandateCredential, revoked } from './mandate.ts';
import type { MandateStore } from './mandate-store.ts';

export interface RevokeServices {
  readonly mandates: MandateStore;
  readonly paymentMethods: Pick<PaymentMethods, 'removeConnectorMandate'>;
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
}

interface RevokeRequest {
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Revokes a mandate. The processor deletes its own mandate first; that request is idempotent, so a
 * retry after a crash repeats it. When the processor has no mandate or cannot be asked, the mandate
 * is revoked all the same, and nothing charges it any more. A payment that has reserved its amount
 * before continues.
 *
 * @throws SwitchError `mandate_validation_failed` when it was revoked before,
 * `mandate_refused_by_connector` when the processor refuses or the outcome is unknown,
 * `concurrent_update`
 */
export async function revokeAndSave(
  mandate: Mandate,
  request: RevokeRequest,
  services: RevokeServices,
): Promise<Mandate> {
  const { now } = request;
  const next = revoked(mandate, now);
  await revokeAtConnector(mandate, request, services);
  await removeFromPaymentMethod(mandate, services);
  return services.mandates.change(mandate, (current) =>
    current === mandate ? next : revoked(current, now),
  );
}

/** A processor's mandate, and the connector account that it belongs to. */
export type StoredAtConnector = Pick<Mandate, 'merchantId'> &
  Pick<
    MandateCredential,
    | 'connectorName'
    | 'connectorAccountId'
    | 'connectorMandateId'
    | 'connectorCustomerId'
    | 'paymentMethodId'
  >;

/**
 * Has the processor delete its mandate, where it can be asked to.
 *
 * @throws SwitchError `mandate_refused_by_connector`
 */
export async function revokeAtConnector(
  mandate: StoredAtConnector,
  request: Omit<RevokeRequest, 'now'>,
  {
    configurations,
    secrets,
    connectors,
  }: Pick<RevokeServices, 'configurations' | 'secrets' | 'connectors'>,
): Promise<void> {
  const { merchantId, connectorName, connectorAccountId, connectorMandateId } = mandate;
  const { connectorCustomerId } = mandate;
  const calls = connectors(request);
  if (!connectorMandateId || !calls.canDo({ connectorName }, 'revokeMandate')) return;
  const found = await configurations.find(merchantId, (configuration) => {
    const account = configuration.connectorAccounts.find(({ id }) => id === connectorAccountId);
    return account && { configuration, account };
  });
  if (!found) return;
  const access = await openConnectorAccess(found.account, found.configuration, secrets);
  const outcome = await calls.revokeMandate(access, {
    connectorName,
    connectorMandateId,
    ...(connectorCustomerId !== undefined && { connectorCustomerId }),
  });
  if (outcome.result === 'revoked') return;
  const { code = 'No error code', message = 'No error message' } = outcome;
  throw new SwitchError('mandate_refused_by_connector', {
    connector_code: code,
    connector_message: message,
    ...(outcome.result === 'declined' && { connector_status: outcome.status }),
    connector: connectorName,
    reason: outcome.reason ?? message,
  });
}

/**
 * Removes the processor's mandate from the payment method, so that later payments with it go
 * through another credential instead of being declined.
 */
export async function removeFromPaymentMethod(
  {
    merchantId,
    paymentMethodId,
    connectorAccountId: accountId,
    connectorMandateId,
  }: StoredAtConnector,
  { paymentMethods }: Pick<RevokeServices, 'paymentMethods'>,
): Promise<void> {
  if (!paymentMethodId || !connectorMandateId) return;
  try {
    await paymentMethods.removeConnectorMandate(merchantId, paymentMethodId, {
      accountId,
      connectorMandateId,
    });
  } catch (error) {
    if (isSwitchError(error, 'temporarily_unavailable')) throw error;
    log.error('revoked mandate not removed from its payment method', error, { paymentMethodId });
  }
}
