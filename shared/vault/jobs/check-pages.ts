import type { SendBytes } from '#platform/http/egress/egress.ts';
import { pageCheckJob } from '#platform/http/response/page-check.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { BuiltPages } from '../pages/built-pages.ts';
import type { PageSite } from '../pages/page-document.ts';
import { type ApprovedFile, approvedPages } from './check-pages-approved.ts';

export interface CheckPagesServices {
  /** The pages that this bundle was built with. */
  readonly pages: BuiltPages;
  /** The approved files: `script-inventory.json`. */
  readonly inventory: readonly ApprovedFile[];
  /** The URL of the pages. */
  readonly site: () => PageSite;
  readonly send: SendBytes;
  readonly log: Log;
  readonly metric: Metric;
}

/** Compares the vault's pages, scripts and styles as browsers receive them with the approved ones. */
export const checkPagesJob = ({ pages, inventory, ...services }: CheckPagesServices) =>
  pageCheckJob({ ...services, approved: (site) => approvedPages(site, pages, inventory) });
