import type { Template } from '../switch/switch.ts';

/** The logical identifier of the one resource that fits; throws when there is not exactly one. */
export function idOf(template: Template, pattern: RegExp): string {
  const [found, another] = Object.keys(template.Resources).filter((id) => pattern.test(id));
  if (!found || another) throw new Error(`There is not exactly one ${pattern}.`);
  return found;
}
