import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import packageJson from '../../package.json' with { type: 'json' };
import { packed, unpacked } from '../../shared/table/packed-item.ts';
import type { Item } from '../../shared/table/port.ts';
import { tableOver } from '../../shared/table/table.ts';
import type { VaultTableName } from '../../shared/vault/http/vault-operation.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryPort } from './memory-table.ts';
import {
  all,
  type LeftBehind,
  leaveBehind,
  needsNothingOfItsOwn,
  send,
  takeOver,
} from './prepared-switch.ts';
import { sandboxProcessor } from './sandbox-processor.ts';
import { type StageName, synthesized } from './synthesized-app.ts';
import { aVault } from './vault/a-vault.ts';
import { memoryKeyProvider } from './vault/memory-key-provider.ts';

/** A folder for each release, with what it wrote, answered and named. */
const folder = join(import.meta.dirname, '..', 'golden');

/** The release that this version of the code is, or becomes. */
export const currentRelease: string = packageJson.version;

/** The releases of which there are golden items, this one among them once it was accepted. */
export const releases = (): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const vaultTables: readonly VaultTableName[] = ['cards', 'codes', 'keys', 'credentials', 'audit'];

/** What a release answered to an operation's example. */
interface GoldenAnswer {
  readonly status: number;
  /** Of operations that read, and answer the same twice: other answers have new identifiers. */
  readonly body?: unknown;
}

interface Golden {
  readonly left: LeftBehind;
  /** By operation. */
  readonly answers: Readonly<Record<string, GoldenAnswer>>;
}

/** What this version writes and answers, as files by name. */
export async function goldenFiles(): Promise<Readonly<Record<string, string>>> {
  const [ofMerchants, ofVault] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
  const ledger = memoryPort();
  const left = await leaveBehind({
    keys: memoryKeys(ofMerchants),
    vault: aVault({ ports: emptyVault(), provider: memoryKeyProvider(ofVault) }),
    processor: sandboxProcessor(tableOver(ledger)),
  });
  takeOver(left);
  const answers: Record<string, GoldenAnswer> = {};
  const readers = all.filter((one) => needsNothingOfItsOwn(one) && one.access.table);
  for (const operation of readers) {
    const { answer } = await send(operation);
    answers[operation.name] = { status: answer.status };
    if (operation.method !== 'GET' || answer.body === undefined) continue;
    const again = await send(operation);
    if (again.answer.text === answer.text) {
      answers[operation.name] = { status: answer.status, body: answer.body };
    }
  }
  return {
    'table.json': linesOf(left.items),
    ...Object.fromEntries(
      vaultTables.map((name) => [`vault-${name}.json`, linesOf(left.vault.ports[name].items())]),
    ),
    'processor.json': linesOf(ledger.items()),
    'names.txt': `${namesNow().join('\n')}\n`,
    'keys.json': written({
      now: left.now.toISOString(),
      prepared: left.prepared,
      ofMerchants: Object.fromEntries(ofMerchants),
      ofVault: Object.fromEntries(ofVault),
    }),
    'answers.json': `{\n${Object.entries(answers)
      .map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
      .join(',\n')}\n}\n`,
  };
}

const Keys = v.object({
  now: v.string(),
  prepared: v.object({
    merchant: v.looseObject({ id: v.string(), key: v.string() }),
    otherMerchant: v.looseObject({ id: v.string(), key: v.string() }),
    revokedKey: v.string(),
    expiredKey: v.string(),
    clientSecret: v.string(),
    payoutSecret: v.string(),
    customerKey: v.string(),
    otherCustomerKey: v.string(),
    orders: v.record(v.string(), v.unknown()),
  }),
  ofMerchants: v.record(v.string(), v.instance(Uint8Array)),
  ofVault: v.record(v.string(), v.instance(Uint8Array)),
});
const Answers = v.record(
  v.string(),
  v.object({ status: v.number(), body: v.optional(v.unknown()) }),
);

/** What a release left behind. `change` may change each item before it is there. */
export function goldenOf(release: string, change: (item: Item) => Item = (item) => item): Golden {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(folder, release, file), 'utf8'), (_, value: unknown) =>
      v.is(Bytes, value) ? new Uint8Array(Buffer.from(value.$bytes, 'base64')) : value,
    );
  const itemsOf = (file: string) =>
    v
      .parse(v.array(StoredItem), read(file))
      .map((item) => change(v.parse(StoredItem, unpacked(item))));
  const { now, prepared, ofMerchants, ofVault } = v.parse(Keys, read('keys.json'));
  const vaultPort = (name: VaultTableName) => memoryPort(itemsOf(`vault-${name}.json`));
  const ports = {
    cards: vaultPort('cards'),
    codes: vaultPort('codes'),
    keys: vaultPort('keys'),
    credentials: vaultPort('credentials'),
    audit: vaultPort('audit'),
  };
  return {
    left: {
      now: new Date(now),
      prepared: prepared as unknown as LeftBehind['prepared'],
      items: itemsOf('table.json'),
      vault: aVault({ ports, provider: memoryKeyProvider(new Map(Object.entries(ofVault))) }),
      keys: memoryKeys(new Map(Object.entries(ofMerchants))),
      processor: sandboxProcessor(tableOver(memoryPort(itemsOf('processor.json')))),
    },
    answers: v.parse(Answers, read('answers.json')),
  };
}

const Bytes = v.strictObject({ $bytes: v.string() });
const StoredItem = v.looseObject({ pk: v.string(), sk: v.string() });

/** Kinds of items: each place in which there may be many items of one kind. */
export const kindsOf = (items: readonly Item[]): readonly string[] =>
  [
    ...new Set(
      items.map(({ pk, sk }) => {
        const [partition, part] = [pk, sk].map((key) =>
          key
            .split('#')
            .filter((word) => /^[A-Z][A-Z_-]*$/.test(word))
            .join('#'),
        );
        return `${partition} ${part}`;
      }),
    ),
  ].sort();

/** Writes what this version leaves behind, and what it names, as its release. */
export function accept(files: Readonly<Record<string, string>>): void {
  const own = join(folder, currentRelease);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
}

/** The items as they are stored, a line each. */
const linesOf = (items: readonly Item[]): string =>
  `[\n${items.map((item) => JSON.stringify(packed(item), asBytes)).join(',\n')}\n]\n`;

const written = (value: unknown): string => `${JSON.stringify(value, asBytes, 1)}\n`;

/** Bytes are written as Base64. A buffer has turned itself into an object before it comes here. */
function asBytes(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = Reflect.get(Object(this), key);
  if (own instanceof Uint8Array) return { $bytes: Buffer.from(own).toString('base64') };
  if (own instanceof Set || own instanceof Map) throw new Error(`${key} is not JSON.`);
  return value;
}

const emptyVault = () => ({
  cards: memoryPort(),
  codes: memoryPort(),
  keys: memoryPort(),
  credentials: memoryPort(),
  audit: memoryPort(),
});

/** The options of a deployment that make stacks of their own. */
const everyOption = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/** Types of which another logical name makes another thing: an empty table, a key that opens nothing. */
const irreplaceable = [
  ...['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key'],
  ...['AWS::SecretsManager::Secret', 'AWS::SQS::Queue', 'AWS::ApiGatewayV2::Api'],
];

/**
 * The names under which people, programs and other stacks find what is deployed: stacks, outputs,
 * physical names, aliases, routes, and the logical names of what holds data. A line each.
 */
export function namesNow(): readonly string[] {
  const stages: readonly StageName[] = ['sandbox', 'production'];
  return stages.flatMap((stage) => {
    const app = synthesized(stage, everyOption);
    const named = [
      ...app.stacks.map(({ name, stackName }) => `stack ${name} ${stackName}`),
      ...app.stacks.flatMap(({ name }) =>
        app.outputNames(name).map((one) => `output ${name}.${one}`),
      ),
      ...app.resources().flatMap(({ name, type, properties }) => [
        ...(irreplaceable.includes(type) ? [`${type} ${name}`] : []),
        ...nameProperties.flatMap((property) => {
          const given = properties[property];
          // Properties of other types name the thing that they belong to.
          return typeof given === 'string' && given.startsWith('turnout-')
            ? [`${property} ${given} of ${name}`]
            : [];
        }),
        ...(type === 'AWS::ApiGatewayV2::Route'
          ? [`route ${properties.RouteKey} of ${properties.ApiId}`]
          : []),
        ...(type === 'AWS::Lambda::Alias' ? [`alias ${properties.Name} of ${name}`] : []),
      ]),
    ];
    return named.map((line) => `${stage}: ${line}`).sort();
  });
}

const nameProperties = [
  ...['TableName', 'RoleName', 'FunctionName', 'QueueName', 'BucketName', 'TopicName'],
  ...['LogGroupName', 'AliasName', 'AlarmName', 'DashboardName'],
];

/** The names that a release had. */
export const goldenNames = (release: string): readonly string[] =>
  readFileSync(join(folder, release, 'names.txt'), 'utf8')
    .trim()
    .split('\n');

/** What this version writes, asks and names that a release has not kept. A line each. */
export function missingFrom(
  release: string,
  files: Readonly<Record<string, string>>,
): readonly string[] {
  if (!releases().includes(release)) return [`There is nothing of ${release}.`];
  const itemsOf = (text = '[]') => v.parse(v.array(StoredItem), JSON.parse(text));
  const kept = (file: string) => readFileSync(join(folder, release, file), 'utf8');
  const unlike = (now: readonly string[], then: readonly string[]) =>
    now.filter((one) => !then.includes(one));
  return [
    ...Object.keys(files)
      .filter((file) => file.endsWith('.json') && !['keys.json', 'answers.json'].includes(file))
      .flatMap((file) =>
        unlike(kindsOf(itemsOf(files[file])), kindsOf(itemsOf(kept(file)))).map(
          (kind) => `${file} has no item of the kind ${kind}.`,
        ),
      ),
    ...unlike(
      Object.keys(v.parse(Answers, JSON.parse(files['answers.json'] ?? '{}'))),
      Object.keys(v.parse(Answers, JSON.parse(kept('answers.json')))),
    ).map((name) => `answers.json has no answer of ${name}.`),
    ...unlike(namesNow(), goldenNames(release)).map((name) => `names.txt has not: ${name}`),
  ];
}
