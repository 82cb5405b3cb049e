import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const names = v.array(v.string());

/** AWS's publications about a resource type, as far as a deployment depends on it. */
const ResourceType = v.object({
  /** Whether it holds data that its deletion would lose. */
  isStateful: v.boolean(),
  /** The properties and attributes that identify one resource of the type. */
  primaryIdentifier: names,
  /** Those of which `Ref` is made. */
  reference: names,
  /** Properties whose change replaces the resource. */
  createOnly: names,
  /** Properties whose change replaces the resource for some values. */
  maybeCreateOnly: names,
  required: names,
  properties: names,
  /** The attributes that `Fn::GetAtt` takes. */
  attributes: names,
});
export type ResourceType = v.InferOutput<typeof ResourceType>;

const Table = v.object({
  /** The package of the schemas, with its version, and the day on which they were read. */
  source: v.string(),
  date: v.string(),
  types: v.record(v.string(), ResourceType),
});

/** Written by `node tools/launch/run.cjs test/support/deployment/cloudformation/write-resource-types.ts`. */
export const resourceTypesFile = join(import.meta.dirname, 'resource-types.json');

export const readResourceTypes = () =>
  v.parse(Table, JSON.parse(readFileSync(resourceTypesFile, 'utf8')));

const { types } = readResourceTypes();

/**
 * The published schema of a type; undefined for custom resources, which have none. Throws for a type
 * that the table lacks.
 */
export function resourceType(name: string): ResourceType | undefined {
  const type = types[name];
  if (!type && !/^(Custom::|AWS::CloudFormation::CustomResource$)/.test(name)) {
    throw new Error(
      `The table lacks ${name}: node tools/launch/run.cjs test/support/deployment/cloudformation/write-resource-types.ts ${name}`,
    );
  }
  return type;
}
