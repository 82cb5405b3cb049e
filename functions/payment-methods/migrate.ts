import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { liveAdminKey } from '#platform/http/admin-key.ts';
import { implement } from '#platform/http/implement.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import {
  type MigrationServices,
  migratedParts,
  migrateRecord,
} from '#switch/payment-methods/migration/migrate-record.ts';
import { migratePaymentMethod } from '#switch/payment-methods/migration/operations.ts';
import { recordOfRequest } from '#switch/payment-methods/migration/record-of-request.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends MigrationServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
}

/** Takes over one payment method from another system, for the operator of the switch. */
export const migrate = implement(
  migratePaymentMethod,
  async ({ body, requestId, now }, services: Services) => {
    const { merchant_id: merchantId } = body;
    const configuration = await services.configurations.current(merchantId);
    const record = recordOfRequest(body);
    const context = { merchantId, configuration, requestId, now };
    const { paymentMethod } = await migrateRecord(record, context, services);
    return {
      payment_method_response: presentPaymentMethod(paymentMethod),
      ...migratedParts(record, paymentMethod),
    };
  },
);

export const handler = lambda(
  migrate,
  () => ({
    configurations: configurationStore(liveTable()),
    customers: customerStore(liveTable()),
    paymentMethods: paymentMethodStore(liveTable()),
    cardBins: cardBinStore(liveTable()),
    vault: liveCardVault().cards,
    log,
  }),
  liveAdminKey,
);
