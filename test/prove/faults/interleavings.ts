import type { NamedCall } from './numbered-calls.ts';

/** Whose call is made at each step: `0` the first of two processes, `1` the second. */
export type Order = readonly (0 | 1)[];

/** Every order in which the calls of two processes can follow one another. */
export function everyOrder(first: number, second: number): Order[] {
  if (first === 0 && second === 0) return [[]];
  return [
    ...(first > 0 ? everyOrder(first - 1, second).map((rest): Order => [0, ...rest]) : []),
    ...(second > 0 ? everyOrder(first, second - 1).map((rest): Order => [1, ...rest]) : []),
  ];
}

/**
 * Runs the calls of two processes in one order. Each process waits at its gate before every call. A
 * process without further calls, or with more calls than the order has, does not block the other
 * one.
 */
export function interleaved(order: Order) {
  const waiting: [(() => void)[], (() => void)[]] = [[], []];
  const ended: [boolean, boolean] = [false, false];
  let step = 0;

  /** Lets calls pass as long as those are there whose turn it is. */
  function go() {
    for (;;) {
      const turn = order[step];
      const whose = turn === undefined || ended[turn] ? (ended[0] ? 1 : 0) : turn;
      const next = waiting[whose].shift() ?? (turn === undefined ? waiting[1].shift() : undefined);
      if (!next) return;
      step += 1;
      next();
    }
  }

  return {
    gateOf: (whose: 0 | 1) => (_: NamedCall) =>
      new Promise<void>((pass) => {
        waiting[whose].push(pass);
        go();
      }),
    /** Marks that a process has made its last call. */
    end(whose: 0 | 1) {
      ended[whose] = true;
      go();
    },
  };
}
