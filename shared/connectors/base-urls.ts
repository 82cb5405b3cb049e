import { ownMember } from '#platform/own-member.ts';
import type { About } from './interface/about.ts';
import type { ConnectorAccess } from './interface/exchange.ts';

/** A deployment's choices of processors' addresses. */
export interface ProcessorAddresses {
  /** Whether accounts lead to live addresses, unless they have `test_mode`. */
  readonly isProduction: boolean;
  /** Base URL of the sandbox processor; absent where it is not deployed, as in production. */
  readonly sandbox?: string | undefined;
  /** Base URLs that the operator states instead of a processor's own, by connector name. */
  readonly overrides: Readonly<Record<string, string>>;
}

/**
 * The base URLs to which an account's requests go, by their names in `about.addresses`, each with a
 * slash at its end. Those of the processor that the deployment brings along are called `api` too.
 *
 * @throws Error where the deployment has none for this account: nothing is sent then
 */
export function baseUrlsOf(
  about: Pick<About, 'name' | 'addresses'>,
  { testMode, metadata }: Pick<ConnectorAccess, 'testMode' | 'metadata'>,
  { isProduction, sandbox, overrides }: ProcessorAddresses,
): Readonly<Record<string, string>> {
  const override = ownMember(overrides, about.name);
  if (!about.addresses) {
    const url = override ?? sandbox;
    if (!url) throw new Error('The sandbox processor has no address in this deployment.');
    return { api: withSlash(url) };
  }
  const isLive = isProduction && testMode !== true;
  return Object.fromEntries(
    Object.entries(about.addresses).map(([name, { test, live }]) => [
      name,
      withSlash(override ?? filledIn(isLive ? live : test, metadata)),
    ]),
  );
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);

/** The URL with the account's own part of the host name; only letters, digits and hyphens fit. */
const filledIn = (url: string, metadata: ConnectorAccess['metadata'] = {}) =>
  url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = ownMember(metadata, name);
    if (typeof part !== 'string' || !/^[A-Za-z0-9-]{1,63}$/.test(part)) {
      throw new Error(`The account's metadata has no ${name} that fits into a host name.`);
    }
    return part;
  });

/** Whether the operator configured the URL's host, which may then be the machine itself. */
export function isOperatorsAddress(
  url: string,
  { sandbox, overrides }: Pick<ProcessorAddresses, 'sandbox' | 'overrides'>,
): boolean {
  const origin = URL.parse(url)?.origin;
  return (
    origin !== undefined &&
    [sandbox, ...Object.values(overrides)].some((one) => URL.parse(one ?? '')?.origin === origin)
  );
}
