import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { retrievePayment } from '../../shared/payments/operations.ts';
import { checkClientSecret, checkProfile, mayBeSynced } from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import { type SyncServices, syncedPayment } from '../../shared/payments/sync-payment.ts';

/**
 * Shows a payment. With `force_sync` the connector is asked first what became of it; when that fails
 * the answer is the payment as we know it.
 */
export const retrieve = implement(retrievePayment, {
  load: ({ merchantId, params }, { payments }: SyncServices) =>
    payments.getWhole(merchantId, params.payment_id),

  async run({ caller, query, now, remainingMs, requestId }, services: SyncServices, whole) {
    const { payment, attempts, captures, refunds } = whole;
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
        ? await syncedPayment(payment, { remainingMs, requestId }, services)
        : payment;
    return presentPayment(current, {
      refunds,
      ...(query.expand_attempts && { attempts }),
      ...(query.expand_captures && { captures }),
    });
  },
});

export const handler = lambda(retrieve, liveTakingServices);
