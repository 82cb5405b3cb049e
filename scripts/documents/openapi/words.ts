import { descriptions as ofAccounts } from '#merchants/accounts/descriptions.ts';
import { descriptions as ofApiKeys } from '#merchants/api-keys/descriptions.ts';
import { descriptions as ofConnectorAccounts } from '#merchants/connector-accounts/descriptions.ts';
import { descriptions as ofEphemeralKeys } from '#merchants/ephemeral-keys/descriptions.ts';
import { descriptions as ofOrganizations } from '#merchants/organizations/descriptions.ts';
import { descriptions as ofProfileAcquirers } from '#merchants/profile-acquirers/descriptions.ts';
import { descriptions as ofProfiles } from '#merchants/profiles/descriptions.ts';
import { descriptions as ofCardBins } from '#operator/card-bins/descriptions.ts';
import { descriptions as ofCardIssuers } from '#operator/card-issuers/descriptions.ts';
import { descriptions as ofFeatureMatrix } from '#operator/feature-matrix/descriptions.ts';
import { descriptions as ofForex } from '#operator/forex/descriptions.ts';
import { descriptions as ofGsm } from '#operator/gsm/descriptions.ts';
import { descriptions as ofHealth } from '#operator/health/descriptions.ts';
import { descriptions as ofSdkLogs } from '#operator/sdk-logs/descriptions.ts';
import { descriptions as ofAuthentications } from '#switch/authentications/descriptions.ts';
import { descriptions as ofBlocklist } from '#switch/blocklist/descriptions.ts';
import { descriptions as ofCheckout } from '#switch/checkout/descriptions.ts';
import { descriptions as ofCollectLinks } from '#switch/collect-links/descriptions.ts';
import { descriptions as ofCustomers } from '#switch/customers/descriptions.ts';
import { descriptions as ofDisputes } from '#switch/disputes/descriptions.ts';
import { descriptions as ofFiles } from '#switch/files/descriptions.ts';
import { descriptions as ofIncomingWebhooks } from '#switch/incoming-webhooks/descriptions.ts';
import { descriptions as ofMandates } from '#switch/mandates/descriptions.ts';
import { descriptions as ofPaymentLinks } from '#switch/payment-links/descriptions.ts';
import { descriptions as ofPaymentMethods } from '#switch/payment-methods/descriptions.ts';
import { descriptions as ofPayments } from '#switch/payments/descriptions.ts';
import { descriptions as ofPayoutLinks } from '#switch/payout-links/descriptions.ts';
import { descriptions as ofPayouts } from '#switch/payouts/descriptions.ts';
import { descriptions as ofPolls } from '#switch/polls/descriptions.ts';
import { descriptions as ofRefunds } from '#switch/refunds/descriptions.ts';
import { descriptions as ofRelays } from '#switch/relays/descriptions.ts';
import { descriptions as ofRouting } from '#switch/routing/descriptions.ts';
import { descriptions as ofVault } from '#vault/descriptions.ts';
import { descriptions as ofVocabulary } from '#vocabulary/descriptions.ts';
import { descriptions as ofEndpoints } from '#webhooks/endpoints/descriptions.ts';
import { descriptions as ofEvents } from '#webhooks/events/descriptions.ts';
import type { Words } from './describer.ts';

/** The descriptions for every noun, by its folder. */
export const words: Words = {
  accounts: ofAccounts,
  'api-keys': ofApiKeys,
  authentications: ofAuthentications,
  blocklist: ofBlocklist,
  'card-bins': ofCardBins,
  'card-issuers': ofCardIssuers,
  forex: ofForex,
  'connector-accounts': ofConnectorAccounts,
  customers: ofCustomers,
  disputes: ofDisputes,
  'ephemeral-keys': ofEphemeralKeys,
  events: ofEvents,
  'feature-matrix': ofFeatureMatrix,
  files: ofFiles,
  gsm: ofGsm,
  health: ofHealth,
  logs: ofSdkLogs,
  'incoming-webhooks': ofIncomingWebhooks,
  mandates: ofMandates,
  organizations: ofOrganizations,
  checkout: ofCheckout,
  'payment-links': ofPaymentLinks,
  'payout-links': ofPayoutLinks,
  'collect-links': ofCollectLinks,
  'payment-methods': ofPaymentMethods,
  payments: ofPayments,
  payouts: ofPayouts,
  polls: ofPolls,
  'profile-acquirers': ofProfileAcquirers,
  profiles: ofProfiles,
  refunds: ofRefunds,
  relays: ofRelays,
  routing: ofRouting,
  vault: ofVault,
  vocabulary: ofVocabulary,
  endpoints: ofEndpoints,
};
