import type { Connector } from '../../shared/connectors/interface/connector.ts';
import type { DescribedRequests } from './described-requests.ts';

/**
 * The connector, whose every request is held against its processor's public description: building one
 * throws where the description would refuse it. Without a description it is the connector itself.
 */
export function describedConnector(
  connector: Connector,
  described: DescribedRequests | undefined,
): Connector {
  return described ? watched(connector, described) : connector;
}

/** What a watched value hands out is watched too; whatever has a URL is a request. */
function watched<Value extends object>(value: Value, described: DescribedRequests): Value {
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return watchedMember(member, target, described);
    },
  });
}

function watchedMember(member: unknown, owner: object, described: DescribedRequests): unknown {
  if (typeof member === 'function') {
    return (...given: readonly unknown[]) =>
      checked(Reflect.apply(member, owner, given), described);
  }
  const isExchange = typeof member === 'object' && member !== null && 'request' in member;
  return isExchange ? watched(member, described) : member;
}

/** A request as it is, once it was checked; of a reading, the next step is checked. */
function checked(made: unknown, described: DescribedRequests): unknown {
  if (typeof made !== 'object' || made === null) return made;
  if (isRequest(made)) refuse(described.problemOf(made));
  if (!('next' in made)) return made;
  checked(made.next, described);
  return watched(made, described);
}

const isRequest = (made: object): made is Parameters<DescribedRequests['problemOf']>[0] =>
  'url' in made && 'method' in made && 'headers' in made;

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`The processor would refuse it: ${problem}`);
}
