import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { refusalOf } from '../../shared/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { syncPostCaptureCancel } from '../../shared/payments/operations.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import type { PaymentStatus } from '../../shared/payments/statuses.ts';
import { syncWithConnector } from '../../shared/payments/sync-payment.ts';

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
