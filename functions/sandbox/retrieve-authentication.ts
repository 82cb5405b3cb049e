import { implement } from '#platform/http/operation/implement.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { retrieveSandboxAuthentication } from '#sandbox/authentication-operations.ts';
import { authenticationReference, presentAuthentication } from '#sandbox/authentications.ts';
import { challengeUrls } from '#sandbox/challenge-url.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly sandboxUrl: string;
}

/** Retrieves the state of an authentication by the caller's reference. */
export const retrieveAuthentication = implement(
  retrieveSandboxAuthentication,
  async ({ params, caller, now }, { ledger, sandboxUrl }: Services) => {
    const reference = authenticationReference(params.reference);
    const entered = await ledger.find(caller.keyHash, reference);
    return entered
      ? presentAuthentication(entered, challengeUrls(sandboxUrl), now)
      : refusal('DC_33');
  },
);

export const handler = lambda(retrieveAuthentication, () => ({
  ledger: tableLedger(liveTable()),
  sandboxUrl: sandboxUrl() ?? '',
}));
