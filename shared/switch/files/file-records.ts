import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import { StoredFile } from './file.ts';

/** The records of merchants' files. */
export interface FileRecords {
  /** Throws `file_not_found`. */
  get(merchantId: string, id: string): Promise<StoredFile>;
  /** Undefined when there is none. */
  getIfPresent(merchantId: string, id: string): Promise<StoredFile | undefined>;
  /** The existing ones of these files, in no order. */
  find(merchantId: string, ids: readonly string[]): Promise<readonly StoredFile[]>;
  /** Saving the same file twice stores it once. */
  save(file: StoredFile): Promise<void>;
  remove(file: StoredFile): Promise<void>;
}

const fileKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#FILE#${id}`,
  sk: 'FILE',
});

export const fileRecords = (table: Table): FileRecords => ({
  async get(merchantId, id) {
    const file = await this.getIfPresent(merchantId, id);
    if (!file) throw new SwitchError('file_not_found');
    return file;
  },

  async getIfPresent(merchantId, id) {
    const item = await table.get(fileKey(merchantId, id));
    return item && v.parse(StoredFile, item);
  },

  async find(merchantId, ids) {
    if (ids.length === 0) return [];
    const items = await table.batchGet([...new Set(ids)].map((id) => fileKey(merchantId, id)));
    return items.map((item) => v.parse(StoredFile, item));
  },

  async save(file) {
    await table.putNew({ ...file, ...fileKey(file.merchantId, file.id) });
  },

  async remove({ merchantId, id }) {
    await table.remove(fileKey(merchantId, id), { attribute: 'id', is: id });
  },
});
