import { JSONPathQuery, jsonpath } from 'json-p3';

type Segment = JSONPathQuery['segments'][number];
type Expression = jsonpath.expressions.FilterExpression;

/** A selector searches the document twice at most: `$..booking..card`. */
const maxSearches = 2;

/**
 * Throws when a filter searches, or a search is within a filter: a filter runs for every node found
 * before it.
 */
export function checkSearches(query: JSONPathQuery): void {
  if (query.segments.filter(searches).length > maxSearches) {
    throw new Error('It searches too often.');
  }
  for (const { path, isRoot } of queriesOfFilters(query)) {
    const isFiltered = expressionsOf(path).length > 0;
    if (isFiltered || path.segments.some(searches)) throw new Error('A filter searches.');
    if (isRoot && !path.singularQuery()) throw new Error('A filter leaves its place.');
  }
}

/** The same query, which reports every node that it visits and every filter that it evaluates. */
export function counted(query: JSONPathQuery, spend: (steps: number) => void): JSONPathQuery {
  for (const { path } of queriesOfFilters(query)) counted(path, spend);
  for (const expression of expressionsOf(query)) {
    const { evaluate } = expression;
    expression.evaluate = function (this: Expression, ...given: Parameters<typeof evaluate>) {
      spend(1);
      return evaluate.apply(this, given);
    };
  }
  for (const segment of query.segments) {
    countVisits(segment, spend);
    for (const selector of segment.selectors) {
      const { resolve } = selector;
      selector.resolve = function (this: typeof selector, node) {
        spend(1);
        const found = resolve.call(this, node);
        spend(found.length);
        return found;
      };
    }
  }
  return query;
}

interface Searching {
  visit(node: unknown, depth?: number): Generator<unknown>;
}
const isSearching = (segment: object): segment is Searching =>
  'visit' in segment && typeof segment.visit === 'function';
const searches = (segment: Segment): boolean => isSearching(segment);

/** A search visits the node where it begins and everything below it. */
function countVisits(segment: object, spend: (steps: number) => void) {
  if (!isSearching(segment)) return;
  const { visit } = segment;
  segment.visit = function* (this: Searching, ...given: Parameters<typeof visit>) {
    spend(1);
    yield* visit.apply(this, given);
  };
}

/** The filters of a query, without the filters inside them. */
const expressionsOf = ({ segments }: JSONPathQuery): readonly Expression[] =>
  segments
    .flatMap(({ selectors }) => selectors)
    .filter((selector) => selector instanceof jsonpath.selectors.FilterSelector)
    .map(({ expression }) => expression);

const queriesOfFilters = (query: JSONPathQuery) => expressionsOf(query).flatMap(queriesOf);

/** The queries in an expression, and whether each begins at the root of the document. */
function queriesOf(
  expression: unknown,
): readonly { readonly path: JSONPathQuery; readonly isRoot: boolean }[] {
  if (typeof expression !== 'object' || expression === null) return [];
  if (Array.isArray(expression)) return expression.flatMap(queriesOf);
  if ('path' in expression && expression.path instanceof JSONPathQuery) {
    const isRoot = expression instanceof jsonpath.expressions.RootQuery;
    return [{ path: expression.path, isRoot }];
  }
  return ['left', 'right', 'expression', 'args'].flatMap((name) =>
    queriesOf(Reflect.get(expression, name)),
  );
}
