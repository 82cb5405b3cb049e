/** Finds the route for a request, in the order that API Gateway documents. */
export interface RouteTable<Route> {
  /**
   * Takes the path decoded once, whose parameters are decoded once more. An exact path precedes
   * `{parameters}`, which precede a greedy `{parameter+}`, which precedes `$default`. On the same
   * path, the method precedes `ANY`.
   */
  find(method: string, path: string): RouteMatch<Route> | undefined;
}

interface RouteMatch<Route> {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
}

interface Candidate<Route> {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly string[];
  readonly greedy: boolean;
}

/** Builds the table from routes by their keys: `GET /things/{id}`, `ANY /{rest+}`, `$default`. */
export function routeTable<Route>(routes: Iterable<readonly [string, Route]>): RouteTable<Route> {
  const byLength = new Map<number, Candidate<Route>[]>();
  const greedy: Candidate<Route>[] = [];
  let fallback: Route | undefined;
  for (const [key, route] of routes) {
    if (key === '$default') {
      fallback = route;
      continue;
    }
    const [method = '', path = ''] = key.split(' ');
    const segments = segmentsOf(path);
    const candidate = { route, method, segments, greedy: /\+\}$/.test(segments.at(-1) ?? '') };
    if (candidate.greedy) greedy.push(candidate);
    else byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), candidate]);
  }
  for (const candidates of byLength.values()) candidates.sort(bySpecificity);
  greedy.sort(bySpecificity);

  return {
    find(method, path) {
      const segments = segmentsOf(path);
      const fits = ({ method: wanted, ...candidate }: Candidate<Route>) =>
        (wanted === method || wanted === 'ANY') && fitsPath(candidate, segments);
      const found = byLength.get(segments.length)?.find(fits) ?? greedy.find(fits);
      if (found) return { route: found.route, pathParameters: parameters(found, segments) };
      return fallback === undefined ? undefined : { route: fallback, pathParameters: undefined };
    },
  };
}

const segmentsOf = (path: string) => path.split('/').slice(1);
const isParameter = (segment: string) => segment.startsWith('{');

function fitsPath(
  { segments: wanted, greedy }: Pick<Candidate<unknown>, 'segments' | 'greedy'>,
  segments: readonly string[],
): boolean {
  if (greedy ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((segment, index) =>
    isParameter(segment) ? segments[index] !== '' : segment === segments[index],
  );
}

function parameters({ segments: wanted, greedy }: Candidate<unknown>, segments: readonly string[]) {
  const named = wanted.flatMap((segment, index): [string, string][] => {
    if (!isParameter(segment)) return [];
    const rest = greedy && index === wanted.length - 1;
    const value = rest ? segments.slice(index).join('/') : (segments[index] ?? '');
    return [[segment.replace(/^\{|\+?\}$/g, ''), decodeURIComponent(value)]];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * Order of routes: more fixed text first, from the left; the longer greedy path first; `ANY` last.
 */
function bySpecificity(a: Candidate<unknown>, b: Candidate<unknown>): number {
  const shared = Math.min(a.segments.length, b.segments.length);
  for (let index = 0; index < shared; index += 1) {
    const difference =
      Number(isParameter(a.segments[index] ?? '')) - Number(isParameter(b.segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return (
    b.segments.length - a.segments.length || Number(a.method === 'ANY') - Number(b.method === 'ANY')
  );
}
