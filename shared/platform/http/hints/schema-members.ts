import type * as v from 'valibot';

type Schema = v.GenericSchema;

/** Deep enough for every member of a request; schemas may contain themselves. */
const maxDepth = 6;

/**
 * The members that an object at this path may have, with the schemas of each. A path goes through lists
 * and maps by any element.
 */
export function membersAt(
  schema: Schema | undefined,
  path: readonly string[],
): ReadonlyMap<string, readonly Schema[]> {
  let found = schema ? [schema] : [];
  for (const key of path) found = found.flatMap((one) => below(one, key));
  const members = new Map<string, Schema[]>();
  for (const one of found.flatMap(variantsOf)) {
    for (const [name, member] of Object.entries(entriesOf(one))) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return members;
}

/** The shortest path of objects in which a member of this name belongs; undefined for an unknown name. */
export function placeOf(schema: Schema | undefined, name: string): readonly string[] | undefined {
  let level: readonly (readonly string[])[] = [[]];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const next: (readonly string[])[] = [];
    for (const path of level) {
      const members = membersAt(schema, path);
      if (members.has(name)) return path;
      for (const [member, schemas] of members) {
        if (schemas.some(hasMembers)) next.push([...path, member]);
      }
    }
    level = next;
  }
  return undefined;
}

const hasMembers = (schema: Schema): boolean =>
  variantsOf(schema).some((one) => Object.keys(entriesOf(one)).length > 0);

/** The schemas of a member, or of any element where the schema is one of lists or maps. */
function below(schema: Schema, key: string): readonly Schema[] {
  return variantsOf(schema).flatMap((one) => {
    const { item, value } = partsOf(one);
    const member = entriesOf(one)[key];
    return [member, item, value].flatMap((part) => part ?? []);
  });
}

/** The schema without its wrappers, such as `optional`, as one or several alternatives. */
function variantsOf(schema: Schema, depth = 0): readonly Schema[] {
  if (depth > maxDepth) return [];
  const { wrapped, options, getter, pipe } = partsOf(schema);
  const inner = getter ? [getter({})] : wrapped ? [wrapped] : options;
  if (inner) return inner.flatMap((one) => variantsOf(one, depth + 1));
  const [first] = pipe ?? [];
  return first && first !== schema && !('entries' in schema)
    ? variantsOf(first, depth + 1)
    : [schema];
}

const entriesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  partsOf(schema).entries ?? {};

/** The parts that a schema may have, by their names in valibot. */
interface Parts {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly getter?: (input: unknown) => Schema;
  readonly pipe?: readonly Schema[];
  readonly item?: Schema;
  readonly value?: Schema;
}

/** A picklist's options are texts, and no schemas. */
function partsOf(schema: Schema): Parts {
  const parts: Parts & { readonly type: string } = schema;
  const { options, ...others } = parts;
  const isUnion = ['union', 'variant', 'intersect'].includes(parts.type);
  return { ...others, ...(isUnion && options && { options }) };
}
