import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { createOrganization } from '../../shared/organizations/operations.ts';
import { newOrganization, presentOrganization } from '../../shared/organizations/organization.ts';
import {
  type OrganizationStore,
  organizationStore,
} from '../../shared/organizations/organization-store.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly organizations: OrganizationStore;
}

/** Takes on an organization, which has no merchants yet. */
export const create = implement(
  createOrganization,
  async ({ body, now }, { organizations }: Services) => {
    const organization = newOrganization('standard', body, now);
    await organizations.create(organization);
    return presentOrganization(organization);
  },
);

export const handler = lambda(
  create,
  () => ({ organizations: organizationStore(liveTable()) }),
  liveAdminKey,
);
