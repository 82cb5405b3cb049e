const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The address of a page or a script that payers trust: by `https`, or by `http` on this machine.
 * Another one, such as `javascript:`, would run in the merchant's page, or without TLS.
 *
 * @throws TypeError for every other address
 */
export function secureAddress(address: string, base?: string): URL {
  const url = new URL(address, base);
  const isSecure =
    url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  if (isSecure) return url;
  throw new TypeError(`An address with https is needed, and this one begins with ${url.protocol}`);
}
