import { descriptions as ofAccounts } from '../../shared/accounts/descriptions.ts';
import { descriptions as ofApiKeys } from '../../shared/api-keys/descriptions.ts';
import { descriptions as ofBlocklist } from '../../shared/blocklist/descriptions.ts';
import { descriptions as ofCardBins } from '../../shared/card-bins/descriptions.ts';
import { descriptions as ofConnectorAccounts } from '../../shared/connector-accounts/descriptions.ts';
import { descriptions as ofCustomers } from '../../shared/customers/descriptions.ts';
import { descriptions as ofDisputes } from '../../shared/disputes/descriptions.ts';
import { descriptions as ofEphemeralKeys } from '../../shared/ephemeral-keys/descriptions.ts';
import { descriptions as ofEvents } from '../../shared/events/descriptions.ts';
import { descriptions as ofFeatureMatrix } from '../../shared/feature-matrix/descriptions.ts';
import { descriptions as ofFiles } from '../../shared/files/descriptions.ts';
import { descriptions as ofGsm } from '../../shared/gsm/descriptions.ts';
import { descriptions as ofHealth } from '../../shared/health/descriptions.ts';
import { descriptions as ofIncomingWebhooks } from '../../shared/incoming-webhooks/descriptions.ts';
import { descriptions as ofMandates } from '../../shared/mandates/descriptions.ts';
import { descriptions as ofOrganizations } from '../../shared/organizations/descriptions.ts';
import { descriptions as ofPaymentLinks } from '../../shared/payment-links/descriptions.ts';
import { descriptions as ofPaymentMethods } from '../../shared/payment-methods/descriptions.ts';
import { descriptions as ofPayments } from '../../shared/payments/descriptions.ts';
import { descriptions as ofPayouts } from '../../shared/payouts/descriptions.ts';
import { descriptions as ofPolls } from '../../shared/polls/descriptions.ts';
import { descriptions as ofProfileAcquirers } from '../../shared/profile-acquirers/descriptions.ts';
import { descriptions as ofProfiles } from '../../shared/profiles/descriptions.ts';
import { descriptions as ofRefunds } from '../../shared/refunds/descriptions.ts';
import { descriptions as ofRelays } from '../../shared/relays/descriptions.ts';
import { descriptions as ofRouting } from '../../shared/routing/descriptions.ts';
import { descriptions as ofVault } from '../../shared/vault/descriptions.ts';
import { descriptions as ofVocabulary } from '../../shared/vocabulary/descriptions.ts';
import { descriptions as ofWebhookEndpoints } from '../../shared/webhook-endpoints/descriptions.ts';
import type { Words } from './describer.ts';

/** The descriptions for every noun, by its folder. */
export const words: Words = {
  accounts: ofAccounts,
  'api-keys': ofApiKeys,
  blocklist: ofBlocklist,
  'card-bins': ofCardBins,
  'connector-accounts': ofConnectorAccounts,
  customers: ofCustomers,
  disputes: ofDisputes,
  'ephemeral-keys': ofEphemeralKeys,
  events: ofEvents,
  'feature-matrix': ofFeatureMatrix,
  files: ofFiles,
  gsm: ofGsm,
  health: ofHealth,
  'incoming-webhooks': ofIncomingWebhooks,
  mandates: ofMandates,
  organizations: ofOrganizations,
  'payment-links': ofPaymentLinks,
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
  'webhook-endpoints': ofWebhookEndpoints,
};
