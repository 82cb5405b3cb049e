import * as v from 'valibot';
import { newId } from '#platform/ids.ts';
import { compact, JsonObject } from '#platform/schema.ts';
import type {
  CreateOrganizationRequest,
  OrganizationResponse,
  UpdateOrganizationRequest,
} from './operations.ts';

/** The creation time of organizations that were saved before dates were stored. */
const longAgo = '1970-01-01T00:00:00.000Z';

/**
 * The owner of merchant accounts. An organization created along with a merchant account has no name
 * yet.
 */
export const Organization = v.looseObject({
  id: v.string(),
  type: v.picklist(['standard', 'platform']),
  name: v.optional(v.string()),
  details: v.optional(JsonObject),
  metadata: v.optional(JsonObject),
  /**
   * A hash of the create request under the operator's key; present when it had an idempotency key.
   */
  requestFingerprint: v.optional(v.string()),
  createdAt: v.optional(v.string(), longAgo),
  modifiedAt: v.optional(v.string(), longAgo),
});
export type Organization = v.InferOutput<typeof Organization>;

/** Parses an organization from the table. Unknown attributes stay. */
export const parseOrganization = (item: unknown): Organization => v.parse(Organization, item);

/** A new, unsaved organization. */
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

/** The changes that a request states, as they are stored. */
export const organizationChangesOf = (request: UpdateOrganizationRequest) =>
  compact({
    name: request.organization_name,
    details: request.organization_details,
    metadata: request.metadata,
  });

/** Presents an organization to an operator; unset members are `null`. */
export const presentOrganization = (organization: Organization): OrganizationResponse => ({
  organization_id: organization.id,
  organization_name: organization.name ?? null,
  organization_details: organization.details ?? null,
  metadata: organization.metadata ?? null,
  modified_at: organization.modifiedAt,
  created_at: organization.createdAt,
  organization_type: organization.type,
});
