import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { screeningStore } from '../../shared/blocklist/screening-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import {
  type EligibilityServices,
  evaluateEligibility,
  loadEligibility,
} from '../../shared/payments/risk/check-eligibility.ts';
import { checkEligibility } from '../../shared/payments/risk/eligibility-operations.ts';
import { liveTable } from '../../shared/table/table.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

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
  vault: liveVault().cards,
  paymentMethods: paymentMethodStore(liveTable()),
}));
