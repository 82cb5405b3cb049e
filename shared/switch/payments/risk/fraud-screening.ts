// Loaded late: few merchants have a fraud checker.
import * as v from 'valibot';
import type { FraudCheckRequest, FraudCheckResult } from '#connectors/interface/fraud-check.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { FraudCheckConfig } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import { connectorOf, RoutableChoice } from '#merchants/routing-settings/algorithm.ts';
import { isSwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import type { CustomerStore } from '../../customers/customer-store.ts';
import type { AuthorizationStep } from '../authorization-step.ts';
import { openConnectorAccess } from '../connector-access.ts';
import type { FraudCheck } from '../fraud-check.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { fraudAlgorithmOf } from './fraud-algorithm.ts';

type Services = Pick<
  PaymentServices,
  'payments' | 'customers' | 'secrets' | 'connectors' | 'clock'
>;

interface ScreeningContext {
  readonly source: PaymentSource;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Screens a payment that was saved as `processing` for fraud, if its merchant requires it. The
 * result is saved before the authorization is sent, so that later outcomes respect an open review.
 *
 * A payment continues when the fraud checker does not answer; the error is saved with it. A check
 * that the merchant wants after the charge is made before it too, so that no money has to be given
 * back.
 */
export async function screenForFraud(
  processing: Payment,
  configuration: Configuration,
  context: ScreeningContext,
  services: Services,
): Promise<AuthorizationStep> {
  const checker = checkerFor(processing, configuration);
  if (!checker) return { payment: processing, mayAuthorize: true };
  const { payments, clock } = services;
  const { id: attemptId } = processing.attempt;
  const result = await requestFraudCheck(processing, checker, configuration, context, services);
  const fraudCheck = verdictOn(result, checker);
  let checked: Payment;
  try {
    checked = await payments.saveProgress({
      ...processing,
      attempt: { ...processing.attempt, fraudCheck },
    });
  } catch (error) {
    // No authorization was sent. A sync job will find that and fail the payment.
    log.error('result of a fraud check not saved', error, { paymentId: processing.id });
    return { payment: processing, mayAuthorize: false };
  }
  if (fraudCheck.verdict !== 'reject') return { payment: checked, mayAuthorize: true };
  const { status: code, reason: message } = fraudCheck;
  const outcome = { result: 'declined', code, ...(message && { message }) } as const;
  const rejected = await payments.settle(checked, (current) =>
    applyOutcome(withoutLearning(current), { attemptId, outcome }, clock()),
  );
  return { payment: rejected, mayAuthorize: false };
}

/** The fraud checker, and the merchant's action on fraud. */
interface Checker {
  readonly account: ConnectorAccount;
  readonly action: 'cancel_txn' | 'auto_refund' | 'manual_review';
}

/** The fraud checker that a merchant account or a profile names. */
const Algorithm = v.object({ type: v.literal('single'), data: RoutableChoice });

/**
 * The fraud checker of the profile, else of the merchant account. Its connector account may limit
 * the processors and payment methods; without limits it checks all of them, and fraud is rejected.
 */
function checkerFor(payment: Payment, configuration: Configuration): Checker | undefined {
  const { profileId, attempt, requestFields } = payment;
  const { connectorAccounts } = configuration;
  const algorithm = v.safeParse(Algorithm, fraudAlgorithmOf(payment, configuration));
  if (!algorithm.success) return undefined;
  const named = connectorOf(algorithm.output.data);
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
    (one) => one.payment_method === requestFields.payment_method,
  );
  if (!method) return undefined;
  const types = method.payment_method_types ?? [];
  const type = types.find((one) => one.payment_method_type === requestFields.payment_method_type);
  return { account: checker, action: (type ?? types[0])?.action ?? 'cancel_txn' };
}

async function requestFraudCheck(
  payment: Payment,
  { account }: Checker,
  configuration: Configuration,
  { source, ...request }: ScreeningContext,
  { customers, secrets, connectors }: Services,
): Promise<FraudCheckResult> {
  try {
    const [access, email] = await Promise.all([
      openConnectorAccess(account, configuration, secrets),
      emailOf(payment, customers),
    ]);
    const fraudCheckRequest = fraudCheckRequestOf(payment, account, source);
    return await connectors(request).checkRisk(access, {
      ...fraudCheckRequest,
      ...(email && { email }),
    });
  } catch (error) {
    log.error('fraud check not sent', error, { paymentId: payment.id });
    return { result: 'not_sent', message: 'Fraud check cannot be asked' };
  }
}

/** The customer's stored email address, if the payment has none. */
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

function fraudCheckRequestOf(
  { attempt, currency, requestFields }: Payment,
  { connectorName }: ConnectorAccount,
  source: PaymentSource,
): FraudCheckRequest {
  const number = source.kind === 'card' ? source.card.number : undefined;
  const metadata = v.safeParse(v.record(v.string(), v.unknown()), requestFields.frm_metadata);
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

function verdictOn(result: FraudCheckResult, { account, action }: Checker): FraudCheck {
  const checkedBy = account.connectorName;
  switch (result.result) {
    case 'legit':
    case 'fraud':
    case 'manual_review': {
      const { result: status, transactionId, score, reason } = result;
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
      const error = result.message ?? result.code;
      return {
        checkedBy,
        status: 'pending',
        ...(error !== undefined && { error }),
        verdict: 'accept',
      };
    }
  }
}

const verdicts = { legit: 'accept', manual_review: 'review', fraud: 'reject' } as const;
