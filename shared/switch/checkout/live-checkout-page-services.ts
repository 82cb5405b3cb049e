import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { publishableKeyOwner } from '#merchants/accounts/publishable-key-owner.ts';
import { log } from '#platform/log.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { publicUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveCardForms } from '#vault/switch/live-card-forms.ts';
import { paymentStore } from '../payments/payment-store.ts';
import { scoresStore } from '../routing/dynamic/scores-store.ts';
import { cardFormBudget } from './card-form-budget.ts';
import { liveCheckoutScript } from './live-checkout-script.ts';
import { liveMarks } from './live-marks.ts';
import type { CheckoutServices } from './show-checkout.ts';

/** The services with which a function renders the payment form for shops: the table and KMS. */
export const liveCheckoutPageServices = (): CheckoutServices => ({
  payments: paymentStore(liveTable()),
  configurations: configurationStore(liveTable()),
  switchUrl: publicUrl() ?? '',
  ownerOf: (key) => publishableKeyOwner(liveTable(), key),
  secrets: merchantSecrets(kmsMerchantKeys()),
  cardForms: liveCardForms(),
  cardFormBudget: cardFormBudget(liveTable()),
  marks: liveMarks,
  scores: scoresStore(liveTable()),
  scripts: { checkoutScript: liveCheckoutScript },
  log,
});
