/**
 * The name of a field as it may be said back: a member that we do not know may be called anything,
 * even a card number.
 */
export const sayableName = (name: string): string =>
  /^[A-Za-z][\w.[\]-]{0,63}$/.test(name) && !/\d{3}/.test(name) ? name : 'unknown_member';
