import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import type { DisputeStore } from '../disputes/dispute-store.ts';
import type { MandateStore } from '../mandates/mandate-store.ts';
import type { PaymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import { applyWebhookToCapture } from './apply-capture.ts';
import { applyWebhookToDispute } from './apply-dispute.ts';
import { applyWebhookToMandate } from './apply-mandate.ts';
import { applyWebhookToPayment } from './apply-payment.ts';
import { applyWebhookToPayout } from './apply-payout.ts';
import { applyWebhookToRefund } from './apply-refund.ts';
import type { ConflictServices } from './report-conflict.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** The stores that webhooks change, and the services that report contradictions to operators. */
export interface WebhookServices extends ConflictServices {
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly payouts: PayoutStore;
  readonly disputes: DisputeStore;
  readonly mandates: MandateStore;
  readonly paymentMethods: Pick<PaymentMethodStore, 'list' | 'removeConnectorMandate'>;
  readonly connectorIds: ConnectorIds;
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly aboutNamed: (name: string) => About | undefined;
}

/** The contents of webhooks, by their subject. */
type Contents = {
  readonly [Kind in WebhookContent['kind']]: Extract<WebhookContent, { readonly kind: Kind }>;
};

type Apply<Content> = (
  content: Content,
  sender: WebhookSender,
  services: WebhookServices,
) => Promise<void>;

const apply: { readonly [Kind in keyof Contents]: Apply<Contents[Kind]> } = {
  payment: applyWebhookToPayment,
  refund: applyWebhookToRefund,
  payout: applyWebhookToPayout,
  dispute: applyWebhookToDispute,
  capture: applyWebhookToCapture,
  mandate: applyWebhookToMandate,
  nothing: async () => {},
};

/**
 * Applies a verified webhook like the answer to a request: it may come twice, late, or before
 * another one that was sent earlier.
 *
 * @throws SwitchError the errors of the function for its kind; the processor then sends the webhook
 * again
 */
export const applyWebhook = <Kind extends keyof Contents>(
  kind: Kind,
  content: Contents[Kind],
  sender: WebhookSender,
  services: WebhookServices,
): Promise<void> => apply[kind](content, sender, services);
