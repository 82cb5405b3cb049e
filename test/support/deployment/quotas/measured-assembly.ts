import { statSync } from 'node:fs';
import * as v from 'valibot';
import { readAssembly } from '../../../../local/assembly/assembly.ts';
import {
  type Resource,
  readApp,
  type SynthesizedApp,
} from '../../../../local/assembly/named-app.ts';

/** A synthesized app with the figures that CloudFormation counts in its templates. */
export interface MeasuredAssembly {
  readonly app: SynthesizedApp;
  readonly templates: readonly MeasuredTemplate[];
}

interface MeasuredTemplate {
  /** Its stack's name in the app: `ApiPayments`. */
  readonly stack: string;
  /** As the CDK writes it, with its spaces. */
  readonly bytes: number;
  /** Where the CDK uploads it before a deployment; undefined where it is sent in a request's body. */
  readonly uploadedTo: string | undefined;
  readonly description: string;
  readonly resources: readonly string[];
  readonly outputs: readonly string[];
  readonly parameters: readonly string[];
  readonly mappings: readonly string[];
}

/** One figure of an assembly: its subject and its size. */
export type Figure = readonly [of: string, amount: number];

interface Quota {
  /** AWS's limit. One that AWS would raise stands at its default. */
  readonly limit: number;
  /** The page of AWS that states it. */
  readonly source: string;
  /** Why the limit may be used up, where nine tenths of it would be too little. */
  readonly mayBeFull?: string;
  readonly figures: (assembly: MeasuredAssembly) => readonly Figure[];
}

export type Quotas = Readonly<Record<string, Quota>>;

export const docs = 'https://docs.aws.amazon.com';

/**
 * Bytes of a part of a template, with references in it: their values are shorter, or about as
 * long.
 */
export const bytes = (part: unknown) => Buffer.byteLength(JSON.stringify(part) ?? '');

/** A figure for each resource of a type. */
export const each =
  (type: string, amount: (written: Resource['written'], resource: Resource) => number) =>
  ({ app }: MeasuredAssembly): readonly Figure[] =>
    app.resources(type).map((one) => [one.name, amount(one.written, one)]);

/** A figure for each template. */
export const eachStack =
  (amount: (template: MeasuredTemplate) => number) =>
  ({ templates }: MeasuredAssembly): readonly Figure[] =>
    templates.map((template) => [template.stack, amount(template)]);

/**
 * For each value of a property the sum over the resources of a type that have it: their number, or
 * an amount of each.
 */
export const sumsBy =
  (type: string, property: string, amount: (written: Resource['written']) => number = () => 1) =>
  ({ app }: MeasuredAssembly): readonly Figure[] => {
    const sums = new Map<string, number>();
    for (const { written, properties } of app.resources(type)) {
      const of = JSON.stringify(properties[property]);
      sums.set(of, (sums.get(of) ?? 0) + amount(written));
    }
    return [...sums];
  };

/** How many resources of these types there are. */
export const inAll =
  (...types: readonly string[]) =>
  ({ app }: MeasuredAssembly): readonly Figure[] => [
    ['all stacks', types.flatMap((type) => app.resources(type)).length],
  ];

/** The list at a path of a resource's properties, with references as they are written; or no items. */
export function listAt(part: unknown, ...path: readonly string[]): readonly unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return v.parse(v.optional(v.array(v.unknown()), []), part);
  return listAt(v.parse(v.optional(v.record(v.string(), v.unknown()), {}), part)[name], ...rest);
}

/** Reads the assembly in a folder. */
export const readMeasured = (directory: string): MeasuredAssembly => ({
  app: readApp(directory),
  templates: readAssembly(directory).map(({ id, file, uploadedTo, template }) => ({
    stack: id,
    bytes: statSync(file).size,
    uploadedTo,
    description: template.description,
    resources: [...template.resources.keys()],
    outputs: [...template.outputs.keys()],
    parameters: [...template.parameters.keys()],
    mappings: [...template.mappings.keys()],
  })),
});
