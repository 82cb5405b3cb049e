import { payeeScript, statusScript } from 'turnout:checkout';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { environment } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { payoutStore } from '../payouts/payout-store.ts';
import type { PayoutLinkServices } from './show-payout-link.ts';

/** The services with which the function renders payout link pages: the table and KMS. */
export const livePayoutPageServices = (): PayoutLinkServices => ({
  payouts: payoutStore(liveTable()),
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
  scripts: { payeeScript, statusScript },
  isProduction: environment() === 'prd',
});
