import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Template = v.object({
  Resources: v.optional(
    v.record(
      v.string(),
      v.looseObject({
        Type: v.string(),
        Properties: v.optional(v.record(v.string(), v.unknown()), {}),
        DeletionPolicy: v.optional(v.string()),
      }),
    ),
    {},
  ),
});
/** A template of CloudFormation, as far as a dry run reads it. */
export type Template = v.InferOutput<typeof Template>;

/** The template in a text; undefined where it is not JSON, as the CDK's templates are. */
export function templateOf(text: string): Template | undefined {
  try {
    const parsed = v.safeParse(Template, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A stack of a synthesized app. */
export interface AppStack {
  /** Its name in the app: `ApiPayments`. */
  readonly id: string;
  readonly stackName: string;
  /** The Region that it is for; undefined for the one of the deployment. */
  readonly region: string | undefined;
  readonly template: Template;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string(), ''),
      dependencies: v.optional(v.array(v.string()), []),
      properties: v.optional(
        v.object({ stackName: v.optional(v.string()), templateFile: v.optional(v.string()) }),
        {},
      ),
    }),
  ),
});

/** The stacks of an assembly, each after those that it depends on, as the CDK deploys them. */
export function readAssembly(directory: string): readonly AppStack[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts } = v.parse(Manifest, read('manifest.json'));
  const ordered: AppStack[] = [];
  const visited = new Set<string>();
  const visit = (id: string) => {
    const artifact = artifacts[id];
    if (!artifact || visited.has(id)) return;
    visited.add(id);
    for (const dependency of artifact.dependencies) visit(dependency);
    if (artifact.type !== 'aws:cloudformation:stack') return;
    const { stackName = id, templateFile = `${id}.template.json` } = artifact.properties;
    const [, region] = /^aws:\/\/[^/]+\/(.+)$/.exec(artifact.environment) ?? [];
    ordered.push({
      ...{ id, stackName, template: v.parse(Template, read(templateFile)) },
      region: region === 'unknown-region' ? undefined : region,
    });
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return ordered;
}
