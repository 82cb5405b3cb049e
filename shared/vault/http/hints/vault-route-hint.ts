import { docLink } from '#platform/http/hints/doc-link.ts';
import type { Hint } from '#platform/http/hints/hint.ts';
import { matchesRoute, methodHint, nearestPath } from '#platform/http/hints/route-hint.ts';
import type { VaultOperation } from '../vault-operation.ts';

type Route = Pick<VaultOperation, 'method' | 'path'>;

/** The beginning of the paths of the API. */
const begin = '/api/v1';

/**
 * Which path or method to send instead of one that no route has. Repeats nothing of the path.
 *
 * @param known the routes of the path, with other methods
 */
export const vaultRouteHint = (
  routes: readonly Route[],
  known: readonly Route[],
  path: string,
  method: string,
): Hint =>
  known.length > 0
    ? {
        ...methodHint(routes, known, method),
        ...docLink({ kind: 'method_not_allowed', status: 405 }),
      }
    : {
        hint: hintOfPath(routes, path),
        ...docLink({ kind: 'unrecognized_route', status: 404 }),
      };

function hintOfPath(routes: readonly Route[], path: string): string {
  const plain = path.replace(/(?<!\/)\/+$/, '');
  if (plain !== path && isKnown(routes, plain)) return 'Leave out the slash at the end.';
  const whole = `${begin}${plain.replace(/^(?:\/api)?(?:\/v\d+)?(?=\/)/, '')}`;
  if (whole !== plain && isKnown(routes, whole)) return `Begin the path with \`${begin}\`.`;
  const meant = nearestPath(routes, plain) ?? nearestPath(routes, whole);
  return meant === undefined
    ? 'Ask one of the paths that the description of the vault lists.'
    : `Did you mean \`${meant}\`?`;
}

const isKnown = (routes: readonly Route[], path: string) =>
  routes.some((route) => matchesRoute(route, path));
