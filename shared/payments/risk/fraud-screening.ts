import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../../accounts/merchant-account.ts';
import { FraudCheckConfig } from '../../connector-accounts/enabled-payment-methods.ts';
import type { RiskFinding, RiskQuestion } from '../../connectors/interface/fraud-check.ts';
import type { Means } from '../../connectors/interface/payments.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import { isSwitchError } from '../../errors.ts';
import { log } from '../../log.ts';
import { namedBy, RoutableChoice } from '../../routing/algorithm.ts';
import { accessTo } from '../connector-access.ts';
import type { FraudCheck } from '../fraud-check.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import type { Payment } from '../payment.ts';
import type { TakingServices } from '../payment-services.ts';

type Services = Pick<TakingServices, 'payments' | 'customers' | 'secrets' | 'connectors' | 'clock'>;

interface Asking {
  readonly means: Means;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Has a payment that was saved as `processing` checked for fraud, where its merchant wants that, and
 * goes on with it or not. What was found is saved before any money is asked for: so whoever hears of
 * the money later knows that a person has to look at it first.
 *
 * A checker that does not answer stops nobody's sale; its silence is kept with the payment. A check
 * that a merchant wants after the charge is made before it as well, so nothing has to be given back.
 */
export async function unlessFraud(
  processing: Payment,
  configuration: Configuration,
  asking: Asking,
  services: Services,
  goOn: (payment: Payment) => Promise<Payment>,
): Promise<Payment> {
  const checker = checkerFor(processing, configuration);
  if (!checker) return goOn(processing);
  const { payments, clock } = services;
  const { id: attemptId } = processing.attempt;
  const finding = await found(processing, checker, configuration, asking, services);
  const fraudCheck = verdictOn(finding, checker);
  let checked: Payment;
  try {
    checked = await payments.saveProgress({
      ...processing,
      attempt: { ...processing.attempt, fraudCheck },
    });
  } catch (error) {
    // Nobody was asked for money, and the guard will see to that.
    log.error('finding of a fraud check not saved', error, { paymentId: processing.id });
    return processing;
  }
  if (fraudCheck.verdict !== 'stop') return goOn(checked);
  const { status: code, reason: message } = fraudCheck;
  const outcome = { result: 'declined', code, ...(message && { message }) } as const;
  return payments.settle(checked, (current) =>
    applyOutcome(current, { attemptId, outcome }, clock()),
  );
}

/** Who checks, and what is to follow from fraud. */
interface Checker {
  readonly account: ConnectorAccount;
  readonly action: 'cancel_txn' | 'auto_refund' | 'manual_review';
}

/** The one checker that an account or a profile names. */
const Algorithm = v.object({ type: v.literal('single'), data: RoutableChoice });

/**
 * The profile's word on who checks counts before the merchant account's. The checker's own account says
 * for which processors and payment methods; one that says nothing is asked about all of them, and
 * fraud is then not taken.
 */
function checkerFor(
  { profileId, attempt, terms }: Payment,
  { account, profiles, connectorAccounts }: Configuration,
): Checker | undefined {
  const profile = profiles.find(({ id }) => id === profileId);
  const wanted = profile?.settings.frm_routing_algorithm ?? account.settings.frm_routing_algorithm;
  const algorithm = v.safeParse(Algorithm, wanted);
  if (!algorithm.success) return undefined;
  const named = namedBy(algorithm.output.data);
  const checker = connectorAccounts.find(
    (one) =>
      one.profileId === profileId &&
      one.connectorType === 'payment_vas' &&
      one.connectorName === named.connector &&
      (named.accountId === undefined || one.id === named.accountId) &&
      one.status === 'active' &&
      !one.disabled,
  );
  if (!checker) return undefined;
  const configs = v.safeParse(v.array(FraudCheckConfig), checker.settings.frm_configs);
  if (!configs.success || configs.output.length === 0) {
    return { account: checker, action: 'cancel_txn' };
  }
  const gateway = configs.output.find((one) => one.gateway === attempt.connectorName);
  const method = gateway?.payment_methods.find(
    (one) => one.payment_method === terms.payment_method,
  );
  if (!method) return undefined;
  const types = method.payment_method_types ?? [];
  const type = types.find((one) => one.payment_method_type === terms.payment_method_type);
  return { account: checker, action: (type ?? types[0])?.action ?? 'cancel_txn' };
}

async function found(
  payment: Payment,
  { account }: Checker,
  configuration: Configuration,
  { means, ...request }: Asking,
  { customers, secrets, connectors }: Services,
): Promise<RiskFinding> {
  try {
    const [access, email] = await Promise.all([
      accessTo(account, configuration, secrets),
      emailOf(payment, customers),
    ]);
    const question = questionOf(payment, account, means);
    return await connectors(request).checkRisk(access, { ...question, ...(email && { email }) });
  } catch (error) {
    log.error('fraud cannot be checked', error, { paymentId: payment.id });
    return { result: 'not_sent', message: 'Fraud check cannot be asked' };
  }
}

/** Of the customer's record, where the merchant named the customer and said no more. */
async function emailOf(
  { merchantId, customer }: Payment,
  customers: Pick<CustomerStore, 'get'>,
): Promise<string | undefined> {
  if (customer?.email !== undefined || customer?.id === undefined) return customer?.email;
  try {
    return (await customers.get(merchantId, customer.id)).email;
  } catch (error) {
    if (isSwitchError(error, 'customer_not_found')) return undefined;
    throw error;
  }
}

function questionOf(
  { attempt, currency, terms }: Payment,
  { connectorName }: ConnectorAccount,
  means: Means,
): RiskQuestion {
  const number = means.kind === 'card' ? means.card.number : undefined;
  const metadata = v.safeParse(v.record(v.string(), v.unknown()), terms.frm_metadata);
  return {
    reference: attempt.id,
    checker: connectorName,
    amountMinor: attempt.amountMinor,
    currency,
    ...(number !== undefined && {
      card: { firstDigits: number.slice(0, 6), lastDigits: number.slice(-4) },
    }),
    ...(metadata.success && { metadata: metadata.output }),
  };
}

function verdictOn(finding: RiskFinding, { account, action }: Checker): FraudCheck {
  const checkedBy = account.connectorName;
  switch (finding.result) {
    case 'legit':
    case 'fraud':
    case 'manual_review': {
      const { result: status, transactionId, score, reason } = finding;
      return {
        checkedBy,
        status,
        ...(transactionId !== undefined && { transactionId }),
        ...(score !== undefined && { score }),
        ...(reason !== undefined && { reason }),
        verdict:
          verdicts[status === 'fraud' && action === 'manual_review' ? 'manual_review' : status],
      };
    }
    default: {
      const error = finding.message ?? finding.code;
      return {
        checkedBy,
        status: 'pending',
        ...(error !== undefined && { error }),
        verdict: 'go on',
      };
    }
  }
}

const verdicts = { legit: 'go on', manual_review: 'review', fraud: 'stop' } as const;
