import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/**
 * What a page that takes no key is for. Each has tokens of its own: the one that a processor is given
 * for the way back does not open the page that leads to the processor.
 */
export type Page = 'start' | 'return' | 'authorize' | 'link';

/** The member of a page's query that carries its token. */
export const pageTokenMember = 'page_token';

/** The query of a page; processors add members of their own, which are not read. */
export const PageQuery = v.object({ [pageTokenMember]: v.optional(v.string()) });

/** Whose pages they are. */
interface Owner {
  readonly merchantId: string;
  readonly id: string;
  /** Of the payment; 119 random bits, known to the merchant and the customer alone. */
  readonly clientSecret: string;
}

/** Half of a SHA-256, the shortest that RFC 2104 recommends: some processors limit an address. */
const tokenBytes = 16;

/**
 * The token of a page, which follows from the payment's secret and is stored nowhere. `facts` name what
 * it opens. Without the secret it cannot be made, and the secret cannot be found out from it.
 */
const tokenOf = ({ merchantId, id, clientSecret }: Owner, page: Page, facts: readonly string[]) =>
  createHmac('sha256', clientSecret)
    .update(JSON.stringify(['page token', page, merchantId, id, ...facts]))
    .digest()
    .subarray(0, tokenBytes);

/** An address with the token of its page. */
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

/** Whether the token opens the page, compared in a time that says nothing of the right one. */
export function isPageToken(
  shown: string | undefined,
  owner: Owner,
  page: Page,
  facts: readonly string[],
): boolean {
  // A processor may add its own query with a second question mark, or repeat ours after a comma.
  const [, text = ''] = /^([\w-]{22})(?![\w-])/.exec(shown ?? '') ?? [];
  const token = Buffer.from(text, 'base64url');
  return token.length === tokenBytes && timingSafeEqual(token, tokenOf(owner, page, facts));
}
