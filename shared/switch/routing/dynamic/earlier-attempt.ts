/** Whether an item of the table is an attempt that another one followed. */
export const isEarlierAttempt = ({ sk }: { readonly sk?: unknown }): boolean =>
  typeof sk === 'string' && sk.startsWith('ATTEMPT#');
