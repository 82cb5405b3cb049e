import { implement } from '#platform/http/operation/implement.ts';
import { randomText } from '#platform/ids.ts';
import { openSandboxLink } from '#sandbox/bank-account-operations.ts';
import { lambda } from '#sandbox/lambda.ts';

/** Opens a session for a test customer. Nothing of it is stored: test pages need no session. */
export const openLink = implement(openSandboxLink, async () => ({
  link_token: `link-sandbox-${randomText(20)}`,
}));

export const handler = lambda(openLink, () => ({}));
