import { lambda } from '#merchants/lambda.ts';
import { retrieveOrganization } from '#merchants/organizations/operations.ts';
import { presentOrganization } from '#merchants/organizations/organization.ts';
import {
  type OrganizationStore,
  organizationStore,
} from '#merchants/organizations/organization-store.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly organizations: OrganizationStore;
}

/** Retrieves an organization for an operator. */
export const retrieve = implement(
  retrieveOrganization,
  async ({ params }, { organizations }: Services) =>
    presentOrganization(await organizations.get(params.id)),
);

export const handler = lambda(
  retrieve,
  () => ({ organizations: organizationStore(liveTable()) }),
  liveAdminKey,
);
