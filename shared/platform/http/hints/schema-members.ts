import type * as v from 'valibot';
import { ownMember } from '../../own-member.ts';

type Schema = v.GenericSchema;
type Path = readonly string[];

/** Deep enough for every member of a request; schemas may contain themselves. */
const maxDepth = 6;

/** The names of the members that an object at this path may have, by all variants of the schema. */
export function membersAt(schema: Schema, path: Path): readonly string[] {
  let found: readonly Schema[] = [schema];
  for (const key of path) found = found.flatMap((one) => below(one, key));
  return [...membersOf(found).keys()];
}

/** A member of a body that its schema drops, and the members that the schema has beside it. */
export interface IgnoredMember {
  readonly path: Path;
  readonly siblings: readonly string[];
}

/** Elements of a list that are looked through for ignored members. */
const maxElements = 100;

/** The members of a body that its schema drops, each once. */
export function ignoredIn(schema: Schema, sent: unknown): readonly IgnoredMember[] {
  const found = new Map<string, IgnoredMember>();
  for (const member of droppedIn([schema], sent, [])) found.set(member.path.join('.'), member);
  return [...found.values()];
}

function droppedIn(
  schemas: readonly Schema[],
  sent: unknown,
  path: Path,
): readonly IgnoredMember[] {
  if (typeof sent !== 'object' || sent === null || path.length > maxDepth) return [];
  const variants = schemas.flatMap((schema) => variantsOf(schema));
  if (Array.isArray(sent)) {
    const items = variants.flatMap((one) => partsOf(one).item ?? []);
    return sent.slice(0, maxElements).flatMap((one) => droppedIn(items, one, path));
  }
  const objects = variants.map(partsOf);
  // Free JSON and maps drop nothing, and neither does a text that is read as JSON.
  if (objects.length === 0 || objects.some(({ entries }) => entries === undefined)) return [];
  const drops = objects.every(({ type }) => type === 'object');
  return Object.entries(sent).flatMap(([name, value]) => {
    const members = objects.flatMap(({ entries = {} }) => ownMember(entries, name) ?? []);
    if (members.length > 0) return droppedIn(members, value, [...path, name]);
    const siblings = () => [...membersOf(schemas).keys()];
    return drops ? [{ path: [...path, name], siblings: siblings() }] : [];
  });
}

const placesBySchema = new WeakMap<Schema, ReadonlyMap<string, Path>>();

/**
 * The shortest path of objects in which a member of this name belongs; undefined for an unknown name.
 * The first search in a schema looks through all of it, and stores the place of each name.
 */
export function placeOf(schema: Schema, name: string): Path | undefined {
  const places = placesBySchema.get(schema) ?? placesIn(schema);
  placesBySchema.set(schema, places);
  return places.get(name);
}

function placesIn(schema: Schema): ReadonlyMap<string, Path> {
  const places = new Map<string, Path>();
  let level: readonly { readonly path: Path; readonly schemas: readonly Schema[] }[] = [
    { path: [], schemas: [schema] },
  ];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    level = level.flatMap(({ path, schemas }) =>
      [...membersOf(schemas)].map(([name, members]) => {
        if (!places.has(name)) places.set(name, path);
        return { path: [...path, name], schemas: members };
      }),
    );
  }
  return places;
}

/** The members of objects, of their lists and of their maps, with all schemas of each name. */
function membersOf(schemas: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>();
  for (const { entries = {} } of schemas.flatMap((schema) => objectsIn(schema))) {
    for (const [name, member] of Object.entries(entries)) {
      const known = members.get(name);
      if (known) known.push(member);
      else members.set(name, [member]);
    }
  }
  return members;
}

/** The objects of a schema: its own variants, or those of its elements. */
function objectsIn(schema: Schema, depth = 0): readonly Parts[] {
  if (depth > maxDepth) return [];
  return variantsOf(schema).flatMap((one) => {
    const parts = partsOf(one);
    if (parts.entries) return [parts];
    const elements = [parts.item, parts.value].flatMap((part) => part ?? []);
    return elements.flatMap((part) => objectsIn(part, depth + 1));
  });
}

/** The schemas of a member, or of any element where the schema is one of lists or maps. */
function below(schema: Schema, key: string): readonly Schema[] {
  return variantsOf(schema).flatMap((one) => {
    const { entries = {}, item, value } = partsOf(one);
    const member = ownMember(entries, key);
    return [member, item, value].flatMap((part) => part ?? []);
  });
}

/** The schema without its wrappers, such as `optional`, as one or several alternatives. */
function variantsOf(schema: Schema, depth = 0): readonly Schema[] {
  if (depth > maxDepth) return [];
  const { wrapped, options, getter, pipe, entries } = partsOf(schema);
  const inner = getter ? [getter({})] : wrapped ? [wrapped] : options;
  if (inner) return inner.flatMap((one) => variantsOf(one, depth + 1));
  const [first] = pipe ?? [];
  return first && first !== schema && !entries ? variantsOf(first, depth + 1) : [schema];
}

/** The parts that a schema may have, by their names in valibot. */
interface Parts {
  readonly type: string;
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
  const parts: Parts = schema;
  const { options, ...others } = parts;
  const isUnion = ['union', 'variant', 'intersect'].includes(parts.type);
  return { ...others, ...(isUnion && options && { options }) };
}
