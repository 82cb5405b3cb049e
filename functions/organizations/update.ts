import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { updateOrganization } from '../../shared/organizations/operations.ts';
import {
  organizationChangesOf,
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
