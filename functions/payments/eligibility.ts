import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { screeningStore } from '#switch/blocklist/screening-store.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import { evaluateEligibility, loadEligibility } from '#switch/payments/risk/check-eligibility.ts';
import { eligibility as declared } from '#switch/payments/risk/eligibility-operations.ts';
import {
  eligibilitySurcharge,
  type SurchargeServices,
} from '#switch/payments/risk/eligibility-surcharge.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

/** Checks before a confirm whether a payment method would be accepted, and its surcharge. */
export const eligibility = implement(declared, {
  load: loadEligibility,
  async run(request, services: SurchargeServices, loaded) {
    const evaluated = await evaluateEligibility(request, loaded, services);
    return {
      ...evaluated,
      surcharge_details: await eligibilitySurcharge(request, loaded, services),
    };
  },
});

export const handler = lambda(eligibility, () => ({
  payments: paymentStore(liveTable()),
  configurations: configurationStore(liveTable()),
  screening: screeningStore(liveTable()),
  vault: liveCardVault().cards,
  paymentMethods: paymentMethodStore(liveTable()),
  cardRanges: cachedCardRanges(cardBinStore(liveTable())),
}));
