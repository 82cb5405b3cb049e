/**
 * Shifts the clock of a Node.js process by the milliseconds in CLOCK_SHIFT_MS. Loaded by
 * `--require` in NODE_OPTIONS, so that processes and threads that it starts have the same time.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given, target) =>
    Reflect.construct(RealDate, given.length === 0 ? [RealDate.now() + shiftMs] : given, target),
  apply: () => new RealDate(RealDate.now() + shiftMs).toString(),
  get: (real, name) => (name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(real, name)),
});
// Values from the clock are instances of the constructor that programs see.
RealDate.prototype.constructor = globalThis.Date;
