/**
 * An object that is made when a member of it is first asked for, and then stays. What is costly to make
 * and used by few requests costs a container nothing until then. Throws what `make` throws, at that
 * moment, and tries again the next time.
 */
export function lazy<T extends object>(make: () => T): T {
  let instance: T | undefined;
  const ready = () => {
    instance ??= make();
    return instance;
  };
  const later: object = new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(ready(), name),
      has: (_, name) => Reflect.has(ready(), name),
      ownKeys: () => Reflect.ownKeys(ready()),
      getOwnPropertyDescriptor(_, name) {
        const found = Reflect.getOwnPropertyDescriptor(ready(), name);
        // The engine wants no more to be fixed than the empty object behind this one has fixed.
        return found && { ...found, configurable: true };
      },
    },
  );
  return later as T; // It answers each question as what was made does.
}
