import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { revokeSandboxMandate } from '#sandbox/mandate-operations.ts';
import { refusal } from '#sandbox/refusal.ts';
import { mandateReferenceOf, withMandateRevoked } from '#sandbox/stored-credentials.ts';

interface Services {
  readonly ledger: Ledger;
}

/** Revokes the stored credential of a mandate reference. A repeat changes nothing. */
export const revokeMandate = implement(
  revokeSandboxMandate,
  async ({ params, caller, now }, { ledger }: Services) => {
    const { mandate_reference: mandateReference } = params;
    const holder = await ledger.findByMandate(caller.keyHash, mandateReference);
    if (!holder) return refusal('DC_40');
    const changed = await ledger.change(holder, now, (payment) =>
      mandateReferenceOf(payment)
        ? { payment: withMandateRevoked(payment, now) }
        : { refused: 'DC_40' },
    );
    if ('refused' in changed) return refusal(changed.refused);
    return { mandate_reference: mandateReference, status: 'revoked' as const };
  },
);

export const handler = lambda(revokeMandate, () => ({ ledger: tableLedger(liveTable()) }));
