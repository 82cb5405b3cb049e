import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrieveSandboxAuthentication } from '../../shared/sandbox/authentication-operations.ts';
import {
  authenticationReference,
  presentAuthentication,
} from '../../shared/sandbox/authentications.ts';
import { challengeUrls } from '../../shared/sandbox/challenge-url.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

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
