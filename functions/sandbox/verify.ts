import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { verificationOf, verifySandboxMeans } from '../../shared/sandbox/mandate-operations.ts';
import { notificationQueue } from '../../shared/sandbox/notification-queue.ts';
import { type ChargeServices, processCharge } from '../../shared/sandbox/process-charge.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

/**
 * Verifies that a test card could be charged, and stores it if the caller asks. The result is that
 * of a charge of the card, and no money moves.
 */
export const verify = implement(
  verifySandboxMeans,
  ({ params, body, caller, now, remainingMs }, services: ChargeServices) =>
    processCharge(
      verificationOf(caller.keyHash, params.reference, body),
      { now, remainingMs },
      services,
    ),
);

export const handler = lambda(verify, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
  pause: sleep,
}));
