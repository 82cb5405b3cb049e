import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { screeningStore } from '../../shared/blocklist/screening-store.ts';
import { cachedCardRanges } from '../../shared/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import {
  evaluateEligibility,
  loadEligibility,
} from '../../shared/payments/risk/check-eligibility.ts';
import { eligibility as declared } from '../../shared/payments/risk/eligibility-operations.ts';
import {
  eligibilitySurcharge,
  type SurchargeServices,
} from '../../shared/payments/risk/eligibility-surcharge.ts';
import { liveTable } from '../../shared/table/table.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

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
  vault: liveVault().cards,
  paymentMethods: paymentMethodStore(liveTable()),
  cardRanges: cachedCardRanges(cardBinStore(liveTable())),
}));
