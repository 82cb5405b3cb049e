import type { Operation } from '../operation.ts';
import type { Hint } from './hint.ts';
import { nearestOf } from './nearest.ts';

type Route = Pick<Operation, 'method' | 'path'>;

/** Whether a path is one of a route, such as `/payments/pay_1` of `/payments/{payment_id}`. */
export function matchesRoute({ path: template }: Pick<Route, 'path'>, path: string): boolean {
  const names = template.split('/');
  const parts = path.split('/');
  return names.length === parts.length && names.every((name, at) => fits(name, parts[at] ?? ''));
}

const fits = (name: string, part: string) => (name.startsWith('{') ? part !== '' : name === part);

/** Which path to ask instead of one that has no route. Repeats nothing of it. */
export function pathHint(routes: readonly Route[], path: string): Hint {
  const plain = path.replace(/(?<!\/)\/+$/, '');
  const unversioned = plain.replace(/^\/(?:api\/)?v\d+(?=\/)/, '');
  const isKnown = (asked: string) => routes.some((route) => matchesRoute(route, asked));
  if (unversioned !== plain && isKnown(unversioned)) {
    return { hint: 'Leave the version out of the path: it begins with the first word behind it.' };
  }
  if (plain !== path && isKnown(plain)) return { hint: 'Leave out the slash at the end.' };
  const meant = nearestPath(routes, unversioned);
  return {
    hint:
      meant === undefined
        ? 'Ask one of the paths that the description of the API lists.'
        : `Did you mean \`${meant}\`?`,
  };
}

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

/** Which methods a path has. */
export function methodHint(routes: readonly Route[]): Hint {
  const methods = [...new Set(routes.map(({ method }) => `\`${method}\``))].sort();
  return { hint: `Send the request with ${methods.join(' or ')}.` };
}
