import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { authenticateSandboxCustomer } from '#sandbox/authentication-operations.ts';
import {
  newAuthentication,
  notAuthenticated,
  presentAuthentication,
} from '#sandbox/authentications.ts';
import { challengeUrls } from '#sandbox/challenge-url.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';

interface Services {
  readonly ledger: Ledger;
  readonly sandboxUrl: string;
}

/**
 * Starts the authentication of a customer. A reference is accepted once: a repeat gets the first
 * one.
 */
export const authenticate = implement(
  authenticateSandboxCustomer,
  async ({ params, body, caller, now }, { ledger, sandboxUrl }: Services) => {
    const asked = {
      keyHash: caller.keyHash,
      reference: params.reference,
      amountMinor: body.amount,
      currency: body.currency,
      cardNumber: body.card.number,
      returnUrl: body.return_url,
      forceChallenge: body.force_challenge ?? undefined,
    };
    const ids = { id: newId('auth'), challengeId: newId('ch') };
    const entering = newAuthentication(asked, ids, now);
    if (!entering) return notAuthenticated(params.reference);
    return presentAuthentication(await ledger.enter(entering), challengeUrls(sandboxUrl), now);
  },
);

export const handler = lambda(authenticate, () => ({
  ledger: tableLedger(liveTable()),
  sandboxUrl: sandboxUrl() ?? '',
}));
