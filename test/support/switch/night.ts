/**
 * How often a proof repeats at night, when `npm run nightly` sets the variable NIGHT; undefined by
 * day. `NIGHT=1000 npm test -- test/prove/any-request` does the same for one suite.
 */
export function countOfNight(): number | undefined {
  const { NIGHT: given } = process.env;
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(given)) {
    throw new Error(`NIGHT=${JSON.stringify(given)} is no count: give one from 1 to 9999999.`);
  }
  return Number(given);
}
