import { type Json, type JsonObject, objectOf } from '../../../../local/assembly/json.ts';
import { templateOf } from '../../../../local/assembly/template.ts';
import type { Assembly } from './assembly.ts';

/** A resource of a template as its JSON. */
interface PlantedResource {
  readonly [section: string]: Json | undefined;
  readonly Properties: JsonObject;
}

/** The resources of a template, by their logical names, for a defect to change. */
type Resources = Record<string, PlantedResource>;

/** The whole template, for a defect to change. */
export interface PlantedTemplate {
  readonly Resources: Resources;
  readonly Outputs: Record<string, Json>;
}

/** The assembly with a defect in the template of one of its stacks. */
export function plant(
  assembly: Assembly,
  stackId: string,
  change: (template: PlantedTemplate) => PlantedTemplate,
): Assembly {
  return assembly.map((stack) => {
    if (stack.id !== stackId) return stack;
    const { written } = stack.template;
    const { Resources, Outputs } = change({
      Resources: Object.fromEntries(
        entriesOf(written.Resources).map(([id, one]) => {
          const resource = objectOf(one, id);
          return [id, { ...resource, Properties: objectOf(resource.Properties, id) }];
        }),
      ),
      Outputs: Object.fromEntries(entriesOf(written.Outputs)),
    });
    return { ...stack, template: templateOf({ ...written, Resources, Outputs }) };
  });
}

const entriesOf = (section: Json | undefined): readonly (readonly [string, Json])[] =>
  Object.entries(objectOf(section, 'A section')).flatMap(([name, value]): [string, Json][] =>
    value === undefined ? [] : [[name, value]],
  );

/** The logical name of the only resource whose name begins so, but for the hash at its end. */
export function idOf({ Resources }: PlantedTemplate, name: string): string {
  const [id, another] = Object.keys(Resources).filter((one) =>
    new RegExp(`^${name}[0-9A-F]{8}$`).test(one),
  );
  if (id === undefined || another !== undefined) throw new Error(`There is not one ${name}.`);
  return id;
}

/** The template with other attributes of one resource, such as its `DependsOn`. */
export function withAttributes(
  template: PlantedTemplate,
  name: string,
  attributes: Readonly<Record<string, Json>>,
): PlantedTemplate {
  const id = idOf(template, name);
  const resource = template.Resources[id];
  if (!resource) throw new Error(`There is no ${name}.`);
  return {
    ...template,
    Resources: { ...template.Resources, [id]: { ...resource, ...attributes } },
  };
}

/** The template with other properties of one resource. */
export function withProperties(
  template: PlantedTemplate,
  name: string,
  properties: Readonly<Record<string, Json>>,
): PlantedTemplate {
  const before = template.Resources[idOf(template, name)]?.Properties ?? {};
  return withAttributes(template, name, { Properties: { ...before, ...properties } });
}
