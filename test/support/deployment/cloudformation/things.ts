import {
  isTrue,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
} from '../../../../local/assembly/json.ts';
import { type Account, Refused, type Thing } from './account.ts';
import { longestNames } from './longest-names.ts';
import { functionName, naturalKeysOf } from './natural-keys.ts';

export type NewThing = Pick<Thing, 'type' | 'region' | 'stackName' | 'logicalId' | 'properties'>;

/** Makes a thing. Throws when another one has a natural key of it, or its name is too long. */
export function createThing(account: Account, made: NewThing): Thing {
  const given = givenName(made);
  const longest = longestNames[made.type] ?? Number.POSITIVE_INFINITY;
  if (given !== undefined && given.length > longest) {
    throw new Refused(`The name ${given} has more than ${longest} characters.`);
  }
  const keys = naturalKeysOf(made.type, made.properties, made.region);
  const serial = account.serial + 1;
  const thing: Thing = {
    ...made,
    serial,
    keys: [],
    retained: false,
    name: given ?? `${made.stackName}-${made.logicalId}-${serial}`,
    ...(made.type === 'AWS::Lambda::Version' && { version: publish(account, made) }),
  };
  takeKeys(account, thing, keys);
  account.serial = serial;
  account.things.add(thing);
  return thing;
}

/** Changes a thing in place. Throws when another one has a natural key that it would then have. */
export function updateThing(account: Account, thing: Thing, properties: JsonObject): void {
  takeKeys(account, thing, naturalKeysOf(thing.type, properties, thing.region));
  thing.properties = properties;
}

/** Deletes a thing. Throws for one that is protected or not empty. */
export function deleteThing(account: Account, thing: Thing): void {
  if (isProtected(thing)) throw new Refused(`${thing.logicalId} refuses deletion.`);
  if (thing.type === 'Custom::S3AutoDeleteObjects') emptyBucket(account, thing);
  if (account.filled.has(thing)) throw new Refused(`${thing.logicalId} is not empty.`);
  forget(account, thing);
  if (thing.type === 'AWS::Lambda::Function') forgetVersions(account, thing);
  if (thing.type === 'AWS::Lambda::Version') {
    const published = account.versions.get(functionOf(thing));
    if (published) published[Number(thing.version) - 1] = undefined;
  }
}

function forget(account: Account, thing: Thing): void {
  takeKeys(account, thing, []);
  account.things.delete(thing);
}

/** A function takes its versions and aliases with it. */
function forgetVersions(account: Account, { name, region }: Thing): void {
  account.versions.delete(name);
  for (const other of account.things) {
    if (!/^AWS::Lambda::(Version|Alias)$/.test(other.type) || other.region !== region) continue;
    if (functionOf(other) === name) forget(account, other);
  }
}

function takeKeys(account: Account, thing: Thing, keys: readonly string[]): void {
  const taken = keys.find((key) => (account.keys.get(key) ?? thing) !== thing);
  if (taken !== undefined) throw new Refused(`${taken} already exists.`);
  for (const key of thing.keys) account.keys.delete(key);
  for (const key of keys) account.keys.set(key, thing);
  thing.keys = keys;
}

/** Whether a table or a log group refuses to be deleted. */
function isProtected({ properties }: Thing): boolean {
  return [properties, ...listOf(properties.Replicas).map((one) => objectOf(one, 'A replica'))].some(
    ({ DeletionProtectionEnabled }) => isTrue(DeletionProtectionEnabled),
  );
}

/** The custom resource of the CDK that deletes a bucket's objects when it goes itself. */
function emptyBucket(account: Account, { properties }: Thing): void {
  for (const other of account.filled) {
    if (other.name === properties.BucketName) account.filled.delete(other);
  }
}

/**
 * Publishes a version of a function and returns its number. Lambda publishes none of a function that
 * has not changed since its newest version, and CloudFormation then fails:
 * https://docs.aws.amazon.com/lambda/latest/api/API_PublishVersion.html
 */
function publish(account: Account, { properties, region }: NewThing): string {
  const name = functionOf({ properties });
  const found = [...account.things].find(
    (one) => one.type === 'AWS::Lambda::Function' && one.name === name && one.region === region,
  );
  if (!found) throw new Refused(`There is no function ${name} to publish.`);
  const published = account.versions.get(name) ?? [];
  const now = JSON.stringify(found.properties);
  if (published.findLast((one) => one !== undefined) === now) {
    throw new Refused(`Nothing of ${name} changed since its version ${published.length}.`);
  }
  account.versions.set(name, [...published, now]);
  return String(published.length + 1);
}

/** The name of the function that a version or an alias belongs to. */
const functionOf = ({ properties }: Pick<Thing, 'properties'>) =>
  functionName(optionalString(properties.FunctionName) ?? '');

/** The template's name of a thing; undefined where CloudFormation makes a name. */
function givenName({ type, properties }: NewThing): string | undefined {
  const [, , kind = ''] = type.split('::');
  const given = properties[`${nameStems[kind] ?? kind}Name`] ?? properties.Name;
  return typeof given === 'string' && !/^AWS::(ApiGatewayV2|Lambda::Alias)/.test(type)
    ? given
    : undefined;
}

/** Where the property with the name is not called after the type. */
const nameStems: Readonly<Record<string, string>> = {
  CompositeAlarm: 'Alarm',
  GlobalTable: 'Table',
  MetricFilter: 'Filter',
  DomainName: 'Domain',
};
