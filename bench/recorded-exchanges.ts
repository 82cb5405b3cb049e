import type { Connector } from '#connectors/interface/connector.ts';
import type { Exchange } from '#connectors/interface/exchange.ts';
import type { HttpResponse } from '#platform/http/http-message.ts';
import { runVector } from '../test/prove/vectors/run-vector.ts';
import type { VectorFile } from '../test/prove/vectors/vector-file.ts';
import { percentile } from './statistics.ts';

/** One request of a connector and the answer to it, which may be repeated at will. */
export interface RecordedExchange {
  build(): unknown;
  read(): unknown;
}

export interface ExchangeTimes {
  readonly buildUs: number;
  readonly readUs: number;
}

/** The exchanges that the vectors of these files lead to, in the connector's own input. */
export async function recordedExchanges(
  connector: Connector,
  files: readonly VectorFile[],
): Promise<readonly RecordedExchange[]> {
  const found: RecordedExchange[] = [];
  const watched = watch(connector, (one) => found.push(one));
  for (const file of files) {
    for (const vector of file.vectors) {
      if (vector.flow !== 'webhook') await runVector(watched, vector, file);
    }
  }
  return found;
}

/** The connector, whose exchanges are seen when they were answered and their answers were read. */
function watch(connector: Connector, seen: (exchange: RecordedExchange) => void): Connector {
  const members = Object.entries(connector).map(([name, member]) => [
    name,
    isExchange(member) ? watchExchange(member, seen) : member,
  ]);
  return { ...connector, ...Object.fromEntries(members) };
}

const watchExchange = <Input, Outcome>(
  exchange: Exchange<Input, Outcome>,
  seen: (exchange: RecordedExchange) => void,
): Exchange<Input, Outcome> => ({
  ...exchange,
  outcome(response: HttpResponse, input, account) {
    const outcome = exchange.outcome(response, input, account);
    seen({
      build: () => exchange.request(input, account),
      read: () => exchange.outcome(response, input, account),
    });
    return outcome;
  },
});

const isExchange = (member: unknown): member is Exchange<unknown, unknown> =>
  typeof member === 'object' && member !== null && 'request' in member && 'outcome' in member;

const turns = 8;

/**
 * The mean time of a repeat in the second fastest of eight turns, after one that is not counted:
 * other work on the machine only adds to a turn.
 */
export function timesOf({ build, read }: RecordedExchange, repeats: number): ExchangeTimes {
  return { buildUs: usOf(build, repeats), readUs: usOf(read, repeats) };
}

function usOf(work: () => unknown, repeats: number): number {
  const turn = () => {
    const started = performance.now();
    for (let repeat = 0; repeat < repeats; repeat++) work();
    return ((performance.now() - started) * 1_000) / repeats;
  };
  turn();
  return percentile(Array.from({ length: turns }, turn), 25);
}
