// Loaded late: few customers are challenged.
import type { Card } from '#connectors/interface/card.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { log } from '#platform/log.ts';
import { erase } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { settleAnswer } from '../lifecycle/late-answer.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachedCardToDelete, deleteVaultCard } from '../payment-source/attached-card.ts';

// The card of a payment whose customer is challenged before anything is charged: it waits in the
// vault, attached to the payment, until the customer is back. Its cvc does not: a stored one would
// have to outlast several requests, and the authentication proves more than it does.

/** What keeping a card takes. */
export interface KeepingServices extends Pick<CardServices, 'vault'> {
  readonly auditContext: VaultRequest;
}

/** How much longer than the session a card stays in the vault, in seconds. */
const daySeconds = 86_400;

/**
 * Stores the card of a payment that awaits its customer; returns the vault's token. The vault
 * deletes it a day after the session at the latest.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function keepCard(
  { cvc: _, ...card }: Card,
  { expiresAt }: Pick<Payment, 'expiresAt'>,
  auditContext: VaultRequest,
  { vault, clock }: Pick<CardServices, 'vault'> & Pick<PaymentServices, 'clock'>,
): Promise<string> {
  const leftSeconds = Math.ceil((Date.parse(expiresAt) - clock().getTime()) / 1_000);
  const withoutCode = cardToStore(card);
  try {
    const request = { ...auditContext, retainSeconds: Math.max(0, leftSeconds) + daySeconds };
    return (await callVault(() => vault.store(request, withoutCode))).token;
  } finally {
    erase(withoutCode);
  }
}

/**
 * Saves a payment that awaits its customer with the token of its kept card. Deletes the card where
 * the payment turns out not to await its customer any more; where that is not known, it expires.
 */
export async function settleWithKeptCard(
  asked: Payment,
  token: string,
  settle: () => Promise<Payment>,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'vault'>,
): Promise<Payment> {
  const settled = await settle();
  const isKnown = settled !== asked;
  if (isKnown && settled.attachedCard?.token !== token) {
    await deleteVaultCard(token, auditContext, services);
  }
  return settled;
}

/**
 * Saves the challenge of a customer after which the connector wants the card again, with the card.
 * When the card cannot be stored, the payment fails: nothing was charged.
 */
export async function settleChallenged(
  payment: Payment,
  { outcome, card }: { readonly outcome: PaymentOutcome; readonly card: Card },
  services: KeepingServices & Pick<PaymentServices, 'payments' | 'clock'>,
): Promise<Payment> {
  const { payments, clock, auditContext } = services;
  const { id: attemptId } = payment.attempt;
  let token: string;
  try {
    token = await keepCard(card, payment, auditContext, services);
  } catch (error) {
    log.error('card not stored for its challenge', error, { paymentId: payment.id });
    const unstored = { result: 'not_sent', message: 'Card could not be stored' } as const;
    return settleAnswer(payment, unstored, services);
  }
  const settle = () =>
    payments.settle(payment, (current) => {
      const next = applyOutcome(current, { attemptId, outcome }, clock());
      const isChallenged = next !== current && next.status === 'requires_customer_action';
      return isChallenged ? { ...next, attachedCard: { token } } : next;
    });
  return settleWithKeptCard(payment, token, settle, auditContext, services);
}

/**
 * The kept card of a payment, for one request to a processor; undefined when the vault has it no
 * more, because the session is over, or another request has used it.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function useKeptCard(
  payment: Pick<Payment, 'attachedCard' | 'attempt'>,
  auditContext: VaultRequest,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<Card | undefined> {
  const token = attachedCardToDelete(payment);
  if (token === undefined) return undefined;
  const loaded = await callVault(() =>
    vault.use({ ...auditContext, token, as: 'card.used', cvc: 'leave' }),
  );
  if (!loaded) return undefined;
  const { number, expiryMonth, expiryYear, holderName, chosenBrand } = loaded;
  const network = chosenBrand && payment.attempt.paymentMethodData?.card?.card_network;
  const card: Card = {
    number: number.toString('latin1'),
    expiryMonth,
    expiryYear,
    ...(holderName !== undefined && { holderName }),
    ...(network && { network }),
    ...(chosenBrand && { isCoBadged: true }),
  };
  erase(loaded);
  return card;
}
