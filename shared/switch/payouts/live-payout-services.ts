import { liveAccessTokens } from '#connectors/live-access-tokens.ts';
import { liveConnectors } from '#connectors/live-connectors.ts';
import { processorAddresses } from '#connectors/processor-addresses.ts';
import { configurationReads } from '#merchants/accounts/configuration-store.ts';
import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { currentTime } from '#platform/clock.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { environment, publicUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';
import { customerStore } from '../customers/customer-store.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { PayoutSendServices, PayoutServices } from './payout-services.ts';
import { payoutStore } from './payout-store.ts';

/** The services with which functions sync payouts: the table, KMS, and the processors over HTTP. */
export function livePayoutServices(): PayoutServices {
  const secrets = merchantSecrets(kmsMerchantKeys());
  const accessTokens = liveAccessTokens(secrets);
  return {
    payouts: payoutStore(liveTable()),
    configurations: configurationReads(liveTable()),
    secrets,
    connectors: ({ remainingMs, requestId }) =>
      liveConnectors({
        log,
        metric,
        addresses: processorAddresses(),
        table: liveTable(),
        remainingMs,
        requestId,
        accessTokens,
      }),
    clock: currentTime,
  };
}

/** The services with which functions send payouts. */
export const livePayoutSendServices = (): PayoutSendServices => ({
  ...livePayoutServices(),
  vault: liveCardVault().cards,
  paymentMethods: paymentMethodStore(liveTable()),
  cardRanges: cachedCardRanges(cardBinStore(liveTable())),
  customers: customerStore(liveTable()),
  switchUrl: publicUrl() ?? '',
  isProduction: environment() === 'prd',
});
