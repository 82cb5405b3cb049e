/**
 * An object that is made at the first use of one of its members, and then stays. A costly object
 * that few requests use costs a container nothing until then. That first use throws the errors of
 * `make`, and the next one tries again.
 */
export function lazy<T extends object>(make: () => T): T {
  let instance: T | undefined;
  let run: unknown;
  const ready = () => {
    instance ??= make();
    return instance;
  };
  const later: object = new Proxy(
    {},
    {
      get(_, name) {
        if (name !== '~run') return Reflect.get(ready(), name);
        run ??= runOf(ready());
        return run;
      },
      has: (_, name) => Reflect.has(ready(), name),
      ownKeys: () => Reflect.ownKeys(ready()),
      getOwnPropertyDescriptor(_, name) {
        const found = Reflect.getOwnPropertyDescriptor(ready(), name);
        // The engine wants no more to be fixed than the empty object behind this one has fixed.
        return found && { ...found, configurable: true };
      },
    },
  );
  return later as T; // It answers each question as the made object does.
}

/**
 * The run method of a valibot schema, bound to the schema itself, so that the schema's own look-ups
 * during a parse do not come here.
 */
function runOf(schema: object): unknown {
  const run: unknown = Reflect.get(schema, '~run');
  return typeof run === 'function' ? run.bind(schema) : run;
}
