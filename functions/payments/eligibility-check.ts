import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { screeningStore } from '#switch/blocklist/screening-store.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import {
  type EligibilityServices,
  evaluateEligibility,
  loadEligibility,
} from '#switch/payments/risk/check-eligibility.ts';
import { checkEligibility } from '#switch/payments/risk/eligibility-operations.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

/** Checks before a confirm whether a card would be accepted. */
export const eligibilityCheck = implement(checkEligibility, {
  load: loadEligibility,
  run: (request, services: EligibilityServices, loaded) =>
    evaluateEligibility(request, loaded, services),
});

export const handler = lambda(eligibilityCheck, () => ({
  payments: paymentStore(liveTable()),
  configurations: configurationStore(liveTable()),
  screening: screeningStore(liveTable()),
  vault: liveCardVault().cards,
  paymentMethods: paymentMethodStore(liveTable()),
}));
