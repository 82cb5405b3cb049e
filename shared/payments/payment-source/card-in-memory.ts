import type { Card } from '../../connectors/interface/card.ts';
import { log } from '../../log.ts';
import type { UsableCard } from '../../vault/cards/card.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import { callVault } from '../../vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { cardOf } from './request-card.ts';
import type { StoredCard } from './stored-card.ts';

/** A card in memory, for as long as one request takes. Whoever holds it erases it. */
export interface CardInMemory extends UsableCard {
  /** Where it came from, when it was not in the request. */
  readonly stored?: StoredCard | undefined;
}

/**
 * Fetches the card that a payment will be made with. It is in hand before anything is written, so
 * that no payment waits for a connector which cannot be asked. Its service code is left where it is:
 * of several that want to confirm only one will be the one to ask. Undefined when the vault does not
 * have the card any more.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function loadCard(
  request: PaymentRequest,
  stored: StoredCard | undefined,
  auditContext: VaultRequest,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<CardInMemory | undefined> {
  if (!stored) return ofRequest(request);
  const { token, described } = stored;
  const card = await callVault(() =>
    vault.use({ ...auditContext, token, as: 'card.used', cvc: 'leave' }),
  );
  if (!card) return undefined;
  const holderName = described.card_holder_name ?? card.holderName;
  return { ...card, ...(holderName !== undefined && { holderName }), stored };
}

function ofRequest(request: PaymentRequest): CardInMemory {
  const card = cardOf(request);
  if (!card) throw new Error('A payment was planned without a card.');
  const { number, cvc, ...facts } = card;
  return {
    ...facts,
    number: Buffer.from(number, 'latin1'),
    ...(cvc !== undefined && { cvc: Buffer.from(cvc, 'latin1') }),
  };
}

/**
 * The card as connectors take it, with its service code where there is one: the one that was typed for
 * this payment, or the one that the vault holds, which is then nowhere else. Only who has won the
 * right to ask may call it, and once. A code that was held and is not there any more leaves the card
 * without one; a vault that does not give the one that is needed throws.
 */
export async function toConnectorCard(
  card: CardInMemory,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'codes'>,
): Promise<Card> {
  const { stored, holderName } = card;
  const taken = stored?.mayHaveCode ? await takeCvc(stored, auditContext, services) : card.cvc;
  const cvc = stored?.code ?? taken?.toString('latin1');
  taken?.fill(0);
  return {
    number: card.number.toString('latin1'),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...(cvc !== undefined && { cvc }),
    ...(holderName !== undefined && { holderName }),
  };
}

/** The code that the vault holds. One that is not needed, because one was typed, is forgotten at best. */
async function takeCvc(
  { token: cardToken, code: typed }: StoredCard,
  auditContext: VaultRequest,
  { codes }: Pick<CardServices, 'codes'>,
): Promise<Buffer | undefined> {
  const taking = codes.take({ ...auditContext, cardToken });
  if (typed === undefined) return taking;
  return taking.catch((error: unknown) => {
    log.error('service code not forgotten yet', error, { requestId: auditContext.requestId });
    return undefined;
  });
}
