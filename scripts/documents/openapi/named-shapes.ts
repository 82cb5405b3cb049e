/** Characters of a shape as JSON from which on it is worth a name. */
const worthAName = 150;

/** Keywords whose value is data, not a schema. */
const isData = new Set(['const', 'enum', 'default', 'required', 'example', 'examples']);

const isKeyword = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'properties', 'schema']);

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/**
 * The document with every object schema that occurs more than once among the schemas with a name,
 * under the name of the member that holds it. The description of a member stays beside the
 * reference.
 */
export function withNamedShapes<D extends Described>(document: D): object {
  const { schemas } = document.components;
  const counts = new Map<string, number>();
  visit(document, '', (shape) => {
    const text = textOf(shape);
    if (text.length >= worthAName) counts.set(text, (counts.get(text) ?? 0) + 1);
    return shape;
  });

  const ownSchemas = new Set<unknown>(Object.values(schemas));
  /** A named schema with words of its own stands only for a member with the same words. */
  const named = new Map<string, { readonly name: string; readonly description?: unknown }>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (typeof schema !== 'object' || schema === null || named.has(textOf(schema))) continue;
    named.set(textOf(schema), { name, description: descriptionOf(schema) });
  }
  const names = new Set(Object.keys(schemas));
  const shapes: Record<string, unknown> = {};
  const changed = Object(
    visit(document, '', (shape, member, inner) => {
      const text = textOf(shape);
      const isRare = (counts.get(text) ?? 0) < 2;
      if (isRare || ownSchemas.has(shape) || !isName(member)) return inner;
      const description = descriptionOf(shape);
      const known = named.get(text);
      if (known?.description !== undefined && known.description !== description) return inner;
      const name = known?.name ?? freeName(member, names);
      if (!known) {
        const { description: _, ...rest } = inner;
        shapes[name] = rest;
        named.set(text, { name });
      }
      const isSaid = description === undefined || known?.description !== undefined;
      return { $ref: `#/components/schemas/${name}`, ...(!isSaid && { description }) };
    }),
  );
  const { components } = changed;
  return {
    ...changed,
    components: { ...components, schemas: { ...components.schemas, ...shapes } },
  };
}

/** A member `value` says nothing about the object that it holds. */
const isName = (member: string) => /^[a-z_]+$/.test(member) && member !== 'value';

type Shape = Readonly<Record<string, unknown>>;

const descriptionOf = (shape: object) => ('description' in shape ? shape.description : undefined);

const textOf = (shape: object) => JSON.stringify({ ...shape, description: undefined });

/** `BillingAddress` for the member `billing_address`, with a number where the name is taken. */
function freeName(member: string, names: Set<string>): string {
  const capitals = member.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? capitals : `${capitals}${number}`;
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}

/**
 * Copies a document, from the inside to the outside, with a change of every object schema.
 *
 * @param member the name of the member that holds the value
 * @param areNames whether the members of the value have names of the API, not of JSON Schema
 */
function visit(
  value: unknown,
  member: string,
  change: (shape: Shape, member: string, inner: Shape) => unknown,
  areNames = false,
): unknown {
  if (Array.isArray(value)) return value.map((one) => visit(one, member, change));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (!areNames && isData.has(name)) return [name, one];
      const holder = isKeyword.has(name) && !areNames ? member : name;
      return [name, visit(one, holder, change, name === 'properties' && !areNames)];
    }),
  );
  return 'properties' in value && !areNames ? change(value, member, inner) : inner;
}

const isObject = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
