import * as v from 'valibot';
import { lambda } from '#merchants/lambda.ts';
import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import type { CardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { Identifier } from '#platform/schema.ts';
import type { Customer } from '#switch/customers/customer.ts';
import { fileOf } from '#switch/files/upload.ts';
import { type FileRow, readRows } from '#switch/payment-methods/migration/file-rows.ts';
import {
  liveMigrationServices,
  type OperatorsMigrationServices,
} from '#switch/payment-methods/migration/live-migration-services.ts';
import { MaskedNumber, shownNumber } from '#switch/payment-methods/migration/masked-number.ts';
import {
  type Migrated,
  migratedParts,
  migrateRecord,
} from '#switch/payment-methods/migration/migrate-record.ts';
import { accountsIn, merchantIn } from '#switch/payment-methods/migration/migration-form.ts';
import {
  type MigratePaymentMethodsResponse,
  migratePaymentMethods,
} from '#switch/payment-methods/migration/operations.ts';
import type { MigratedRecord } from '#switch/payment-methods/migration/record.ts';
import { recordColumns, recordOfRow } from '#switch/payment-methods/migration/record-of-row.ts';
import { runRows } from '#switch/payment-methods/migration/run-rows.ts';

type RowAnswer = MigratePaymentMethodsResponse[number];

/**
 * Takes over the payment methods of a file. The file is in memory only, for the time of this
 * request: a row's card number is stored in the vault, and nowhere else.
 */
export const migrateBatch = implement(
  migratePaymentMethods,
  async ({ body, requestId, now, remainingMs }, services: OperatorsMigrationServices) => {
    const merchantId = merchantIn(body);
    const { bytes } = fileOf(body);
    const configuration = await services.configurations.current(merchantId);
    const accountIds = accountsIn(body, configuration);
    const rows = readRows(bytes, { required: 'customer_id', columns: recordColumns });
    const context = { merchantId, configuration, requestId, now };
    const withCache = { ...services, cardBins: cachedForFile(services.cardBins) };
    const customers = new Map<string, Customer>();
    return runRows<RowAnswer>(
      rows,
      {
        groupOf: ({ cells, line }) => cells.customer_id ?? `line ${line}`,
        async handle(row) {
          const record = recordOfRow(row, accountIds);
          const { customer_id: id } = record.customer;
          const migrated = await migrateRecord(record, context, withCache, customers.get(id));
          customers.set(id, migrated.customer);
          return answerOf(row, record, migrated);
        },
        refused: refusedRow,
      },
      { log: services.log, remainingMs },
    );
  },
);

/** Many cards of a file begin with the same digits, which are looked up once. */
function cachedForFile(cardBins: Pick<CardBinStore, 'find'>): Pick<CardBinStore, 'find'> {
  const found = new Map<string, Promise<CardBinFacts | undefined>>();
  return {
    find(digits) {
      const known = found.get(digits) ?? cardBins.find(digits);
      found.set(digits, known);
      return known;
    },
  };
}

function answerOf(
  { line }: FileRow,
  record: MigratedRecord,
  { paymentMethod }: Migrated,
): RowAnswer {
  const { id, method, type, customerId, card } = paymentMethod;
  return {
    line_number: line,
    payment_method_id: id,
    payment_method: method ?? null,
    payment_method_type: type ?? null,
    customer_id: customerId,
    migration_status: 'Success',
    migration_error: null,
    card_number_masked: card ? shownNumber(card) : null,
    ...migratedParts(record, paymentMethod),
  };
}

/** Only what is certainly no card number is repeated. */
function refusedRow({ line, cells }: FileRow, reason: string): RowAnswer {
  const customerId = v.safeParse(Identifier, cells.customer_id);
  const masked = v.safeParse(MaskedNumber, cells.card_number_masked);
  return {
    line_number: line,
    payment_method_id: null,
    payment_method: null,
    payment_method_type: null,
    customer_id: customerId.success ? customerId.output : null,
    migration_status: 'Failed',
    migration_error: reason,
    card_number_masked: masked.success ? shownNumber(masked.output) : null,
    card_migrated: null,
    network_token_migrated: null,
    connector_mandate_details_migrated: null,
    network_transaction_id_migrated: null,
  };
}

export const handler = lambda(migrateBatch, liveMigrationServices, liveAdminKey);
