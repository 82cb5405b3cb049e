import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '#platform/http/operation/implement.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { standing } from '#sandbox/ledger.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { notificationQueue } from '#sandbox/notification-queue.ts';
import { authorizeSandboxPayment, chargeOf, presentSandboxPayment } from '#sandbox/operations.ts';
import { type ChargeServices, processCharge } from '#sandbox/process-charge.ts';
import { refusal } from '#sandbox/refusal.ts';
import { ledgerCredentialOf } from '#sandbox/stored-credentials.ts';

/**
 * Charges a test card, another payment method, or a stored credential of an earlier payment. A
 * revoked credential is refused, but a repeat of a charge before that still gets the first answer.
 */
export const authorize = implement(
  authorizeSandboxPayment,
  async ({ params, body, caller, now, remainingMs }, services: ChargeServices) => {
    const { ledger, sandboxUrl } = services;
    const { keyHash } = caller;
    const { reference } = params;
    if (!body.mandate_reference) {
      return processCharge(chargeOf(keyHash, reference, body), { now, remainingMs }, services);
    }
    const holder = await ledger.findByMandate(keyHash, body.mandate_reference);
    const credential = holder && ledgerCredentialOf(standing(holder, now));
    if (credential) {
      return processCharge(
        chargeOf(keyHash, reference, body, credential),
        { now, remainingMs },
        services,
      );
    }
    const earlier = await ledger.find(keyHash, reference);
    return earlier ? presentSandboxPayment(earlier, sandboxUrl, now) : refusal('DC_41');
  },
);

export const handler = lambda(authorize, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
  pause: sleep,
}));
