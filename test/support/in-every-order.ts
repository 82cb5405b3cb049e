import type { TablePort } from '../../shared/table/port.ts';
import { everyOrder, interleaved } from '../faults/interleavings.ts';
import {
  type Answer,
  type Ask,
  container,
  type surroundings,
  switchInMemory,
} from './switch-in-memory.ts';

export type World = ReturnType<typeof switchInMemory>;
type Wish = readonly [operation: string, request: Ask];

/**
 * Makes two requests, each in a container of its own, once for every order in which their calls of the
 * table can follow one another, or for about 200 that are evenly taken, each time of a copy of this
 * world. Returns how many orders were tried.
 */
export async function inEveryOrder(
  world: World,
  wishes: readonly [Wish, Wish],
  check: (answers: readonly [Answer, Answer], after: World) => Promise<void>,
): Promise<number> {
  const copy = () => switchInMemory(world.port.items(), world.around);
  const calls = await Promise.all(wishes.map((wish) => callsOf(copy(), wish)));
  // What the other one does may be to be undone, which is a call more.
  const all = everyOrder((calls[0] ?? 0) + 1, (calls[1] ?? 0) + 1);
  const step = Math.ceil(all.length / 200);
  const orders = all.filter((_, index) => index % step === 0);
  for (const order of orders) {
    const after = copy();
    const { gateOf, end } = interleaved(order);
    const done = async ([operation, request]: Wish, whose: 0 | 1) => {
      const answer = await gated(after, gateOf(whose), world.around).ask(operation, request);
      end(whose);
      return answer;
    };
    await check(await Promise.all([done(wishes[0], 0), done(wishes[1], 1)]), after);
  }
  return orders.length;
}

async function callsOf(world: World, [operation, request]: Wish): Promise<number> {
  let calls = 0;
  const count = async () => {
    calls += 1;
  };
  await gated(world, count, world.around).ask(operation, request);
  return calls;
}

type Gate = (call: { number: number; port: 'table'; name: string }) => Promise<void>;

/** A container each of whose calls of the table waits at the gate first. */
function gated({ port }: World, gate: Gate, around: ReturnType<typeof surroundings>) {
  let number = 0;
  const behind =
    <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      number += 1;
      await gate({ number, port: 'table', name });
      return call(...given);
    };
  const table: TablePort = {
    get: behind('get', port.get),
    put: behind('put', port.put),
    delete: behind('delete', port.delete),
    update: behind('update', port.update),
    updateWhere: behind('updateWhere', port.updateWhere),
    take: behind('take', port.take),
    query: behind('query', port.query),
    batchGet: behind('batchGet', port.batchGet),
    transact: behind('transact', port.transact),
  };
  return container(table, around);
}
