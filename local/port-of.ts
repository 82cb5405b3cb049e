import type { AddressInfo } from 'node:net';

/** The port of a server's address. Throws while it listens on none. */
export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port is listened on.');
  return address.port;
}
