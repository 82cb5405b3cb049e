import type { KeptReferences } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { ownMember } from '#platform/own-member.ts';
import { notificationUrlOf, referenceOf } from '../connector-access.ts';
import { withKeptReferences } from '../lifecycle/attempts.ts';
import { settleAnswer } from '../lifecycle/late-answer.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { takesNetworkTransactionId } from '../payment-source/charge-without-customer.ts';
import { storedCredentialOptions } from '../payment-source/future-usage.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { authorizationOptions } from '../request/authorization-options.ts';
import { isAccountVerification } from '../request/terms.ts';
import { authenticationDataOf } from '../three-ds/authentication-proof.ts';
import { settleChallenged } from '../three-ds/kept-card.ts';
import type { AttemptToSend, AuthorizationContext, SentAttempt } from './authorization-context.ts';
import { failOver } from './fail-over.ts';
import { nextAttempt } from './next-attempt.ts';
import { orderOf } from './order-of-payment.ts';
import { tookNothing } from './took-nothing.ts';

/**
 * Sends the authorization of a payment saved as `processing`, and saves the outcome. Another
 * attempt follows only after an outcome by which certainly no money moved, as `nextAttempt`
 * decides: without another fraud check. Only the caller that won the save may call it, and only
 * once.
 */
export async function authorizeWithFailover(
  attempt: AttemptToSend,
  context: AuthorizationContext,
  services: PaymentServices,
): Promise<Payment> {
  const sent = await sendAuthorization(attempt, context, services);
  const { outcome } = sent;
  const next = tookNothing(outcome)
    ? nextAttempt({ ...sent, outcome }, context, context.remainingMs())
    : undefined;
  const following = next && (await failOver(sent, next, context, services));
  return following
    ? authorizeWithFailover(following, context, services)
    : settleSent(sent, context, services);
}

/** Saves the outcome, with the card where the connector wants it again after the challenge. */
function settleSent(
  { payment, access, source, outcome }: SentAttempt,
  context: AuthorizationContext,
  services: PaymentServices,
): Promise<Payment> {
  const { keeping } = context;
  const isChallenged = outcome.result === 'challenged' && source.kind === 'card';
  return isChallenged && keeping && services.connectors(context).completesWithCard(access)
    ? settleChallenged(payment, { outcome, card: source.card }, { ...services, ...keeping })
    : settleAnswer(payment, outcome, services);
}

async function sendAuthorization(
  attempt: AttemptToSend,
  context: AuthorizationContext,
  { payments, connectors, clock }: PaymentServices,
): Promise<SentAttempt> {
  const { access } = attempt;
  const connector = connectors(context);
  const flow = isAccountVerification(attempt.payment) ? 'verify' : 'authorize';
  const input = authorizationOf(attempt, context, connector.canDo(access, 'complete'));
  let { payment } = attempt;
  // Saves over the version that won the first save, so nothing is sent for a payment that has
  // changed.
  const keep = async (kept: KeptReferences) => {
    payment = await payments.saveProgress(withKeptReferences(payment, kept, clock()));
  };
  const outcome = await connector[flow](access, input, keep);
  return { ...attempt, payment, outcome };
}

/** The authorization as the processor gets it. */
function authorizationOf(
  { payment, access, source }: AttemptToSend,
  context: AuthorizationContext,
  canComplete: boolean,
): Authorization {
  // A processor that has a credential of its own needs no id of an earlier payment.
  const isByNetwork =
    source.kind !== 'connector_mandate' && takesNetworkTransactionId(access.connectorName);
  const earlier = isByNetwork ? context.networkTransactionId : undefined;
  const stored = storedCredentialOptions(payment, context.body, earlier);
  const connectorCustomerId = ownMember(
    context.connectorCustomers,
    payment.attempt.connectorAccountId ?? '',
  );
  return {
    ...referenceOf(payment),
    source,
    order: orderOf(payment, {
      source,
      connectorCustomerId,
      configuration: context.configuration,
      ...stored,
    }),
    ...stored,
    ...callbackUrlsOf(payment, canComplete),
    ...authorizationOptions(payment),
    ...authenticationDataOf(context),
  };
}

/** Where the processor returns the customer after a challenge, and where it sends its webhooks. */
function callbackUrlsOf(payment: Payment, canComplete: boolean) {
  const { back: returnUrl, complete: completeUrl } = redirectUrlsOf(payment) ?? {};
  const notificationUrl = notificationUrlOf(payment);
  return (
    returnUrl && {
      returnUrl,
      ...(canComplete && { completeUrl }),
      ...(notificationUrl !== undefined && { notificationUrl }),
    }
  );
}
