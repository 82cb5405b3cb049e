import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { ResourceType } from './resource-types.ts';

/**
 * AWS's published resource schemas, as the CDK's command line brings them: the database of
 * `@aws-cdk/aws-service-spec` (https://github.com/cdklabs/awscdk-service-spec), which is made out of
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/resource-type-schemas.html.
 */
const packageFolder = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', 'aws-cdk');

const Property = v.object({
  required: v.optional(v.boolean(), false),
  causesReplacement: v.optional(v.picklist(['yes', 'no', 'maybe']), 'no'),
});

const Published = v.object({
  cloudFormationType: v.string(),
  primaryIdentifier: v.optional(v.array(v.string()), []),
  cfnRefIdentifier: v.optional(v.array(v.string())),
  isStateful: v.optional(v.boolean(), false),
  attributes: v.record(v.string(), v.unknown()),
  properties: v.record(v.string(), Property),
});

const Database = v.object({
  schema: v.object({ resource: v.object({ entities: v.record(v.string(), v.unknown()) }) }),
});

/** The version of the package that has the schemas: `aws-cdk 2.1148.1`. */
export function publishedSource(): string {
  const json: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const { name, version } = v.parse(v.object({ name: v.string(), version: v.string() }), json);
  return `${name} ${version}`;
}

/** The published schemas of these types, in the order of their names. Throws for an unknown type. */
export function publishedTypes(names: Iterable<string>): Readonly<Record<string, ResourceType>> {
  const json: unknown = JSON.parse(
    gunzipSync(readFileSync(join(packageFolder, 'db.json.gz'))).toString('utf8'),
  );
  const { entities } = v.parse(Database, json).schema.resource;
  const wanted = new Set(names);
  const Named = v.object({ cloudFormationType: v.string() });
  const found = Object.values(entities)
    .filter((one) => wanted.has(v.parse(Named, one).cloudFormationType))
    .map((one) => v.parse(Published, one));
  const types = new Map(found.map((one) => [one.cloudFormationType, typeOf(one)]));
  const all = [...wanted].sort().map((name): [string, ResourceType] => {
    const type = types.get(name);
    if (!type) throw new Error(`AWS has published no schema of ${name}.`);
    return [name, type];
  });
  return Object.fromEntries(all);
}

function typeOf(published: v.InferOutput<typeof Published>): ResourceType {
  const properties = Object.entries(published.properties).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = (when: (property: v.InferOutput<typeof Property>) => boolean) =>
    properties.filter(([, property]) => when(property)).map(([name]) => name);
  return {
    isStateful: published.isStateful,
    primaryIdentifier: published.primaryIdentifier,
    reference: published.cfnRefIdentifier ?? published.primaryIdentifier,
    createOnly: named(({ causesReplacement }) => causesReplacement === 'yes'),
    // The schemas call it conditionalCreateOnlyProperties: a change may replace.
    maybeCreateOnly: named(({ causesReplacement }) => causesReplacement === 'maybe'),
    required: named(({ required }) => required),
    properties: named(() => true),
    attributes: Object.keys(published.attributes).sort(),
  };
}
