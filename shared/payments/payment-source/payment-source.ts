import type { PaymentSource } from '../../connectors/interface/payments.ts';
import { SwitchError } from '../../errors.ts';
import { erase } from '../../vault/cards/card.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { hasVariant } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { type CardInMemory, loadCard, toConnectorCard } from './card-in-memory.ts';
import { methodPayloadOf } from './method-payload.ts';
import { cardOf } from './request-card.ts';
import type { StoredCard } from './stored-card.ts';

/** What a payment is made with, in memory for as long as one request takes. */
export type LoadedPaymentSource =
  | { readonly kind: 'card'; readonly card: CardInMemory }
  | { readonly kind: 'other'; readonly source: PaymentSource };

/**
 * Fetches what a payment will be made with, before anything is written. Undefined when the vault does
 * not have the card any more.
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

/** What a processor keeps is in nobody's hand: its name is enough. */
export const connectorMandateSource = (connectorMandateId: string): LoadedPaymentSource => ({
  kind: 'other',
  source: { kind: 'connector_mandate', connectorMandateId },
});

/** As connectors take it. Only who has won the right to ask may call it, and once. */
export async function toConnectorSource(
  loaded: LoadedPaymentSource,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'codes'>,
): Promise<PaymentSource> {
  if (loaded.kind === 'other') return loaded.source;
  return { kind: 'card', card: await toConnectorCard(loaded.card, auditContext, services) };
}

/** What was secret of it is overwritten. */
export function erasePaymentSource(loaded: LoadedPaymentSource | undefined): void {
  if (loaded?.kind === 'card') erase(loaded.card);
}

/**
 * Refuses a request that does not carry what it pays with and names nothing that was found; those
 * never get here. Throws `missing_param` when there is nothing to pay with at all.
 */
export function requirePaymentMethod(request: PaymentRequest): void {
  const data = request.payment_method_data;
  if (data && typeof data !== 'string' && data.card_token) {
    throw new SwitchError('missing_param', { field: 'payment_token' });
  }
  if ((data && hasVariant(data)) || request.ctp_service_details) return;
  throw new SwitchError('missing_param', { field: 'payment_method_data' });
}
