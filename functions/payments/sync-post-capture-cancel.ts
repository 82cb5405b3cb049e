import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { refusalOf } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { syncPostCaptureCancel } from '#switch/payments/operations.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { syncWithConnector } from '#switch/payments/sync-payment.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

const accepted: readonly PaymentStatus[] = [
  'succeeded',
  'partially_captured',
  'partially_captured_and_capturable',
];

/** Syncs the void of a captured payment with its connector. */
export const syncPostCapture = implement(syncPostCaptureCancel, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, remainingMs, requestId }, services: Services, payment) {
    checkProfile(payment, caller);
    if (!accepted.includes(payment.status)) {
      throw refusalOf('cancel_post_capture', payment.status);
    }
    if (payment.postCaptureVoid?.status !== 'pending') {
      throw new SwitchError('precondition_failed', {
        message: 'Post-capture sync is allowed only after a post-capture void has been initiated',
      });
    }
    return presentPayment(await syncWithConnector(payment, { remainingMs, requestId }, services));
  },
});

export const handler = lambda(syncPostCapture, livePaymentServices);
