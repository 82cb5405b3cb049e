import type { FileStore } from '#switch/files/file-store.ts';

/** The duties of every store of files. */
export function fileStoreContract(store: () => FileStore) {
  const place = { merchantId: 'merchant_one', id: 'file_one' };
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

  it('a stored file is returned byte for byte', async () => {
    await store().put(place, bytes, 'image/png');
    expect(await store().get(place)).toEqual(bytes);
  });

  it('a stored file can be written again', async () => {
    await store().put(place, bytes, 'image/png');
    await store().put(place, bytes.slice(0, 3), 'image/png');
    expect(await store().get(place)).toEqual(bytes.slice(0, 3));
  });

  it('a file of another merchant does not exist, and neither does an unwritten one', async () => {
    await store().put(place, bytes, 'image/png');
    expect(await store().get({ ...place, merchantId: 'merchant_two' })).toBeUndefined();
    expect(await store().get({ ...place, id: 'file_two' })).toBeUndefined();
  });

  it('a file can be removed, and removing an absent one has no effect', async () => {
    await store().put(place, bytes, 'image/png');
    await store().remove(place);
    expect(await store().get(place)).toBeUndefined();
    await expect(store().remove(place)).resolves.toBeUndefined();
  });

  it('a file of the largest size is stored', async () => {
    const large = new Uint8Array(4 * 1_024 * 1_024).fill(7);
    await store().put(place, large, 'application/pdf');
    expect((await store().get(place))?.length).toBe(large.length);
  });
}
