import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, JsonObject } from '#platform/schema.ts';

export const CreateOrganizationRequest = v.strictObject({
  organization_name: chosenName(255, 1),
  organization_details: given(JsonObject),
  metadata: given(JsonObject),
});
export type CreateOrganizationRequest = v.InferOutput<typeof CreateOrganizationRequest>;

export const UpdateOrganizationRequest = v.strictObject({
  organization_name: given(chosenName(255, 1)),
  organization_details: given(JsonObject),
  metadata: given(JsonObject),
  // Accepted and ignored: this switch has no platform merchants.
  platform_merchant_id: given(Identifier),
});
export type UpdateOrganizationRequest = v.InferOutput<typeof UpdateOrganizationRequest>;

export const OrganizationResponse = v.object({
  organization_id: v.string(),
  organization_name: v.nullable(v.string()),
  organization_details: v.nullable(JsonObject),
  metadata: v.nullable(JsonObject),
  modified_at: v.string(),
  created_at: v.string(),
  organization_type: v.picklist(['standard', 'platform']),
});
export type OrganizationResponse = v.InferOutput<typeof OrganizationResponse>;

const params = v.object({ id: Identifier });
const example = { id: 'org_example' };

export const createOrganization = defineOperation({
  name: 'organizations.create',
  method: 'POST',
  path: '/organization',
  summary: 'Create an organization',
  about: { description: 'Creates a group for merchant accounts. Only the operator may do it.' },
  auth: 'admin key',
  body: CreateOrganizationRequest,
  repeats: 'derive the same identifier',
  response: OrganizationResponse,
  errors: [],
  access: { table: ['PutItem'] },
  impact: 'Organizations cannot be created; merchants are not affected.',
  example: { body: { organization_name: 'Example Retail' } },
});

export const retrieveOrganization = defineOperation({
  name: 'organizations.retrieve',
  method: 'GET',
  path: '/organization/{id}',
  summary: 'Retrieve an organization',
  about: { description: 'Answers with the organization.' },
  auth: 'admin key',
  params,
  response: OrganizationResponse,
  errors: ['organization_not_found'],
  notFound: 'organization_not_found',
  access: { table: ['GetItem'] },
  impact: 'Operators cannot see organizations; merchants are not affected.',
  example: { params: example },
});

export const updateOrganization = defineOperation({
  name: 'organizations.update',
  method: 'PUT',
  path: '/organization/{id}',
  summary: 'Update an organization',
  about: {
    description: 'Changes the members that the request states and leaves the others as they are.',
  },
  auth: 'admin key',
  params,
  body: UpdateOrganizationRequest,
  response: OrganizationResponse,
  errors: ['organization_not_found'],
  notFound: 'organization_not_found',
  access: { table: ['UpdateItem'] },
  impact: 'Organizations cannot be changed; merchants are not affected.',
  example: { params: example, body: { organization_name: 'Example Retail Group' } },
});
