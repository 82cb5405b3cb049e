/**
 * An object's own member; undefined where it has none. For names that a stranger may choose:
 * `object[name]` also finds the members that each object inherits, such as `constructor` and
 * `__proto__`.
 */
export function ownMember<Value>(
  object: { readonly [name: string]: Value } | null | undefined,
  name: string,
): Value | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member, also one called `__proto__`, which an assignment takes for the prototype. */
export function setOwnMember<Value>(
  object: { [name: string]: Value },
  name: string,
  value: Value,
): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}
