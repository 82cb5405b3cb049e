import { timingSafeEqual } from 'node:crypto';
import { edgeHeader, viewerHeader } from '#platform/http/callers/edge-headers.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import { VaultError } from '../vault-error.ts';

type Headers = Readonly<Record<string, string>>;

/** CloudFront and WAF in front of the pages, which requests must not bypass. */
export interface PagesEdge {
  /**
   * The browser's IP address, when an edge stands in front of the pages; undefined without one.
   * Throws VaultError `forbidden` for a request that bypassed the edge, and `service_unavailable`.
   */
  viewerOf(headers: Headers): Promise<string | undefined>;
}

/** How long the secret is cached, in milliseconds. */
const cacheMs = 60_000;

/** @param read the secret that the edge sends; undefined without an edge. */
export function pagesEdgeWith(
  read: (() => Promise<string>) | undefined,
  clock = () => Date.now(),
): PagesEdge {
  let known: { readonly hash: Promise<Buffer>; readonly at: number } | undefined;

  function hash(secret: () => Promise<string>): Promise<Buffer> {
    if (!known || clock() - known.at > cacheMs) {
      const reading = secret().then(sha256, (error: unknown) => {
        throw new VaultError('service_unavailable', {}, { cause: error });
      });
      known = { hash: reading, at: clock() };
      // A failure is not cached: the next request reads the secret again.
      reading.catch(() => {
        known = undefined;
      });
    }
    return known.hash;
  }

  return {
    async viewerOf(headers) {
      if (!read) return undefined;
      const shown = sha256(headers[edgeHeader] ?? '');
      if (!timingSafeEqual(shown, await hash(read))) throw new VaultError('forbidden');
      return headers[viewerHeader];
    },
  };
}

let live: PagesEdge | undefined;

/** The edge of this deployment, if it has one. */
export function livePagesEdge(): PagesEdge {
  live ??= pagesEdgeWith(secretOfEdge());
  return live;
}

function secretOfEdge(): (() => Promise<string>) | undefined {
  const id = process.env.VAULT_EDGE_SECRET;
  if (!id) return undefined;
  return async () => {
    const { value } = await readSecret(id);
    return value;
  };
}
