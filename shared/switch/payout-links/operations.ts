import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';
import { PageQuery } from '../payments/redirect/page-token.ts';

/**
 * The page needs no key: the payee's browser shows the page token from the link, and without it the
 * page does not open. Further query parameters are ignored, because other systems may add some when
 * a link is passed on.
 */
export const showPayoutLink = defineOperation({
  name: 'payout-links.show',
  method: 'GET',
  path: '/payout_link/{merchant_id}/{payout_id}',
  summary: 'Show the page on which a payee states where a payout goes',
  about: {
    description:
      'The page behind a payout link, for browsers. Without `test_mode` it opens only in a frame on a page of the domains that the profile allows.',
  },
  auth: 'none',
  params: v.object({ merchant_id: Identifier, payout_id: Identifier }),
  query: v.object({ locale: v.optional(v.string()), ...PageQuery.entries }),
  response: v.string(),
  errors: ['payout_not_found', 'access_forbidden'],
  notFound: 'payout_not_found',
  isPage: true,
  // The return URL may have to be signed with the merchant's key.
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Payees cannot state the destination of payouts on payout links.',
  example: { params: { merchant_id: 'merchant_example', payout_id: 'payout_linked' } },
});
