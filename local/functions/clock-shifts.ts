/**
 * How far each function's clock is from this machine's, in ms, in the order of the functions, and
 * behind them that of the services of AWS. In memory that threads share, so that a change holds at
 * once.
 */
export type ClockShifts = Float64Array<SharedArrayBuffer>;

/** The time in ms by the clock of a function, which its place names. */
export const timeOf = (place: number, shifts: ClockShifts | undefined): number =>
  Date.now() + (shifts?.[place] ?? 0);

/** The time that the services of AWS state in their answers. */
export const timeOfServices = (shifts: ClockShifts | undefined): Date =>
  new Date(timeOf(shifts ? shifts.length - 1 : 0, shifts));
