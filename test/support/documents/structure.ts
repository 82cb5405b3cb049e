import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { withNull } from './open-api-schema.ts';

/** The published structure of the Hyperswitch v1 API, for tests that hold ours against it. */
export interface Structure {
  /** Method and path of every published operation, such as `GET /payments/{payment_id}`. */
  readonly routes: readonly string[];
  /** The properties of a named schema, those of the schemas it is composed of included. */
  properties(name: string): readonly string[];
  /** The words that a named schema allows. */
  words(name: string): readonly string[];
  /** Tells whether a value has the shape of a named schema; `errors` names the faults. */
  validator(name: string): ValidateFunction;
  /** The same for the body that a route answers success with; undefined for an unpublished one. */
  answer(method: string, path: string): ValidateFunction | undefined;
  /** Whether a route's JSON body may have no member that is not declared; undefined where it has no such body. */
  refusesUnknown(method: string, path: string): boolean | undefined;
}

/** Reads the structure, or returns undefined in a checkout that does not have it beside it. */
export function loadStructure(): Structure | undefined {
  const file = new URL('../../../../shared/reference/openapi-structure.json', import.meta.url);
  if (!existsSync(file)) return undefined;
  const { components, paths } = v.parse(Document, JSON.parse(readFileSync(file, 'utf8')));
  const { schemas } = components;
  const named = (name: string) => {
    const schema = schemas[name];
    if (!schema) throw new Error(`The structure has no schema ${name}.`);
    return schema;
  };

  const propertiesOf = (schema: Node): readonly string[] => {
    const target = schema.$ref?.split('/').at(-1);
    if (target) return propertiesOf(named(target));
    return [...Object.keys(schema.properties ?? {}), ...(schema.allOf ?? []).flatMap(propertiesOf)];
  };

  let ajv: Ajv | undefined;
  const compiled = (pointer: string) => {
    ajv ??= new Ajv({ strict: false, validateFormats: false, allErrors: true }).addSchema({
      $id: 'structure',
      components: withNull(components),
      paths: withNull(paths),
    });
    return ajv.compile({ $ref: `structure#/${pointer}` });
  };
  return {
    routes: Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    ),
    properties: (name) => propertiesOf(named(name)),
    words: (name) => named(name).enum ?? [],
    validator(name) {
      named(name);
      return compiled(`components/schemas/${name}`);
    },
    answer(method, path) {
      const verb = method.toLowerCase();
      const responses = paths[path]?.[verb]?.responses;
      const status = ['200', '202'].find((one) => responses?.[one]?.content?.['application/json']);
      if (status === undefined) return undefined;
      const route = encodeURIComponent(path.replaceAll('/', '~1'));
      return compiled(
        `paths/${route}/${verb}/responses/${status}/content/application~1json/schema`,
      );
    },
    refusesUnknown(method, path) {
      const body = paths[path]?.[method.toLowerCase()]?.requestBody;
      const name = body?.content?.['application/json']?.schema?.$ref?.split('/').at(-1);
      return name === undefined ? undefined : named(name).additionalProperties === false;
    },
  };
}

interface Node {
  readonly $ref?: string | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly allOf?: readonly Node[] | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly additionalProperties?: unknown;
}

const Node: v.GenericSchema<Node> = v.looseObject({
  $ref: v.optional(v.string()),
  properties: v.optional(v.record(v.string(), v.unknown())),
  allOf: v.optional(v.array(v.lazy(() => Node))),
  enum: v.optional(v.array(v.string())),
  additionalProperties: v.optional(v.unknown()),
});

const Answers = v.record(
  v.string(),
  v.looseObject({ content: v.optional(v.record(v.string(), v.unknown())) }),
);
const Body = v.looseObject({
  content: v.optional(v.record(v.string(), v.looseObject({ schema: v.optional(Node) }))),
});
const Route = v.record(
  v.string(),
  v.looseObject({ requestBody: v.optional(Body), responses: v.optional(Answers) }),
);
const Document = v.object({
  components: v.object({ schemas: v.record(v.string(), Node) }),
  paths: v.record(v.string(), Route),
});
