import { SwitchError } from '../../shared/errors.ts';
import { customerErrorPage } from '../../shared/http/customer-page.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { startRedirect } from '../../shared/payments/redirect/operations.ts';
import { startPage } from '../../shared/payments/redirect/pages.ts';
import { attemptOfVisit } from '../../shared/payments/redirect/redirect-urls.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly payments: PaymentStore;
}

/**
 * Redirects a customer to the processor's page; a repeated request has the same result. Only the
 * customer may have the address, because the processor's page leads back to the shop with the
 * client secret.
 */
export const redirect = implement(
  startRedirect,
  async ({ params, query, headers, now }, { payments }: Services) => {
    const payment = await payments.get(params.merchant_id, params.payment_id);
    const { attempt_id: attemptId } = params;
    const visit = { page: 'start', token: query.page_token, attemptId } as const;
    if (attemptOfVisit(payment, visit) === 'earlier') {
      return customerErrorPage('outdated', headers['accept-language']);
    }
    checkOpen(payment, now);
    const { redirectUrl, redirectForm } = payment.attempt;
    const target = URL.parse(redirectForm?.url ?? redirectUrl ?? '');
    const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
    if (payment.status !== 'requires_customer_action' || !isWeb) {
      throw new SwitchError('payment_not_found');
    }
    return startPage(target, redirectForm?.fields);
  },
);

function checkOpen({ status, expiresAt }: Payment, now: Date) {
  if (status === 'failed' || status === 'succeeded' || status === 'review') {
    throw new SwitchError('payment_unexpected_state', { action: 'update', status });
  }
  if (now.getTime() > Date.parse(expiresAt)) throw new SwitchError('client_secret_expired');
}

export const handler = lambda(redirect, () => ({ payments: paymentStore(liveTable()) }));
