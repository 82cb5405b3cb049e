import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { organizationKey } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import { Organization } from './organization.ts';

export interface OrganizationStore {
  create(organization: Organization): Promise<void>;
  /** Throws `organization_not_found`. */
  get(id: string): Promise<Organization>;
  /**
   * Sets these members and leaves the rest to whoever sets that: two changes at once are both made.
   * Throws `organization_not_found`.
   */
  change(id: string, changes: OrganizationChanges, now: Date): Promise<Organization>;
}

export type OrganizationChanges = Partial<Pick<Organization, 'name' | 'details' | 'metadata'>>;

export const organizationStore = (table: Table): OrganizationStore => ({
  async create(organization) {
    const existing = await table.putNew({ ...organization, ...organizationKey(organization.id) });
    // 119 random bits met twice.
    if (existing) throw new Error('A new organization has the identifier of another.');
  },

  async get(id) {
    const item = await table.get(organizationKey(id));
    if (!item) throw new SwitchError('organization_not_found');
    return v.parse(Organization, item);
  },

  async change(id, changes, now) {
    const set = { ...changes, modifiedAt: now.toISOString() };
    const item = await table.changeWhere(organizationKey(id), { set }, { present: true });
    if (!item) throw new SwitchError('organization_not_found');
    return v.parse(Organization, item);
  },
});
