import { accounts } from './accounts.ts';
import { authentications } from './authentications.ts';
import { cardBins } from './card-bins.ts';
import { checkout } from './checkout.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { eventRetries } from './event-retries.ts';
import { events } from './events.ts';
import { incomingWebhooks } from './incoming-webhooks.ts';
import { lists } from './lists.ts';
import { mandates } from './mandates.ts';
import { paymentLinks } from './payment-links.ts';
import { paymentMethods } from './payment-methods.ts';
import { payments } from './payments.ts';
import { paymentsWithServices } from './payments-with-services.ts';
import { paymentsWithVault } from './payments-with-vault.ts';
import { payouts } from './payouts.ts';
import { profiles } from './profiles.ts';
import { refunds } from './refunds.ts';
import { routing } from './routing.ts';
import { sandbox } from './sandbox.ts';
import type { Scenarios } from './scenario.ts';
import { vault } from './vault.ts';
import { vaultProxy } from './vault-proxy.ts';
import type { VaultShop } from './vault-shop.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** Every way in which an operation of the vault is known to succeed or to refuse, by its name. */
export const vaultScenarios: Scenarios<VaultShop> = { ...vault, ...vaultProxy };

/** The same of the switch and of the sandbox processor. */
export const scenarios: Scenarios = {
  ...accounts,
  ...profiles,
  ...customers,
  ...cardBins,
  ...payments,
  ...paymentsWithServices,
  ...authentications,
  ...refunds,
  ...disputes,
  ...incomingWebhooks,
  ...routing,
  ...eventRetries,
  ...events,
  ...webhookEndpoints,
  ...mandates,
  ...paymentLinks,
  ...checkout,
  ...paymentMethods,
  ...paymentsWithVault,
  ...payouts,
  ...lists,
  ...sandbox,
};
