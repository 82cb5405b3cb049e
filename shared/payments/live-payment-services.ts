import { configurationStore } from '../accounts/configuration-store.ts';
import { screeningStore } from '../blocklist/screening-store.ts';
import { liveAccessTokens } from '../connectors/live-access-tokens.ts';
import { liveConnectors } from '../connectors/live-connectors.part.ts';
import { customerStore } from '../customers/customer-store.ts';
import { cachedGsmRules, gsmStore } from '../gsm/gsm-store.ts';
import { withUnifiedErrors } from '../gsm/unified-errors.ts';
import { lazy } from '../lazy.ts';
import { log } from '../log.ts';
import { metric } from '../metrics.ts';
import { scoresStore } from '../routing/dynamic/scores-store.part.ts';
import { kmsMerchantKeys } from '../secrets/merchant-keys.ts';
import { merchantSecrets } from '../secrets/merchant-secrets.ts';
import { processorAddresses, publicUrl } from '../stage.ts';
import { liveTable } from '../table/table.ts';
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
    configurations: configurationStore(liveTable()),
    secrets,
    scores: lazy(() => scoresStore(liveTable())),
    screening: screeningStore(liveTable()),
    connectors: ({ remainingMs, requestId }) =>
      withUnifiedErrors(
        liveConnectors({
          log,
          metric,
          addresses: processorAddresses(),
          remainingMs,
          requestId,
          accessTokens,
        }),
        { rules, log },
      ),
    clock: () => new Date(),
    switchUrl: publicUrl() ?? '',
  };
}
