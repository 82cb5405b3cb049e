/**
 * Adds functions to the global variable `Turnout` of a merchant's page. The page may have loaded the
 * script of another vault, or the switch's, whose functions stay there.
 */
export function addToTurnout(functions: object): void {
  const before: unknown = Reflect.get(globalThis, 'Turnout');
  Reflect.set(globalThis, 'Turnout', Object.assign({}, before, functions));
}
