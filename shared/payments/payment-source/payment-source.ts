import type { Means } from '../../connectors/interface/payments.ts';
import { erase } from '../../vault/cards/card.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { cardOf } from '../connector-access.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { asConnectorsTake, type CardInHand, cardInHand } from './card-in-memory.ts';
import { otherMeansOf } from './method-payload.ts';
import type { StoredCard } from './stored-card.ts';

/** What a payment is made with, in memory for as long as one request takes. */
export type MeansInHand =
  | { readonly kind: 'card'; readonly card: CardInHand }
  | { readonly kind: 'other'; readonly means: Means };

/**
 * Fetches what a payment will be made with, before anything is written. Undefined when the vault does
 * not have the card any more.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function meansInHand(
  request: PaymentRequest,
  stored: StoredCard | undefined,
  about: VaultRequest,
  services: Pick<CardServices, 'vault'>,
): Promise<MeansInHand | undefined> {
  if (!stored && !cardOf(request)) return { kind: 'other', means: otherMeansOf(request) };
  const card = await cardInHand(request, stored, about, services);
  return card && { kind: 'card', card };
}

/** What a processor keeps is in nobody's hand: its name is enough. */
export const keptInHand = (connectorMandateId: string): MeansInHand => ({
  kind: 'other',
  means: { kind: 'kept by processor', connectorMandateId },
});

/** As connectors take it. Only who has won the right to ask may call it, and once. */
export async function meansToAskWith(
  inHand: MeansInHand,
  about: VaultRequest,
  services: Pick<CardServices, 'codes'>,
): Promise<Means> {
  if (inHand.kind === 'other') return inHand.means;
  return { kind: 'card', card: await asConnectorsTake(inHand.card, about, services) };
}

/** What was secret of it is overwritten. */
export function letGo(inHand: MeansInHand | undefined): void {
  if (inHand?.kind === 'card') erase(inHand.card);
}
