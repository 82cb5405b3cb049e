import { statusScript } from 'turnout:checkout';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { log } from '#platform/log.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveCardForms } from '#vault/switch/live-card-forms.ts';
import { cardFormBudget } from '../checkout/card-form-budget.ts';
import { liveCheckoutScript } from '../checkout/live-checkout-script.ts';
import { liveMarks } from '../checkout/live-marks.ts';
import { paymentStore } from '../payments/payment-store.ts';
import { scoresStore } from '../routing/dynamic/scores-store.ts';
import type { LinkPageServices } from './show-link.ts';

/** The services with which functions render payment link pages: the table and KMS. */
export const liveLinkPageServices = (): LinkPageServices => ({
  payments: paymentStore(liveTable()),
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
  cardForms: liveCardForms(),
  cardFormBudget: cardFormBudget(liveTable()),
  scores: scoresStore(liveTable()),
  scripts: { checkoutScript: liveCheckoutScript, statusScript },
  marks: liveMarks,
  log,
});
