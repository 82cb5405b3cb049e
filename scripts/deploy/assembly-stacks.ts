import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** A stack of a synthesized assembly. */
interface AssemblyStack {
  /** Its name in the app: `ApiPayments`. */
  readonly id: string;
  readonly stackName: string;
  /** The path of its template. */
  readonly template: string;
  /** The Region that it is for; undefined for the one of the deployment. */
  readonly region: string | undefined;
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

/**
 * The stacks of an assembly, each after those that it depends on, as the CDK deploys them. Throws
 * where the folder has none.
 */
export function stacksOfAssembly(directory: string): readonly AssemblyStack[] {
  const json: unknown = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  const { artifacts } = v.parse(Manifest, json);
  const ordered: AssemblyStack[] = [];
  const visited = new Set<string>();
  const visit = (id: string) => {
    const artifact = artifacts[id];
    if (!artifact || visited.has(id)) return;
    visited.add(id);
    for (const dependency of artifact.dependencies) visit(dependency);
    if (artifact.type !== 'aws:cloudformation:stack') return;
    const { stackName = id, templateFile = `${id}.template.json` } = artifact.properties;
    const [, region] = /^aws:\/\/[^/]+\/(?!unknown-region$)(.+)$/.exec(artifact.environment) ?? [];
    ordered.push({ id, stackName, template: join(directory, templateFile), region });
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return ordered;
}
