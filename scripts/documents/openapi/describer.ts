import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Descriptions } from '#platform/http/operation/descriptions.ts';

/** The descriptions for the API, by the folder of `shared` that they are about. */
export type Words = Readonly<Record<string, Descriptions>>;

/** The folder whose descriptions apply to every noun. */
const common = 'vocabulary';

export interface Describer {
  /**
   * The folder with the descriptions of an operation, from its name: `payments` for
   * `payments.confirm`.
   */
  nounOf(operation: string): string;
  group(name: string): string | undefined;
  /** The operation's own words; without some, its name is one of the gaps. */
  operation(name: string, text: string | undefined): string | undefined;
  /** Adds a description to the schema and to each of its properties for which there is one. */
  describeSchema(schema: v.GenericSchema, noun: string, written: JsonSchema): JsonSchema;
  /** Descriptions that matched nothing, and names without a description. */
  gaps(): { readonly unused: readonly string[]; readonly undescribed: readonly string[] };
}

/** Finds a description: by the schema, else by its noun, else among those that all nouns share. */
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
  for (const [noun, { groups: own = {}, properties = {}, schemas = [] }] of Object.entries(words)) {
    const add = (key: string, text: string) => {
      if (all.has(key)) throw new Error(`There are two descriptions of ${key}.`);
      all.set(key, text);
    };
    for (const [name, text] of Object.entries(own)) {
      groups.set(name, noun);
      add(`group ${name}`, text);
    }
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
    operation(name, text) {
      if (text === undefined) undescribed.add(`operation ${name}`);
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
 * @param wordsFor the description of a property; `isOwn` is true for a property of the schema
 * itself, and false for one of an object inside it
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
