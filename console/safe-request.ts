/** An address to which no key goes. */
export class UnsafeAddress extends Error {
  constructor({ origin }: URL) {
    super(`${origin} is not asked: without https, keys would cross the network in clear.`);
    this.name = 'UnsafeAddress';
  }
}

/** Whether the host of an address is this machine: RFC 6890 and RFC 6761 6.3. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Sends a request that may have a key, by TLS unless to this machine. An answer that redirects is
 * returned as it came: the key would go wherever it leads. All requests of the commands and of the
 * console to a switch take this way.
 *
 * @throws UnsafeAddress before anything is sent; an error of `fetch` where nothing answers
 */
export async function sendSafely(address: string | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isThisMachine(url)) throw new UnsafeAddress(url);
  return fetch(url, { ...init, redirect: 'manual' });
}
