import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrieveOrganization } from '../../shared/organizations/operations.ts';
import { presentOrganization } from '../../shared/organizations/organization.ts';
import {
  type OrganizationStore,
  organizationStore,
} from '../../shared/organizations/organization-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
