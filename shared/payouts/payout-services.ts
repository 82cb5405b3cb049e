import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { Connectors } from '../connectors/connectors.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import type { DestinationServices } from './destination.ts';
import type { PayoutStore } from './payout-store.ts';

/** What asking a processor about a payout reaches. */
export interface PayoutServices {
  readonly payouts: PayoutStore;
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  /** The processors, for one request with this much time. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly clock: () => Date;
}

/** What telling a processor of a payout reaches beside that. */
export interface PayoutSendServices extends PayoutServices, DestinationServices {
  readonly customers: CustomerStore;
  readonly random: () => number;
  /** Base URL of the switch, where processors find it; empty where it is not needed. */
  readonly switchUrl: string;
}

/** A request that a processor is asked for. */
export interface PayoutCall {
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}
