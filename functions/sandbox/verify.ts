import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '#platform/http/operation/implement.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { verificationOf, verifySandboxMeans } from '#sandbox/mandate-operations.ts';
import { notificationQueue } from '#sandbox/notification-queue.ts';
import { type ChargeServices, processCharge } from '#sandbox/process-charge.ts';

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
