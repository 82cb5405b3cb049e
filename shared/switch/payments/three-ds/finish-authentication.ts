import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { syncAtAuthenticator } from '../authentication/authenticator.ts';
import { type Authentication, authenticationFailure, isAuthenticating } from '../authentication.ts';
import type { CardServices } from '../card-services.ts';
import { authorizeWithFailover } from '../confirm/authorize.ts';
import { openConnectorAccess } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import { nextStatus, refusalOf } from '../lifecycle/lifecycle.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../payment-source/attached-card.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { fraudAlgorithmOf } from '../risk/fraud-algorithm.ts';
import { screenForFraud } from '../risk/fraud-screening.ts';
import { useKeptCard } from './kept-card.ts';

/** The services that continue a payment after its external authentication. */
export type FinishServices = PaymentServices & Pick<CardServices, 'vault'>;

interface FinishRequest {
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Asks the authentication server for the result.
 *
 * @throws SwitchError `connector_account_not_found`
 */
export const syncAuthentication = (
  { attempt }: Payment,
  configuration: Configuration,
  request: Pick<FinishRequest, 'remainingMs' | 'requestId'>,
  services: FinishServices,
): Promise<AuthenticationOutcome> =>
  syncAtAuthenticator(
    { configuration, accountId: attempt.authentication?.connectorAccountId },
    attempt.id,
    request,
    services,
  );

function accountOf({ connectorAccounts }: Configuration, id: string | undefined): ConnectorAccount {
  const account = connectorAccounts.find((one) => one.id === id);
  if (!account) throw new SwitchError('connector_account_not_found');
  return account;
}

/**
 * Continues a payment after its external authentication. The browser's data is ignored; the
 * authentication server is asked. When the authentication succeeded, the payment is saved as
 * `processing`, which only one caller wins, and then authorized. Otherwise the payment fails, or
 * stays pending.
 */
export async function finishAuthentication(
  payment: Payment,
  configuration: Configuration,
  request: FinishRequest,
  services: FinishServices,
): Promise<Payment> {
  if (!isAuthenticating(payment)) return payment;
  const outcome = await syncAuthentication(payment, configuration, request, services);
  switch (outcome.result) {
    case 'refused':
      return failAuthentication(payment, outcome.flow, request, services);
    case 'authenticated': {
      const account = accountOf(configuration, payment.attempt.connectorAccountId);
      const access = await openConnectorAccess(account, configuration, services.secrets);
      return authorizeAuthenticated(payment, { outcome, configuration, access }, request, services);
    }
    default:
      return payment;
  }
}

interface Ready {
  readonly outcome: Extract<AuthenticationOutcome, { readonly result: 'authenticated' }>;
  readonly configuration: Configuration;
  readonly access: ConnectorAccess;
}

async function authorizeAuthenticated(
  payment: Payment,
  { outcome, configuration, access }: Ready,
  request: FinishRequest,
  services: FinishServices,
): Promise<Payment> {
  const { payments } = services;
  const auditContext = auditContextOf({ ...payment, paymentId: payment.id, ...request });
  const card = await useKeptCard(payment, auditContext, services);
  if (!card) return failAuthentication(payment, outcome.flow, request, services);
  const processing = await payments.saveProgress(markAuthenticated(payment, outcome, request.now));
  const deletion = deleteVaultCard(attachedCardToDelete(payment), auditContext, services);
  try {
    const source = { kind: 'card', card } as const;
    const { authenticationData } = outcome;
    const context = { ...request, body: {}, source, authenticationData };
    let checked = processing;
    if (fraudAlgorithmOf(processing, configuration) != null) {
      const screened = await screenForFraud(processing, configuration, context, services);
      if (!screened.mayAuthorize) return screened.payment;
      checked = screened.payment;
    }
    const attempt = { payment: checked, access, source, others: [], retries: 0 };
    return await authorizeWithFailover(attempt, { ...context, configuration }, services);
  } finally {
    await deletion;
  }
}

/** The payment as it is saved before the authorization is sent. The cryptogram is never stored. */
function markAuthenticated(
  payment: Payment,
  { flow, ids, authenticationData }: Ready['outcome'],
  now: Date,
): Payment {
  const status = nextStatus(payment.status, 'resumed');
  if (!status) throw refusalOf('confirm', payment.status);
  const { attachedCard: _, ...before } = payment;
  const { nextAction: __, ...attempt } = payment.attempt;
  const { electronicCommerceIndicator: indicator } = authenticationData;
  const at = now.toISOString();
  return {
    ...before,
    status,
    attempt: {
      ...attempt,
      status: 'authentication_successful',
      authentication: {
        ...authenticationOf(payment),
        status: 'success',
        flow,
        version: ids.version,
        dsTransactionId: ids.dsTransactionId,
        ...(indicator !== undefined && { electronicCommerceIndicator: indicator }),
      },
      askedAt: at,
      modifiedAt: at,
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

function authenticationOf({ attempt: { authentication } }: Payment): Authentication {
  if (!authentication) throw new Error('The payment awaits no authentication.');
  return authentication;
}

async function failAuthentication(
  payment: Payment,
  flow: Authentication['flow'],
  request: FinishRequest,
  services: FinishServices,
): Promise<Payment> {
  const { payments, clock } = services;
  const attemptRef = { attemptId: payment.attempt.id } as const;
  const settled = await payments.settle(payment, (current) => {
    if (!isAuthenticating(current)) return current;
    const outcome = { result: 'declined', ...authenticationFailure } as const;
    const unasked = withoutLearning(current);
    const next = applyOutcome(unasked, { ...attemptRef, outcome }, clock());
    if (next === unasked) return current;
    const { attachedCard: _, ...rest } = next;
    const authentication = {
      ...authenticationOf(current),
      status: 'failed' as const,
      ...(flow && { flow }),
      error: authenticationFailure,
    };
    return { ...rest, attempt: { ...next.attempt, authentication } };
  });
  if (settled.status === 'failed') {
    const auditContext = auditContextOf({ ...payment, paymentId: payment.id, ...request });
    await deleteVaultCard(attachedCardToDelete(payment), auditContext, services);
  }
  return settled;
}
