import { cycleIn } from '../../../../local/assembly/graph.ts';
import {
  type Reference,
  referencesIn,
  type StackOutput,
} from '../../../../local/assembly/intrinsics.ts';
import { isObject, type Json } from '../../../../local/assembly/json.ts';
import type { Declaration, Template } from '../../../../local/assembly/template.ts';
import type { Assembly, AssemblyStack } from './assembly.ts';
import { misuseIn, misuseInCondition } from './misuse.ts';
import { resourceType } from './resource-types.ts';
import { dependenciesOf, referencesOf, toResources } from './template-graph.ts';

/**
 * Why CloudFormation would refuse the templates of an assembly, before it makes anything: a line for
 * each reason, which begins with the stack. Empty for an assembly that can be deployed.
 */
export const refusalsOf = (assembly: Assembly): readonly string[] =>
  assembly.flatMap((stack) =>
    [...refusalsOfTemplate(stack.template), ...missingOutputs(stack, assembly)].map(
      (line) => `${stack.id}: ${line}`,
    ),
  );

export function refusalsOfTemplate(template: Template): readonly string[] {
  const known = refusals.get(template) ?? refuse(template);
  refusals.set(template, known);
  return known;
}

const refusals = new WeakMap<Template, readonly string[]>();

function refuse(template: Template): readonly string[] {
  const cycle = cycleIn(dependenciesOf(template));
  return [
    ...(cycle ? [`A cycle of dependencies: ${cycle.join(' -> ')}.`] : []),
    ...[...template.resources].flatMap(([id, declaration]) =>
      [
        ...unknownReferences(referencesOf(declaration), template),
        ...declaration.dependsOn
          .filter((other) => !template.resources.has(other))
          .map((other) => `DependsOn names ${other}, which the template lacks.`),
        ...unknownConditions(declaration.condition, template),
        ...misuseIn(declaration.properties),
        ...misuseIn(declaration.updatePolicy),
        ...misshapen(declaration),
      ].map((line) => `${id}: ${line}`),
    ),
    ...[...template.outputs].flatMap(([name, { value }]) =>
      [
        ...unknownReferences(referencesIn(value), template),
        ...misuseIn(value),
        // cfn-lint's rule E6101 takes no output of another stack here.
        ...referencesIn(value).flatMap((one) =>
          one.to === 'output' ? ['An output does not take Fn::GetStackOutput.'] : [],
        ),
      ].map((line) => `Output ${name}: ${line}`),
    ),
    ...[...template.conditions].flatMap(([name, value]) =>
      misuseInCondition(value).map((line) => `Condition ${name}: ${line}`),
    ),
  ];
}

function unknownReferences(references: readonly Reference[], template: Template) {
  return [
    ...toResources(references, template).flatMap(({ id, attribute }) => {
      const declaration = template.resources.get(id);
      if (!declaration) return [`It refers to ${id}, which the template lacks.`];
      const attributes = resourceType(declaration.type)?.attributes;
      if (attribute === undefined || !attributes || attributes.includes(attribute)) return [];
      return [`${declaration.type} has no attribute ${attribute}.`];
    }),
    ...references.flatMap((one) =>
      one.to === 'condition' ? unknownConditions(one.name, template) : [],
    ),
  ];
}

const unknownConditions = (name: string | undefined, { conditions }: Template) =>
  name === undefined || conditions.has(name) ? [] : [`There is no condition ${name}.`];

/** Properties that the published schema lacks, and those that it requires and that are missing. */
function misshapen({ type, properties, updatePolicy }: Declaration): readonly string[] {
  const schema = resourceType(type);
  if (!schema) return [];
  return [
    ...Object.keys(properties)
      .filter((name) => !schema.properties.includes(name))
      .map((name) => `${type} has no property ${name}.`),
    ...schema.required
      .filter((name) => properties[name] === undefined)
      .map((name) => `${type} requires ${name}.`),
    ...(updatePolicy === undefined || type === 'AWS::Lambda::Alias'
      ? []
      : [`${type} takes no UpdatePolicy.`]),
  ];
}

/**
 * References to outputs that no stack has which is deployed before. A stack that only happens to stand
 * earlier in the assembly does not count: stacks without dependencies are deployed at once.
 */
function missingOutputs(stack: AssemblyStack, assembly: Assembly): readonly string[] {
  const before = earlierThan(stack, assembly);
  const references = [...stack.template.resources.values()].flatMap(referencesOf);
  const lines = references.flatMap((one) => {
    if (one.to !== 'output') return [];
    const region = regionOf(one, stack);
    const provider = assembly.find((other) => other.name === one.stack && other.region === region);
    if (!provider) return [`No stack of the assembly is called ${one.stack} in ${region}.`];
    if (!provider.template.outputs.has(one.output)) {
      return [`${provider.id} has no output ${one.output}.`];
    }
    return before.has(provider.id) ? [] : [`${provider.id} is not deployed before it.`];
  });
  return [...new Set(lines)];
}

/** The Region of another stack's output, which our templates write out or leave to the own one. */
function regionOf({ region }: StackOutput, stack: AssemblyStack): string {
  if (region === undefined || isOwnRegion(region)) return stack.region;
  return String(region);
}

const isOwnRegion = (value: Json) => isObject(value) && value.Ref === 'AWS::Region';

function earlierThan(stack: AssemblyStack, assembly: Assembly): ReadonlySet<string> {
  const byId = new Map(assembly.map((one) => [one.id, one]));
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const other of byId.get(id)?.dependsOn ?? []) visit(other);
  };
  for (const id of stack.dependsOn) visit(id);
  return found;
}
