import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { accessTo, referenceOf } from '../../shared/payments/ask-connector.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { retrievePayment } from '../../shared/payments/operations.ts';
import {
  applyOutcome,
  checkClientSecret,
  checkProfile,
  mayBeSynced,
  type Payment,
} from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import type { TakingServices } from '../../shared/payments/take-payment.ts';

type Services = Omit<TakingServices, 'random'>;

/**
 * Shows a payment. With `force_sync` the connector is asked first what became of it; when that fails
 * the answer is the payment as we know it.
 */
export const retrieve = implement(retrievePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.getWhole(merchantId, params.payment_id),

  async run({ caller, query, now, remainingMs, requestId }, services: Services, payment) {
    checkProfile(payment, caller);
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    if (query.merchant_id !== undefined && query.merchant_id !== caller.merchantId) {
      throw new SwitchError('invalid_data', {
        field: 'merchant_id',
        expected: 'merchant_id from merchant account',
      });
    }
    const asked = query.force_sync || query.all_keys_required;
    const current =
      asked && mayBeSynced(payment)
        ? await synced(payment, { remainingMs, requestId }, services)
        : payment;
    return presentPayment(current, { attempts: query.expand_attempts });
  },
});

async function synced(
  payment: Payment,
  request: { remainingMs(): number; readonly requestId: string },
  { payments, configurations, secrets, connectors }: Services,
): Promise<Payment> {
  const configuration = await configurations.recent(payment.merchantId);
  const { connectorAccountId } = payment.attempt;
  const account = configuration.connectorAccounts.find(({ id }) => id === connectorAccountId);
  if (!account) return payment;
  const access = await accessTo(account, configuration, secrets);
  const outcome = await connectors(request).sync(access, referenceOf(payment));
  return payments.settle(payment, (current) => applyOutcome(current, outcome, new Date(), 'later'));
}

export const handler = lambda(retrieve, liveTakingServices);
