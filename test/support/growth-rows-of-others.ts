import { asking, type Rows, rowsOf } from './growth-context.ts';
import { mandateRequests } from './mandate-requests.ts';
import { disputeRequests } from './requests-about-disputes.ts';
import { payoutRequests } from './requests-about-payouts.ts';

/** What is asked about mandates, disputes, their files, and payouts. */
export const otherRows: Rows = {
  // The lists are filled with more things than these requests prepare.
  ...rowsOf(mandateRequests, /^(?!mandates\.list$)/),
  ...rowsOf(disputeRequests, /^(?!disputes\.list(, by status|-of-profile)?$)/),
  ...rowsOf(payoutRequests),
  ...Object.fromEntries(
    [
      'mandates.list',
      'disputes.list',
      'disputes.list-of-profile',
      'payouts.list',
      'payouts.list-of-profile',
    ].map((name) => [name, asking(name, async () => ({ query: { limit: '10' } }))]),
  ),
  ...Object.fromEntries(
    [
      'payouts.aggregate',
      'payouts.aggregate-of-profile',
      'payouts.filters',
      'payouts.filters-of-profile',
    ].map((name) => [
      name,
      asking(name, async () => ({ query: { start_time: '2026-01-01T00:00:00Z' } })),
    ]),
  ),
  ...Object.fromEntries(
    ['payouts.filter-values', 'payouts.filter-values-of-profile'].map((name) => [
      name,
      asking(name, async () => ({ body: { start_time: '2026-01-01T00:00:00Z' } })),
    ]),
  ),
  ...Object.fromEntries(
    ['payouts.filter', 'payouts.filter-of-profile'].map((name) => [
      name,
      asking(name, async () => ({ body: { limit: 10 } })),
    ]),
  ),
};
