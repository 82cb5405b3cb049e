import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, text } from '#platform/schema.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';

const acquirerFields = {
  acquirer_assigned_merchant_id: given(text(64)),
  merchant_name: given(chosenName(255)),
  acquirer_bin: given(text(64)),
  acquirer_ica: given(text(64)),
  /** A share: 0.01 is one in a hundred. */
  acquirer_fraud_rate: given(
    v.pipe(
      v.number(),
      v.minValue(0, 'expected a share from 0 to 1'),
      v.maxValue(1, 'expected a share from 0 to 1'),
    ),
  ),
  acquirer_country_code: given(text(64)),
  is_default: given(v.boolean()),
};

export const CreateProfileAcquirerRequest = v.strictObject({
  profile_id: Identifier,
  network: CardNetwork,
  ...acquirerFields,
});
export type CreateProfileAcquirerRequest = v.InferOutput<typeof CreateProfileAcquirerRequest>;

/** Absent and `null` members stay as they are. */
export const UpdateProfileAcquirerRequest = v.strictObject({
  network: given(CardNetwork),
  ...acquirerFields,
});
export type UpdateProfileAcquirerRequest = v.InferOutput<typeof UpdateProfileAcquirerRequest>;

export const ProfileAcquirerResponse = v.object({
  profile_acquirer_id: v.string(),
  acquirer_assigned_merchant_id: v.nullable(v.string()),
  merchant_name: v.nullable(v.string()),
  network: v.nullable(CardNetwork),
  acquirer_bin: v.nullable(v.string()),
  acquirer_ica: v.nullable(v.string()),
  acquirer_fraud_rate: v.nullable(v.number()),
  acquirer_country_code: v.nullable(v.string()),
  profile_id: v.string(),
  is_default: v.boolean(),
});
export type ProfileAcquirerResponse = v.InferOutput<typeof ProfileAcquirerResponse>;

const saving = {
  method: 'POST',
  auth: 'secret key',
  response: ProfileAcquirerResponse,
  access: { table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'] },
  impact: 'Acquirers of profiles cannot be changed; payments continue.',
} as const;

export const createProfileAcquirer = defineOperation({
  ...saving,
  name: 'profile-acquirers.create',
  path: '/profile_acquirer',
  summary: 'Create the data of a profile at an acquirer',
  about: {
    description:
      'Adds an acquirer to a profile. 3-D Secure outside of the processor tells the issuer of it.',
    published: 'POST /profile_acquirers',
    differs: 'At `POST /profile_acquirer`, as Hyperswitch itself serves it.',
  },
  body: CreateProfileAcquirerRequest,
  errors: [
    'profile_not_found',
    'profile_acquirer_exists',
    'precondition_failed',
    'concurrent_update',
  ],
  example: {
    body: {
      profile_id: 'pro_example',
      network: 'Visa',
      acquirer_assigned_merchant_id: 'M123456789',
      merchant_name: 'Example Retail',
      acquirer_bin: '456789',
      acquirer_ica: '401288',
      acquirer_fraud_rate: 0.01,
      acquirer_country_code: 'US',
    },
  },
});

export const updateProfileAcquirer = defineOperation({
  ...saving,
  name: 'profile-acquirers.update',
  path: '/profile_acquirer/{profile_id}/{profile_acquirer_id}',
  summary: 'Update the data of a profile at an acquirer',
  about: {
    description: 'Changes the members that the request states and leaves the others as they are.',
    published: 'POST /profile_acquirers/{profile_id}/{profile_acquirer_id}',
    differs:
      'At `POST /profile_acquirer/{profile_id}/{profile_acquirer_id}`, as Hyperswitch itself serves it.',
  },
  params: v.object({ profile_id: Identifier, profile_acquirer_id: Identifier }),
  body: UpdateProfileAcquirerRequest,
  errors: [
    'profile_not_found',
    'profile_acquirer_not_found',
    'profile_acquirer_exists',
    'concurrent_update',
  ],
  notFound: 'profile_not_found',
  example: {
    params: { profile_id: 'pro_example', profile_acquirer_id: 'pro_acq_example' },
    body: { acquirer_fraud_rate: 0.02 },
  },
});
