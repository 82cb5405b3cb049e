import * as v from 'valibot';
import { isObject, type Json, type JsonObject } from './json.ts';

/** A resource as its template declares it: all values as they are written, with references. */
export interface Declaration {
  readonly type: string;
  readonly properties: JsonObject;
  /** Its path in the CDK app, such as `Stack/orders.create/Resource`, if the template has it. */
  readonly path: string | undefined;
  readonly dependsOn: readonly string[];
  readonly condition: string | undefined;
  readonly updatePolicy: Json | undefined;
  readonly deletionPolicy: v.InferOutput<typeof DeletionPolicy>;
  readonly updateReplacePolicy: v.InferOutput<typeof UpdateReplacePolicy>;
}

/** An output: its value, and the name under which other stacks may import it. */
interface Output {
  readonly value: Json;
  readonly exportName: Json | undefined;
}

/** A template of CloudFormation. Its parts are by their names in it. */
export interface Template {
  readonly description: string;
  readonly resources: ReadonlyMap<string, Declaration>;
  readonly outputs: ReadonlyMap<string, Output>;
  readonly conditions: ReadonlyMap<string, Json>;
  /** The defaults; undefined for a parameter that has none. */
  readonly parameters: ReadonlyMap<string, Json | undefined>;
  /** Values by two keys. */
  readonly mappings: ReadonlyMap<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>;
  /** The whole document. */
  readonly written: JsonObject;
}

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html
const DeletionPolicy = v.picklist(['Delete', 'Retain', 'RetainExceptOnCreate', 'Snapshot']);
// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatereplacepolicy.html
const UpdateReplacePolicy = v.picklist(['Delete', 'Retain', 'Snapshot']);

// JSON.parse made the document, so all values in it are JSON.
const JsonValue = v.custom<Json>((value) => value !== undefined);
const AnyObject = v.custom<JsonObject>(isObject, 'Expected an object.');

const Resource = v.pipe(
  v.object({
    Type: v.string(),
    Properties: v.optional(AnyObject, {}),
    Metadata: v.optional(v.object({ 'aws:cdk:path': v.optional(v.string()) }), {}),
    DependsOn: v.optional(v.union([v.string(), v.array(v.string())]), []),
    Condition: v.optional(v.string()),
    UpdatePolicy: v.optional(JsonValue),
    DeletionPolicy: v.optional(DeletionPolicy, 'Delete'),
    UpdateReplacePolicy: v.optional(UpdateReplacePolicy, 'Delete'),
  }),
  v.transform(
    (one): Declaration => ({
      type: one.Type,
      properties: one.Properties,
      path: one.Metadata['aws:cdk:path'],
      dependsOn: [one.DependsOn].flat(),
      condition: one.Condition,
      updatePolicy: one.UpdatePolicy,
      deletionPolicy: one.DeletionPolicy,
      updateReplacePolicy: one.UpdateReplacePolicy,
    }),
  ),
);

const Output = v.pipe(
  v.object({ Value: JsonValue, Export: v.optional(v.object({ Name: JsonValue })) }),
  v.transform(({ Value, Export }): Output => ({ value: Value, exportName: Export?.Name })),
);

const Parameter = v.pipe(
  v.object({ Default: v.optional(JsonValue) }),
  v.transform(({ Default }): Json | undefined => Default),
);

/** A part of a template: entries by name, in the order of the document. */
const section = <Schema extends v.GenericSchema>(entry: Schema) =>
  v.pipe(
    v.optional(v.record(v.string(), entry), {}),
    v.transform((all) => new Map(Object.entries<v.InferOutput<Schema>>(all))),
  );

const Document = v.object({
  Description: v.optional(v.string(), ''),
  Resources: section(Resource),
  Outputs: section(Output),
  Conditions: section(JsonValue),
  Parameters: section(Parameter),
  Mappings: section(v.record(v.string(), v.record(v.string(), JsonValue))),
});

/** The template in a document of JSON. Throws for one that is no template. */
export function templateOf(written: Json): Template {
  const document = v.parse(AnyObject, written);
  const parts = v.parse(Document, document);
  return {
    description: parts.Description,
    resources: parts.Resources,
    outputs: parts.Outputs,
    conditions: parts.Conditions,
    parameters: parts.Parameters,
    mappings: parts.Mappings,
    written: document,
  };
}
