import type { Connector } from '#connectors/interface/connector.ts';
import type { Exchange, NextStep } from '#connectors/interface/exchange.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { type Description, describedRequests } from './described-requests.ts';

/**
 * The exchange with each of its requests, those of later steps too, held against the processor's public
 * description: one that the description refuses throws. As it is, where no description is at hand.
 */
export function describedExchange<Input, Outcome extends object>(
  descriptions: readonly Description[] | undefined,
  exchange: Exchange<Input, Outcome>,
): Exchange<Input, Outcome> {
  const described = describedRequests(descriptions);
  if (!described) return exchange;
  const checked = <Request extends HttpRequest>(request: Request): Request => {
    const problem = described.problemOf(request);
    if (problem !== undefined) throw new Error(`Not as it is described: ${problem}`);
    return request;
  };
  const withChecks = (reading: Outcome | NextStep<Outcome>): Outcome | NextStep<Outcome> =>
    'next' in reading
      ? {
          ...reading,
          next: checked(reading.next),
          outcome: (response) => withChecks(reading.outcome(response)),
        }
      : reading;
  return {
    ...exchange,
    request: (input, account) => checked(exchange.request(input, account)),
    outcome: (response, input, account) => withChecks(exchange.outcome(response, input, account)),
  };
}

/** The connector with every exchange so. */
export function describedConnector(
  descriptions: readonly Description[] | undefined,
  connector: Connector,
): Connector {
  const described = Object.entries(connector).map(([member, value]: [string, unknown]) => [
    member,
    isExchange(value) ? describedExchange(descriptions, value) : value,
  ]);
  return { ...connector, ...Object.fromEntries(described) };
}

const isExchange = (value: unknown): value is Exchange<unknown, object> =>
  typeof value === 'object' && value !== null && 'request' in value && 'outcome' in value;
