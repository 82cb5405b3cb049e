/**
 * Payers pay at an address with `https`, or with `http` on this machine. Another one, such as
 * `javascript:`, would run in the merchant's page.
 *
 * @param caller the name of the function that the merchant's page called
 * @throws TypeError for every other address
 */
export function securedAddress(address: URL, caller: string): URL {
  const { protocol, hostname } = address;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return address;
  throw new TypeError(`${caller} needs an address with https, not ${protocol}`);
}
