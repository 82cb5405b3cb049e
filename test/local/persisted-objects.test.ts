import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { s3FileStore } from '#switch/files/s3-file-store.ts';
import { createBuckets } from '../../local/services/buckets.ts';
import { startQueueEmulator } from '../../local/services/queue-emulator.ts';

const bucket = {
  name: 'files',
  arn: 'arn:aws:s3:::files',
  encryptionKey: undefined,
  bucketKey: false,
  policies: [],
};

it('an object is kept over restarts when there is a folder for it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'objects-'));
  const place = { merchantId: 'shop', id: 'file_1' };
  const bytes = new Uint8Array([1, 2, 3, 255]);
  const running = async (use: (store: ReturnType<typeof s3FileStore>) => Promise<void>) => {
    const { server, stop } = await startQueueEmulator('eu-west-1', folder);
    const emulator = await server();
    const client = new S3Client({
      endpoint: `http://${emulator.host}:${emulator.port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId: emulator.accessKeyId, secretAccessKey: 'test' },
    });
    try {
      await createBuckets([bucket], emulator);
      await use(s3FileStore('files', client));
    } finally {
      client.destroy();
      await stop();
    }
  };
  try {
    await running((store) => store.put(place, bytes, 'image/png'));
    await running(async (store) => expect(await store.get(place)).toEqual(bytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
