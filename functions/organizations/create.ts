import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { madeBy, madeOnce } from '../../shared/http/repeated-create.ts';
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

/** Takes on an organization, which has no merchants yet. */
export const create = implement(
  createOrganization,
  ({ body, now, invocationId, repeatable }, { organizations }: Services) =>
    madeOnce({
      repeatable,
      isNamed: false,
      async make() {
        const id = repeatable && derivedId('org', invocationId);
        const organization = {
          ...newOrganization('standard', body, now, id),
          ...madeBy(repeatable),
        };
        await organizations.create(organization);
        return presentOrganization(organization);
      },
      // The write that makes it is the only thing that can be refused, and brings what is there.
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
