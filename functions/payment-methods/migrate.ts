import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  liveMigrationServices,
  type OperatorsMigrationServices,
} from '#switch/payment-methods/migration/live-migration-services.ts';
import { migratedParts, migrateRecord } from '#switch/payment-methods/migration/migrate-record.ts';
import { migratePaymentMethod } from '#switch/payment-methods/migration/operations.ts';
import { recordOfRequest } from '#switch/payment-methods/migration/record-of-request.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';

/** Takes over one payment method from another system, for the operator of the switch. */
export const migrate = implement(
  migratePaymentMethod,
  async ({ body, requestId, now }, services: OperatorsMigrationServices) => {
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

export const handler = lambda(migrate, liveMigrationServices, liveAdminKey);
