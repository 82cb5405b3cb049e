import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
} from '../../../local/assembly/json.ts';
import { inOrder } from './graph.ts';

/** A resource as its template declares it. */
export interface Declaration {
  readonly type: string;
  readonly properties: JsonObject;
  readonly dependsOn: readonly string[];
  readonly updatePolicy: Json | undefined;
  readonly condition: string | undefined;
  readonly deletionPolicy: v.InferOutput<typeof DeletionPolicy>;
  readonly updateReplacePolicy: v.InferOutput<typeof UpdateReplacePolicy>;
}

export interface Template {
  readonly resources: ReadonlyMap<string, Declaration>;
  /** The values of the outputs, by their names. */
  readonly outputs: ReadonlyMap<string, Json>;
  readonly conditions: ReadonlyMap<string, Json>;
  /** The default of a parameter. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** The template's whole text: the CDK skips a stack whose template is the one that it deployed. */
  readonly text: string;
}

/** A stack of a synthesized assembly. */
export interface AssemblyStack {
  /** Its name in the app: `ApiPayments`. */
  readonly id: string;
  /** Its name in CloudFormation: `turnout-production-api-payments`. */
  readonly name: string;
  readonly region: string;
  readonly terminationProtection: boolean;
  /** The stacks that are deployed before it, by their ids. */
  readonly dependsOn: readonly string[];
  readonly template: Template;
}

/** The stacks of an assembly, each after those that it depends on. */
export type Assembly = readonly AssemblyStack[];

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html
const DeletionPolicy = v.picklist(['Delete', 'Retain', 'RetainExceptOnCreate', 'Snapshot']);
// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatereplacepolicy.html
const UpdateReplacePolicy = v.picklist(['Delete', 'Retain', 'Snapshot']);

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string(), ''),
      dependencies: v.optional(v.array(v.string()), []),
      properties: v.optional(v.record(v.string(), v.unknown()), {}),
    }),
  ),
});

const StackProperties = v.object({
  templateFile: v.string(),
  stackName: v.optional(v.string()),
  terminationProtection: v.optional(v.boolean(), false),
});

/**
 * Reads an assembly out of its folder. Nothing of the folder is read later.
 *
 * @param region where stacks go that the app leaves to the credentials
 */
export function readAssembly(directory: string, region: string): Assembly {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  const { artifacts } = v.parse(Manifest, parseJson(read('manifest.json')));
  const stacks = Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([id, { environment, dependencies, properties }]): AssemblyStack => {
      const stack = v.parse(StackProperties, properties);
      const [, own = 'unknown-region'] = /^aws:\/\/[^/]+\/(.+)$/.exec(environment) ?? [];
      return {
        id,
        name: stack.stackName ?? id,
        region: own === 'unknown-region' ? region : own,
        terminationProtection: stack.terminationProtection,
        dependsOn: dependencies.filter(
          (one) => artifacts[one]?.type === 'aws:cloudformation:stack',
        ),
        template: parseTemplate(read(stack.templateFile)),
      };
    });
  const byId = new Map(stacks.map((stack) => [stack.id, stack]));
  const order = inOrder(new Map(stacks.map(({ id, dependsOn }) => [id, new Set(dependsOn)])));
  return order.flatMap((id) => byId.get(id) ?? []);
}

/** Throws for a text that is no template. */
export function parseTemplate(text: string): Template {
  const file = objectOf(parseJson(text), 'The template');
  const section = (name: string) =>
    Object.entries(objectOf(file[name], name)).flatMap(([key, value]): [string, Json][] =>
      value === undefined ? [] : [[key, value]],
    );
  return {
    resources: new Map(section('Resources').map(([id, one]) => [id, declarationOf(id, one)])),
    outputs: new Map(
      section('Outputs').map(([name, one]) => [name, objectOf(one, name).Value ?? null]),
    ),
    conditions: new Map(section('Conditions')),
    parameters: new Map(
      section('Parameters').map(([name, one]) => [name, objectOf(one, name).Default ?? '']),
    ),
    text,
  };
}

function declarationOf(id: string, value: Json): Declaration {
  const one = objectOf(value, id);
  return {
    type: stringOf(one.Type, `${id}.Type`),
    properties: objectOf(one.Properties, `${id}.Properties`),
    dependsOn: listOf(one.DependsOn).map((other) => stringOf(other, `${id}.DependsOn`)),
    updatePolicy: one.UpdatePolicy,
    condition: optionalString(one.Condition),
    deletionPolicy: v.parse(DeletionPolicy, one.DeletionPolicy ?? 'Delete'),
    updateReplacePolicy: v.parse(UpdateReplacePolicy, one.UpdateReplacePolicy ?? 'Delete'),
  };
}
