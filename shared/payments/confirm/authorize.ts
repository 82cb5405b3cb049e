import type { ConnectorAccess, KeptReferences } from '../../connectors/interface/exchange.ts';
import type { Authorization, PaymentSource } from '../../connectors/interface/payments.ts';
import type { AuthenticationData } from '../../connectors/interface/three-ds.ts';
import { notificationUrlOf, openConnectorAccess, referenceOf } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { startNextAttempt, withKeptReferences } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { storedCredentialOptions } from '../payment-source/future-usage.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { authorizationOptions } from '../request/authorization-options.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { isAccountVerification } from '../request/terms.ts';
import { authenticationDataOf } from '../three-ds/authentication-proof.ts';
import { orderOf } from './order-of-payment.ts';
import { chosenConnector, type PaymentPlan } from './plan-payment.ts';

/** With less time left than this, in milliseconds, no further connector is tried. */
const failoverMinimumMs = 8_000;

/** The connectors to try; the credentials of the first are open. */
export interface AuthorizePlan
  extends Pick<
    PaymentPlan,
    'configuration' | 'others' | 'networkTransactionId' | 'connectorCustomers'
  > {
  readonly access: ConnectorAccess;
}

export interface AuthorizeRequest {
  readonly body: PaymentRequest;
  readonly source: PaymentSource;
  /** The result of an external authentication for this payment. */
  readonly authenticationData?: AuthenticationData;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Sends the authorization of a payment saved as `processing`, and saves the outcome. The next
 * connector is tried only when the request certainly did not reach this one: as a new attempt with
 * the same payment source. Only the caller that won the save may call it, and only once.
 */
export async function authorizeWithFailover(
  processing: Payment,
  plan: AuthorizePlan,
  request: AuthorizeRequest,
  services: PaymentServices,
): Promise<Payment> {
  const { payments, connectors, secrets, clock } = services;
  let [current, access] = [processing, plan.access];
  // Saves over the version that won the first save, so nothing is sent for a payment that has changed.
  const keep = async (kept: KeptReferences) => {
    current = await payments.saveProgress(withKeptReferences(current, kept, clock()));
  };
  for (const next of [...plan.others, undefined]) {
    const flow = isAccountVerification(current) ? 'verify' : 'authorize';
    const stored = storedCredentialOptions(current, request.body, plan.networkTransactionId);
    const input: Authorization = {
      ...referenceOf(current),
      source: request.source,
      order: orderOf(current, {
        source: request.source,
        connectorCustomerId: plan.connectorCustomers?.[current.attempt.connectorAccountId ?? ''],
        ...stored,
      }),
      ...stored,
      ...callbackUrlsOf(current, connectors(request).canDo(access, 'complete')),
      ...authorizationOptions(current),
      ...authenticationDataOf(request),
    };
    const outcome = await connectors(request)[flow](access, input, keep);
    const attemptOutcome = { attemptId: current.attempt.id, outcome };
    const settle = () =>
      payments.settle(current, (one) => applyOutcome(one, attemptOutcome, clock()));
    if (outcome.result !== 'not_sent' || !next || request.remainingMs() < failoverMinimumMs) {
      return settle();
    }
    try {
      access = await openConnectorAccess(next, plan.configuration, secrets);
      connectors(request).prepare(access);
      const { attempt } = applyOutcome(current, attemptOutcome, clock());
      await payments.keepEarlier(current, { attempts: [attempt] });
      current = await payments.saveProgress(
        startNextAttempt(current, chosenConnector(next), clock()),
      );
    } catch {
      // No further attempt is possible, or another request has changed the payment.
      return settle();
    }
  }
  return current;
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
