import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { authenticateSandboxCustomer } from '../../shared/sandbox/authentication-operations.ts';
import {
  newAuthentication,
  notAuthenticated,
  presentAuthentication,
} from '../../shared/sandbox/authentications.ts';
import { challengeUrls } from '../../shared/sandbox/challenge-url.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

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
