import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Table } from '../../../table/table.ts';
import { VaultError } from '../../vault-error.ts';
import { Destination, maxDestinations } from './destination.ts';

/** A tenant's destinations share a partition, because each request reads all of them. */
const partition = (tenant: string) => `TENANT#${tenant}#DESTINATIONS`;
const destinationKey = (tenant: string, id: string) => ({
  pk: partition(tenant),
  sk: `DESTINATION#${id}`,
});

export interface DestinationStore {
  /** All destinations of the tenant, the newest last. */
  list(tenant: string): Promise<readonly Destination[]>;
  /** Throws VaultError `validation_error` when the tenant has reached the limit. */
  create(destination: Omit<Destination, 'id'>): Promise<Destination>;
  /** The removed destination; undefined when this tenant has none with this id. */
  remove(tenant: string, id: string): Promise<Destination | undefined>;
}

export function destinationStore(table: () => Table): DestinationStore {
  async function list(tenant: string) {
    const items = await table().query(partition(tenant));
    return items
      .map((item) => v.parse(Destination, item))
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  }

  return {
    list,

    async create(given) {
      const { length } = await list(given.tenant);
      // Two requests at the same moment may exceed the limit by one, which does no harm.
      if (length >= maxDestinations) {
        throw new VaultError('validation_error', { destination: ['are too many'] });
      }
      const destination = { ...given, id: randomUUID() };
      const key = destinationKey(given.tenant, destination.id);
      const existing = await table().putNew({ ...destination, ...key });
      if (existing) throw new Error('Two destinations of the same name.');
      return destination;
    },

    async remove(tenant, id) {
      const item = await table().take(destinationKey(tenant, id), { present: true });
      return item && v.parse(Destination, item);
    },
  };
}
