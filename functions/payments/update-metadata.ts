import * as v from 'valibot';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { compact, JsonObject } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { updateMetadata as updateMetadataOperation } from '#switch/payments/operations.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { FeatureMetadata } from '#switch/payments/request/connector-metadata.ts';

interface Services {
  readonly payments: PaymentStore;
}

/**
 * The most characters of metadata: as many as fit into one request, so that repeated updates keep
 * the item small.
 */
const maxCharacters = 32_768;

/** Changes a payment's metadata: stated keys replace stored ones, other stored keys stay. */
export const updateMetadata = implement(updateMetadataOperation, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now }, { payments }: Services, payment) {
    checkProfile(payment, caller);
    if (!body.metadata && !body.feature_metadata) {
      throw new SwitchError('missing_param', { field: 'metadata/feature_metadata' });
    }
    checkAccepted('update_metadata', payment.status);
    const before = v.parse(StoredMetadata, payment.requestFields);
    const metadata = body.metadata ? { ...before.metadata, ...body.metadata } : before.metadata;
    const feature_metadata = body.feature_metadata ?? before.feature_metadata;
    if (JSON.stringify(metadata ?? {}).length > maxCharacters) {
      throw new SwitchError('invalid_data', {
        field: 'metadata',
        expected: `at most ${maxCharacters} characters in all`,
      });
    }
    const requestFields = { ...payment.requestFields, ...compact({ metadata, feature_metadata }) };
    const saved = await payments.save({ ...payment, requestFields, modifiedAt: now.toISOString() });
    return {
      payment_id: saved.id,
      metadata: metadata ?? null,
      status: saved.status,
      feature_metadata: feature_metadata ?? null,
    };
  },
});

/** Stored from parsed requests, under the same names. */
const StoredMetadata = v.object({
  metadata: v.nullish(JsonObject),
  feature_metadata: v.nullish(FeatureMetadata),
});

export const handler = lambda(updateMetadata, () => ({ payments: paymentStore(liveTable()) }));
