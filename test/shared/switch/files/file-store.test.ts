import { S3Client } from '@aws-sdk/client-s3';
import { logTo, masked } from '#platform/log.ts';
import { objectKey, s3FileStore } from '#switch/files/s3-file-store.ts';
import { createBuckets } from '../../../../local/services/buckets.ts';
import { startQueueEmulator } from '../../../../local/services/queue-emulator.ts';
import { scriptedServer } from '../../../support/aws/scripted-server.ts';
import { fileStoreContract } from '../../../support/table/file-store-contract.ts';
import { memoryFiles } from '../../../support/table/memory-files.ts';

describe('files in memory', () => {
  const files = memoryFiles();
  fileStoreContract(() => files);
});

describe('files in S3', () => {
  let client: S3Client;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const started = await startQueueEmulator('eu-west-1');
    const emulator = await started.server();
    const { host, port, accessKeyId } = emulator;
    stop = started.stop;
    const bucket = { name: 'files', arn: 'arn:aws:s3:::files', policies: [] };
    const plain = { ...bucket, encryptionKey: undefined, bucketKey: false };
    await createBuckets([plain], emulator);
    client = new S3Client({
      endpoint: `http://${host}:${port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId, secretAccessKey: 'test' },
    });
  });

  afterAll(async () => {
    client.destroy();
    await stop();
  });

  fileStoreContract(() => s3FileStore('files', client));

  it('a file store reports a bucket that cannot be used', async () => {
    const nowhere = s3FileStore('another', client);
    const place = { merchantId: 'm', id: 'file_1' };
    await expect(nowhere.put(place, new Uint8Array(1), 'image/png')).rejects.toThrow();
  });
});

describe('a file that S3 answers with 403', () => {
  const user = 'User: arn:aws:sts::123456789012:assumed-role/files-retrieve/files-retrieve';
  const refused = (action: string) =>
    `${user} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`;

  /** Reads a file of a bucket whose every answer is an error with this code and message. */
  async function reading(Code: string, Message: string) {
    const body = `<?xml version="1.0"?><Error><Code>${Code}</Code><Message>${Message}</Message></Error>`;
    const headers = { 'content-type': 'application/xml' };
    const server = await scriptedServer(() => [{ status: 403, headers, body }]);
    const client = new S3Client({
      endpoint: server.url,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    });
    const lines: string[] = [];
    try {
      const store = s3FileStore(
        'files',
        client,
        logTo((line) => lines.push(line)),
      );
      const [answer] = await Promise.allSettled([store.get({ merchantId: 'm', id: 'file_1' })]);
      return { answer, lines: lines.map((line) => JSON.parse(line)) };
    } finally {
      client.destroy();
      await server.stop();
    }
  }

  it.each([
    ['names s3:ListBucket', refused('s3:ListBucket')],
    ['names nothing', 'Access Denied'],
  ])(
    'a file answered with 403 by S3 does not exist for its reader where the refusal %s, and an error is logged',
    async (_, text) => {
      const { answer, lines } = await reading('AccessDenied', text);
      expect(answer).toEqual({ status: 'fulfilled', value: undefined });
      expect(lines).toEqual([
        expect.objectContaining({
          level: 'error',
          message: 'file missing or unreadable',
          file_id: 'file_1',
          error: expect.stringContaining(`AccessDenied: ${masked(text).slice(0, 80)}`),
        }),
      ]);
    },
  );

  it.each([
    ['s3:GetObject is not allowed', 'AccessDenied', refused('s3:GetObject')],
    ['kms:Decrypt is not allowed', 'AccessDenied', refused('kms:Decrypt')],
    ['the signature is wrong', 'SignatureDoesNotMatch', 'The signatures differ.'],
    ['the access key is unknown', 'InvalidAccessKeyId', 'The key does not exist.'],
  ])('a file read fails where %s', async (_, code, text) => {
    const { answer, lines } = await reading(code, text);
    expect([answer.status, lines]).toEqual(['rejected', []]);
  });
});

it('the files of one merchant are apart from those of all others', () => {
  expect(objectKey({ merchantId: 'shop', id: 'file_1' })).toBe('MERCHANT/shop/file_1');
});
