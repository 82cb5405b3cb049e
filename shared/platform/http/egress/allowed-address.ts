import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Loopback is for a laptop, where processor and merchant may run on the same machine. */
export type Allowed = 'public' | 'public and loopback';

/** Every IP address of a host name. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export const everyAddress: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * The look-up of a connection, which refuses a name with an address that is not allowed. Node
 * resolves the name for the very connection that it opens, so a name cannot resolve to one address
 * for the check and to another for the connection.
 *
 * @param refused called with the reason before the connection fails
 */
export const checkedLookup =
  (
    resolve: Resolve,
    allow: Allowed,
    refused: (reason: 'name not found' | 'address refused') => void = () => {},
  ): LookupFunction =>
  (hostname, { all }, found) => {
    const refuse = (reason: 'name not found' | 'address refused') => {
      refused(reason);
      found(new Error(reason), []);
    };
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) refuse('name not found');
        else if (!addresses.every(({ address }) => isAllowed(address, allow))) {
          refuse('address refused');
        } else if (all) found(null, [...addresses]);
        else found(null, first.address, first.family);
      },
      () => refuse('name not found'),
    );
  };

/** An address to which no request is ever sent. */
export interface Unreachable {
  readonly kind: 'invalid request' | 'address refused';
  /** For the caller that stated the address, without repeating it. */
  readonly reason: string;
}

/**
 * The URL of an address that a merchant or customer chose, or why no request is ever sent to it. A
 * name is judged by the addresses it resolves to, when the connection is opened.
 */
export function readTarget(address: string, allow: Allowed): URL | Unreachable {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { kind: 'invalid request', reason: 'relative URL without a base' };
  }
  if (url.username || url.password) {
    // These would end up in logs and errors.
    return { kind: 'invalid request', reason: 'a URL with a user name or password is not allowed' };
  }
  if (url.port === '0') return { kind: 'address refused', reason: 'port 0 cannot be reached' };
  const isAllowedHost = isLocalName(url.hostname)
    ? allow === 'public and loopback'
    : mayConnect(url, allow);
  return isAllowedHost
    ? url
    : { kind: 'address refused', reason: 'the host is not on the public internet' };
}

/** RFC 6761 section 6.3: names that always mean the machine itself. */
const isLocalName = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname);

/** An IPv6 address without the brackets that a URL puts around it. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * A host that is an IP address must be allowed; a name is judged by the addresses it resolves to.
 */
export const mayConnect = (url: URL, allow: Allowed): boolean =>
  isIP(hostOf(url)) === 0 || isAllowed(hostOf(url), allow);

/** Whether an address (not a name) may be connected to. */
export function isAllowed(address: string, allow: Allowed): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0) return false;
  if (allow === 'public and loopback' && loopback[family](address)) return true;
  return !reservedNetworks[family](address);
}

/**
 * Whether an IP address is in one of these networks; builds their list at the first call. Each
 * family has its own list: a mixed list compares IPv4 addresses with IPv6 networks too.
 */
const isInNetworks = (family: 'ipv4' | 'ipv6', networks: readonly string[]) => {
  let list: BlockList | undefined;
  return (address: string): boolean => {
    list ??= blockListOf(family, networks);
    return list.check(address, family);
  };
};

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    list.addSubnet(base, Number(prefix), family);
  }
  return list;
}

const loopback = {
  ipv4: isInNetworks('ipv4', ['127.0.0.0/8']),
  ipv6: isInNetworks('ipv6', ['::1/128']),
};

/** Networks that the IANA special-purpose registries reserve, and clouds' own addresses. */
const reservedNetworks = {
  ipv4: isInNetworks('ipv4', [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // carrier-grade NAT
    '127.0.0.0/8', // loopback
    '168.63.129.16/32', // Azure's host
    '169.254.0.0/16', // link-local, with the metadata services of the clouds
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // 6to4 relays
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, and broadcast
  ]),
  ipv6: isInNetworks('ipv6', [
    // Only 2000::/3 is assigned to the public internet. Outside of it are loopback, IPv4 in IPv6
    // (mapped, compatible, NAT64), unique local, link-local and multicast addresses.
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23', // protocol assignments, with Teredo
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4: IPv4 in IPv6
    '3fff::/20', // documentation
  ]),
};
