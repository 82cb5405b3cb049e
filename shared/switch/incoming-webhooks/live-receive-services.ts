import { aboutNamed } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/live-connectors.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { connectorIds } from '#platform/table/connector-ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { disputeStore } from '../disputes/dispute-store.ts';
import { mandateStore } from '../mandates/mandate-store.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import { livePaymentServices } from '../payments/live-payment-services.ts';
import { payoutStore } from '../payouts/payout-store.ts';
import { refundStore } from '../refunds/refund-store.ts';
import { askingBudget } from './asking-budget.ts';
import type { ReceiveServices } from './receive-webhook.ts';

/** The services with which functions receive webhooks. */
export function liveReceiveServices(): ReceiveServices {
  const { payments, configurations, secrets, connectors } = livePaymentServices();
  return {
    payments,
    configurations,
    secrets,
    connectors,
    refunds: refundStore(liveTable()),
    payouts: payoutStore(liveTable()),
    disputes: disputeStore(liveTable()),
    mandates: mandateStore(liveTable()),
    paymentMethods: paymentMethodStore(liveTable()),
    connectorIds: connectorIds(liveTable()),
    askingBudget: askingBudget(liveTable()),
    connectorNamed,
    aboutNamed,
    log,
    metric,
  };
}
