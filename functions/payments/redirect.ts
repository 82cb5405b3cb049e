import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveTable } from '#platform/table/table.ts';
import { linkAddresses } from '#switch/payment-links/link-addresses.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { devicePage } from '#switch/payments/redirect/device-page.ts';
import { startRedirect } from '#switch/payments/redirect/operations.ts';
import { startPage, submitScript } from '#switch/payments/redirect/pages.ts';
import { attemptOfVisit, redirectUrlsOf } from '#switch/payments/redirect/redirect-urls.ts';
import { returnUrlOf } from '#switch/payments/redirect/return-settings.ts';
import { errorPage } from '#vocabulary/payer-pages/error-page.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly payments: PaymentStore;
}

/**
 * Redirects a customer to the processor's page, or shows the page on which the customer's device is
 * described; a repeated request has the same result. Only the
 * customer may have the address, because the processor's page leads back to the shop with the
 * client secret.
 */
export const redirect = implementPage(
  startRedirect,
  async ({ params, query, headers, now }, { configurations, payments }: Services) => {
    const payment = await payments.get(params.merchant_id, params.payment_id);
    const { attempt_id: attemptId } = params;
    const visit = { page: 'start', token: query.page_token, attemptId } as const;
    if (attemptOfVisit(payment, visit) === 'earlier') {
      return errorPage('outdated', headers['accept-language']);
    }
    const over = endOf(payment, now);
    if (over) {
      const { link } = linkAddresses(payment) ?? {};
      const onward =
        link === undefined
          ? { to: 'shop' as const, url: await returnUrlOf(payment, configurations) }
          : { to: 'link' as const, url: link };
      return errorPage(over, headers['accept-language'], { onward });
    }
    const { redirectUrl, redirectForm, deviceForm } = payment.attempt;
    const target = URL.parse(deviceForm?.url ?? redirectForm?.url ?? redirectUrl ?? '');
    const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
    if (payment.status !== 'requires_customer_action' || !isWeb) {
      throw new SwitchError('payment_not_found');
    }
    const { complete } = redirectUrlsOf(payment) ?? {};
    return deviceForm && complete !== undefined
      ? devicePage(deviceForm, complete, headers['accept-language'])
      : startPage(target, headers['accept-language'], redirectForm?.fields);
  },
  () => submitScript,
);

/** Why the customer has nothing left to do, such as after going back in the browser. */
function endOf({ status, expiresAt }: Payment, now: Date) {
  if (!waiting.has(status)) return 'finished';
  return now.getTime() > Date.parse(expiresAt) ? 'expired' : undefined;
}

/** Where a customer may still be asked for something. */
const waiting: ReadonlySet<PaymentStatus> = new Set<PaymentStatus>([
  'requires_customer_action',
  'requires_confirmation',
  'requires_payment_method',
]);

export const handler = lambda(redirect, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
