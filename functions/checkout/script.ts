import { mountScript } from 'turnout:checkout';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { rawResponse } from '#platform/http/response/raw-response.ts';
import { showCheckoutScript } from '#switch/checkout/operations.ts';

interface Services {
  readonly mountScript: () => string;
}

/** Gives the script for pages of shops, which may check it by its hash. */
export const script = implement(showCheckoutScript, async (_request, { mountScript }: Services) =>
  rawResponse({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: mountScript(),
  }),
);

export const handler = lambda(script, () => ({ mountScript }));
