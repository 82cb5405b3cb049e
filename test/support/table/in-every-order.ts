import { everyOrder, interleaved } from '../../prove/faults/interleavings.ts';
import {
  type Answer,
  type Ask,
  container,
  type switchDependencies,
  switchInMemory,
} from '../switch/switch-in-memory.ts';
import { gatedTable } from './gated-table.ts';

export type SwitchInMemory = ReturnType<typeof switchInMemory>;
type OperationCall = readonly [operation: string, request: Ask];

/**
 * Makes two requests, each in a container of its own, once for every order in which their calls of the
 * table can follow one another, or for about 200 that are evenly taken, each time of a copy of this
 * world. Returns how many orders were tried.
 */
export async function inEveryOrder(
  start: SwitchInMemory,
  requests: readonly [OperationCall, OperationCall],
  check: (answers: readonly [Answer, Answer], after: SwitchInMemory) => Promise<void>,
): Promise<number> {
  const copy = () => switchInMemory(start.port.items(), start.dependencies);
  const calls = await Promise.all(requests.map((wish) => countCalls(copy(), wish)));
  // The other one's change may have to be undone, which is a call more.
  const all = everyOrder((calls[0] ?? 0) + 1, (calls[1] ?? 0) + 1);
  const step = Math.ceil(all.length / 200);
  const orders = all.filter((_, index) => index % step === 0);
  for (const order of orders) {
    const after = copy();
    const { gateOf, end } = interleaved(order);
    const done = async ([operation, request]: OperationCall, whose: 0 | 1) => {
      const answer = await gatedContainer(after, gateOf(whose), start.dependencies).ask(
        operation,
        request,
      );
      end(whose);
      return answer;
    };
    await check(await Promise.all([done(requests[0], 0), done(requests[1], 1)]), after);
  }
  return orders.length;
}

async function countCalls(
  start: SwitchInMemory,
  [operation, request]: OperationCall,
): Promise<number> {
  let calls = 0;
  const count = async () => {
    calls += 1;
  };
  await gatedContainer(start, count, start.dependencies).ask(operation, request);
  return calls;
}

type Gate = (call: { number: number; port: 'table'; name: string }) => Promise<void>;

/** A container each of whose calls of the table waits at the gate first. */
function gatedContainer(
  { port }: SwitchInMemory,
  gate: Gate,
  dependencies: ReturnType<typeof switchDependencies>,
) {
  let number = 0;
  const table = gatedTable(port, (name) => {
    number += 1;
    return gate({ number, port: 'table', name });
  });
  return container(table, dependencies);
}
