import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { isSwitchError } from '#platform/errors.ts';
import { authenticationFailure, isAuthenticating, isUncharged } from './authentication.ts';
import { captureInputOf, openConnectorAccess, referenceOf } from './connector-access.ts';
import { applyOutcome } from './lifecycle/apply-outcome.ts';
import { applyCaptureSync, isOpen } from './lifecycle/captures.ts';
import { openIncrement } from './lifecycle/incremental-authorization.ts';
import { reportLateCharge } from './lifecycle/late-answer.ts';
import type { Payment } from './payment.ts';
import type { PaymentServices } from './payment-services.ts';

/** The services that sync a payment with its connector. */
export type SyncServices = Pick<
  PaymentServices,
  'payments' | 'configurations' | 'secrets' | 'connectors' | 'clock'
>;

interface SyncRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Asks the connector for the payment's state and saves a new one. It only reads at the connector. A
 * payment that its connector does not find fails once the request is too old to arrive. Returns the
 * payment unchanged when the connector cannot be asked.
 *
 * A charge of an attempt that is over meanwhile changes nothing and raises an alarm.
 *
 * `also` is applied after the outcome and before the save. It gets the outcome too, which is
 * undefined when the connector could not be asked.
 */
export async function syncWithConnector(
  payment: Payment,
  request: SyncRequest,
  services: SyncServices,
  also: (payment: Payment, outcome: PaymentOutcome | undefined) => Payment = (current) => current,
): Promise<Payment> {
  const { payments, clock } = services;
  const found = await requestSync(payment, request, services);
  const { id: attemptId } = payment.attempt;
  const settled = await payments.settle(payment, (current) => {
    // The customer came back in the last moment, and the connector is asked to finish the payment.
    const isBack = found?.isAbandoned && !isUncharged(current);
    if (!found || isBack) return also(current, undefined);
    const { captures } = found;
    const outcome = isOfEarlierAmount(payment, current, found.outcome)
      ? ({ result: 'unknown' } as const)
      : found.outcome;
    const withCaptures = captures.reduce(
      (before, { id, outcome }) => applyCaptureSync(before, id, outcome, clock()),
      current,
    );
    return also(applyOutcome(withCaptures, { attemptId, outcome }, clock(), 'sync'), outcome);
  });
  if (found) reportLateCharge(settled, attemptId, found.outcome);
  return settled;
}

/**
 * Whether a mismatch is one with an amount that an increment has changed, or begun to change, since
 * the sync read the payment: the next sync decides.
 */
const isOfEarlierAmount = (asked: Payment, current: Payment, { result }: PaymentOutcome): boolean =>
  result === 'integrity_mismatch' &&
  (asked.attempt.amountMinor !== current.attempt.amountMinor ||
    openIncrement(asked)?.id !== openIncrement(current)?.id);

/** A connector's answer about a payment, and about each open capture where it lists none. */
interface SyncOutcome {
  readonly outcome: PaymentOutcome;
  readonly captures: readonly { readonly id: string; readonly outcome: PaymentOutcome }[];
  /** Whether the customer has not come back in time from a challenge before any charge. */
  readonly isAbandoned?: true;
}

/**
 * Undefined when the connector account no longer exists, or while the customer is challenged before
 * anything is charged. Once the payment has expired, that challenge has failed.
 */
async function requestSync(
  payment: Payment,
  request: SyncRequest,
  { configurations, secrets, connectors, clock }: SyncServices,
): Promise<SyncOutcome | undefined> {
  if (isUncharged(payment)) {
    return clock().getTime() > Date.parse(payment.expiresAt)
      ? { outcome: abandoned(payment), captures: [], isAbandoned: true }
      : undefined;
  }
  const found = await findConnectorAccount(payment, configurations);
  if (!found) return undefined;
  const access = await openConnectorAccess(found.account, found.configuration, secrets);
  const connector = connectors(request);
  const open = connector.canDo(access, 'syncCapture')
    ? (payment.captures ?? []).filter(isOpen)
    : [];
  const [outcome, ...captures] = await Promise.all([
    connector.sync(access, referenceOf(payment)),
    ...open.map((capture) => connector.syncCapture(access, captureInputOf(payment, capture))),
  ]);
  return {
    outcome,
    captures: open.flatMap(({ id }, index) => {
      const found = captures[index];
      return found ? [{ id, outcome: found }] : [];
    }),
  };
}

const abandoned = (payment: Payment): PaymentOutcome =>
  isAuthenticating(payment)
    ? { result: 'declined', ...authenticationFailure }
    : { result: 'declined', attemptStatus: 'authentication_failed' };

/**
 * The connector account of a payment or a payout; undefined when the account or its merchant no
 * longer exists.
 */
export async function findConnectorAccount(
  {
    merchantId,
    attempt: { connectorAccountId },
  }: {
    readonly merchantId: string;
    readonly attempt: { readonly connectorAccountId?: string | undefined };
  },
  configurations: Pick<ConfigurationStore, 'find'>,
) {
  try {
    return await configurations.find(merchantId, (configuration) => {
      const account = configuration.connectorAccounts.find(({ id }) => id === connectorAccountId);
      return account && { configuration, account };
    });
  } catch (error) {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
    return undefined;
  }
}
