/** Stops the process's time at a moment, until the answer is called. */
export function freezeDate(now: Date): () => void {
  const real = globalThis.Date;
  const frozen = new Proxy(real, {
    construct: (target, args, itself) =>
      Reflect.construct(target, args.length === 0 ? [now.getTime()] : args, itself),
    get: (target, name, receiver) =>
      name === 'now' ? () => now.getTime() : Reflect.get(target, name, receiver),
  });
  globalThis.Date = frozen;
  return () => {
    globalThis.Date = real;
  };
}
