/**
 * The item that was read, without the keys of the indexes: each save decides anew on which index it
 * is.
 */
export function withoutIndexKeys<Read extends object>(read: Read) {
  const none = { duePk: '', dueAt: '', listPk: '', listSk: '' };
  const { duePk: _, dueAt: __, listPk: ___, listSk: ____, ...rest } = { ...none, ...read };
  return rest;
}
