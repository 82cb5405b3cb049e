// Loaded late: most first attempts succeed.
import type { PaymentSource } from '#connectors/interface/payments.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { log } from '#platform/log.ts';
import { reportFailoverStop } from '../../routing/report-failover-stop.ts';
import { openConnectorAccess } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { startNextAttempt } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { connectorMandateSource } from '../payment-source/payment-source.ts';
import type { AttemptToSend, AuthorizationContext, SentAttempt } from './authorization-context.ts';
import type { NextAttempt } from './next-attempt.ts';
import { chosenConnector } from './plan-payment.ts';
import { saveNextAttempt } from './save-next-attempt.ts';
import { withThreeDs } from './step-up.ts';

/**
 * Saves the attempt that ended beside the payment, then the next one in it, over the version that
 * was read. Undefined when that fails, and no further connector may be asked: a webhook or a sync
 * has changed the payment meanwhile, or the account or its payment source cannot be used.
 */
export async function failOver(
  { payment, outcome }: SentAttempt,
  { account, reason, others, retries }: NextAttempt,
  context: AuthorizationContext,
  { payments, connectors, secrets, clock }: PaymentServices,
): Promise<AttemptToSend | undefined> {
  try {
    const access = await openConnectorAccess(account, context.configuration, secrets);
    const source = await sourceAt(account, context);
    connectors(context).prepare(access);
    const ended = applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, clock());
    await payments.keepEarlier(payment, { attempts: [ended.attempt] });
    const next = (current: Payment) => {
      const stepped = reason === 'step_up' ? withThreeDs(current) : current;
      const charged = context.connectorMandates?.get(account.id);
      return startNextAttempt(stepped, chosenConnector(account, charged), clock());
    };
    const saved = await saveNextAttempt(payment, next, payments);
    log.info('payment tried again', { ...failoverOf(saved, account), reason });
    return { payment: saved, access, source, others, retries };
  } catch (error) {
    reportFailoverStop(error, failoverOf(payment, account));
    return undefined;
  }
}

/**
 * The payment source for another account: its own stored credential, else the first attempt's, else
 * the card behind that.
 */
async function sourceAt(
  { id }: ConnectorAccount,
  { connectorMandates, method = 'card', source, loadCard }: AuthorizationContext,
): Promise<PaymentSource> {
  const own = connectorMandates?.get(id);
  if (own) return connectorMandateSource(own.connectorMandateId, method);
  if (source.kind !== 'connector_mandate') return source;
  const card = await loadCard?.();
  if (!card) throw new Error('There is no card for another processor.');
  return card;
}

/**
 * The fields of a log line about another attempt: the latest attempt, and the account asked next.
 */
const failoverOf = ({ id: paymentId, attempt }: Payment, account: ConnectorAccount) => ({
  paymentId,
  attemptId: attempt.id,
  connector: account.connectorName,
  connectorAccountId: account.id,
});
