import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/**
 * The page that a token opens. Each page has its own tokens: the token for the return does not open
 * the page that leads to the processor.
 */
export type Page = 'start' | 'return' | 'authorize' | 'link' | 'payout' | 'collect';

/** The query parameter with the page token. */
export const pageTokenMember = 'page_token';

/** The query of a page. Other parameters are ignored. */
export const PageQuery = v.object({ [pageTokenMember]: v.optional(v.string()) });

/** The query of a page to which processors return customers, with parameters of their own. */
export const ReturnQuery = v.objectWithRest(
  { [pageTokenMember]: v.optional(v.string()) },
  v.optional(v.string()),
);

/** The payment, or payout, of the page. */
interface Owner {
  readonly merchantId: string;
  readonly id: string;
  /**
   * The client secret of the payment or payout: 119 random bits that only the merchant and the
   * customer know.
   */
  readonly clientSecret: string;
}

/**
 * Half of a SHA-256, the shortest truncation that RFC 2104 recommends, because some processors
 * limit an address.
 */
const tokenBytes = 16;

/**
 * The token of a page, derived from its owner's client secret and stored nowhere. `facts` name
 * the object that it opens. Only the secret can make it, and it does not reveal the secret.
 */
const tokenOf = ({ merchantId, id, clientSecret }: Owner, page: Page, facts: readonly string[]) =>
  createHmac('sha256', clientSecret)
    .update(JSON.stringify(['page token', page, merchantId, id, ...facts]))
    .digest()
    .subarray(0, tokenBytes);

/** Adds the page token to an address. */
export function withPageToken(
  address: string,
  owner: Owner,
  page: Page,
  facts: readonly string[],
): string {
  const separator = address.includes('?') ? '&' : '?';
  const token = tokenOf(owner, page, facts).toString('base64url');
  return `${address}${separator}${pageTokenMember}=${token}`;
}

/** Whether the token opens the page; the comparison takes constant time. */
export function isPageToken(
  shown: string | undefined,
  owner: Owner,
  page: Page,
  facts: readonly string[],
): boolean {
  // A processor may append its query with a second question mark, or repeat ours after a comma.
  const [, text = ''] = /^([\w-]{22})(?![\w-])/.exec(shown ?? '') ?? [];
  const token = Buffer.from(text, 'base64url');
  return token.length === tokenBytes && timingSafeEqual(token, tokenOf(owner, page, facts));
}
