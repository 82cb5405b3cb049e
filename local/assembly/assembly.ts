import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ownMember } from '../own-member.ts';
import { inOrder } from './graph.ts';
import { parseJson } from './json.ts';
import { type Template, templateOf } from './template.ts';

/** A synthesized stack: its place in the app, its template, and the paths of its assets. */
export interface Stack {
  /** Its name in the app: `ApiOrders`. */
  readonly id: string;
  /** Its name in CloudFormation: `shop-production-api-orders`. */
  readonly name: string;
  /** The account and the Region that it is for; undefined for those of the credentials. */
  readonly account: string | undefined;
  readonly region: string | undefined;
  readonly terminationProtection: boolean;
  /** The ids of the stacks that are deployed before it, and deleted after it. */
  readonly dependsOn: readonly string[];
  /** The path of its template. */
  readonly file: string;
  readonly template: Template;
  /** Where the CDK uploads the template before a deployment; undefined where it sends it along. */
  readonly uploadedTo: string | undefined;
  /** The folder or file on this machine, by object key in the bootstrap bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string(), ''),
      dependencies: v.optional(v.array(v.string()), []),
      properties: v.optional(v.unknown()),
    }),
  ),
});
const AssemblyProperties = v.object({ directoryName: v.string() });
const AssetsProperties = v.object({ file: v.string() });
const StackProperties = v.object({
  templateFile: v.string(),
  stackName: v.optional(v.string()),
  terminationProtection: v.optional(v.boolean(), false),
  stackTemplateAssetObjectUrl: v.optional(v.string()),
});

const AssetManifest = v.object({
  files: v.optional(
    v.record(
      v.string(),
      v.object({
        source: v.object({ path: v.optional(v.string()) }),
        destinations: v.record(v.string(), v.object({ objectKey: v.string() })),
      }),
    ),
    {},
  ),
});

/**
 * Reads a cloud assembly with all its stacks, including those of nested assemblies (stages), in the
 * order of its manifest. A template and the assets are read by their first use. Throws for a folder
 * without an assembly.
 */
export function readAssembly(directory: string): readonly Stack[] {
  const { artifacts } = v.parse(Manifest, readJson(path.join(directory, 'manifest.json')));
  const assets = once(
    () =>
      new Map(
        Object.values(artifacts).flatMap(({ type, properties }) =>
          type === 'cdk:asset-manifest' ? assetFiles(directory, properties) : [],
        ),
      ),
  );
  return Object.entries(artifacts).flatMap(([id, artifact]): readonly Stack[] => {
    if (artifact.type === 'cdk:cloud-assembly') {
      const { directoryName } = v.parse(AssemblyProperties, artifact.properties);
      return readAssembly(path.join(directory, directoryName));
    }
    if (artifact.type !== stackType) return [];
    const properties = v.parse(StackProperties, artifact.properties);
    const file = path.join(directory, properties.templateFile);
    const template = once(() => templateOf(readJson(file)));
    const [account, region] = artifact.environment.replace(/^aws:\/\//, '').split('/');
    return [
      {
        id,
        name: properties.stackName ?? id,
        account: account === 'unknown-account' ? undefined : account,
        region: region === 'unknown-region' ? undefined : region,
        terminationProtection: properties.terminationProtection,
        dependsOn: artifact.dependencies.filter(
          (one) => ownMember(artifacts, one)?.type === stackType,
        ),
        file,
        get template() {
          return template();
        },
        uploadedTo: properties.stackTemplateAssetObjectUrl,
        get assets() {
          return assets();
        },
      },
    ];
  });
}

const stackType = 'aws:cloudformation:stack';

/** The stacks, each after those that it depends on, as the CDK deploys them. */
export function inDeploymentOrder(stacks: readonly Stack[]): readonly Stack[] {
  const byId = new Map(stacks.map((stack) => [stack.id, stack]));
  const order = inOrder(new Map(stacks.map(({ id, dependsOn }) => [id, new Set(dependsOn)])));
  return order.flatMap((id) => byId.get(id) ?? []);
}

function assetFiles(directory: string, properties: unknown): readonly [string, string][] {
  const { file } = v.parse(AssetsProperties, properties);
  const { files } = v.parse(AssetManifest, readJson(path.join(directory, file)));
  return Object.values(files).flatMap(({ source, destinations }) => {
    const { path: where } = source;
    if (where === undefined) return [];
    return Object.values(destinations).map(({ objectKey }): [string, string] => [
      objectKey,
      path.resolve(directory, where),
    ]);
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const readJson = (file: string) => parseJson(readFileSync(file, 'utf8'));
