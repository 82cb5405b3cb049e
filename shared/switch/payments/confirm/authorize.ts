import type { ConnectorAccess, KeptReferences } from '#connectors/interface/exchange.ts';
import type {
  Authorization,
  PaymentOutcome,
  PaymentSource,
} from '#connectors/interface/payments.ts';
import type { AuthenticationData } from '#connectors/interface/three-ds.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { log } from '#platform/log.ts';
import { reportFailoverStop } from '../../routing/report-failover-stop.ts';
import { notificationUrlOf, openConnectorAccess, referenceOf } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { startNextAttempt, withKeptReferences } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { takesNetworkTransactionId } from '../payment-source/charge-without-customer.ts';
import { storedCredentialOptions } from '../payment-source/future-usage.ts';
import { connectorMandateSource } from '../payment-source/payment-source.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { authorizationOptions } from '../request/authorization-options.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { isAccountVerification } from '../request/terms.ts';
import { authenticationDataOf } from '../three-ds/authentication-proof.ts';
import { type NextTry, nextTry, retriesOf, type TriesLeft } from './next-try.ts';
import { orderOf } from './order-of-payment.ts';
import { chosenConnector, type PaymentPlan } from './plan-payment.ts';
import { saveNextAttempt } from './save-next-attempt.ts';
import { canStepUp, withThreeDs } from './step-up.ts';

/** With less time left than this, in milliseconds, no further connector is tried. */
const failoverMinimumMs = 8_000;

/** The connectors to try; the credentials of the first are open. */
export interface AuthorizePlan
  extends Pick<PaymentPlan, 'configuration' | 'others'>,
    Partial<
      Pick<
        PaymentPlan,
        'connectorMandates' | 'method' | 'networkTransactionId' | 'connectorCustomers'
      >
    > {
  readonly access: ConnectorAccess;
}

export interface AuthorizeRequest {
  readonly body: PaymentRequest;
  readonly source: PaymentSource;
  /**
   * Loads the card behind a connector mandate, for another processor; undefined when the vault no
   * longer has it.
   */
  loadCard?(): Promise<PaymentSource | undefined>;
  /** The result of an external authentication for this payment. */
  readonly authenticationData?: AuthenticationData;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Sends the authorization of a payment saved as `processing`, and saves the outcome. Another attempt
 * is made only after an outcome by which certainly no money moved, as `nextTry` says: with the same
 * payment source, and without another fraud check. Each attempt that ended is kept before the next
 * is saved, over the version that was read: when a webhook or a sync has changed the payment
 * meanwhile, no further connector is asked. Only the caller that won the save may call it, and only
 * once.
 */
export async function authorizeWithFailover(
  processing: Payment,
  plan: AuthorizePlan,
  request: AuthorizeRequest,
  services: PaymentServices,
): Promise<Payment> {
  const { payments, connectors, secrets, clock } = services;
  const { configuration } = plan;
  let [current, access, source] = [processing, plan.access, request.source];
  const sources = sourcesOf(plan, request);
  let left: TriesLeft | undefined;
  // Saves over the version that won the first save, so nothing is sent for a payment that has changed.
  const keep = async (kept: KeptReferences) => {
    current = await payments.saveProgress(withKeptReferences(current, kept, clock()));
  };
  for (;;) {
    const outcome = await sendAuthorization(
      current,
      { access, source, keep },
      plan,
      request,
      services,
    );
    const attemptOutcome = { attemptId: current.attempt.id, outcome };
    const settle = () =>
      payments.settle(current, (one) => applyOutcome(one, attemptOutcome, clock()));
    if (outcome.result !== 'declined' && outcome.result !== 'not_sent') return settle();
    left ??= { others: plan.others, retries: retriesOf(configuration, processing) };
    const { connectorAccountId } = current.attempt;
    const asked = configuration.connectorAccounts.find(({ id }) => id === connectorAccountId);
    const next = nextTry(outcome, left, asked, (account) =>
      canStepUp(current, { ...request, source }, account),
    );
    if (!next || request.remainingMs() < failoverMinimumMs) return settle();
    try {
      access = await openConnectorAccess(next.account, configuration, secrets);
      source = await sources.at(next.account);
      connectors(request).prepare(access);
      const { attempt } = applyOutcome(current, attemptOutcome, clock());
      await payments.keepEarlier(current, { attempts: [attempt] });
      const stepped = (payment: Payment) =>
        next.reason === 'step_up' ? withThreeDs(payment) : payment;
      current = await saveNextAttempt(
        current,
        (payment) => startNextAttempt(stepped(payment), chosenConnector(next.account), clock()),
        payments,
      );
      left = next.left;
      reportNextTry(current, next);
    } catch (error) {
      reportFailoverStop(error, failoverOf(current, next.account));
      return settle();
    }
  }
}

interface AttemptToSend {
  readonly access: ConnectorAccess;
  readonly source: PaymentSource;
  readonly keep: (kept: KeptReferences) => Promise<void>;
}

function sendAuthorization(
  payment: Payment,
  { access, source, keep }: AttemptToSend,
  plan: AuthorizePlan,
  request: AuthorizeRequest,
  { connectors }: PaymentServices,
): Promise<PaymentOutcome> {
  const flow = isAccountVerification(payment) ? 'verify' : 'authorize';
  // A processor that has a credential of its own needs no id of an earlier payment.
  const isByNetwork =
    source.kind !== 'connector_mandate' && takesNetworkTransactionId(access.connectorName);
  const earlier = isByNetwork ? plan.networkTransactionId : undefined;
  const stored = storedCredentialOptions(payment, request.body, earlier);
  const input: Authorization = {
    ...referenceOf(payment),
    source,
    order: orderOf(payment, {
      source,
      connectorCustomerId: plan.connectorCustomers?.[payment.attempt.connectorAccountId ?? ''],
      ...stored,
    }),
    ...stored,
    ...callbackUrlsOf(payment, connectors(request).canDo(access, 'complete')),
    ...authorizationOptions(payment),
    ...authenticationDataOf(request),
  };
  return connectors(request)[flow](access, input, keep);
}

/**
 * The payment source for each further processor: its own stored credential, else what the first one
 * got, else the card behind that, which is loaded once.
 */
function sourcesOf(
  { connectorMandates, method = 'card' }: Pick<AuthorizePlan, 'connectorMandates' | 'method'>,
  { source, loadCard }: AuthorizeRequest,
) {
  let elsewhere: PaymentSource | undefined =
    source.kind === 'connector_mandate' ? undefined : source;
  return {
    async at({ id }: ConnectorAccount): Promise<PaymentSource> {
      const own = connectorMandates?.get(id);
      if (own) return connectorMandateSource(own.connectorMandateId, method);
      elsewhere ??= await loadCard?.();
      if (!elsewhere) throw new Error('There is no card for another processor.');
      return elsewhere;
    },
  };
}

/** What a line says of another attempt at a payment: its latest attempt, and who is asked next. */
const failoverOf = ({ id: paymentId, attempt }: Payment, account: ConnectorAccount) => ({
  ...{ paymentId, attemptId: attempt.id },
  ...{ connector: account.connectorName, connectorAccountId: account.id },
});

const reportNextTry = (payment: Payment, { account, reason }: NextTry) =>
  log.info('payment tried again', { ...failoverOf(payment, account), reason });

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
