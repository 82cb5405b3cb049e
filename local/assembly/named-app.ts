import * as v from 'valibot';
import { readAssembly, type Stack } from './assembly.ts';
import { referencesIn, resolve, type Scope } from './intrinsics.ts';
import type { Json } from './json.ts';

/** A resource as CloudFormation will make it, with names in place of references. */
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

/** The functions whose results have a name. All others stay, with names in them. */
const named = ['Ref', 'Fn::GetAtt', 'Fn::GetStackOutput', 'Fn::Join'];

/** The app in an assembly's folder. */
export function readApp(directory: string): SynthesizedApp {
  const stacks = readAssembly(directory);
  const scopes = new Map(stacks.map((stack) => [stack.name, scopeOf(stack)]));
  function scopeOf({ id, template }: Stack): Scope {
    const scope: Scope = {
      template,
      pseudo: (name) => `<${name}>`,
      reference: (logicalId) => nameOf(id, logicalId),
      attribute: (logicalId, name) => `${nameOf(id, logicalId)}.${name}`,
      output: (of) => {
        const found = outputOf(of.stack, of.output);
        const isElsewhere = of.region !== undefined && of.region !== '<AWS::Region>';
        return isElsewhere && found !== undefined ? `${found} in ${of.region}` : found;
      },
      instead: (name, argument) =>
        named.includes(name) ? undefined : { [name]: resolve(argument, scope) },
    };
    return scope;
  }
  function outputOf(stackName: string, outputName: string): Json | undefined {
    const scope = scopes.get(stackName);
    // A stack of another assembly, which was deployed before.
    if (!scope) return `${stackName}.${outputName}`;
    return resolve(scope.template.outputs.get(outputName)?.value, scope);
  }
  const all = stacks.flatMap((stack) =>
    [...stack.template.resources].map(([logicalId, declared]): Resource => {
      const within = (value: Json | undefined) => resolve(value, scopeOf(stack));
      const { type, properties, updatePolicy, dependsOn } = declared;
      const before = [
        ...referencesIn([properties, updatePolicy ?? null]).flatMap((one) =>
          one.to === 'resource' ? one.id : [],
        ),
        ...dependsOn,
      ];
      return {
        name: nameOf(stack.id, logicalId),
        type,
        logicalId,
        written: properties,
        ...withoutTags(within(properties)),
        deletionPolicy: declared.deletionPolicy,
        updateReplacePolicy: declared.updateReplacePolicy,
        updatePolicy: within(updatePolicy),
        dependsOn: dependsOn.map((one) => nameOf(stack.id, one)),
        after: before
          .filter((one) => stack.template.resources.has(one))
          .map((one) => nameOf(stack.id, one)),
      };
    }),
  );
  const outputsOf = (id: string) => [
    ...(stacks.find((stack) => stack.id === id)?.template.outputs ?? []),
  ];
  return {
    stacks: stacks.map(({ id, name, account, region, terminationProtection, dependsOn }) => ({
      name: id,
      stackName: name,
      environment: `aws://${account ?? 'unknown-account'}/${region ?? 'unknown-region'}`,
      terminationProtection,
      dependsOn,
    })),
    exports: stacks.flatMap(({ id }) =>
      outputsOf(id).flatMap(([name, { exportName }]) => (exportName === undefined ? [] : [name])),
    ),
    outputNames: (id) =>
      outputsOf(id)
        .map(([name]) => name)
        .filter((name) => !/[0-9A-F]{8}/.test(name)),
    outputs: (id, beginning) =>
      outputsOf(id)
        .filter(([name]) => name.startsWith(beginning))
        .map(([name]) => outputOf(stacks.find((stack) => stack.id === id)?.name ?? '', name)),
    resources: (type) => all.filter((one) => type === undefined || one.type === type),
    resource(name) {
      const [found, another] = all.filter((one) => one.name === name);
      if (!found || another) throw new Error(`There is not exactly one ${name}.`);
      return found;
    },
  };
}

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

/** Logical identifiers end in a hash of eight digits. */
const nameOf = (stack: string, logicalId: string) =>
  `${stack}.${logicalId.replace(/[0-9A-F]{8}$/, '')}`;
