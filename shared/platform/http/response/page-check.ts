import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { Log } from '../../log.ts';
import type { Metric } from '../../metrics.ts';
import { ownMember } from '../../own-member.ts';
import type { BytesResponse, SendBytes } from '../egress/egress.ts';

/** The response that browsers must get at a path. */
export interface Approved {
  readonly path: string;
  /** The type of the browser's request: its `sec-fetch-dest`. */
  readonly loadedAs: 'document' | 'iframe' | 'script' | 'style';
  readonly status: number;
  /** By lower-case name. Other headers are allowed unless they change a browser's behaviour. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: { readonly integrity: string } | { readonly text: string };
}

/** Where the pages are, as browsers find them. */
interface CheckedSite {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly loopbackAllowed: boolean;
}

interface PageCheck {
  readonly site: () => CheckedSite;
  readonly approved: (site: CheckedSite) => readonly Approved[];
  readonly send: SendBytes;
  readonly log: Log;
  readonly metric: Metric;
}

/** Content that a browser receives and that was not approved. */
interface Alteration {
  readonly path: string;
  /** `status`, `bytes`, `no answer`, or the name of a header. */
  readonly what: string;
  /** The value received, cut short; of a body, its hash. */
  readonly found: string;
}

/** A limit above the size of every page and asset, in bytes, compressed or not. */
const maxBytes = 256 * 1_024;
/** The timeout of each request; a few run at once. */
const timeoutMs = 15_000;

/**
 * Fetches all approved responses from outside, as browsers do, and reports differences: status,
 * headers, and every byte of pages, scripts and styles (PCI DSS v4.0.1, 11.6.1). Content that cannot
 * be fetched counts as altered. Always resolves; the metric `PagesTampered` triggers the alarm.
 */
export const pageCheckJob =
  ({ site, approved, send, log, metric }: PageCheck) =>
  async (event: unknown): Promise<void> => {
    const { id: run } = v.parse(Scheduled, event);
    const at = site();
    const all = approved(at);
    const altered = await Promise.all(all.map((one) => findAlterations(one, at, send)));
    for (const { path, what, found } of altered.flat()) {
      log.info('page altered', { run, path, what, found });
    }
    if (altered.flat().length > 0) metric('PagesTampered', altered.flat().length);
    log.info('pages checked', { run, checked: all.length, altered: altered.flat().length });
  };

/** The event of a schedule; its id is in every log line of the run. */
const Scheduled = v.object({ id: v.optional(v.string()) });

async function findAlterations(
  approved: Approved,
  { url, loopbackAllowed }: CheckedSite,
  send: SendBytes,
): Promise<readonly Alteration[]> {
  const { path, loadedAs } = approved;
  const sent = await send(
    {
      method: 'GET',
      url: `${url}${path}`,
      headers: { ...browserHeaders, 'sec-fetch-dest': loadedAs },
      body: Buffer.alloc(0),
    },
    {
      timeoutMs,
      allow: loopbackAllowed ? 'public and loopback' : 'public',
      maxResponseBytes: maxBytes,
    },
  );
  if (sent.kind !== 'answered') return [{ path, what: 'no answer', found: sent.reason }];
  return differences(approved, sent.response);
}

/**
 * Headers of a browser, so that an attacker who serves altered pages to browsers only serves them
 * to this job too.
 */
const browserHeaders = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'gzip',
  'accept-language': 'en',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'cross-site',
} as const;

/**
 * Headers that make a browser load, store, report to or navigate to something. They are allowed
 * only where approved.
 */
const effectiveHeaders = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'clear-site-data',
  'content-security-policy-report-only',
  'link',
  'location',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'sourcemap',
  'x-sourcemap',
];

function differences(approved: Approved, response: BytesResponse): readonly Alteration[] {
  const { path, status, headers, content } = approved;
  const altered = (what: string, found: string) => ({ path, what, found: found.slice(0, 300) });
  const names = new Set([...Object.keys(headers), ...effectiveHeaders]);
  const inHeaders = [...names].flatMap((name) =>
    ownMember(response.headers, name) === ownMember(headers, name)
      ? []
      : [altered(name, ownMember(response.headers, name) ?? 'missing')],
  );
  const bytes = unpack(response);
  const wanted = 'text' in content ? integrityOf(Buffer.from(content.text)) : content.integrity;
  const found = bytes ? integrityOf(bytes) : 'cannot be unpacked';
  return [
    ...(response.status === status ? [] : [altered('status', String(response.status))]),
    ...inHeaders,
    ...(found === wanted ? [] : [altered('bytes', found)]),
  ];
}

/** The body as a browser decodes it; undefined when it cannot. */
function unpack({ headers, body }: BytesResponse): Buffer | undefined {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body;
  if (encoding !== 'gzip') return undefined;
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/** The subresource integrity hash that browsers check. */
export const integrityOf = (bytes: Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
