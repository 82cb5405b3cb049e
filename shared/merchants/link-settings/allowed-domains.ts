import { SwitchError } from '#platform/errors.ts';

/**
 * Whether a page's address is on one of the domains. A domain is a host, each label of which may be
 * `*`. A first label `*` stands for any number of labels, another `*` for one. Without a port the
 * default port is meant, without a scheme both http and https.
 *
 * @param address an `Origin` or a `Referer`
 */
export function isAllowedDomain(domains: readonly string[], address: string): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return domains.some((domain) => matches(domain, url));
}

function matches(domain: string, { protocol, hostname, port }: URL): boolean {
  const [, scheme, host = '', wantedPort = ''] =
    /^(?:(https?):\/\/)?([^:/]+)(?::(\d+))?$/.exec(domain) ?? [];
  if (scheme && `${scheme}:` !== protocol) return false;
  const usual = (scheme ?? protocol.slice(0, -1)) === 'https' ? '443' : '80';
  if ((wantedPort === usual ? '' : wantedPort) !== port) return false;
  if (host === '*') return true;
  const wanted = host.toLowerCase().split('.');
  const found = hostname.toLowerCase().split('.');
  const fits = (labels: readonly string[]) =>
    labels.length === wanted.length &&
    labels.every((label, place) => wanted[place] === '*' || wanted[place] === label);
  if (wanted[0] !== '*' || found.length <= wanted.length) return fits(found);
  return fits(['', ...found.slice(found.length - wanted.length + 1)]);
}

/**
 * The CSP directive that lets only pages on these domains frame our page. CSP allows `*` only as
 * the first label, so `origin`, which was checked before, is listed itself.
 */
export function frameAncestors(domains: readonly string[], origin?: string): string {
  const sources = frameSources(domains);
  const all = new Set(origin === undefined ? sources : [...sources, origin]);
  return `frame-ancestors ${all.size > 0 ? [...all].join(' ') : "'none'"}`;
}

/** The domains that CSP can express. */
export function frameSources(domains: readonly string[]): readonly string[] {
  return domains.filter((domain) =>
    /^(?:https?:\/\/)?(?:\*|(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::\d{1,5})?$/.test(domain),
  );
}

/**
 * The origin of the page that frames this one; it must be on an allowed domain. Browsers state it
 * when they load a frame, and no page can change it. They state none when our page loads itself or
 * its data anew, such as after a decline: then the policy for frames keeps other pages out.
 *
 * @throws SwitchError `access_forbidden` of the resource
 */
export function framingOrigin(
  headers: Readonly<Record<string, string>>,
  domains: readonly string[],
  resource: string,
): string | undefined {
  const address = headers.origin ?? headers.referer;
  const isFrame = headers['sec-fetch-dest'] === 'iframe';
  if (isFrame && address !== undefined && isAllowedDomain(domains, address)) {
    return new URL(address).origin;
  }
  const isOwn = address === undefined && headers['sec-fetch-site'] === 'same-origin';
  const isOwnLoad = isOwn && (isFrame || headers['sec-fetch-dest'] === 'empty');
  if (isOwnLoad && frameSources(domains).length > 0) return undefined;
  throw new SwitchError('access_forbidden', { resource });
}
