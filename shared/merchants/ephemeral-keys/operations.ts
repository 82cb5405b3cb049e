import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';

/** Unknown members are ignored. */
export const CreateEphemeralKeyRequest = v.object({ customer_id: Identifier });

/** An ephemeral key of one customer. Times are whole seconds since 1970. */
const shown = {
  /** `eki_` and 20 letters and digits. */
  id: v.string(),
  merchant_id: v.string(),
  customer_id: v.string(),
  created_at: v.number(),
  expires: v.number(),
};

export const EphemeralKeyResponse = v.object({
  ...shown,
  /** `epk_` and 32 hex digits, shown only in this response. */
  secret: v.string(),
});

export const DeletedEphemeralKeyResponse = v.object({
  ...shown,
  /** Always null: the switch stores only the hash. */
  secret: v.null(),
});

export const createEphemeralKey = defineOperation({
  name: 'ephemeral-keys.create',
  method: 'POST',
  path: '/ephemeral_keys',
  summary: 'Make a key for the app of one customer, good for an hour',
  about: {
    description:
      'Creates a key with which an app can manage the payment methods of one customer. Its secret is in this answer and never again.',
  },
  auth: 'secret key',
  body: CreateEphemeralKeyRequest,
  response: EphemeralKeyResponse,
  errors: [],
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Ephemeral keys cannot be created; payments continue.',
  example: { body: { customer_id: 'customer_example' } },
});

export const deleteEphemeralKey = defineOperation({
  name: 'ephemeral-keys.delete',
  method: 'DELETE',
  path: '/ephemeral_keys/{key_id}',
  summary: 'End a key of a customer, by its identifier or by itself',
  about: { description: 'Ends the key before its hour is over.' },
  auth: 'secret key',
  params: v.object({ key_id: Identifier }),
  response: DeletedEphemeralKeyResponse,
  errors: ['ephemeral_key_not_found'],
  notFound: 'ephemeral_key_not_found',
  access: { table: ['GetItem', 'Query', 'UpdateItem'] },
  impact: 'Ephemeral keys cannot be deleted before they expire; payments continue.',
  example: { params: { key_id: 'eki_example' } },
});
