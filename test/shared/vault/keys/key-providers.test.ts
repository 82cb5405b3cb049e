import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { keyManagement } from '#platform/aws/kms.ts';
import type { KeyContext, KeyProvider } from '#vault/keys/key-provider.ts';
import { kmsKeyProvider } from '#vault/keys/kms-key-provider.ts';
import { objectOf, parseJson } from '../../../../local/assembly/json.ts';
import { ServiceError } from '../../../../local/aws/service-error.ts';
import { accessRequests, type LocalResources } from '../../../../local/gate/api-calls.ts';
import type { AccessRequest } from '../../../../local/iam/policy.ts';
import { portOf } from '../../../../local/port-of.ts';
import { keyService, type LocalKey } from '../../../../local/services/keys.ts';
import { localKeyProvider } from '../../../support/vault/local-key-provider.ts';

const aKey = (): LocalKey => {
  const id = randomUUID();
  const arn = `arn:aws:kms:eu-west-1:000000000000:key/${id}`;
  return { id, arn, aliases: [`alias/of-${id}`], policy: {} };
};

/** The laptop's stand-in for KMS behind HTTP, as the gate has it, and its requests. */
async function aKeyService() {
  const [pan, face, fpr] = [aKey(), aKey(), aKey()];
  const material = new Map([pan, face, fpr].map(({ id }) => [id, randomBytes(32)]));
  const keys = keyService([pan, face, fpr], (id) => material.get(id) ?? Buffer.alloc(0));
  const nothing = new ServiceError('ResourceNotFoundException', 'There is nothing but keys.');
  const estate: LocalResources = {
    region: 'eu-west-1',
    keys,
    tables: new Map(),
    queues: new Map(),
    buckets: new Map(),
    secrets: {
      find() {
        throw nothing;
      },
      answer() {
        throw nothing;
      },
    },
  };
  const asked: AccessRequest[] = [];
  const server = http.createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target']);
    try {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = objectOf(parseJson(Buffer.concat(parts).toString()), 'The call');
      asked.push(...accessRequests(estate, target, body));
      response.end(JSON.stringify(keys.answer(target.split('.')[1] ?? '', body)));
    } catch (error) {
      response.statusCode = 400;
      response.end(JSON.stringify({ __type: error instanceof Error ? error.name : 'Failure' }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = keyManagement({
    endpoint: `http://127.0.0.1:${portOf(server.address())}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    tries: 1,
    callTimeoutMs: 2_000,
  });
  return {
    asked,
    roots: { pan: pan.arn, display: face.arn, fingerprint: fpr.arn },
    /** As functions of another account call them: a key's own id is not known before it is there. */
    aliases: {
      pan: pan.arn.replace('key/', 'alias/of-'),
      display: face.arn.replace('key/', 'alias/of-'),
    },
    client,
    async stop() {
      client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let service: Awaited<ReturnType<typeof aKeyService>>;
beforeAll(async () => {
  service = await aKeyService();
});
afterAll(() => service.stop());

const context: KeyContext = { tenant: 'shop_east', keyClass: 'pan', version: 3 };
const elsewhere: readonly KeyContext[] = [
  { ...context, tenant: 'shop_west' },
  { ...context, keyClass: 'display' },
  { ...context, version: 4 },
];

describe.each<[string, () => KeyProvider]>([
  ['KMS', () => kmsKeyProvider(service.roots, service.client)],
  ['a root in this process', () => localKeyProvider(randomBytes(32))],
])('keys of %s', (_, made) => {
  it('a wrapped key opens only for its own purpose', async () => {
    const provider = made();
    const { plain, wrapped } = await provider.generate(context);
    expect(plain).toHaveLength(32);
    expect(Buffer.from(wrapped).includes(Buffer.from(plain))).toBe(false);
    expect(Buffer.from(await provider.unwrap(wrapped, context)).equals(plain)).toBe(true);
  });

  it("a provider's keys are new each time", async () => {
    const provider = made();
    const [one, other] = await Promise.all([1, 2].map(() => provider.generate(context)));
    expect(Buffer.from(one?.plain ?? []).equals(other?.plain ?? Buffer.alloc(0))).toBe(false);
  });

  it.each(elsewhere)(
    "a provider's keys open for nothing else: $tenant, $keyClass, $version",
    async (other) => {
      const provider = made();
      const { wrapped } = await provider.generate(context);
      await expect(provider.unwrap(wrapped, other)).rejects.toThrow();
      await expect(provider.rewrap(wrapped, other)).rejects.toThrow();
    },
  );

  it("a provider's keys do not open when a byte was changed", async () => {
    const provider = made();
    const { wrapped } = await provider.generate(context);
    const changed = Uint8Array.from(wrapped);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(provider.unwrap(changed, context)).rejects.toThrow();
  });

  it("a provider's keys stay the same when they are wrapped anew", async () => {
    const provider = made();
    const { plain, wrapped } = await provider.generate(context);
    const again = await provider.rewrap(wrapped, context);
    expect(Buffer.from(again).equals(wrapped)).toBe(false);
    expect(Buffer.from(await provider.unwrap(again, context)).equals(plain)).toBe(true);
  });
});

it('a root that is called by the ARN of its alias opens the keys of that root, and no others', async () => {
  const [byAlias, byKey] = [service.aliases, service.roots].map((roots) =>
    kmsKeyProvider(roots, service.client),
  );
  if (!byAlias || !byKey) throw new Error('A provider is missing.');
  const { plain, wrapped } = await byAlias.generate(context);
  expect(Buffer.from(await byKey.unwrap(wrapped, context)).equals(plain)).toBe(true);
  expect(Buffer.from(await byAlias.unwrap(wrapped, context)).equals(plain)).toBe(true);
  await expect(byAlias.unwrap(wrapped, { ...context, keyClass: 'display' })).rejects.toThrow();
});

it('KMS is asked with the whole context, for the root of the class alone', async () => {
  const provider = kmsKeyProvider(service.roots, service.client);
  service.asked.length = 0;
  const { wrapped } = await provider.generate(context);
  await provider.unwrap(wrapped, context);
  await provider.rewrap(wrapped, context);
  expect(service.asked.map(({ action, resource }) => [action, resource])).toEqual(
    ['GenerateDataKey', 'Decrypt', 'ReEncryptFrom', 'ReEncryptTo'].map((action) => [
      `kms:${action}`,
      service.roots.pan,
    ]),
  );
  for (const { context: told } of service.asked) {
    expect(told).toMatchObject({
      'kms:EncryptionContext:tenant': ['shop_east'],
      'kms:EncryptionContext:class': ['pan'],
      'kms:EncryptionContext:version': ['3'],
      'kms:EncryptionContextKeys': ['tenant', 'class', 'version'],
    });
  }
});

it('a function without the root of a class has no key of it', async () => {
  const provider = kmsKeyProvider({ display: service.roots.display }, service.client);
  await expect(provider.generate(context)).rejects.toThrow('no root of class pan');
});

it("a root key that replaced another opens the other's wrapped keys, and wraps them anew", async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const { plain, wrapped } = await localKeyProvider(first).generate(context);
  await expect(localKeyProvider(second).unwrap(wrapped, context)).rejects.toThrow('decrypt_failed');
  const again = await localKeyProvider(second, [first]).rewrap(wrapped, context);
  const opened = await localKeyProvider(second).unwrap(again, context);
  expect(Buffer.from(opened).equals(plain)).toBe(true);
});

describe('a key provider in production', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env.KEY_ENVIRONMENT = 'prd';
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('in production no root key is in this process', () => {
    expect(() => localKeyProvider(randomBytes(32))).toThrow('KMS');
  });

  it.each(['AWS_ENDPOINT_URL_KMS', 'AWS_ENDPOINT_URL'])(
    'the endpoint in %s leads only to KMS',
    (name) => {
      const made = (url: string) => () => {
        process.env[name] = url;
        kmsKeyProvider(service.roots);
      };
      for (const url of [
        'http://127.0.0.1:4566',
        'https://127.0.0.1:4566',
        'http://kms.eu-west-1.amazonaws.com',
        'https://kms.eu-west-1.amazonaws.com.attacker.example',
        'https://attacker.example/kms.eu-west-1.amazonaws.com',
        'https://kms@attacker.example',
        'https://notkms.eu-west-1.example.com',
        'https://sqs.eu-west-1.amazonaws.com',
        'nonsense',
      ]) {
        expect(made(url)).toThrow(`${name} leads elsewhere`);
      }
      for (const url of [
        'https://kms.eu-west-1.amazonaws.com',
        'https://kms-fips.us-east-1.amazonaws.com',
        'https://kms.cn-north-1.amazonaws.com.cn',
        'https://vpce-0a1b-2c3d.kms.eu-west-1.vpce.amazonaws.com',
      ]) {
        expect(made(url)).not.toThrow();
      }
    },
  );

  it('in production KMS is the default key provider', () => {
    delete process.env.AWS_ENDPOINT_URL_KMS;
    delete process.env.AWS_ENDPOINT_URL;
    expect(() => kmsKeyProvider(service.roots)).not.toThrow();
  });
});

it('a laptop takes an endpoint of its own', () => {
  process.env.AWS_ENDPOINT_URL_KMS = 'http://127.0.0.1:1';
  try {
    expect(() => kmsKeyProvider(service.roots)).not.toThrow();
  } finally {
    delete process.env.AWS_ENDPOINT_URL_KMS;
  }
});
