import { implement } from '#platform/http/operation/implement.ts';
import { accessTokenFor, exchangeSandboxToken } from '#sandbox/bank-account-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { refusal } from '#sandbox/refusal.ts';

/** Exchanges the public token of a finished session. A repeat gets the same token. */
export const exchangeToken = implement(exchangeSandboxToken, async ({ body }) => {
  const access_token = accessTokenFor(body.public_token);
  return access_token === undefined ? refusal('DC_50') : { access_token };
});

export const handler = lambda(exchangeToken, () => ({}));
