import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Descriptions } from '../../shared/http/descriptions.ts';

/** The words for everything in the API, by the folder of `shared` that they are about. */
export type Words = Readonly<Record<string, Descriptions>>;

/** The folder whose words mean the same in every noun. */
const common = 'vocabulary';

export interface Describer {
  /** The folder of the words about an operation, by its name: `payments` for `payments.confirm`. */
  nounOf(operation: string): string;
  group(name: string): string | undefined;
  operation(method: string, path: string): string | undefined;
  /** The schema with a description of itself and of each property that there are words for. */
  describeSchema(schema: v.GenericSchema, noun: string, written: JsonSchema): JsonSchema;
  /** Words that were about nothing, and what there were no words for. */
  gaps(): { readonly unused: readonly string[]; readonly undescribed: readonly string[] };
}

/** Finds the words about a thing: of its schema, else of its noun, else those that all nouns share. */
export function describer(words: Words): Describer {
  const used = new Set<string>();
  const undescribed = new Set<string>();
  const all = new Map<string, string>();
  const say = (key: string) => {
    const text = all.get(key);
    if (text !== undefined) used.add(key);
    return text;
  };
  const ofSchemas = new Map<v.GenericSchema, string>();
  const groups = new Map<string, string>();
  for (const [
    noun,
    { groups: own = {}, operations = {}, properties = {}, schemas = [] },
  ] of Object.entries(words)) {
    const add = (key: string, text: string) => {
      if (all.has(key)) throw new Error(`There are two descriptions of ${key}.`);
      all.set(key, text);
    };
    for (const [name, text] of Object.entries(own)) {
      groups.set(name, noun);
      add(`group ${name}`, text);
    }
    for (const [name, text] of Object.entries(operations)) add(`operation ${name}`, text);
    for (const [name, text] of Object.entries(properties)) add(`${noun} ${name}`, text);
    for (const [at, one] of schemas.entries()) {
      const prefix = `${noun} schema ${at}`;
      ofSchemas.set(one.schema, prefix);
      if (one.about) add(prefix, one.about);
      for (const [name, text] of Object.entries(one.properties)) {
        if (text !== undefined) add(`${prefix} ${name}`, text);
      }
    }
  }

  return {
    nounOf: (operation) => groups.get(groupOf(operation)) ?? '',
    group(name) {
      const text = say(`group ${name}`);
      if (text === undefined) undescribed.add(`group ${name}`);
      return text;
    },
    operation(method, path) {
      const text = say(`operation ${method} ${path}`);
      if (text === undefined) undescribed.add(`operation ${method} ${path}`);
      return text;
    },
    describeSchema(schema, noun, written) {
      const prefix = ofSchemas.get(schema);
      const wordsFor = (name: string, isOwn: boolean) => {
        const text =
          (isOwn && prefix ? say(`${prefix} ${name}`) : undefined) ??
          say(`${noun} ${name}`) ??
          say(`${common} ${name}`);
        if (text === undefined) undescribed.add(`property ${name} of ${noun}`);
        return text;
      };
      const about = prefix && say(prefix);
      const whole = describeMembers(written, wordsFor, true);
      return about ? { description: about, ...whole } : whole;
    },
    gaps: () => ({
      unused: [...all.keys()].filter((key) => !used.has(key)),
      undescribed: [...undescribed],
    }),
  };
}

export const groupOf = (operation: string) => operation.slice(0, operation.indexOf('.'));

/**
 * @param wordsFor the words about a property; `isOwn` says that it is of the schema itself, and not
 * of an object inside it
 */
function describeMembers(
  schema: JsonSchema,
  wordsFor: (name: string, isOwn: boolean) => string | undefined,
  isOwn: boolean,
): JsonSchema {
  const inside = (one: boolean | JsonSchema, own: boolean) =>
    typeof one === 'boolean' ? one : describeMembers(one, wordsFor, own);
  const { properties, items, prefixItems, additionalProperties, anyOf, oneOf, allOf } = schema;
  const each = (some: readonly (boolean | JsonSchema)[]) => some.map((one) => inside(one, isOwn));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => {
          const words = wordsFor(name, isOwn);
          const member = inside(one, false);
          if (typeof member === 'boolean') return [name, words ? { description: words } : member];
          return [name, words ? { description: words, ...member } : member];
        }),
      ),
    }),
    ...(items !== undefined && !Array.isArray(items) && { items: inside(items, false) }),
    ...(prefixItems && { prefixItems: prefixItems.map((one) => inside(one, false)) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: inside(additionalProperties, false),
    }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  };
}
