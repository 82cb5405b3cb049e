import type { Card } from '#connectors/interface/card.ts';
import { log } from '#platform/log.ts';
import type { UsableCard } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { cardOf } from './request-card.ts';
import type { StoredCard } from './stored-card.ts';

/** A card in memory, for the duration of one request. The caller that loaded it erases it. */
export interface CardInMemory extends UsableCard, Pick<Card, 'network'> {
  /** The stored card that it was loaded from, unless the request contained it. */
  readonly stored?: StoredCard | undefined;
}

/**
 * Loads the card of a payment. It is loaded before anything is saved, so that a saved payment can
 * always be sent. Its cvc stays in the vault, because of several racing confirms only the winner
 * may take it. Undefined when the vault no longer has the card.
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
  if (token === undefined) return undefined;
  const card = await callVault(() =>
    vault.use({ ...auditContext, token, as: 'card.used', cvc: 'leave' }),
  );
  if (!card) return undefined;
  const holderName = described.card_holder_name ?? card.holderName;
  const network = card.chosenBrand && described.card_network;
  return {
    ...card,
    ...(holderName !== undefined && { holderName }),
    ...(network && { network }),
    stored,
  };
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
 * The card for the connector, with a cvc if there is one: the cvc typed for this payment, or the
 * one taken out of the vault. Only the caller that won the save may call it, and only once. An
 * expired cvc leaves the card without one; throws when the vault fails to give a cvc that it may
 * have.
 */
export async function toConnectorCard(
  card: CardInMemory,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'codes'>,
): Promise<Card> {
  const { stored, holderName, network, chosenBrand } = card;
  const cvcToken = stored?.codeToken ?? (stored?.mayHaveCode ? stored.token : undefined);
  const taken =
    cvcToken === undefined
      ? card.cvc
      : await takeCvc({ cvcToken, typed: stored?.code }, auditContext, services);
  const cvc = stored?.code ?? taken?.toString('latin1');
  taken?.fill(0);
  return {
    number: card.number.toString('latin1'),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...(cvc !== undefined && { cvc }),
    ...(holderName !== undefined && { holderName }),
    ...(network !== undefined && { network }),
    ...(chosenBrand && { isCoBadged: true }),
  };
}

/**
 * Takes the cvc out of the vault. When the customer typed one, the vault's is taken too and
 * dropped, if possible.
 */
async function takeCvc(
  { cvcToken: cardToken, typed }: { readonly cvcToken: string; readonly typed: string | undefined },
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
