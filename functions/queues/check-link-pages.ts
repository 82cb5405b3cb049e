import { checkoutScript, payeeScript, statusScript } from 'turnout:checkout';
import { sendBytes } from '#platform/http/egress/egress.ts';
import { pageCheckJob } from '#platform/http/response/page-check.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { approvedLinkPages } from '#switch/payment-links/approved-link-pages.ts';
import inventory from '#switch/payment-links/script-inventory.json' with { type: 'json' };
import { submitScript } from '#switch/payments/redirect/pages.ts';

/** Runs every hour. An alarm reports a failed run, and the next run checks again. */
export const handler = pageCheckJob({
  site: () => ({ url: process.env.PUBLIC_URL ?? '', loopbackAllowed: loopbackAllowed() }),
  approved: () =>
    approvedLinkPages(
      {
        'checkout.js': checkoutScript(),
        'status.js': statusScript(),
        'payee.js': payeeScript(),
        'submit-form.js': submitScript,
      },
      inventory,
    ),
  send: sendBytes,
  log,
  metric,
});
