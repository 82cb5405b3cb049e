import { type ConfigurationStore, placeOf } from '../accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { isTestConnector } from '../connector-accounts/connector-account.ts';
import { ConnectorSecrets } from '../connector-accounts/connector-account-changes.ts';
import type { ConnectorCredentials } from '../connector-accounts/credentials.ts';
import type { ConnectorFeature, Connectors, DisputeFeature } from '../connectors/connectors.ts';
import type { Card } from '../connectors/interface/card.ts';
import type { ConnectorAccess } from '../connectors/interface/exchange.ts';
import type { Reference } from '../connectors/interface/payments.ts';
import { connectorNamed } from '../connectors/registry.ts';
import { SwitchError } from '../errors.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import type { ConnectorName } from '../vocabulary/connectors.ts';
import { checkMethodSupport } from './confirm/method-support.ts';
import { isForReview } from './fraud-check.ts';
import { openIncrement } from './lifecycle/incremental-authorization.ts';
import { isManual, type Payment } from './payment.ts';
import type { PaymentRequest } from './request/payment-request.ts';

/** Opens the credentials of a connector account for one use. */
export async function openConnectorAccess(
  account: ConnectorAccount,
  { account: keyOwner }: Configuration,
  secrets: MerchantSecrets,
): Promise<ConnectorAccess> {
  const place = placeOf.connectorAccount(account.id);
  const opened = await secrets.open(keyOwner, place, account.sealed, ConnectorSecrets);
  const { connector_account_details: credentials } = opened;
  return { connectorName: account.connectorName, credentials: usable(credentials) };
}

function usable(credentials: ConnectorCredentials) {
  if (credentials.auth_type !== 'TemporaryAuth') return credentials;
  throw new Error('A connector account without credentials cannot be active.');
}

interface ConnectorServices {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
}

/**
 * Opens the connector account that authorized a payment, before anything is saved that could then
 * not be sent.
 *
 * @throws SwitchError `not_implemented` when the connector does not support the feature,
 * `connector_account_not_found`
 */
export async function connectorOfPayment(
  payment: ConnectorOwner,
  feature: ConnectorFeature | DisputeFeature,
  { configurations, secrets, connectors }: ConnectorServices,
): Promise<ConnectorAccess> {
  const { connectorAccountId } = payment.attempt;
  const { configuration, account } = await configurations.decide(
    payment.merchantId,
    (configuration) => {
      const account = configuration.connectorAccounts.find(({ id }) => id === connectorAccountId);
      if (!account) throw new SwitchError('connector_account_not_found');
      return { configuration, account };
    },
  );
  const access = await openConnectorAccess(account, configuration, secrets);
  const { canDo: supports } = connectors({ remainingMs: () => 0, requestId: '' });
  if (supports(access, feature)) return access;
  throw new SwitchError('not_implemented', {
    what: `${flowNames[feature]} flow for ${access.connectorName}`,
  });
}

/** A payment, or anything else that belongs to a connector account. */
interface ConnectorOwner {
  readonly merchantId: string;
  readonly attempt: Pick<Payment['attempt'], 'connectorAccountId'>;
}

const flowNames: Readonly<Record<ConnectorFeature | DisputeFeature, string>> = {
  verify: 'Setup Mandate',
  revokeMandate: 'Mandate Revoke',
  capture: 'Capture',
  void: 'Void',
  voidCaptured: 'Post-capture void',
  increment: 'Incremental Authorization',
  extend: 'Extend Authorization',
  refund: 'Refund',
  acceptDispute: 'Accept dispute',
  submitEvidence: 'Submit evidence',
  syncDispute: 'Sync dispute',
};

/** The identifiers by which the processor knows the payment. */
export function referenceOf(payment: Payment): Reference {
  const { attempt, requestFields } = payment;
  const { connectorTransactionId } = attempt;
  const incrementedMinor = openIncrement(payment)?.amountMinor;
  return {
    reference: attempt.id,
    connectorName: attempt.connectorName ?? '',
    amountMinor: attempt.amountMinor,
    currency: payment.currency,
    // A payment under fraud review is only authorized; its capture follows the approval.
    captureMethod:
      isForReview(payment) && !isManual(payment)
        ? 'manual'
        : captureMethodOf(requestFields.capture_method),
    ...(incrementedMinor !== undefined && { incrementedMinor }),
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

function captureMethodOf(method: unknown): Reference['captureMethod'] {
  switch (method) {
    case 'manual':
    case 'manual_multiple':
    case 'sequential_automatic':
    case 'scheduled':
      return method;
    default:
      return 'automatic';
  }
}

/** The card of a request in memory, for one connector call. */
export function cardOf({ payment_method_data: data }: PaymentRequest): Card | undefined {
  const card = typeof data === 'string' ? undefined : data?.card;
  if (!card) return undefined;
  const { card_holder_name: holderName } = card;
  return {
    number: card.card_number,
    expiryMonth: card.card_exp_month === '' ? '' : card.card_exp_month.padStart(2, '0'),
    expiryYear: card.card_exp_year,
    // A charge without the customer has no cvc.
    ...(card.card_cvc !== '' && { cvc: card.card_cvc }),
    ...(holderName != null && { holderName }),
  };
}

/** Whether a connector supports a payment like this. */
export function isCapable(
  account: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): boolean {
  try {
    checkCapability(account, request, hasStoredCard);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a payment that the chosen connector does not support, before anything is saved. Throws
 * `not_implemented`.
 */
export function checkCapability(
  account: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): void {
  const simulated = isTestConnector(account.connectorName as ConnectorName); // Checked on creation.
  if (request.payment_type === 'setup_mandate' && !canVerify(account, request, hasStoredCard)) {
    const connector = simulated ? 'DummyConnector' : account.connectorName;
    throw new SwitchError('not_implemented', { what: `Setup Mandate flow for ${connector}` });
  }
  if (!hasStoredCard && !cardOf(request)) checkMethodSupport(account, request);
}

/** Whether the processor can verify the payment method without a charge. */
const canVerify = (
  { connectorName }: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): boolean =>
  connectorNamed(connectorName)?.verify !== undefined &&
  (hasStoredCard || cardOf(request) !== undefined);
