import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { decide, isSameCharge } from '../../shared/sandbox/ledger.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import {
  authorizeSandboxPayment,
  chargeOf,
  presentSandboxPayment,
} from '../../shared/sandbox/operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Ledger;
  /** Where customers find this service. */
  readonly sandboxUrl: string;
}

/**
 * Charges a test card. A reference is taken once: whoever asks again, because the answer got lost,
 * hears of the payment that is there, and nothing is charged a second time.
 */
export const authorize = implement(
  authorizeSandboxPayment,
  async ({ params, body, caller, now }, { ledger, sandboxUrl }: Services) => {
    const charge = chargeOf(caller.keyHash, params.reference, body);
    const ids = { id: newId('pay'), challengeId: newId('ch') };
    const payment = await ledger.enter(decide(charge, ids, now));
    if (!isSameCharge(payment, charge)) return refusal('DC_09');
    return presentSandboxPayment(payment, sandboxUrl, now);
  },
);

export const handler = lambda(authorize, () => ({
  ledger: tableLedger(liveTable()),
  sandboxUrl: sandboxUrl() ?? '',
}));
