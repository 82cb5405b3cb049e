import { ownMember, setOwnMember } from '#platform/own-member.ts';
import { isAsked } from './asked-fields.ts';
import { sentValue } from './field-text.ts';
import type { TypedField } from './typed-field.ts';

/** A request, or a part of one. */
export interface Branch {
  [name: string]: Branch | string;
}

/**
 * A request with each typed value at its path. A field without a value, or one that the page does
 * not ask for, adds nothing.
 *
 * @param begun the members that no field fills in
 * @param values in the order of the fields
 */
export function typedRequest(
  begun: object,
  fields: readonly TypedField[],
  values: readonly string[],
): Branch {
  const request: Branch = structuredClone({ ...begun });
  for (const [at, field] of fields.entries()) {
    const value = values[at] ?? '';
    if (!isAsked(field, fields, values)) continue;
    for (const [path, text] of partsOf(field, value)) {
      if (text !== '') putText(request, path, text);
    }
  }
  return request;
}

/** The texts that a field states. */
function partsOf(
  { kind, path, lastNamePath }: TypedField,
  value: string,
): readonly (readonly [path: readonly string[], text: string])[] {
  const text = sentValue(kind, value);
  if (!lastNamePath) return [[path, text]];
  const [first, last = ''] = namesIn(text);
  return [
    [path, first],
    [lastNamePath, last],
  ];
}

/** A whole name ends with the last name; a single word is a first name. */
export function namesIn(text: string): readonly [first: string, last?: string] {
  const names = text.split(/\s+/);
  const last = names.length > 1 ? names.pop() : undefined;
  return [names.join(' '), last];
}

/** Puts a text at a path of a request. */
export function putText(request: Branch, path: readonly string[], text: string): void {
  let branch = request;
  for (const name of path.slice(0, -1)) {
    const next = ownMember(branch, name);
    const below: Branch = typeof next === 'object' ? next : {};
    setOwnMember(branch, name, below);
    branch = below;
  }
  setOwnMember(branch, path.at(-1) ?? '', text);
}
