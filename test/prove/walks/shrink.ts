import type { Operation, Step, Walk } from './walk.ts';

/** The walks that are by one thing simpler than this one, the much shorter ones first. */
function* simplerThan(walk: Walk): Generator<Walk> {
  for (let length = Math.ceil(walk.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let from = 0; from < walk.length; from += length) {
      const rest = walk.toSpliced(from, length);
      if (rest.length > 0) yield rest;
    }
  }
  for (const [index, step] of walk.entries()) {
    for (const simpler of simplerSteps(step)) yield walk.with(index, simpler);
  }
}

function* simplerSteps(step: Step): Generator<Step> {
  const { operations, requests, webhooks, killAfterMs } = step;
  if (killAfterMs !== undefined) yield { ...step, killAfterMs: undefined };
  if (requests.length > 0) yield { ...step, requests: [] };
  if (webhooks.length > 0) yield { ...step, webhooks: [] };
  for (const index of operations.keys()) {
    if (operations.length > 1) yield { ...step, operations: operations.toSpliced(index, 1) };
  }
  for (const index of requests.keys()) {
    if (requests.length > 1) yield { ...step, requests: requests.toSpliced(index, 1) };
  }
  for (const index of webhooks.keys()) {
    if (webhooks.length > 1) yield { ...step, webhooks: webhooks.toSpliced(index, 1) };
  }
  for (const [index, operation] of operations.entries()) {
    for (const simpler of simplerOperations(operation)) {
      yield { ...step, operations: operations.with(index, simpler) };
    }
  }
}

function* simplerOperations(operation: Operation): Generator<Operation> {
  if (operation.twice) yield { ...operation, twice: undefined };
  if (operation.share !== undefined) yield { ...operation, share: undefined };
  // The oldest object, and the plainest payment.
  if (operation.about !== 0) yield { ...operation, about: 0 };
  if (operation.draw !== 0) yield { ...operation, draw: 0 };
}

/**
 * The shortest walk that still fails as far as it is found: each walk that is simpler by one thing
 * is tried, and the first that fails is made simpler in turn.
 *
 * @param fails plays a walk; a failure of one moment may need more than one try
 * @param mostTries walks that are played at most
 */
export async function shortestFailing(
  walk: Walk,
  fails: (walk: Walk) => Promise<boolean>,
  mostTries = 400,
): Promise<Walk> {
  let shortest = walk;
  let tries = 0;
  search: for (;;) {
    for (const simpler of simplerThan(shortest)) {
      if (tries >= mostTries) return shortest;
      tries += 1;
      if (await fails(simpler)) {
        shortest = simpler;
        continue search;
      }
    }
    return shortest;
  }
}
