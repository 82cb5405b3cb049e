import { SwitchError } from '#platform/errors.ts';
import { putIdempotently } from '#platform/table/put-idempotently.ts';
import { organizationKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { type Organization, parseOrganization } from './organization.ts';

export interface OrganizationStore {
  /**
   * Throws `idempotency_key_reused`, and `RepeatedCreate` when the same request created it earlier
   * under the same idempotency key.
   */
  create(organization: Organization): Promise<void>;
  /** Throws `organization_not_found`. */
  get(id: string): Promise<Organization>;
  /**
   * Sets only these members, so that concurrent changes of other members are all kept. Throws
   * `organization_not_found`.
   */
  change(id: string, changes: OrganizationChanges, now: Date): Promise<Organization>;
}

type OrganizationChanges = Partial<Pick<Organization, 'name' | 'details' | 'metadata'>>;

export const organizationStore = (table: Table): OrganizationStore => ({
  async create(organization) {
    const item = { ...organization, ...organizationKey(organization.id) };
    await putIdempotently(table, item, undefined, {
      taken: () =>
        organization.requestFingerprint === undefined
          ? // A collision of 119 random bits.
            new Error('A new organization has the identifier of another.')
          : new SwitchError('idempotency_key_reused'),
    });
  },

  async get(id) {
    const item = await table.get(organizationKey(id));
    if (!item) throw new SwitchError('organization_not_found');
    return parseOrganization(item);
  },

  async change(id, changes, now) {
    const set = { ...changes, modifiedAt: now.toISOString() };
    const item = await table.changeWhere(organizationKey(id), { set }, { present: true });
    if (!item) throw new SwitchError('organization_not_found');
    return parseOrganization(item);
  },
});
