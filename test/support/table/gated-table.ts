import type { TablePort } from '#platform/table/port.ts';

/** The function, each call of which waits at the gate first. */
export const behind =
  <A extends unknown[], R>(gate: () => Promise<void>, call: (...given: A) => Promise<R>) =>
  async (...given: A): Promise<R> => {
    await gate();
    return call(...given);
  };

/** A table, each call of which waits at the gate first. */
export const gatedTable = (
  port: TablePort,
  gate: (name: keyof TablePort) => Promise<void>,
): TablePort => ({
  get: behind(() => gate('get'), port.get),
  put: behind(() => gate('put'), port.put),
  delete: behind(() => gate('delete'), port.delete),
  update: behind(() => gate('update'), port.update),
  updateWhere: behind(() => gate('updateWhere'), port.updateWhere),
  take: behind(() => gate('take'), port.take),
  query: behind(() => gate('query'), port.query),
  batchGet: behind(() => gate('batchGet'), port.batchGet),
  transact: behind(() => gate('transact'), port.transact),
});
