import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { buildCache } from '../../tools/build-cache.ts';
import { keptSyntheses } from '../../tools/kept-syntheses.ts';
import { templateDigest } from './template-digest.ts';

export type StageName = 'sandbox' | 'production' | 'laptop';

/** A resource as CloudFormation will be told to make it. */
export interface Resource {
  /** Its stack and its name in it: `Data.Table`. */
  readonly name: string;
  readonly type: string;
  /** References read as the name of what they mean: `Data.Table.Arn`. Its tags stand beside. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Its name in the template, with the hash that the CDK adds. */
  readonly logicalId: string;
  /** The properties as the template has them. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Its tags; those of a global table are its replica's. */
  readonly tags: Readonly<Record<string, string>>;
  readonly deletionPolicy: string | undefined;
  readonly updateReplacePolicy: string | undefined;
  /** How CloudFormation changes it, with references as in `properties`. */
  readonly updatePolicy: unknown;
  /** What is made before it, beside what its properties refer to. */
  readonly dependsOn: readonly string[];
  /**
   * All resources of its stack that CloudFormation finishes before it: those that its properties and
   * its update policy refer to, and `dependsOn`.
   */
  readonly after: readonly string[];
}

interface SynthesizedStack {
  readonly name: string;
  /** What CloudFormation calls it. */
  readonly stackName: string;
  /** The account and region it is for: `aws://unknown-account/unknown-region` is any. */
  readonly environment: string;
  readonly terminationProtection: boolean;
  /** The names of the stacks that are deployed before it, and deleted after it. */
  readonly dependsOn: readonly string[];
}

export interface SynthesizedApp {
  readonly stacks: readonly SynthesizedStack[];
  /** Outputs under names that other stacks may import, and that cannot go while one does. */
  readonly exports: readonly string[];
  /** All resources of a type, or all there are. */
  resources(type?: string): readonly Resource[];
  /** The one resource of that name; throws when there is none. */
  resource(name: string): Resource;
  /** The names of what a stack says after it was deployed, without those that the CDK makes. */
  outputNames(stack: string): readonly string[];
  /** What a stack says after it was deployed, under names that begin so. */
  outputs(stack: string, beginning: string): readonly unknown[];
}

/**
 * The switch as it is synthesized for a stage, once for all suites of a worker. Its templates are held
 * against the rules elsewhere.
 *
 * @param groups the groups of operations that the app has, for tests that look at few stacks: an app
 * of all takes four times as long. Alarms and dashboards are whole only in an app of all.
 */
export function synthesized(
  stage: StageName,
  context: Readonly<Record<string, unknown>> = {},
  groups?: readonly string[],
): SynthesizedApp {
  const asked = settingsOf(stage, context, groups);
  const app = apps.get(asked) ?? synthesizedIn(stage, context, readApp, groups);
  apps.set(asked, app);
  return app;
}

/** What decides an app, in an order of its own. */
function settingsOf(
  stage: StageName,
  context: Readonly<Record<string, unknown>>,
  groups: readonly string[] | undefined,
): string {
  const sorted = Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([stage, sorted, groups, process.env.CDK_DEFAULT_REGION]);
}

/** Nothing changes them, so those that were asked for are kept. */
const apps = new Map<string, SynthesizedApp>();

/**
 * The same for suites that read the assembly's folder. All suites of a run share it, so none may change
 * it. It is synthesized anew only when a source of the app has changed since an earlier run.
 */
export function synthesizedIn<T>(
  stage: StageName,
  context: Readonly<Record<string, unknown>>,
  read: (directory: string) => T,
  groups?: readonly string[],
): T {
  const directory = kept.folderOf(settingsOf(stage, context, groups), (use) =>
    withBundles(({ outdir }) => {
      const props = {
        outdir,
        context: { ...context, stage, 'aws:cdk:disable-stack-trace': true },
        treeMetadata: false,
        builtinCloudFormationValidation: false,
      };
      loadSwitchApp()(props, undefined, groups).synth();
      use(outdir);
    }),
  );
  return read(directory);
}

const root = join(import.meta.dirname, '..', '..');
const kept = keptSyntheses(
  runFolder(),
  buildCache({
    folder: join(root, '.turnout', 'synthesized'),
    root,
    tools: await templateDigest(),
  }),
);

/** The folder of this run of the tests, or one of this process, which goes with it. */
function runFolder(): string {
  const run = process.env.TURNOUT_TEST_RUN;
  if (run !== undefined) return run;
  const own = mkdtempSync(join(tmpdir(), 'turnout-synthesized-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** Loaded where an app is synthesized: with the CDK it takes seconds. */
function loadSwitchApp(): typeof import('../../lib/switch-app.ts').switchApp {
  return createRequire(import.meta.url)('../../lib/switch-app.ts').switchApp;
}

/**
 * Runs something that makes an app, into a folder of its own. The CDK finds the functions' bundles
 * below the working directory; here empty ones stand in, one for each function's file, so that no
 * suite waits for a build or takes another's bundles away.
 */
export function withBundles<T>(run: (props: { readonly outdir: string }) => T): T {
  const before = process.cwd();
  const traces = Error.stackTraceLimit;
  const folder = mkdtempSync(join(tmpdir(), 'turnout-synthesis-'));
  try {
    process.chdir(emptyBundles());
    // The CDK has one for each construct, and a tenth of the CPU time goes there.
    Error.stackTraceLimit = 0;
    return run({ outdir: join(folder, 'cdk.out') });
  } finally {
    Error.stackTraceLimit = traces;
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** A folder with an empty bundle of each function, which the suites of a worker share. */
function emptyBundles(): string {
  if (bundles && existsSync(bundles)) return bundles;
  bundles = mkdtempSync(join(process.env.TURNOUT_TEST_RUN ?? tmpdir(), 'empty-bundles-'));
  for (const file of globSync('functions/**/*.ts', { cwd: root })) {
    const bundle = join(bundles, 'dist', file.slice('functions/'.length, -'.ts'.length));
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(bundle, 'index.cjs'), '');
  }
  return bundles;
}
let bundles: string | undefined;

const Template = v.object({
  Resources: v.record(
    v.string(),
    v.object({
      Type: v.string(),
      Properties: v.optional(v.record(v.string(), v.unknown()), {}),
      DeletionPolicy: v.optional(v.string()),
      UpdateReplacePolicy: v.optional(v.string()),
      UpdatePolicy: v.optional(v.unknown()),
      DependsOn: v.optional(v.union([v.string(), v.array(v.string())]), []),
    }),
  ),
  Outputs: v.optional(
    v.record(
      v.string(),
      v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.string() })) }),
    ),
    {},
  ),
});

/** The app in an assembly's folder. */
export function readApp(outdir: string): SynthesizedApp {
  const suffix = '.template.json';
  const templates = globSync(`*${suffix}`, { cwd: outdir }).map((file) => ({
    stack: file.slice(0, -suffix.length),
    template: v.parse(Template, JSON.parse(readFileSync(join(outdir, file), 'utf8'))),
  }));

  const stacks = stacksOf(outdir);
  const outputs: OutputOf = (stackName, outputName) => {
    const stack = stacks.find((one) => one.stackName === stackName)?.name;
    // Where a stage takes over, the standby is a stack of the app for the other Region.
    if (!stack && stackName.endsWith('-standby')) return `Standby.${outputName}`;
    const output = templates.find((one) => one.stack === stack)?.template.Outputs[outputName];
    if (!stack || !output) throw new Error(`${stackName} has no output ${outputName}.`);
    return readable(output.Value, stack, outputs);
  };
  const all = templates.flatMap(({ stack, template }) =>
    Object.entries(template.Resources).map(([id, { Type, Properties, ...policies }]) => ({
      name: nameOf(stack, id),
      type: Type,
      logicalId: id,
      written: Properties,
      ...withoutTags(readable(Properties, stack, outputs)),
      deletionPolicy: policies.DeletionPolicy,
      updateReplacePolicy: policies.UpdateReplacePolicy,
      updatePolicy: readable(policies.UpdatePolicy, stack, outputs),
      dependsOn: [policies.DependsOn].flat().map((one) => nameOf(stack, one)),
      after: [...referredTo([Properties, policies.UpdatePolicy]), policies.DependsOn]
        .flat()
        .filter((one) => one in template.Resources)
        .map((one) => nameOf(stack, one)),
    })),
  );
  return {
    stacks,
    exports: templates.flatMap(({ template }) =>
      Object.entries(template.Outputs).flatMap(([name, { Export }]) => (Export ? [name] : [])),
    ),
    outputNames: (stack) =>
      templates
        .filter((one) => one.stack === stack)
        .flatMap(({ template }) => Object.keys(template.Outputs))
        .filter((name) => !/[0-9A-F]{8}/.test(name)),
    outputs: (stack, beginning) =>
      templates
        .filter((one) => one.stack === stack)
        .flatMap(({ template }) => Object.entries(template.Outputs))
        .filter(([name]) => name.startsWith(beginning))
        .map(([, { Value }]) => readable(Value, stack, outputs)),
    resources: (type) => all.filter((one) => type === undefined || one.type === type),
    resource(name) {
      const [found, another] = all.filter((one) => one.name === name);
      if (!found || another) throw new Error(`There is not exactly one ${name}.`);
      return found;
    },
  };
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string(), ''),
      dependencies: v.optional(v.array(v.string()), []),
      properties: v.optional(
        v.object({
          stackName: v.optional(v.string()),
          terminationProtection: v.optional(v.boolean(), false),
        }),
        {},
      ),
    }),
  ),
});

function stacksOf(outdir: string): readonly SynthesizedStack[] {
  const json = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8'));
  const stacks = Object.entries(v.parse(Manifest, json).artifacts).filter(
    ([, { type }]) => type === 'aws:cloudformation:stack',
  );
  const names = new Set(stacks.map(([name]) => name));
  return stacks.map(([name, { environment, properties, dependencies }]) => ({
    name,
    environment,
    dependsOn: dependencies.filter((one) => names.has(one)),
    terminationProtection: properties.terminationProtection,
    stackName: properties.stackName ?? name,
  }));
}

/** A function's environment variables. */
export const environmentOf = ({ properties }: Resource): Readonly<Record<string, string>> =>
  v.parse(Environment, properties).Environment.Variables;

const Environment = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), {
    Variables: {},
  }),
});

const Properties = v.record(v.string(), v.unknown());
const Tags = v.optional(
  v.union([
    v.pipe(
      v.array(v.object({ Key: v.string(), Value: v.string() })),
      v.transform((all) => Object.fromEntries(all.map(({ Key, Value }) => [Key, Value]))),
    ),
    // API Gateway's form.
    v.record(v.string(), v.string()),
  ]),
  {},
);

/** A resource's properties and its tags. */
function withoutTags(given: unknown): Pick<Resource, 'properties' | 'tags'> {
  const { Tags: own, ...properties } = v.parse(Properties, given);
  const { Replicas } = v.parse(v.object({ Replicas: v.optional(v.array(Properties)) }), properties);
  if (!Replicas) return { properties, tags: v.parse(Tags, own) };
  return {
    properties: { ...properties, Replicas: Replicas.map(({ Tags: _, ...replica }) => replica) },
    tags: v.parse(Tags, Replicas[0]?.Tags),
  };
}

/** What `Ref` and `Fn::GetAtt` name in a part of a template: logical identifiers and parameters. */
function referredTo(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'Ref' && typeof value === 'string') return [value];
    if (name === 'Fn::GetAtt' && Array.isArray(value)) return value.slice(0, 1).map(String);
    return referredTo(value);
  });
}

/** Logical identifiers end in a hash of eight digits. */
const nameOf = (stack: string, logicalId: string) =>
  `${stack}.${logicalId.replace(/[0-9A-F]{8}$/, '')}`;

/** What an output of a stack says, by the stack's own name and the output's. */
type OutputOf = (stackName: string, outputName: string) => unknown;

const StackOutput = v.object({
  StackName: v.string(),
  OutputName: v.string(),
  Region: v.optional(v.unknown()),
});

/** The value with every reference to something replaced by that thing's name. */
function readable(value: unknown, stack: string, outputs: OutputOf): unknown {
  const within = (one: unknown) => readable(one, stack, outputs);
  if (Array.isArray(value)) return value.map(within);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries.length === 1 ? (entries[0] ?? []) : [];
  switch (name) {
    case 'Ref': {
      const id = v.parse(v.string(), argument);
      return id.startsWith('AWS::') ? `<${id}>` : nameOf(stack, id);
    }
    case 'Fn::GetAtt': {
      const [id, attribute] = v.parse(v.tuple([v.string(), v.string()]), argument);
      return `${nameOf(stack, id)}.${attribute}`;
    }
    case 'Fn::GetStackOutput': {
      const { StackName, OutputName, Region } = v.parse(StackOutput, argument);
      const found = outputs(StackName, OutputName);
      return typeof Region === 'string' ? `${found} in ${Region}` : found;
    }
    case 'Fn::Join': {
      const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), argument);
      return parts.map(within).join(separator);
    }
    default:
      return Object.fromEntries(entries.map(([key, one]) => [key, within(one)]));
  }
}
