// Loaded late: few merchants have a 3-D Secure server of their own.
import type { Card } from '#connectors/interface/card.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import type { AuthenticationIds, AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { log } from '#platform/log.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import type { NextAction } from '#vocabulary/next-action.ts';
import { authenticationPollId } from '../../polls/poll-store.ts';
import {
  authenticatorAmong,
  authenticatorNamesOf,
  startAtAuthenticator,
} from '../authentication/authenticator.ts';
import { type Authentication, authenticationFailure } from '../authentication.ts';
import type { AuthorizationStep } from '../authorization-step.ts';
import type { CardServices } from '../card-services.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import { nextStatus } from '../lifecycle/lifecycle.ts';
import { withTransition } from '../lifecycle/transitions.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { keepCard, settleWithKeptCard } from './kept-card.ts';

type Services = Pick<
  PaymentServices,
  'payments' | 'secrets' | 'connectors' | 'clock' | 'switchUrl'
> &
  Pick<CardServices, 'vault'>;

interface AuthenticationContext {
  readonly source: PaymentSource;
  readonly auditContext: VaultRequest;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Starts external 3-D Secure for a payment saved as `processing`, if its merchant requires it. The
 * payment then awaits its customer. Its card stays in the vault without the cvc, because the
 * processor gets the authentication data instead. No authorization is sent before the
 * authentication succeeds.
 */
export async function startAuthentication(
  processing: Payment,
  configuration: Configuration,
  context: AuthenticationContext,
  services: Services,
): Promise<AuthorizationStep> {
  const { source } = context;
  const account = authenticatorOf(processing, configuration);
  if (!account || source.kind !== 'card' || !services.switchUrl) {
    return { payment: processing, mayAuthorize: true };
  }
  const { card } = source;
  const { cvc: _, ...withoutCode } = card;
  const request = {
    reference: processing.attempt.id,
    amountMinor: processing.attempt.amountMinor,
    currency: processing.currency,
    card: withoutCode,
    returnUrl: redirectUrlsOf(processing)?.authorize ?? '',
  };
  const asked = { account, configuration };
  const outcome = await startAtAuthenticator(asked, request, context, services);
  if (outcome.result === 'not_enrolled') return { payment: processing, mayAuthorize: true };
  const payment =
    'ids' in outcome
      ? await awaitCustomer(processing, { account, card, outcome }, context, services)
      : await failAuthentication(processing, services);
  return { payment, mayAuthorize: false };
}

interface PendingAuthentication {
  readonly account: ConnectorAccount;
  readonly card: Card;
  readonly outcome: Extract<AuthenticationOutcome, { readonly ids: unknown }>;
}

/**
 * Stores the card and saves that the payment awaits its customer. When the card cannot be stored,
 * the payment fails.
 */
async function awaitCustomer(
  processing: Payment,
  { account, card, outcome }: PendingAuthentication,
  context: AuthenticationContext,
  services: Services,
): Promise<Payment> {
  const { payments, clock } = services;
  let token: string;
  try {
    token = await keepCard(card, processing, context.auditContext, services);
  } catch (error) {
    log.error('card not stored for its authentication', error, { paymentId: processing.id });
    return failAuthentication(processing, services);
  }
  const settle = () =>
    payments.settle(processing, (current) =>
      withPendingAuthentication(current, { account, token, outcome }, clock()),
    );
  return settleWithKeptCard(processing, token, settle, context.auditContext, services);
}

/** The authentication server's account for this payment, if it requires external authentication. */
function authenticatorOf(
  { profileId, requestFields }: Payment,
  configuration: Configuration,
): ConnectorAccount | undefined {
  const isWanted =
    requestFields.request_external_three_ds_authentication === true &&
    requestFields.authentication_type === 'three_ds';
  if (!isWanted) return undefined;
  const names = authenticatorNamesOf(configuration, profileId);
  return authenticatorAmong(configuration, profileId, names);
}

interface StartedAuthentication {
  readonly account: ConnectorAccount;
  /** The vault token of the card. */
  readonly token: string;
  readonly outcome: Extract<AuthenticationOutcome, { readonly ids: unknown }>;
}

/** The payment as it awaits its customer. No authorization was sent. */
function withPendingAuthentication(
  payment: Payment,
  { account, token, outcome }: StartedAuthentication,
  now: Date,
): Payment {
  const status = nextStatus(payment.status, 'challenged');
  if (payment.status !== 'processing' || !status) return payment;
  const { askedAt: _, ...attempt } = payment.attempt;
  const { ids } = outcome;
  const authentication: Authentication = {
    connectorName: account.connectorName,
    connectorAccountId: account.id,
    status: 'pending',
    version: ids.version,
    dsTransactionId: ids.dsTransactionId,
  };
  return withTransition(
    {
      ...payment,
      status,
      attachedCard: { token },
      attempt: {
        ...attempt,
        status: 'authentication_pending',
        authentication,
        nextAction: invokeAction(payment, account, ids),
        modifiedAt: now.toISOString(),
      },
      pendingSync: scheduleFirstSync(now),
    },
    true,
    now,
  );
}

/** How often a browser polls for the result, as clients of the Hyperswitch v1 API expect. */
const polling = { delay_in_secs: 2, frequency: 5 };

function invokeAction(
  payment: Payment,
  account: ConnectorAccount,
  names: AuthenticationIds,
): NextAction {
  const { id, merchantId, switchUrl = '', attempt } = payment;
  const { connectorName } = attempt;
  return {
    type: 'three_ds_invoke',
    three_ds_data: {
      three_ds_authentication_url: `${switchUrl}/payments/${id}/3ds/authentication`,
      // The page token is added when a response shows the address; it is never stored.
      three_ds_authorize_url: `${switchUrl}/payments/${id}/${merchantId}/authorize/${connectorName}`,
      three_ds_method_details: {
        three_ds_method_key: 'threeDSMethodData',
        three_ds_method_data_submission: false,
        three_ds_method_data: null,
        three_ds_method_url: null,
        consume_post_message_for_three_ds_method_completion: false,
      },
      poll_config: { poll_id: authenticationPollId(id), ...polling },
      message_version: names.version,
      // Hyperswitch v1 documents these members too; they repeat the ids, since there is no method
      // and no directory server here.
      three_ds_server_transaction_id: names.serverTransactionId,
      maximum_supported_3ds_version: names.version,
      connector_authentication_id: attempt.id,
      three_ds_method_data: '',
      three_ds_method_url: '',
      directory_server_id: '',
      card_network: attempt.paymentMethodData?.card?.card_network ?? null,
      three_ds_connector: account.connectorName,
    },
  };
}

const failAuthentication = (payment: Payment, { payments, clock }: Services): Promise<Payment> =>
  payments.settle(payment, (current) =>
    applyOutcome(
      withoutLearning(current),
      { attemptId: payment.attempt.id, outcome: { result: 'declined', ...authenticationFailure } },
      clock(),
    ),
  );
