import type { Connectors } from '#connectors/connectors.ts';
import type { DisputeFeature, PaymentFeature } from '#connectors/interface/about.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { Capture as ConnectorCapture, Reference } from '#connectors/interface/payments.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { type ConfigurationReads, placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  ConnectorSecrets,
  hasWebhooks,
  webhookSecretsAt,
} from '#merchants/connector-accounts/connector-account-changes.ts';
import type { ConnectorCredentials } from '#merchants/connector-accounts/credentials.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { isForReview } from './fraud-check.ts';
import { isMultiple, isOpen, sentCaptureReference } from './lifecycle/captures.ts';
import { openIncrement } from './lifecycle/incremental-authorization.ts';
import { type Capture, isManual, type Payment } from './payment.ts';
import { isAccountVerification } from './request/terms.ts';

/**
 * Opens the credentials of a connector account for one use. Its webhook secrets are those that are
 * valid at this time; without a time there are none, because only webhooks need them.
 */
export async function openConnectorAccess(
  account: ConnectorAccount,
  { account: keyOwner }: Configuration,
  secrets: MerchantSecrets,
  now?: Date,
): Promise<ConnectorAccess> {
  const place = placeOf.connectorAccount(account.id);
  const opened = await secrets.open(keyOwner, place, account.sealed, ConnectorSecrets);
  const { connector_account_details: credentials } = opened;
  return {
    accountId: account.id,
    connectorName: account.connectorName,
    credentials: usable(credentials),
    ...(now && { webhookSecrets: webhookSecretsAt(opened, now) }),
    ...(hasWebhooks(opened) && { hasWebhooks: true }),
    ...(opened.metadata && { metadata: opened.metadata }),
    ...(account.settings.test_mode === true && { testMode: true }),
    tokenPlace: {
      merchantId: account.merchantId,
      accountId: account.id,
      keyHolder: { id: keyOwner.id, wrappedKey: keyOwner.wrappedKey },
      sealedCredentials: account.sealed,
    },
  };
}

function usable(credentials: ConnectorCredentials) {
  if (credentials.auth_type !== 'TemporaryAuth') return credentials;
  throw new Error('A connector account without credentials cannot be active.');
}

interface ConnectorServices {
  readonly configurations: ConfigurationReads;
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
  feature: PaymentFeature | DisputeFeature,
  { configurations, secrets, connectors }: ConnectorServices,
): Promise<ConnectorAccess> {
  const { attempt, ownProfileId } = payment;
  const { configuration, account } = await configurations.decide(
    payment.merchantId,
    (configuration) => {
      const account = configuration.connectorAccounts.find(
        ({ id }) => id === attempt.connectorAccountId,
      );
      const isOwn = ownProfileId === undefined || account?.profileId === ownProfileId;
      if (!account || !isOwn) throw new SwitchError('connector_account_not_found');
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
  /** The profile that the caller acts for, where the account must be that profile's. */
  readonly ownProfileId?: string | undefined;
}

const flowNames: Readonly<Record<PaymentFeature | DisputeFeature, string>> = {
  complete: 'Complete Authorize',
  verify: 'Setup Mandate',
  revokeMandate: 'Mandate Revoke',
  capture: 'Capture',
  syncCapture: 'Capture sync',
  void: 'Void',
  voidCaptured: 'Post-capture void',
  increment: 'Incremental Authorization',
  extend: 'Extend Authorization',
  refund: 'Refund',
  syncRefund: 'Refund sync',
  acceptDispute: 'Accept dispute',
  submitEvidence: 'Submit evidence',
  syncDispute: 'Sync dispute',
  listDisputes: 'Fetch disputes',
  uploadEvidenceFile: 'Upload file',
};

/** The identifiers by which the processor knows the payment. */
export function referenceOf(payment: Payment): Reference {
  const { attempt, requestFields } = payment;
  const { connectorTransactionId, connectorMetadata, cancellationReason } = attempt;
  const incrementedMinor = openIncrement(payment)?.amountMinor;
  return {
    reference: sentReference(attempt.id, attempt.referenceMark),
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
    ...(connectorMetadata && { connectorMetadata }),
    ...(cancellationReason !== undefined && { cancellationReason }),
    ...(isAccountVerification(payment) && { isVerification: true }),
  };
}

/** Where the processor sends its webhooks; undefined where the switch has no public address. */
export const notificationUrlOf = ({
  switchUrl,
  merchantId,
  attempt,
}: Pick<Payment, 'switchUrl' | 'merchantId' | 'attempt'>): string | undefined =>
  switchUrl && attempt.connectorAccountId
    ? `${switchUrl}/webhooks/${merchantId}/${attempt.connectorAccountId}`
    : undefined;

/** A capture as the processor gets it; `payment` was saved with it. */
export const captureInputOf = (payment: Payment, capture: Capture): ConnectorCapture => ({
  ...referenceOf(payment),
  captureReference: sentCaptureReference(payment, capture),
  captureMinor: capture.amountMinor,
  captureNumber: capture.sequence,
  // Another capture without an answer may arrive after this one, and would find nothing left.
  isFinal:
    !isMultiple(payment) ||
    (payment.amountCapturableMinor <= 0 &&
      !payment.captures?.some((one) => one.id !== capture.id && isOpen(one))),
});

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
