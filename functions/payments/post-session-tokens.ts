import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { orderOf } from '#switch/payments/confirm/order-of-payment.ts';
import { openConnectorAccess, referenceOf } from '#switch/payments/connector-access.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile, type Payment } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { pricedByWallet } from '#switch/payments/shown-surcharge.ts';
import {
  type PostSessionTokensRequest,
  postSessionTokens as postSessionTokensOperation,
} from '#switch/payments/wallet-sessions/operations.ts';
import {
  accepts,
  opensWindow,
  processorsOf,
} from '#switch/payments/wallet-sessions/wallet-accounts.ts';

type Services = Pick<PaymentServices, 'payments' | 'configurations' | 'secrets' | 'connectors'>;

/**
 * Makes the order that the customer approves in the wallet's window, and stores its id with the
 * payment: the confirm charges no other order. Nothing is charged here. For a repeat, also after a
 * crash, the processor returns the same order, unless the payment was changed.
 */
export const postSessionTokens = implement(postSessionTokensOperation, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, configurations, secrets, connectors } = services;
    checkProfile(payment, caller);
    checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('post_session_tokens', payment.status);
    const { configuration, account } = await configurations.decide(payment.merchantId, (found) => ({
      configuration: found,
      account: accountFor(body, payment, found),
    }));
    const access = await openConnectorAccess(account, configuration, secrets);
    const priced = configuration.decisions?.surcharge
      ? pricedByWallet(configuration, payment, body.payment_method_type)
      : payment;
    const { reference, amountMinor, currency, captureMethod } = referenceOf(priced);
    const outcome = await connectors({ remainingMs, requestId }).openWalletSession(access, {
      reference,
      amountMinor,
      currency,
      captureMethod,
      wallet: body.payment_method_type,
      order: orderOf(priced),
    });
    if (outcome.result === 'declined') {
      const message = `${access.connectorName} does not make the order of this payment`;
      throw new SwitchError('precondition_failed', { message });
    }
    if (outcome.result !== 'opened')
      throw new SwitchError('temporarily_unavailable', { from: 'connector' });
    const { sessionToken, connectorTransactionId: orderId = sessionToken } = outcome;
    const saved = await payments.settleOrThrow(payment, (current) =>
      withWalletOrder(current, { orderId, before: payment, now }),
    );
    return {
      payment_id: saved.id,
      next_action: {
        type: 'invoke_sdk_client' as const,
        next_action_data: { next_action: 'confirm' as const, order_id: orderId },
      },
      status: saved.status,
    };
  },
});

/** Throws `no_eligible_connector` where no account opens the wallet's window. */
function accountFor(
  { payment_method, payment_method_type }: PostSessionTokensRequest,
  payment: Payment,
  configuration: Configuration,
): ConnectorAccount {
  const account =
    payment_method === 'wallet' &&
    processorsOf(payment, configuration).find(
      (one) => accepts(one, payment_method_type) && opensWindow(one, payment_method_type),
    );
  if (account) return account;
  throw new SwitchError('no_eligible_connector');
}

/**
 * The payment with the order, which the adapter gets back at the confirm; the payment itself where
 * it has that order. Throws where the payment was confirmed or changed in the meantime.
 */
function withWalletOrder(
  payment: Payment,
  made: { readonly orderId: string; readonly before: Payment; readonly now: Date },
): Payment {
  checkAccepted('post_session_tokens', payment.status);
  const { attempt } = payment;
  if (attempt.amountMinor !== made.before.attempt.amountMinor)
    throw new SwitchError('concurrent_update');
  if (attempt.connectorMetadata?.wallet_order === made.orderId) return payment;
  const modifiedAt = made.now.toISOString();
  const connectorMetadata = { ...attempt.connectorMetadata, wallet_order: made.orderId };
  return { ...payment, attempt: { ...attempt, connectorMetadata, modifiedAt }, modifiedAt };
}

export const handler = lambda(postSessionTokens, livePaymentServices);
