import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { createIdempotently, fingerprintOf } from '../../shared/http/idempotent-create.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { createOrganization } from '../../shared/organizations/operations.ts';
import {
  newOrganization,
  parseOrganization,
  presentOrganization,
} from '../../shared/organizations/organization.ts';
import {
  type OrganizationStore,
  organizationStore,
} from '../../shared/organizations/organization-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
