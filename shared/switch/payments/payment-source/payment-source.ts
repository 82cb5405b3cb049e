import type { PaymentSource } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import { erase } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import type { PaymentMethod } from '#vocabulary/payment-methods.ts';
import type { CardServices } from '../card-services.ts';
import { hasVariant } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { type CardInMemory, loadCard, toConnectorCard } from './card-in-memory.ts';
import { methodPayloadOf } from './method-payload.ts';
import { cardOf } from './request-card.ts';
import type { StoredCard } from './stored-card.ts';

/** A payment source in memory, for the duration of one request. */
export type LoadedPaymentSource =
  | { readonly kind: 'card'; readonly card: CardInMemory }
  | { readonly kind: 'other'; readonly source: PaymentSource };

/**
 * Loads the payment source before anything is saved. Undefined when the vault no longer has the
 * card.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function loadPaymentSource(
  request: PaymentRequest,
  stored: StoredCard | undefined,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'vault'>,
): Promise<LoadedPaymentSource | undefined> {
  if (!stored && !cardOf(request)) return { kind: 'other', source: methodPayloadOf(request) };
  const card = await loadCard(request, stored, auditContext, services);
  return card && { kind: 'card', card };
}

/** The payment source of a processor's stored credential: its id and its method are enough. */
export const connectorMandateSource = (
  connectorMandateId: string,
  method: PaymentMethod,
): PaymentSource => ({ kind: 'connector_mandate', connectorMandateId, method });

/**
 * The payment source for the connector. Only the caller that won the save may call it, and only
 * once.
 */
export async function toConnectorSource(
  loaded: LoadedPaymentSource,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'codes'>,
): Promise<PaymentSource> {
  if (loaded.kind === 'other') return loaded.source;
  return { kind: 'card', card: await toConnectorCard(loaded.card, auditContext, services) };
}

/** Overwrites the secret part of the payment source. */
export function erasePaymentSource(loaded: LoadedPaymentSource | undefined): void {
  if (loaded?.kind === 'card') erase(loaded.card);
}

/**
 * Throws `missing_param` for a request without payment method data that names no stored credential
 * either.
 */
export function requirePaymentMethod(request: PaymentRequest): void {
  const data = request.payment_method_data;
  if (data && typeof data !== 'string' && data.card_token) {
    throw new SwitchError('missing_param', { field: 'payment_token' });
  }
  if ((data && hasVariant(data)) || request.ctp_service_details) return;
  throw new SwitchError('missing_param', { field: 'payment_method_data' });
}
