import type { FileStore } from '#switch/files/file-store.ts';

/** What everybody who keeps files must do. */
export function fileStoreContract(store: () => FileStore) {
  const place = { merchantId: 'merchant_one', id: 'file_one' };
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

  it('gives back the very bytes', async () => {
    await store().put(place, bytes, 'image/png');
    expect(await store().get(place)).toEqual(bytes);
  });

  it('writes a file again', async () => {
    await store().put(place, bytes, 'image/png');
    await store().put(place, bytes.slice(0, 3), 'image/png');
    expect(await store().get(place)).toEqual(bytes.slice(0, 3));
  });

  it('has no file of another merchant, and none that nobody wrote', async () => {
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

  it('takes a file of the largest size', async () => {
    const large = new Uint8Array(4 * 1_024 * 1_024).fill(7);
    await store().put(place, large, 'application/pdf');
    expect((await store().get(place))?.length).toBe(large.length);
  });
}
