import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { packed, unpacked } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import type { VaultTableName } from '#vault/http/vault-operation.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { scenarios } from '../../scenarios/all-scenarios.ts';
import { all } from '../../scenarios/played.ts';
import { operationOf } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { resourceType } from '../deployment/cloudformation/resource-types.ts';
import { type StageName, synthesized } from '../deployment/synthesized-app.ts';
import { sandboxProcessor } from '../processors/sandbox-processor.ts';
import {
  askExample,
  containerOf,
  type ExampleWorld,
  needsNothingOfItsOwn,
} from '../requests/example-requests.ts';
import { addSinceRelease, isRemade } from '../requests/since-release.ts';
import { aMerchant } from '../switch/switch-in-memory.ts';
import { listStored } from '../table/listed-in-memory.ts';
import { memoryKeys } from '../table/memory-keys.ts';
import { type MemoryPort, memoryPort } from '../table/memory-table.ts';
import { aVault } from '../vault/a-vault.ts';
import { memoryKeyProvider } from '../vault/memory-key-provider.ts';

/** A folder for each release, with its items, answers and names. */
const folder = join(import.meta.dirname, '..', '..', 'prove', 'golden');

/** The release that this version of the code is, or becomes. */
export const currentRelease: string = packageJson.version;

/** The releases of which there are golden items, this one among them once it was accepted. */
export const releases = (): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The last of the accepted releases. */
export function latestRelease(): string {
  const inOrder = releases().toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return inOrder.at(-1) ?? currentRelease;
}

const vaultTables: readonly VaultTableName[] = ['cards', 'codes', 'keys', 'credentials', 'audit'];

/** A release's answer to an operation's example. */
interface GoldenAnswer {
  readonly status: number;
  /** Of operations that read, and answer the same twice: other answers have new identifiers. */
  readonly body?: unknown;
}

/** The switch as a release left it, with the bytes of its keys. */
interface LeftBehind extends ExampleWorld {
  readonly ledger: MemoryPort;
  readonly ofMerchants: Map<string, Uint8Array>;
  readonly ofVault: Map<string, Uint8Array>;
}

interface Golden {
  readonly left: LeftBehind;
  /** By operation. */
  readonly answers: Readonly<Record<string, GoldenAnswer>>;
}

/** The items and answers of this version, as files by name. */
export async function goldenFiles(): Promise<Readonly<Record<string, string>>> {
  const left = await usedSinceRelease();
  const answers: Record<string, GoldenAnswer> = {};
  const readers = all.filter((one) => needsNothingOfItsOwn(one) && one.access.table);
  for (const operation of readers) {
    const { answer } = await askExample(operation, left);
    answers[operation.name] = { status: answer.status };
    if (operation.method !== 'GET' || answer.body === undefined) continue;
    const again = await askExample(operation, left);
    if (again.answer.text === answer.text) {
      answers[operation.name] = { status: answer.status, body: answer.body };
    }
  }
  return {
    'table.json': linesOf(left.items),
    ...Object.fromEntries(
      vaultTables.map((name) => [`vault-${name}.json`, linesOf(left.vault.ports[name].items())]),
    ),
    'processor.json': linesOf(left.ledger.items()),
    'names.txt': `${namesNow().join('\n')}\n`,
    'references.txt': `${referencesNow()
      .map(({ place, text }) => `${place} ${text}`)
      .join('\n')}\n`,
    'keys.json': written({
      now: left.now.toISOString(),
      prepared: left.names,
      ofMerchants: Object.fromEntries(left.ofMerchants),
      ofVault: Object.fromEntries(left.ofVault),
    }),
    'answers.json': `{\n${Object.entries(answers)
      .map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
      .join(',\n')}\n}\n`,
  };
}

/** The items of the latest release, and those that examples name beside them. */
export async function exampleWorld(): Promise<LeftBehind> {
  const { left } = goldenOf(latestRelease(), undefined, (item) => !isRemade(item));
  const container = await containerOf(left);
  await addSinceRelease(container, left.names);
  const { dependencies, port, services } = container;
  const configuration = await services.configurations.read(left.names.merchant.id);
  const orders = {
    'routing.update-default': listFallback(configuration, 'payment'),
    'routing.update-default-of-profile': listFallback(configuration, 'payment', 'pro_example'),
    'routing.update-default-for-payouts': listFallback(configuration, 'payout'),
  };
  const { clock, vault } = dependencies;
  return { ...left, now: clock.now, names: { ...left.names, orders }, items: port.items(), vault };
}

/** The same after all scenarios, of which those are kept that leave items of a new kind. */
async function usedSinceRelease(): Promise<LeftBehind> {
  let world = await exampleWorld();
  const known = new Set(kindsOf(world.items));
  for (const [index, [name, scenario]] of Object.entries(scenarios).entries()) {
    const container = await containerOf(world);
    const merchant = await aMerchant(container, `merchant_${index}`);
    const shop = shopInMemory(container, merchant);
    await scenario.prepare?.(shop);
    await shop.ask(operationOf(name), await scenario.request(shop));
    const { dependencies, port } = container;
    const kinds = kindsOf(port.items());
    if (kinds.every((kind) => known.has(kind))) continue;
    for (const kind of kinds) known.add(kind);
    world = { ...world, items: port.items(), vault: dependencies.vault };
  }
  const { port } = await containerOf(world);
  await listStored(port);
  return { ...world, items: port.items() };
}

const Keys = v.object({
  now: v.string(),
  prepared: v.object({
    merchant: v.object({
      id: v.string(),
      key: v.string(),
      publishableKey: v.string(),
      profileId: v.string(),
    }),
    clientSecret: v.string(),
    orders: v.record(v.string(), v.unknown()),
  }),
  ofMerchants: v.record(v.string(), v.instance(Uint8Array)),
  ofVault: v.record(v.string(), v.instance(Uint8Array)),
});
const Answers = v.record(
  v.string(),
  v.object({ status: v.number(), body: v.optional(v.unknown()) }),
);

/** The items of a release that `isThere` keeps, each as `change` returns it. */
export function goldenOf(
  release: string,
  change: (item: Item) => Item = (item) => item,
  isThere: (item: Item) => boolean = () => true,
): Golden {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(folder, release, file), 'utf8'), (_, value: unknown) =>
      v.is(Bytes, value) ? new Uint8Array(Buffer.from(value.$bytes, 'base64')) : value,
    );
  const itemsOf = (file: string) =>
    v
      .parse(v.array(StoredItem), read(file))
      .map((item) => change(v.parse(StoredItem, unpacked(item))))
      .filter(isThere);
  const { now, prepared: names, ...keys } = v.parse(Keys, read('keys.json'));
  const ofMerchants = new Map(Object.entries(keys.ofMerchants));
  const ofVault = new Map(Object.entries(keys.ofVault));
  const ledger = memoryPort(itemsOf('processor.json'));
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
      names,
      items: itemsOf('table.json'),
      vault: aVault({ ports, provider: memoryKeyProvider(ofVault) }),
      keys: memoryKeys(ofMerchants),
      processor: sandboxProcessor(tableOver(ledger)),
      ...{ ledger, ofMerchants, ofVault },
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

/**
 * Why this version's release cannot be accepted; undefined if it can. Items of an accepted release are in
 * tables. With others in its folder, later versions would be held against items that no table has.
 */
export const whyNotAcceptable = (): string | undefined =>
  existsSync(join(folder, currentRelease))
    ? `test/prove/golden/${currentRelease} was accepted already, and is never written again: set the version of the next release in package.json and package-lock.json first.`
    : undefined;

/**
 * Writes this version's items and names as its release. Throws when it was accepted
 * before.
 */
export function accept(files: Readonly<Record<string, string>>): void {
  const reason = whyNotAcceptable();
  if (reason !== undefined) throw new Error(reason);
  const own = join(folder, currentRelease);
  mkdirSync(own);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  const digests = { ...acceptedDigests(), [currentRelease]: digestOf(currentRelease) };
  writeFileSync(digestFile, `${JSON.stringify(digests, null, 2)}\n`);
}

const digestFile = join(folder, 'digests.json');

/** The digests of all accepted releases, as they were when each was accepted. */
export const acceptedDigests = (): Readonly<Record<string, string>> =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(digestFile, 'utf8')));

/** The SHA-256 of all files of a release, in hex: of their names and contents, by name. */
export function digestOf(release: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(folder, release)).sort()) {
    const contents = readFileSync(join(folder, release, name));
    hash.update(`${name} ${contents.length}\n`).update(contents);
  }
  return hash.digest('hex');
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

/** The options of a deployment that make stacks of their own. */
const everyOption = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/**
 * Types of which another logical name makes another thing: an empty table, a key that opens nothing.
 * A stage in another stack is made long after the one before was deleted: the API answers nothing
 * until then.
 */
const irreplaceable = [
  ...['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key'],
  ...['AWS::SecretsManager::Secret', 'AWS::SQS::Queue', 'AWS::ApiGatewayV2::Api'],
  'AWS::ApiGatewayV2::Stage',
];

/**
 * The names under which people, programs and other stacks find the deployed resources: stacks, outputs,
 * physical names, aliases, routes, and the logical names of resources with data. A line each.
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
          ? [
              `route ${properties.RouteKey} of ${properties.ApiId}`,
              `${stackOfRoute} ${properties.RouteKey} of ${properties.ApiId}: ${name.split('.')[0]}`,
            ]
          : []),
        ...(type === 'AWS::Lambda::Alias' ? [`alias ${properties.Name} of ${name}`] : []),
      ]),
    ];
    return named.map((line) => `${stage}: ${line}`).sort();
  });
}

const stackOfRoute = 'stack of route';

/**
 * The remedy for names of a release that are missing now, a line each. API Gateway refuses a second
 * route of one key, and a stack that makes one may be deployed before the stack that has the other.
 */
export function missingNames(
  names: readonly string[],
  now: ReadonlySet<string>,
): readonly string[] {
  return names
    .filter((name) => !now.has(name))
    .map((name) => {
      const [, stage, route] = new RegExp(`^(\\w+): ${stackOfRoute} (.+): \\w+$`).exec(name) ?? [];
      const elsewhere = [...now].find((one) =>
        one.startsWith(`${stage}: ${stackOfRoute} ${route}: `),
      );
      if (!route || !elsewhere) return `${name} is missing.`;
      const [from, to] = [name, elsewhere].map((one) => one.slice(one.lastIndexOf(' ') + 1));
      return (
        `${stage}: the route ${route} moves from the stack ${from} to ${to}, which takes two deployments: ` +
        'one that removes it there, and one that makes it here. Callers get 404 between them.'
      );
    });
}

/** A reference to another stack, in a property whose change replaces its resource. */
interface Reference {
  /** `production: AWS::ApiGatewayV2::Route ApiPayments.Route1A2B3C4D.ApiId`. */
  readonly place: string;
  /** The value of the property in JSON, as the template has it. */
  readonly text: string;
}

/**
 * All references to other stacks in properties of AWS's `createOnlyProperties`. CloudFormation compares
 * templates: another text replaces the resource, even if it leads to the same value.
 */
export function referencesNow(): readonly Reference[] {
  const stages: readonly StageName[] = ['sandbox', 'production'];
  return stages.flatMap((stage) =>
    synthesized(stage, everyOption)
      .resources()
      .flatMap(({ name, type, logicalId, written }) =>
        replacing(type).flatMap((property) => {
          const text = JSON.stringify(written[property]);
          if (!text?.includes('"Fn::GetStackOutput"')) return [];
          const place = `${stage}: ${type} ${name.split('.')[0]}.${logicalId}.${property}`;
          return [{ place, text }];
        }),
      )
      .sort((one, other) => (one.place < other.place ? -1 : 1)),
  );
}

/** The top properties of a type whose change replaces, or may replace, a resource. */
function replacing(type: string): readonly string[] {
  const schema = resourceType(type);
  return schema ? [...schema.createOnly, ...schema.maybeCreateOnly] : [];
}

/** The references that a release had; empty for a release before they were kept. */
export function goldenReferences(release: string): readonly Reference[] {
  const file = join(folder, release, 'references.txt');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [, place = '', text = ''] = /^(\w+: \S+ \S+) (.*)$/.exec(line) ?? [];
      return { place, text };
    });
}

/** The references whose text is another one now, so that their resources would be replaced. */
export function changedReferences(
  before: readonly Reference[],
  now: readonly Reference[],
): readonly string[] {
  const texts = new Map(now.map(({ place, text }) => [place, text]));
  return before.flatMap(({ place, text }) => {
    const then = texts.get(place);
    if (then === undefined || then === text) return [];
    return [`${place} was ${text} and is ${then}: CloudFormation replaces the resource.`];
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

/** Items, requests and names of this version that a release has not kept. A line each. */
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
    ...unlike(
      referencesNow().map(({ place }) => place),
      goldenReferences(release).map(({ place }) => place),
    ).map((place) => `references.txt has not: ${place}`),
  ];
}
