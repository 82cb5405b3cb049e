import * as v from 'valibot';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { Identifier } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import { fileOf } from '#switch/files/upload.ts';
import { type FileRow, readRows } from '#switch/payment-methods/migration/file-rows.ts';
import { merchantIn } from '#switch/payment-methods/migration/migration-form.ts';
import {
  type UpdatePaymentMethodsResponse,
  updatePaymentMethods,
} from '#switch/payment-methods/migration/operations.ts';
import { runRows } from '#switch/payment-methods/migration/run-rows.ts';
import {
  presentConnectorMandates,
  type UpdateServices,
  updateColumns,
  updateRecord,
} from '#switch/payment-methods/migration/update-record.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends UpdateServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
}

type RowAnswer = UpdatePaymentMethodsResponse[number];

/** Makes the changes of a file to payment methods, one a row. */
export const updateBatch = implement(
  updatePaymentMethods,
  async ({ body, requestId, now, remainingMs }, services: Services) => {
    const merchantId = merchantIn(body);
    const { bytes } = fileOf(body);
    const configuration = await services.configurations.current(merchantId);
    const rows = readRows(bytes, { required: 'payment_method_id', columns: updateColumns });
    const context = { merchantId, configuration, requestId, now };
    return runRows<RowAnswer>(
      rows,
      {
        groupOf: ({ cells, line }) => cells.payment_method_id ?? `line ${line}`,
        async handle(row) {
          const { paymentMethod, statesExpiry } = await updateRecord(row, context, services);
          return {
            payment_method_id: paymentMethod.id,
            status: paymentMethod.status,
            network_transaction_id: paymentMethod.networkTransactionId ?? null,
            connector_mandate_details: presentConnectorMandates(paymentMethod),
            update_status: 'Success',
            update_error: null,
            updated_payment_method_data: statesExpiry,
            line_number: row.line,
          };
        },
        refused: refusedRow,
      },
      { log: services.log, remainingMs },
    );
  },
);

/** Only what is certainly no card number is repeated. */
function refusedRow({ line, cells }: FileRow, reason: string): RowAnswer {
  const id = v.safeParse(Identifier, cells.payment_method_id);
  return {
    payment_method_id: id.success ? id.output : null,
    status: null,
    network_transaction_id: null,
    connector_mandate_details: null,
    update_status: 'Failed',
    update_error: reason,
    updated_payment_method_data: null,
    line_number: line,
  };
}

export const handler = lambda(
  updateBatch,
  () => ({
    configurations: configurationStore(liveTable()),
    paymentMethods: paymentMethodStore(liveTable()),
    vault: liveCardVault().cards,
    log,
  }),
  liveAdminKey,
);
