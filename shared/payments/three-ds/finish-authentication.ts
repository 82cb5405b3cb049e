import type { Configuration, ConnectorAccount } from '../../accounts/merchant-account.ts';
import type { Card } from '../../connectors/interface/card.ts';
import type { ConnectorAccess } from '../../connectors/interface/exchange.ts';
import type { AuthenticationOutcome } from '../../connectors/interface/three-ds.ts';
import { SwitchError } from '../../errors.ts';
import { erase } from '../../vault/cards/card.ts';
import { throughVault } from '../../vault/switch/from-switch.ts';
import { type Authentication, authenticationFailure, isAuthenticating } from '../authentication.ts';
import type { CardServices } from '../card-services.ts';
import { askAuthenticated } from '../confirm/confirm-payment.ts';
import { accessTo } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { nextStatus, refusalOf } from '../lifecycle/lifecycle.ts';
import type { Payment } from '../payment.ts';
import type { TakingServices } from '../payment-services.ts';
import { aboutPayment, forgotten, ownHeldCard } from '../payment-source/attached-card.ts';
import { waitingFrom } from '../pending-sync.ts';

/** What going on with a payment reaches once its customer was to be authenticated. */
export type ResumingServices = Omit<TakingServices, 'random'> & Pick<CardServices, 'vault'>;

interface Resuming {
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Asks who authenticates a payment's customer what became of that.
 *
 * @throws SwitchError `connector_account_not_found`
 */
export async function lookedAt(
  { attempt }: Payment,
  configuration: Configuration,
  request: Pick<Resuming, 'remainingMs' | 'requestId'>,
  { secrets, connectors }: ResumingServices,
): Promise<AuthenticationOutcome> {
  const account = accountOf(configuration, attempt.authentication?.connectorAccountId);
  const access = await accessTo(account, configuration, secrets);
  const reference = { reference: attempt.id };
  return connectors(request).lookAtAuthentication(access, reference);
}

function accountOf({ connectorAccounts }: Configuration, id: string | undefined): ConnectorAccount {
  const account = connectorAccounts.find((one) => one.id === id);
  if (!account) throw new SwitchError('connector_account_not_found');
  return account;
}

/**
 * Goes on with a payment whose customer was to be authenticated: what their browser says counts for
 * nothing, the authentication server is asked. With its proof the processor is asked for the money; the
 * payment is saved as `processing` before, which one caller alone can. Without it the payment fails,
 * or waits on.
 */
export async function resumed(
  payment: Payment,
  configuration: Configuration,
  request: Resuming,
  services: ResumingServices,
): Promise<Payment> {
  if (!isAuthenticating(payment)) return payment;
  const outcome = await lookedAt(payment, configuration, request, services);
  switch (outcome.result) {
    case 'refused':
      return failed(payment, outcome.flow, request, services);
    case 'authenticated': {
      const account = accountOf(configuration, payment.attempt.connectorAccountId);
      const access = await accessTo(account, configuration, services.secrets);
      return taken(payment, { outcome, configuration, access }, request, services);
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

async function taken(
  payment: Payment,
  { outcome, configuration, access }: Ready,
  request: Resuming,
  services: ResumingServices,
): Promise<Payment> {
  const { payments, vault } = services;
  const about = aboutPayment({ ...payment, paymentId: payment.id, ...request });
  const token = ownHeldCard(payment);
  const found =
    token &&
    (await throughVault(() =>
      vault.use({ ...about, token, as: 'card.used', serviceCode: 'leave' }),
    ));
  // Its session is over; or somebody else was faster, and the card was for them.
  if (!found) return failed(payment, outcome.flow, request, services);
  const { number, expiryMonth, expiryYear, holderName } = found;
  const card: Card = {
    number: number.toString('latin1'),
    expiryMonth,
    expiryYear,
    ...(holderName !== undefined && { holderName }),
  };
  erase(found);
  const processing = await payments.saveProgress(asProcessing(payment, outcome, request.now));
  const means = { kind: 'card', card } as const;
  const [settled] = await Promise.all([
    askAuthenticated(
      processing,
      { configuration, access, means, proof: outcome.proof },
      request,
      services,
    ),
    forgotten(token, about, services),
  ]);
  return settled;
}

/** The payment as it is saved before its processor is asked. The cryptogram is kept nowhere. */
function asProcessing(
  payment: Payment,
  { flow, names, proof }: Ready['outcome'],
  now: Date,
): Payment {
  const status = nextStatus(payment.status, 'resumed');
  if (!status) throw refusalOf('confirm', payment.status);
  const { heldCard: _, ...before } = payment;
  const { nextAction: __, ...attempt } = payment.attempt;
  const { electronicCommerceIndicator: indicator } = proof;
  const at = now.toISOString();
  return {
    ...before,
    status,
    attempt: {
      ...attempt,
      status: 'authentication_successful',
      authentication: {
        ...known(payment),
        status: 'success',
        flow,
        version: names.version,
        dsTransactionId: names.dsTransactionId,
        ...(indicator !== undefined && { electronicCommerceIndicator: indicator }),
      },
      askedAt: at,
      modifiedAt: at,
    },
    waiting: waitingFrom(now),
    modifiedAt: at,
  };
}

function known({ attempt: { authentication } }: Payment): Authentication {
  if (!authentication) throw new Error('Nobody is being authenticated.');
  return authentication;
}

async function failed(
  payment: Payment,
  flow: Authentication['flow'],
  request: Resuming,
  services: ResumingServices,
): Promise<Payment> {
  const { payments, clock } = services;
  const about = { attemptId: payment.attempt.id } as const;
  const settled = await payments.settle(payment, (current) => {
    if (!isAuthenticating(current)) return current;
    const outcome = { result: 'declined', ...authenticationFailure } as const;
    const next = applyOutcome(current, { ...about, outcome }, clock());
    if (next === current) return current;
    const { heldCard: _, ...rest } = next;
    const authentication = {
      ...known(current),
      status: 'failed' as const,
      ...(flow && { flow }),
      error: authenticationFailure,
    };
    return { ...rest, attempt: { ...next.attempt, authentication } };
  });
  if (settled.status === 'failed') {
    const vaultRequest = aboutPayment({ ...payment, paymentId: payment.id, ...request });
    await forgotten(ownHeldCard(payment), vaultRequest, services);
  }
  return settled;
}
