import type * as v from 'valibot';

/** The parts of a schema, as far as this walk follows it. */
type Inside = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly items?: readonly v.GenericSchema[];
  readonly rest?: v.GenericSchema;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly unknown[];
  readonly getter?: (input: unknown) => v.GenericSchema;
};

const isSchema = (value: unknown): value is Inside =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema';

/** A schema inside of itself is followed no further: its members were listed outside. */
const isWithin = (schema: v.GenericSchema, around: readonly v.GenericSchema[]) =>
  around.includes(schema);

/**
 * Every member that an answer of this schema can have, as JSON pointers: `/billing/address/zip`,
 * `/refunds/[]/amount` for those of an array's items. Each form of a choice adds its own, and a map
 * of any names is one field.
 */
export function fieldsOf(
  schema: v.GenericSchema,
  at = '',
  around: readonly v.GenericSchema[] = [],
): readonly string[] {
  if (isWithin(schema, around)) return [];
  const inside: Inside = schema;
  const { entries, wrapped, item, items = [], rest, options = [], pipe = [], getter } = inside;
  const within = (one: v.GenericSchema, pointer: string) =>
    fieldsOf(one, pointer, [...around, schema]);
  const own = Object.entries(entries ?? {}).flatMap(([name, one]) => [
    `${at}/${name}`,
    ...within(one, `${at}/${name}`),
  ]);
  // A pipe may end with another schema than it begins with; the beginning is `schema` itself.
  const same = [wrapped, ...options, ...pipe.slice(1), getter?.(undefined)].filter(isSchema);
  const itemsOf = [item, ...items, rest].filter(isSchema);
  return [
    ...new Set([
      ...own,
      ...same.flatMap((one) => within(one, at)),
      ...itemsOf.flatMap((one) => [`${at}/[]`, ...within(one, `${at}/[]`)]),
    ]),
  ];
}

/** Which of these fields have a value here that is not `null`; an empty text is none, nor an empty list. */
export function producedIn(answer: unknown, at = ''): readonly string[] {
  if (answer === null || answer === undefined) return [];
  const here = at === '' ? [] : [at];
  if (typeof answer !== 'object') return here;
  const members = Array.isArray(answer)
    ? answer.map((one) => ['[]', one] as const)
    : Object.entries(answer);
  return [
    ...new Set([...here, ...members.flatMap(([name, one]) => producedIn(one, `${at}/${name}`))]),
  ];
}
