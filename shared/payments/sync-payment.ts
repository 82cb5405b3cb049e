import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { PaymentOutcome } from '../connectors/interface/payments.ts';
import { isSwitchError } from '../errors.ts';
import { authenticationFailure, isAuthenticating } from './authentication.ts';
import { openConnectorAccess, referenceOf } from './connector-access.ts';
import { applyOutcome } from './lifecycle/apply-outcome.ts';
import type { Payment } from './payment.ts';
import type { PaymentServices } from './payment-services.ts';

/** What asking a connector after a payment reaches. */
export type SyncServices = Pick<
  PaymentServices,
  'payments' | 'configurations' | 'secrets' | 'connectors' | 'clock'
>;

interface SyncRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Asks the payment's connector what became of it, and writes down what is new. Only asks: a payment
 * that its connector has never heard of is failed once whoever wanted to ask is long gone. Returns the
 * payment as it is then; as it was when the connector cannot be asked.
 *
 * `also` is applied to the payment after the news, before it is saved; it is told the news as well,
 * which is undefined when there was nobody to ask.
 */
export async function syncWithConnector(
  payment: Payment,
  request: SyncRequest,
  services: SyncServices,
  also: (payment: Payment, outcome: PaymentOutcome | undefined) => Payment = (current) => current,
): Promise<Payment> {
  const { payments, clock } = services;
  const outcome = await requestSync(payment, request, services);
  const { id: attemptId } = payment.attempt;
  return payments.settle(payment, (current) =>
    also(
      outcome ? applyOutcome(current, { attemptId, outcome }, clock(), 'sync') : current,
      outcome,
    ),
  );
}

/** Undefined when there is nobody to ask any more. */
async function requestSync(
  payment: Payment,
  request: SyncRequest,
  { configurations, secrets, connectors, clock }: SyncServices,
): Promise<PaymentOutcome | undefined> {
  if (isAuthenticating(payment)) {
    return clock().getTime() > Date.parse(payment.expiresAt)
      ? { result: 'declined', ...authenticationFailure }
      : undefined;
  }
  const found = await findConnectorAccount(payment, configurations);
  if (!found) return undefined;
  const access = await openConnectorAccess(found.account, found.configuration, secrets);
  return connectors(request).sync(access, referenceOf(payment));
}

/**
 * The connector account that knows of a payment or a payout; none when it is gone, or its merchant.
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
