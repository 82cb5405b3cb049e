import { docsUrl } from '../../stage.ts';
import type { Hint } from './hint.ts';

/** The headings of `docs/errors.md` that refusals link. */
export const linkedHeadings = [
  'The key',
  'The path',
  'The identifier',
  'The body',
  'A member',
  'The state of an object',
  'The idempotency key',
  'Too many requests',
  'A failure of the switch',
] as const;
type LinkedHeading = (typeof linkedHeadings)[number];

interface Refusal {
  /** The name of the error inside the service, such as `invalid_body`. */
  readonly kind: string;
  readonly status: number;
  /** The wrong member, where the error is about one. */
  readonly param?: string | undefined;
}

/** The page about an error, where the deployment has an address for such pages. */
export function docLink(refusal: Refusal): Pick<Hint, 'doc_url'> {
  const base = docsUrl();
  return base === undefined ? {} : { doc_url: `${base}/errors#${anchorOf(headingOf(refusal))}` };
}

const anchorOf = (heading: LinkedHeading) => heading.toLowerCase().replaceAll(' ', '-');

function headingOf({ kind, status, param }: Refusal): LinkedHeading {
  if (/idempotency/.test(kind)) return 'The idempotency key';
  switch (status) {
    case 401:
    case 403:
      return 'The key';
    case 404:
      return kind === 'unrecognized_route' ? 'The path' : 'The identifier';
    case 405:
      return 'The path';
    case 413:
    case 415:
      return 'The body';
    case 429:
      return 'Too many requests';
    case 500:
    case 502:
    case 503:
    case 504:
      return 'A failure of the switch';
    default:
      return ofRequest(kind, param);
  }
}

/** The heading about a request that breaks a rule. */
function ofRequest(kind: string, param: string | undefined): LinkedHeading {
  if (kind === 'invalid_content_type' || /_too_large$/.test(kind)) return 'The body';
  if (param !== undefined) return 'A member';
  return kind === 'invalid_body' || kind === 'bad_request' ? 'The body' : 'The state of an object';
}
