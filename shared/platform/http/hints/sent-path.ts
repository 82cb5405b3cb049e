import { type Hint, shownPath } from './hint.ts';

/** The hint with the path at which the body has its member, where it has one. */
export function withSentPath(hint: Hint, body: unknown): Hint {
  const path = hint.param === undefined ? undefined : pathInBody(body, hint.param);
  return path === undefined ? hint : { ...hint, param: shownPath(path) };
}

/** Levels of a body in which a member is searched. */
const maxDepth = 6;

/** The path of the first member of this name in a parsed body; undefined where none has it. */
export function pathInBody(body: unknown, name: string, depth = 0): string | undefined {
  if (typeof body !== 'object' || body === null || depth > maxDepth) return undefined;
  if (Object.hasOwn(body, name)) return name;
  for (const [key, member] of Object.entries(body)) {
    const path = pathInBody(member, name, depth + 1);
    if (path !== undefined) return `${key}.${path}`;
  }
  return undefined;
}
