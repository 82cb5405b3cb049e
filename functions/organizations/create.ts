import { lambda } from '#merchants/lambda.ts';
import { createOrganization } from '#merchants/organizations/operations.ts';
import {
  newOrganization,
  parseOrganization,
  presentOrganization,
} from '#merchants/organizations/organization.ts';
import {
  type OrganizationStore,
  organizationStore,
} from '#merchants/organizations/organization-store.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { createIdempotently, fingerprintOf } from '#platform/http/operation/idempotent-create.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly organizations: OrganizationStore;
}

/** Creates an organization without merchants. */
export const create = implement(
  createOrganization,
  ({ body, now, invocationId, idempotentRequest }, { organizations }: Services) =>
    createIdempotently({
      idempotentRequest,
      isNamed: false,
      async make() {
        const id = idempotentRequest && derivedId('org', invocationId);
        const organization = {
          ...newOrganization('standard', body, now, id),
          ...fingerprintOf(idempotentRequest),
        };
        await organizations.create(organization);
        return presentOrganization(organization);
      },
      // Only the write itself can be refused, and its error carries the existing organization.
      find: async () => undefined,
      parse: parseOrganization,
      present: presentOrganization,
    }),
);

export const handler = lambda(
  create,
  () => ({ organizations: organizationStore(liveTable()) }),
  liveAdminKey,
);
