/**
 * The name of a field as an answer may repeat it. An unknown field could be named anything, even a
 * card number.
 */
export const sayableName = (name: string): string =>
  /^[A-Za-z][\w.[\]-]{0,63}$/.test(name) && !/\d{3}/.test(name) ? name : 'unknown_member';
