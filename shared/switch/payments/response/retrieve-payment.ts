import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import { checkClientSecret, checkProfile, mayBeSynced } from '../payment.ts';
import type { WholePayment } from '../payment-store.ts';
import { type SyncServices, syncWithConnector } from '../sync-payment.ts';
import type { PaymentResponse } from './payment-response.ts';
import { presentFor } from './present-payment.ts';

/** The options of a retrieve; absent and `null` mean the same. */
interface RetrieveOptions {
  readonly force_sync?: boolean | null | undefined;
  readonly all_keys_required?: boolean | null | undefined;
  readonly expand_attempts?: boolean | null | undefined;
  readonly expand_captures?: boolean | null | undefined;
  readonly merchant_id?: string | null | undefined;
}

interface RetrieveContext {
  readonly caller: Extract<Caller, { readonly kind: 'merchant' | 'client' }>;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Presents a payment with the requested options. With `force_sync` the switch first syncs it with
 * the connector. When the sync fails, the answer is the payment as saved.
 *
 * @throws SwitchError `payment_not_found`, `invalid_data`, `client_secret_mismatch`,
 * `client_secret_expired`
 */
export async function syncAndPresentPayment(
  whole: WholePayment,
  options: RetrieveOptions,
  { caller, now, remainingMs, requestId }: RetrieveContext,
  services: SyncServices,
): Promise<PaymentResponse> {
  const { payment, ...belonging } = whole;
  checkProfile(payment, caller);
  if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
  if (options.merchant_id != null && options.merchant_id !== caller.merchantId) {
    throw new SwitchError('invalid_data', {
      field: 'merchant_id',
      expected: 'merchant_id from merchant account',
    });
  }
  const shouldSync = options.force_sync || options.all_keys_required;
  const current =
    shouldSync && mayBeSynced(payment)
      ? await syncWithConnector(payment, { remainingMs, requestId }, services)
      : payment;
  const { attempts, captures, ...always } = belonging;
  return presentFor(caller, current, {
    ...always,
    ...(options.expand_attempts && { attempts }),
    ...(options.expand_captures && { captures }),
  });
}
