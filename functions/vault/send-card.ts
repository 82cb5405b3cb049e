import { type Log, log as liveLog } from '../../shared/log.ts';
import { erase } from '../../shared/vault/cards/card.ts';
import { brandOf } from '../../shared/vault/cards/card-brand.ts';
import type { CardVault } from '../../shared/vault/cards/card-vault.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { accountable, implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';
import { type LentCode, lentCode } from '../../shared/vault/proxy/send/code-lease.ts';
import { forwardedHeaders } from '../../shared/vault/proxy/send/forwarded-headers.ts';
import { liveEgress } from '../../shared/vault/proxy/send/live-egress.ts';
import { sameNumber } from '../../shared/vault/proxy/send/mask-response.ts';
import {
  type Filling,
  filled,
  type Message,
  wanted,
} from '../../shared/vault/proxy/send/placeholders.ts';
import { sendCard } from '../../shared/vault/proxy/send/send-operations.ts';
import {
  allowedTarget,
  answerWithout,
  type Called,
  call,
  type Egress,
  type Target,
  timeFor,
} from '../../shared/vault/proxy/send/send-to-target.ts';
import type { ServiceCodes } from '../../shared/vault/service-codes/service-codes.ts';
import { VaultError } from '../../shared/vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'use'>;
  readonly codes: Pick<ServiceCodes, 'lease'>;
  readonly egress: Egress;
  readonly log: Log;
}

/** For what comes after the answer, in milliseconds: the service code's end, and the way back. */
const keptMs = 3_000;

/**
 * Sends a card to a target of the tenant's: its words take the place of the drop-ins, and the target's
 * answer comes back without them. A service code is borrowed only where it is wanted, and what the
 * target answered decides whether there is one afterwards.
 */
export const send = implementVault(sendCard, async (request, services: Services) => {
  const { cards, codes, egress, log } = services;
  const who = { ...accountable(request), tenant: request.caller.tenant };
  const target = await allowedTarget(who, request.query, egress);
  const message = { headers: forwardedHeaders(request.headers), body: request.body };
  const words = wanted(message);
  const { card_token: cardToken } = request.params;
  const use = { ...who, reason: `sent to ${target.url.hostname}` };

  const card = await cards.use({ ...use, token: cardToken, as: 'card.used', serviceCode: 'leave' });
  if (!card) throw new VaultError('resource_not_found');
  try {
    const lent = words.has('SERVICE_CODE')
      ? await lentCode({ ...use, cardToken }, codes, log)
      : undefined;
    const filling = {
      card: { ...card, serviceCode: lent?.code },
      brand: words.has('CARD_TYPE') ? brandOf(card.number.toString('latin1')) : '',
    };
    try {
      const called = await exchanged(
        target,
        message,
        filling,
        lent,
        () => timeFor(request.remainingMs(), keptMs),
        egress,
      );
      if (called.kind === 'unanswered') throw called.error;
      const echoes = { isNumber: sameNumber(card.number), code: lent?.code };
      return await answerWithout(called.response, echoes);
    } finally {
      lent?.code.fill(0);
    }
  } finally {
    erase(card);
  }
});

/** The call itself. However it ends, the code is settled before anything else is done. */
async function exchanged(
  target: Target,
  message: Message,
  filling: Filling,
  lent: LentCode | undefined,
  timeoutMs: () => number,
  egress: Egress,
): Promise<Called> {
  let status: number | undefined;
  try {
    const whole = filled(message, filling);
    try {
      const called = await call(target, whole, timeoutMs(), egress);
      status = called.kind === 'answered' ? called.response.status : called.status;
      return called;
    } finally {
      whole.body.fill(0);
    }
  } finally {
    await lent?.settle(status, target.destination);
  }
}

export const handler = vaultLambda(
  send,
  () => {
    const { cards, codes } = liveVault();
    return { cards, codes, egress: liveEgress(), log: liveLog };
  },
  liveVaultAuthenticator,
);
