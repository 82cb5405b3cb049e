import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { challengePage, invalidLinkPage } from '#sandbox/challenge-page.ts';
import { lambda } from '#sandbox/lambda.ts';
import { isChallengeOpen } from '#sandbox/ledger.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { showSandboxChallenge } from '#sandbox/operations.ts';

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
