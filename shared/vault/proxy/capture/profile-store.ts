import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { VaultError } from '../../vault-error.ts';
import { createInOrder } from '../create-in-order.ts';
import { type NewProfile, Profile } from './profile.ts';

/**
 * A tenant's profiles share a partition. Each has a second item under its name, which leads to it.
 */
const partition = (tenant: string) => `TENANT#${tenant}#PROFILES`;
const prefix = 'PROFILE#';
const profileKey = (tenant: string, id: string) => ({
  pk: partition(tenant),
  sk: `${prefix}${id}`,
});
const nameKey = (tenant: string, name: string) => ({ pk: partition(tenant), sk: `NAME#${name}` });

const NameItem = v.object({ profileId: v.string() });

/** The most profiles of a tenant. */
const maxProfiles = 200;

export interface ProfileStore {
  /** All profiles of the tenant, the newest first. */
  list(tenant: string): Promise<readonly Profile[]>;
  /** Throws VaultError `resource_not_found`. */
  get(tenant: string, id: string): Promise<Profile>;
  /** The tenant's profile of this name; undefined when there is none. */
  named(tenant: string, name: string): Promise<Profile | undefined>;
  /** Throws VaultError `validation_error` when the name is taken or there are too many. */
  create(tenant: string, given: NewProfile, now: Date): Promise<Profile>;
  /** Replaces the profile as it was read. Throws the same, and SwitchError `concurrent_update`. */
  change(profile: Profile, given: NewProfile, now: Date): Promise<Profile>;
  /** Throws VaultError `resource_not_found` when another request changed or removed it. */
  remove(profile: Profile): Promise<void>;
}

export function profileStore(table: () => Table): ProfileStore {
  async function find(tenant: string, id: string) {
    const item = await table().get(profileKey(tenant, id));
    return item && v.parse(Profile, item);
  }

  async function list(tenant: string) {
    const items = await table().query(partition(tenant), { beginsWith: prefix });
    return items
      .map((item) => v.parse(Profile, item))
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  }

  return {
    list,

    async get(tenant, id) {
      const profile = await find(tenant, id);
      if (!profile) throw new VaultError('resource_not_found');
      return profile;
    },

    async named(tenant, name) {
      const item = await table().get(nameKey(tenant, name));
      return item && find(tenant, v.parse(NameItem, item).profileId);
    },

    async create(tenant, { name, profile }, now) {
      const at = now.toISOString();
      const created: Profile = {
        tenant,
        id: randomUUID(),
        name,
        profile,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      const items = [
        { ...created, ...profileKey(tenant, created.id) },
        { ...nameKey(tenant, name), profileId: created.id },
      ];
      const creation = await createInOrder(
        table(),
        { pk: partition(tenant), prefix, most: maxProfiles },
        items.map((item) => ({ kind: 'put', item, condition: 'absent' })),
      );
      if (creation === 'too many') {
        throw new VaultError('validation_error', { tokenization_profile: ['are too many'] });
      }
      if (creation === 'refused') throw nameTaken();
      return created;
    },

    async change(before, { name, profile }, now) {
      const { tenant, id, version } = before;
      const key = profileKey(tenant, id);
      const next: Profile = { ...before, name, profile, updatedAt: now.toISOString() };
      if (name === before.name) return v.parse(Profile, await table().save({ ...next, ...key }));
      const { refused } = await table().transact([
        {
          kind: 'put',
          item: { ...next, ...key, version: version + 1 },
          condition: { version },
        },
        { kind: 'put', item: { ...nameKey(tenant, name), profileId: id }, condition: 'absent' },
        {
          kind: 'delete',
          key: nameKey(tenant, before.name),
          condition: { attribute: 'profileId', is: id },
        },
      ]);
      if (refused.some(({ index }) => index === 1)) throw nameTaken();
      if (refused.length > 0) throw new VaultError('resource_not_found');
      return { ...next, version: version + 1 };
    },

    async remove({ tenant, id, name, version }) {
      const { refused } = await table().transact([
        { kind: 'delete', key: profileKey(tenant, id), condition: { version } },
        {
          kind: 'delete',
          key: nameKey(tenant, name),
          condition: { attribute: 'profileId', is: id },
        },
      ]);
      if (refused.length > 0) throw new VaultError('resource_not_found');
    },
  };
}

const nameTaken = () => new VaultError('validation_error', { name: ['is taken'] });
