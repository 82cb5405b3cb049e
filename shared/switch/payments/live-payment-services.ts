import { liveAccessTokens } from '#connectors/live-access-tokens.ts';
import { liveConnectors } from '#connectors/live-connectors.ts';
import { processorAddresses } from '#connectors/processor-addresses.ts';
import { configurationReads } from '#merchants/accounts/configuration-store.ts';
import { cachedGsmRules, gsmStore } from '#operator/gsm/gsm-store.ts';
import { withUnifiedErrors } from '#operator/gsm/unified-errors.ts';
import { currentTime } from '#platform/clock.ts';
import { lazy } from '#platform/lazy.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { publicUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { screeningStore } from '../blocklist/screening-store.ts';
import { customerStore } from '../customers/customer-store.ts';
import { scoresStore } from '../routing/dynamic/scores-store.ts';
import { proofStore } from './authentication/proof-store.ts';
import type { PaymentServices } from './payment-services.ts';
import { paymentStore } from './payment-store.ts';

/**
 * The services with which functions make payments: the table, KMS, and the processors over HTTP.
 */
export function livePaymentServices(): PaymentServices {
  const rules = cachedGsmRules(gsmStore(liveTable()));
  const secrets = merchantSecrets(kmsMerchantKeys());
  const accessTokens = liveAccessTokens(secrets);
  return {
    payments: paymentStore(liveTable()),
    customers: customerStore(liveTable()),
    configurations: configurationReads(liveTable()),
    secrets,
    scores: lazy(() => scoresStore(liveTable())),
    screening: screeningStore(liveTable()),
    proofs: lazy(() => proofStore(liveTable())),
    connectors: ({ remainingMs, requestId }) =>
      withUnifiedErrors(
        liveConnectors({
          log,
          metric,
          addresses: processorAddresses(),
          table: liveTable(),
          remainingMs,
          requestId,
          accessTokens,
        }),
        { rules, log },
      ),
    clock: currentTime,
    switchUrl: publicUrl() ?? '',
  };
}
