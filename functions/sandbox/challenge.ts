import { liveTable } from '#platform/table/table.ts';
import { challengePage, invalidLinkPage } from '#sandbox/challenge-page.ts';
import { lambda } from '#sandbox/lambda.ts';
import { isChallengeOpen } from '#sandbox/ledger.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { showSandboxChallenge } from '#sandbox/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

interface Services {
  readonly ledger: Ledger;
}

/** Shows the customer the challenge: the amount, and the answers to choose from. */
export const challenge = implementPage(
  showSandboxChallenge,
  async ({ params, headers, now }, { ledger }: Services) => {
    const payment = await ledger.findByChallenge(params.challenge_id);
    if (!payment || !isChallengeOpen(payment, now)) {
      return invalidLinkPage(headers['accept-language']);
    }
    return challengePage(params.challenge_id, payment, headers['accept-language']);
  },
);

export const handler = lambda(challenge, () => ({ ledger: tableLedger(liveTable()) }));
