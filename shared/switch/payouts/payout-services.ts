import type { Connectors } from '#connectors/connectors.ts';
import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import type { DestinationServices } from './destination.ts';
import type { PayoutStore } from './payout-store.ts';

/** The services that sync a payout with its processor. */
export interface PayoutServices {
  readonly payouts: PayoutStore;
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
  /** The connectors, for one request with this much time left. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly clock: () => Date;
}

/** The services that send a payout, beside those that sync it. */
export interface PayoutSendServices extends PayoutServices, DestinationServices {
  readonly customers: CustomerStore;
  /** The switch's public base URL, for processors and payout links; empty where it is not needed. */
  readonly switchUrl: string;
  /** Whether the deployment moves real money. */
  readonly isProduction: boolean;
}

/** The request that a connector call is made for. */
export interface PayoutCall {
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}
