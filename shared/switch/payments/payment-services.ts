import type { Connectors } from '#connectors/connectors.ts';
import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { ScreeningStore } from '../blocklist/screening-store.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import type { ScoresStore } from '../routing/dynamic/scores-store.ts';
import type { ProofStore } from './authentication/proof-store.ts';
import type { PaymentStore } from './payment-store.ts';

/** The services that make a payment, whether in a create or a confirm. */
export interface PaymentServices {
  readonly payments: PaymentStore;
  readonly customers: CustomerStore;
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
  /** The success rates of each profile's connector accounts. */
  readonly scores: Pick<ScoresStore, 'recent'>;
  /** The items that cards are screened against, if the merchant enabled that. */
  readonly screening: ScreeningStore;
  /** The proofs of authentications that belong to no payment. */
  readonly proofs: ProofStore;
  /** The connectors, for one request with this much time left. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly clock: () => Date;
  /** The switch's public base URL, for customers and processors; empty where it is not needed. */
  readonly switchUrl: string;
}
