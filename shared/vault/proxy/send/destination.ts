import { isIP } from 'node:net';
import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import { isAllowed } from '#platform/http/egress/allowed-address.ts';
import { integer } from '#platform/schema.ts';
import { decoded, type Method, mayUseScheme, methods, type Reach } from './target.ts';

/**
 * Statuses after which a card verification code stays stored, because the target cannot have
 * authorized the request. Any other status deletes it.
 */
export const statusesKeepingCvc = [401, 403, 404, 405, 415, 429, 503] as const;

/** A stored destination: a place to which a tenant's cards may be sent. */
export const Destination = v.object({
  tenant: v.string(),
  /** UUID v4. */
  id: v.string(),
  scheme: v.picklist(['https', 'http']),
  /** The host in the form of a URL: lower case, without a port. */
  host: v.string(),
  port: v.number(),
  /** The path in the form of a URL. It allows this path and the paths below it. */
  pathPrefix: v.string(),
  methods: v.array(v.picklist(methods)),
  /**
   * The statuses after which this destination keeps a service code; absent for all of
   * `statusesKeepingCvc`.
   */
  keepsCvcOn: v.optional(v.array(v.number())),
  createdAt: v.string(),
});
export type Destination = v.InferOutput<typeof Destination>;

/** The most destinations of a tenant, because each request reads all of them. */
export const maxDestinations = 100;

/** A tenant's request for a new destination. */
export const NewDestination = v.strictObject({
  scheme: v.optional(v.picklist(['https', 'http']), 'https'),
  host: v.pipe(v.string(), v.minLength(1), v.maxLength(253), v.toLowerCase()),
  port: v.optional(integer(1, 65_535)),
  path_prefix: v.optional(v.pipe(v.string(), maxCharacters(1_024)), '/'),
  methods: v.pipe(v.array(v.picklist(methods)), v.minLength(1), v.maxLength(methods.length)),
  keep_service_code_on: v.optional(
    v.pipe(v.array(v.picklist(statusesKeepingCvc)), v.maxLength(statusesKeepingCvc.length)),
  ),
});
export type NewDestination = v.InferOutput<typeof NewDestination>;

/**
 * A new destination in the form of URLs, or its field's error. A host that is an IP address must be
 * one that egress allows, and a path must contain nothing ambiguous.
 */
export function readDestination(
  { scheme, host, port, path_prefix, methods: allowed, keep_service_code_on }: NewDestination,
  reach: Reach,
):
  | Pick<Destination, 'scheme' | 'host' | 'port' | 'pathPrefix' | 'methods' | 'keepsCvcOn'>
  | { readonly wrong: 'host' | 'scheme' | 'path_prefix' } {
  const url = URL.parse(`${scheme}://${host}/`);
  const isHost = /^(\[[0-9a-f:.]+\]|[^/?#@:\\%\s[\]]+)$/.test(host);
  const isName = /^(\[.+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/.test(url?.hostname ?? '');
  if (!url || !isHost || !isName) return { wrong: 'host' };
  const address = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0 ? mayHideNumber(address) : !isAllowed(address, reach)) {
    return { wrong: 'host' };
  }
  if (!mayUseScheme(url, reach)) return { wrong: 'scheme' };
  const path = URL.parse(path_prefix, url.href);
  if (path?.href !== `${url.origin}${path_prefix}` || !isPlainPath(path_prefix)) {
    return { wrong: 'path_prefix' };
  }
  return {
    scheme,
    host: url.hostname,
    port: port ?? defaultPorts[scheme],
    pathPrefix: path_prefix,
    methods: [...new Set(allowed)],
    ...(keep_service_code_on && { keepsCvcOn: [...new Set(keep_service_code_on)] }),
  };
}

const defaultPorts = { https: 443, http: 80 } as const;

/** The destination that allows this `url`, a result of `targetUrl`; undefined when none does. */
export const findAllowing = (
  destinations: readonly Destination[],
  url: URL,
  method: Method,
): Destination | undefined =>
  isStablePath(url.pathname)
    ? destinations.find(
        (one) =>
          url.protocol === `${one.scheme}:` &&
          url.hostname === one.host &&
          (Number(url.port) || defaultPorts[one.scheme]) === one.port &&
          one.methods.includes(method) &&
          isBelow(url.pathname, one.pathPrefix),
      )
    : undefined;

/** A path is below another at the borders of its segments: `/v1` has `/v1/cards` and not `/v10`. */
const isBelow = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** No query, no fragment, nothing encoded. */
const isPlainPath = (path: string) =>
  path.startsWith('/') && !/[?#%\\]/.test(path) && !mayHideNumber(path);

/** The audit trail must not contain a card number. */
const mayHideNumber = (text: string) => /(\d[ .-]?){12}/.test(text);

/**
 * Servers differ in how often they decode a path before they look for `..`. A path that has such a
 * segment after any number of decodings, or whose decoding does not end, is therefore allowed
 * nowhere.
 */
function isStablePath(path: string): boolean {
  let read = path;
  for (let times = 0; times < 5; times += 1) {
    if (read.split(/[/\\]/).some((segment) => /^\.\.?(;|$)/.test(segment))) return false;
    const next = decoded(read);
    if (next === read) return true;
    read = next;
  }
  return false;
}
