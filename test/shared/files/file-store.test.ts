import { S3Client } from '@aws-sdk/client-s3';
import { createBuckets } from '../../../local/services/buckets.ts';
import { startQueueEmulator } from '../../../local/services/queue-emulator.ts';
import { objectKey, s3FileStore } from '../../../shared/files/s3-file-store.part.ts';
import { fileStoreContract } from '../../support/file-store-contract.ts';
import { memoryFiles } from '../../support/memory-files.ts';

describe('files in memory', () => {
  const files = memoryFiles();
  fileStoreContract(() => files);
});

describe('files in S3', () => {
  let client: S3Client;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const started = await startQueueEmulator('eu-west-1');
    const { host, port } = started.emulator;
    stop = started.stop;
    const bucket = { name: 'files', arn: 'arn:aws:s3:::files', policies: [] };
    const plain = { ...bucket, encryptionKey: undefined, bucketKey: false };
    await createBuckets([plain], started.emulator);
    client = new S3Client({
      endpoint: `http://${host}:${port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  afterAll(async () => {
    client.destroy();
    await stop();
  });

  fileStoreContract(() => s3FileStore('files', client));

  it('says when the bucket cannot be used', async () => {
    const nowhere = s3FileStore('another', client);
    const place = { merchantId: 'm', id: 'file_1' };
    await expect(nowhere.put(place, new Uint8Array(1), 'image/png')).rejects.toThrow();
  });
});

it('the files of one merchant are apart from those of all others', () => {
  expect(objectKey({ merchantId: 'shop', id: 'file_1' })).toBe('MERCHANT/shop/file_1');
});
