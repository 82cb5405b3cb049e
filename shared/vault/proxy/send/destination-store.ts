import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { VaultError } from '../../vault-error.ts';
import { createInOrder } from '../create-in-order.ts';
import { Destination, maxDestinations } from './destination.ts';

/** A tenant's destinations share a partition, because each request reads all of them. */
const partition = (tenant: string) => `TENANT#${tenant}#DESTINATIONS`;
const prefix = 'DESTINATION#';
const destinationKey = (tenant: string, id: string) => ({
  pk: partition(tenant),
  sk: `${prefix}${id}`,
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
  return {
    async list(tenant) {
      const items = await table().query(partition(tenant), { beginsWith: prefix });
      return items
        .map((item) => v.parse(Destination, item))
        .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    },

    async create(given) {
      const { tenant } = given;
      const destination = { ...given, id: randomUUID() };
      const item = { ...destination, ...destinationKey(tenant, destination.id) };
      const created = await createInOrder(
        table(),
        { pk: partition(tenant), prefix, most: maxDestinations },
        [{ kind: 'put', item, condition: 'absent' }],
      );
      if (created === 'too many') {
        throw new VaultError('validation_error', { destination: ['are too many'] });
      }
      if (created === 'refused') throw new Error('Two destinations of the same name.');
      return destination;
    },

    async remove(tenant, id) {
      const item = await table().take(destinationKey(tenant, id), { present: true });
      return item && v.parse(Destination, item);
    },
  };
}
