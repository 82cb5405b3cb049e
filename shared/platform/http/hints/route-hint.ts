import type { Operation } from '../operation/operation.ts';
import type { Hint } from './hint.ts';
import { nearestOf } from './nearest.ts';

type Route = Pick<Operation, 'method' | 'path' | 'repeats'>;

/** Whether a path is one of a route, such as `/payments/pay_1` of `/payments/{payment_id}`. */
export function matchesRoute({ path: template }: Pick<Route, 'path'>, path: string): boolean {
  const names = template.split('/');
  const parts = path.split('/');
  return names.length === parts.length && names.every((name, at) => fits(name, parts[at] ?? ''));
}

const isParameter = (name: string) => name.startsWith('{');
const fits = (name: string, part: string) => (isParameter(name) ? part !== '' : name === part);

/**
 * Paths that developers try, and the path here. The first match wins: a part of a payment comes
 * before the payments of another API.
 */
const otherPaths: readonly (readonly [tried: RegExp, here: string])[] = [
  [/^\/[^/]+\/[^/]+\/refunds?$/, '/refunds'],
  [/^\/[^/]+\/([^/]+)\/(?:void|reverse|reversals|cancellations?)$/, '/payments/$1/cancel'],
  [/^\/[^/]+\/([^/]+)\/(?:settle|settlements|captures)$/, '/payments/$1/capture'],
  [/^\/[^/]+\/([^/]+)\/(?:authorize|pay|submit|execute)$/, '/payments/$1/confirm'],
  [/^\/payments\/([^/]+)\/(?:status|details)$/, '/payments/$1'],
  [/^\/customers\/([^/]+)\/(?:cards|sources|tokens)$/, '/customers/$1/payment_methods'],
  [/^\/(?:checkout\/sessions|payment_links|paylinks?)$/, '/payments'],
  [/^\/(?:payment_intents?|setup_intents?|charges?|transactions?|orders?|payment)\b/, '/payments'],
  [/^\/(?:refund|credits?|reversals?)\b/, '/refunds'],
  [/^\/(?:cards|tokens|sources|instruments)$/, '/payment_methods'],
  [/^\/(?:merchants?|merchant_accounts?|account)$/, '/accounts'],
  [/^\/(?:merchants?|merchant_accounts?)\//, '/accounts/'],
  [/^\/transfers?\b/, '/payouts'],
  [/^\/chargebacks?\b/, '/disputes'],
  [/^\/(?:apikeys?|keys)\b/, '/api_keys'],
];

/** Which path to ask instead of one that has no route. Repeats nothing of it. */
export function pathHint(routes: readonly Route[], path: string, method: string): Hint {
  const plain = path.replace(/(?<!\/)\/+$/, '');
  const unversioned = plain.replace(/^\/(?:api\/)?v\d+(?=\/)/, '');
  const isKnown = (asked: string) => routes.some((route) => matchesRoute(route, asked));
  if (unversioned !== plain && isKnown(unversioned)) {
    return { hint: 'Leave the version out of the path: it begins with the first word behind it.' };
  }
  if (plain !== path && isKnown(plain)) return { hint: 'Leave out the slash at the end.' };
  const here = pathHere(unversioned);
  const meant =
    nearestPath(routes, unversioned) ??
    mostLiteral(routes.filter((route) => matchesRoute(route, here)))?.path;
  return (
    (meant !== undefined && { hint: `Did you mean \`${meant}\`?` }) ||
    collectionHint(routes, here, method) || {
      hint: 'Ask one of the paths that the description of the API lists.',
    }
  );
}

/** The path as it is called here; the same for one that no other API is known to have. */
function pathHere(path: string): string {
  const words = path.replaceAll('-', '_').toLowerCase();
  const [tried, here = ''] = otherPaths.find(([pattern]) => pattern.test(words)) ?? [];
  return tried ? words.replace(tried, here) : words;
}

/** For the path of a collection that only its parts have, such as `/disputes`. */
function collectionHint(routes: readonly Route[], path: string, method: string): Hint | undefined {
  const below = routes.filter((route) => route.path.startsWith(`${path}/`));
  const created = below.find((route) => route.path === `${path}/create`);
  if (method === 'POST' && created) return { hint: `Ask \`POST ${created.path}\`.` };
  const hint = method === 'GET' && below.length > 0 ? listHint(path, below) : undefined;
  return hint === undefined ? undefined : { hint };
}

/** The route that a gateway chooses: the one with most words of its own. */
const mostLiteral = (routes: readonly Route[]): Route | undefined =>
  routes.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0];
const parametersOf = ({ path }: Route) => path.split('/').filter(isParameter).length;

/** The template whose words are near to those of the path. */
export function nearestPath(routes: readonly Route[], path: string): string | undefined {
  const parts = path.split('/');
  const templates = [...new Set(routes.map((route) => route.path))];
  return templates.find((template) => {
    const names = template.split('/');
    return (
      names.length === parts.length &&
      names.every((name, at) => {
        const part = parts[at] ?? '';
        return fits(name, part) || (name !== '' && nearestOf(part, [name]) !== undefined);
      })
    );
  });
}

/** Whether a route changes nothing. */
const reads = ({ method, repeats }: Route) => method === 'GET' || repeats === 'only read';

/** Whether a route changes an object that exists, or creates one. */
const changes = (route: Route) => !reads(route) && route.method !== 'DELETE';

/**
 * Which request to send instead of one with a method that its path does not have. A reading request
 * gets a reading one, and no hint leads to a creation.
 *
 * @param known the routes that the path has
 */
export function methodHint(
  routes: readonly Route[],
  known: readonly Route[],
  method: string,
): Hint {
  const { path = '' } = mostLiteral(known) ?? {};
  const own = known.filter((route) => route.path === path);
  const below = routes.filter((route) => route.path.startsWith(`${path}/`));
  if (method === 'GET' || method === 'HEAD') return readingHint(path, own, below);
  if (method === 'DELETE') return deletingHint(path, own, below);
  const one = below.find((route) => isOneBelow(path, route) && changes(route));
  const isCollection = !isParameter(path.split('/').at(-1) ?? '');
  if (method !== 'POST' && isCollection && one) {
    return { hint: `Ask \`${one.method} ${one.path}\`, with the identifier of one.` };
  }
  const changing = isCollection ? [] : own.filter(changes);
  return withMethod(changing.length > 0 ? changing : own);
}

const withMethod = (routes: readonly Route[]): Hint => {
  const methods = [...new Set(routes.map(({ method }) => `\`${method}\``))].sort();
  return { hint: `Send the request with ${methods.join(' or ')}.` };
};

/** A template such as `/payments/{payment_id}` below `/payments`. */
const isOneBelow = (path: string, route: Route) =>
  /^\/\{\w+\}$/.test(route.path.slice(path.length));

function readingHint(path: string, own: readonly Route[], below: readonly Route[]): Hint {
  const reading = own.filter(reads);
  if (reading.length > 0) return withMethod(reading);
  const hint = listHint(path, below);
  if (hint !== undefined) return { hint };
  const methods = [...new Set(own.map(({ method }) => `\`${method}\``))].sort().join(' and ');
  return { hint: `Nothing is read at this path: it takes ${methods} only.` };
}

/** The list below a path, or one entry of it. */
function listHint(path: string, below: readonly Route[]): string | undefined {
  const [list] = below
    .filter((route) => reads(route) && route.path === `${path}/list`)
    .toSorted((one) => (one.method === 'GET' ? -1 : 1));
  if (list) return `Ask \`${list.method} ${list.path}\`.`;
  const one = below.find((route) => isOneBelow(path, route) && reads(route));
  return one && `Ask \`${one.method} ${one.path}\`, with the identifier of one.`;
}

function deletingHint(path: string, own: readonly Route[], below: readonly Route[]): Hint {
  const ending = below.find((route) => /\/(?:cancel|revoke)$/.test(route.path));
  if (ending && !isOneBelow(path, ending)) {
    return {
      hint: `Nothing is deleted at this path: \`${ending.method} ${ending.path}\` ends it.`,
    };
  }
  const methods = [...new Set(own.map(({ method }) => `\`${method}\``))].sort().join(' and ');
  return { hint: `Nothing is deleted at this path: it takes ${methods} only.` };
}
