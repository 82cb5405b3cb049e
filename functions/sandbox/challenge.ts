import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { challengePage, invalidLinkPage } from '../../shared/sandbox/challenge-page.ts';
import { isChallengeOpen } from '../../shared/sandbox/ledger.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { showSandboxChallenge } from '../../shared/sandbox/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Ledger;
}

/** Shows the customer the challenge: the amount, and the answers to choose from. */
export const challenge = implement(
  showSandboxChallenge,
  async ({ params, now }, { ledger }: Services) => {
    const payment = await ledger.findByChallenge(params.challenge_id);
    if (!payment || !isChallengeOpen(payment, now)) return invalidLinkPage();
    return challengePage(params.challenge_id, payment);
  },
);

export const handler = lambda(challenge, () => ({ ledger: tableLedger(liveTable()) }));
