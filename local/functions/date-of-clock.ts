/** A `Date` that takes the present time from this clock, in ms since 1970. */
export function dateOfClock(clock: () => number): DateConstructor {
  return new Proxy(Date, {
    apply: () => new Date(clock()).toString(),
    construct: (target, args, itself) =>
      Reflect.construct(target, args.length === 0 ? [clock()] : args, itself),
    get: (target, name, receiver) => (name === 'now' ? clock : Reflect.get(target, name, receiver)),
  });
}
