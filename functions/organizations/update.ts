import { lambda } from '#merchants/lambda.ts';
import { updateOrganization } from '#merchants/organizations/operations.ts';
import {
  organizationChangesOf,
  presentOrganization,
} from '#merchants/organizations/organization.ts';
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

/** Changes the members that the request states. */
export const update = implement(
  updateOrganization,
  async ({ params, body, now }, { organizations }: Services) =>
    presentOrganization(await organizations.change(params.id, organizationChangesOf(body), now)),
);

export const handler = lambda(
  update,
  () => ({ organizations: organizationStore(liveTable()) }),
  liveAdminKey,
);
