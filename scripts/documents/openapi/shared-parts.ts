import * as v from 'valibot';
import { withNamedShapes } from './named-shapes.ts';

const Members = v.record(v.string(), v.unknown());
const Response = v.looseObject({
  description: v.string(),
  headers: v.optional(v.record(v.string(), Members)),
  content: v.optional(
    v.record(v.string(), v.looseObject({ examples: v.optional(v.record(v.string(), Members)) })),
  ),
});
const Call = v.looseObject({
  operationId: v.string(),
  tags: v.tuple([v.string()]),
  parameters: v.array(v.looseObject({ name: v.string() })),
  responses: v.record(v.string(), Response),
});
type Call = v.InferOutput<typeof Call>;
const Calls = v.record(v.string(), v.record(v.string(), Call));
const Document = v.looseObject({
  paths: Calls,
  webhooks: v.optional(Calls),
  components: v.looseObject({ schemas: Members }),
});

/**
 * The description with each part once, in `components`: refusals with their examples, headers, and
 * the parameters and objects that occur more than once. References stand in their places.
 */
export function withSharedParts(document: object): object {
  const { paths, webhooks, components, ...rest } = v.parse(
    Document,
    withNamedShapes(v.parse(Document, JSON.parse(JSON.stringify(document)))),
  );
  const all = [paths, webhooks ?? {}].flatMap((calls) =>
    Object.values(calls).flatMap((methods) => Object.values(methods)),
  );
  const uses = Map.groupBy(
    all.flatMap(({ parameters }) => parameters),
    (one) => JSON.stringify(one),
  );
  const shared = {
    parameters: partsOf('parameters'),
    responses: partsOf('responses'),
    headers: partsOf('headers'),
    examples: partsOf('examples'),
  };

  const response = ({ headers, content, ...own }: v.InferOutput<typeof Response>) => ({
    ...own,
    ...(headers && {
      headers: mapMembers(headers, (one, name) => shared.headers.referenceTo(one, [name])),
    }),
    ...(content && {
      content: mapMembers(content, ({ examples, ...media }) => ({
        ...media,
        ...(examples && {
          examples: mapMembers(examples, (one, name) => shared.examples.referenceTo(one, [name])),
        }),
      })),
    }),
  });
  const call = ({ operationId, tags, parameters, responses, ...own }: Call) => ({
    operationId,
    tags,
    ...own,
    parameters: parameters.map((one) => {
      const isRare = uses.get(JSON.stringify(one))?.length === 1;
      const names = [one.name, `${tags[0]}.${one.name}`, `${operationId}.${one.name}`];
      return isRare ? one : shared.parameters.referenceTo(one, names);
    }),
    responses: mapMembers(responses, (one, status) => {
      const isRefusal = /^[45]\d\d$/.test(status);
      const names = [...refusalNames(status, one), `${status}.${operationId}`];
      return isRefusal ? shared.responses.referenceTo(response(one), names) : response(one);
    }),
  });
  const calls = (some: v.InferOutput<typeof Calls>) =>
    mapMembers(some, (methods) => mapMembers(methods, call));
  return {
    ...rest,
    paths: calls(paths),
    ...(webhooks && { webhooks: calls(webhooks) }),
    components: {
      ...components,
      ...mapMembers(shared, ({ sorted }) => sorted()),
    },
  };
}

/** Names of a refusal: by its reasons where they are few, as `404.payment_not_found`, or by its codes. */
function refusalNames(
  status: string,
  { description, content = {} }: v.InferOutput<typeof Response>,
): readonly string[] {
  const reasons = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
  const codes = /^\w+(?:, \w+)*$/.test(description) ? description.split(', ') : [];
  const isShort = reasons.length > 0 && reasons.length <= mostReasons;
  return [...(isShort ? [[status, ...reasons].join('.')] : []), [status, ...codes].join('.')];
}

/** A name with more reasons is too long to read. */
const mostReasons = 3;

/** Parts of one kind, by their names in `components`. */
function partsOf(kind: string) {
  const names = new Map<string, string>();
  const parts: Record<string, object> = {};
  return {
    /** @param candidates names for the part, of which it gets the first one that is free */
    referenceTo(part: object, candidates: readonly string[]) {
      const text = JSON.stringify(part);
      const name = names.get(text) ?? candidates.find((one) => !Object.hasOwn(parts, one));
      if (name === undefined) throw new Error(`No name is free for ${kind} ${candidates[0]}.`);
      names.set(text, name);
      parts[name] = part;
      return { $ref: `#/components/${kind}/${name}` };
    },
    sorted: () =>
      Object.fromEntries(Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const mapMembers = <V, R>(
  members: Readonly<Record<string, V>>,
  change: (one: V, name: string) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.entries(members).map(([name, one]) => [name, change(one, name)] as const),
  );
