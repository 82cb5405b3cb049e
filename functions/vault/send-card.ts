import { type Log, log as liveLog } from '#platform/log.ts';
import { erase } from '#vault/cards/card.ts';
import { brandOf } from '#vault/cards/card-brand.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { type LeasedCvc, leaseCvc } from '#vault/proxy/send/code-lease.ts';
import { forwardedHeaders } from '#vault/proxy/send/forwarded-headers.ts';
import { liveEgress } from '#vault/proxy/send/live-egress.ts';
import { sameNumber } from '#vault/proxy/send/mask-response.ts';
import {
  type Filling,
  fillMessage,
  type Message,
  placeholdersIn,
} from '#vault/proxy/send/placeholders.ts';
import { sendCard } from '#vault/proxy/send/send-operations.ts';
import {
  allowedTarget,
  callTarget,
  type Egress,
  maskedResponse,
  type Target,
  type TargetResult,
  timeFor,
} from '#vault/proxy/send/send-to-target.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'use'>;
  readonly codes: Pick<CvcStore, 'lease'>;
  readonly egress: Egress;
  readonly log: Log;
}

/** Time for the work after the target's answer, in ms: deleting the code, and our own answer. */
const reservedMs = 3_000;

/**
 * Sends a card to a tenant's target: card values replace the placeholders, and are removed from the
 * target's answer. It leases a card verification code only if the message needs one. The target's
 * status decides whether the code stays stored.
 */
export const send = implementVault(sendCard, async (request, services: Services) => {
  const { cards, codes, egress, log } = services;
  const who = { ...auditFieldsOf(request), tenant: request.caller.tenant };
  const target = await allowedTarget(who, request.query, egress);
  const message = { headers: forwardedHeaders(request.headers), body: request.body };
  const placeholders = placeholdersIn(message);
  const { card_token: cardToken } = request.params;
  const use = { ...who, reason: `sent to ${target.url.hostname}` };

  const card = await cards.use({ ...use, token: cardToken, as: 'card.used', cvc: 'leave' });
  if (!card) throw new VaultError('resource_not_found');
  try {
    const leased = placeholders.has('SERVICE_CODE')
      ? await leaseCvc({ ...use, cardToken }, codes, log)
      : undefined;
    const filling = {
      card: { ...card, cvc: leased?.cvc },
      brand: placeholders.has('CARD_TYPE') ? brandOf(card.number.toString('latin1')) : '',
    };
    try {
      const result = await sendAndSettle(
        target,
        message,
        filling,
        leased,
        () => timeFor(request.remainingMs(), reservedMs),
        egress,
      );
      if (result.kind === 'unanswered') throw result.error;
      const echoes = { isNumber: sameNumber(card.number), cvc: leased?.cvc };
      return await maskedResponse(result.response, echoes);
    } finally {
      leased?.cvc.fill(0);
    }
  } finally {
    erase(card);
  }
});

/** Calls the target. After any result the code is released or deleted before the next step. */
async function sendAndSettle(
  target: Target,
  message: Message,
  filling: Filling,
  leased: LeasedCvc | undefined,
  timeoutMs: () => number,
  egress: Egress,
): Promise<TargetResult> {
  let status: number | undefined;
  try {
    const filledMessage = fillMessage(message, filling);
    try {
      const result = await callTarget(target, filledMessage, timeoutMs(), egress);
      status = result.kind === 'answered' ? result.response.status : result.status;
      return result;
    } finally {
      filledMessage.body.fill(0);
    }
  } finally {
    await leased?.settle(status, target.destination);
  }
}

export const handler = vaultLambda(send, () => {
  const { cards, codes } = liveVault();
  return { cards, codes, egress: liveEgress(), log: liveLog };
});
