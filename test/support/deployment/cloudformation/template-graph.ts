import type { Graph } from '../../../../local/assembly/graph.ts';
import {
  isPseudoParameter,
  type Reference,
  referencesIn,
} from '../../../../local/assembly/intrinsics.ts';
import type { Declaration, Template } from '../../../../local/assembly/template.ts';

/**
 * The dependencies of each resource of a template. CloudFormation counts references in `Properties` and in
 * `UpdatePolicy`, those of both branches of a condition, and `DependsOn`.
 */
export function dependenciesOf(template: Template): Graph {
  const known = graphs.get(template);
  if (known) return known;
  const graph = new Map(
    [...template.resources].map(([id, declaration]) => [
      id,
      new Set(
        [
          ...declaration.dependsOn,
          ...resourceReferences(declaration, template).map((one) => one.id),
        ].filter((other) => template.resources.has(other)),
      ),
    ]),
  );
  graphs.set(template, graph);
  return graph;
}

/** A template is deployed many times, and its text never changes. */
const graphs = new WeakMap<Template, Graph>();

/** All references that a declaration makes, parameters and CloudFormation's own values included. */
export const referencesOf = ({ properties, updatePolicy }: Declaration): readonly Reference[] => [
  ...referencesIn(properties),
  ...referencesIn(updatePolicy),
];

/** The references to resources of the template, those to resources that it lacks included. */
export const resourceReferences = (declaration: Declaration, template: Template) =>
  toResources(referencesOf(declaration), template);

export function toResources(references: readonly Reference[], { parameters }: Template) {
  return references.flatMap((one) =>
    one.to === 'resource' && !isPseudoParameter(one.id) && !parameters.has(one.id) ? [one] : [],
  );
}
