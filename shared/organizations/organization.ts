import * as v from 'valibot';
import { newId } from '../ids.ts';
import { compact, JsonObject } from '../schema.ts';
import type {
  CreateOrganizationRequest,
  OrganizationResponse,
  UpdateOrganizationRequest,
} from './operations.ts';

/** When those were made that were written down before their dates were. */
const longAgo = new Date(0).toISOString();

/** Whoever owns merchants. One that was made along with a merchant has no name yet. */
export const Organization = v.looseObject({
  id: v.string(),
  type: v.picklist(['standard', 'platform']),
  name: v.optional(v.string()),
  details: v.optional(JsonObject),
  metadata: v.optional(JsonObject),
  /** The request that made it, hashed under the operator's key, where it came with a key for repeats. */
  requestFingerprint: v.optional(v.string()),
  createdAt: v.optional(v.string(), longAgo),
  modifiedAt: v.optional(v.string(), longAgo),
});
export type Organization = v.InferOutput<typeof Organization>;

/** Reads an organization out of the table. Attributes that we do not know are kept. */
export const parseOrganization = (item: unknown): Organization => v.parse(Organization, item);

/** An organization that nobody has saved yet. */
export const newOrganization = (
  type: Organization['type'],
  request: Partial<CreateOrganizationRequest>,
  now: Date,
  id = newId('org'),
): Organization => ({
  id,
  type,
  ...organizationChangesOf(request),
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
});

/** What a request states of an organization, as it is kept. */
export const organizationChangesOf = (request: UpdateOrganizationRequest) =>
  compact({
    name: request.organization_name,
    details: request.organization_details,
    metadata: request.metadata,
  });

/** An organization as its operator sees it: what is unset is `null`. */
export const presentOrganization = (organization: Organization): OrganizationResponse => ({
  organization_id: organization.id,
  organization_name: organization.name ?? null,
  organization_details: organization.details ?? null,
  metadata: organization.metadata ?? null,
  modified_at: organization.modifiedAt,
  created_at: organization.createdAt,
  organization_type: organization.type,
});
