/** An element that the page certainly has: the server wrote it. */
export function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page lacks ${id}.`);
  return found;
}

/** The server's settings for the script, by name: texts in the reader's language, and rules. */
export const settings = (): DOMStringMap => element('page', HTMLElement).dataset;

/** A member of something that came as JSON; undefined when there is none. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
