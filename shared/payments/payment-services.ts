import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { ScreeningStore } from '../blocklist/screening-store.ts';
import type { Connectors } from '../connectors/connectors.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import type { PaymentStore } from './payment-store.ts';

/** What taking a payment reaches, whether it begins with a create or with a confirm. */
export interface PaymentServices {
  readonly payments: PaymentStore;
  readonly customers: CustomerStore;
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  /** What cards are checked against, where a merchant wants that. */
  readonly screening: ScreeningStore;
  /** The processors, for one request with this much time. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly random: () => number;
  readonly clock: () => Date;
  /** Base URL of the switch, where customers and processors find it; empty where it is not needed. */
  readonly switchUrl: string;
}
