import { isDeepStrictEqual } from 'node:util';
import { withCurrent } from '../../shared/accounts/with-current.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { confirmedPayout } from '../../shared/payouts/change-payout.ts';
import { liveTellingServices } from '../../shared/payouts/live-payout-services.ts';
import { confirmPayout } from '../../shared/payouts/operations.ts';
import { checkPayoutProfile, checkPayoutSecret, type Payout } from '../../shared/payouts/payout.ts';
import type { TellingServices } from '../../shared/payouts/payout-services.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';
import type { PayoutRequest } from '../../shared/payouts/request.ts';

/**
 * Confirms a payout: from here on a processor knows of it, and with `auto_fulfill` pays it.
 *
 * The payout is saved before the processor is told, and only one caller can win that save. So two
 * racing confirms make one payout, and a function that dies half-way leaves one that can be asked about.
 */
export const confirm = implement(confirmPayout, {
  load: ({ merchantId, params }, { payouts, configurations }: TellingServices) =>
    withCurrent(payouts.get(merchantId, params.payout_id), configurations.current(merchantId)),

  async run(request, services: TellingServices, loaded) {
    const [payout] = loaded;
    const { caller, body, now } = request;
    checkPayoutProfile(payout, caller);
    if (caller.kind === 'client') {
      checkPayoutSecret(payout, caller.clientSecret, now);
      checkClient(payout, body);
    }
    return presentPayout(await confirmedPayout(loaded, request, services));
  },
});

/**
 * Whoever is paid says where the money goes, and neither how much it is, nor whose it is, nor when it
 * is paid, nor through whom.
 */
function checkClient(payout: Payout, body: PayoutRequest): void {
  const wishes = [
    ['amount', body.amount, payout.amountMinor],
    ['currency', body.currency, payout.currency],
    ['customer_id', body.customer?.id ?? body.customer_id, payout.customer?.id],
    ['auto_fulfill', body.auto_fulfill, payout.autoFulfill],
    ['recurring', body.recurring, payout.recurring],
    ['priority', body.priority, payout.terms.priority],
    ['connector', body.connector, payout.terms.connector],
    ['routing', body.routing, payout.terms.routing],
    // Of the one that the merchant stated only a part is known here.
    ['source_bank_data', body.source_bank_data, undefined],
  ] as const;
  for (const [field, wish, known] of wishes) {
    if (wish != null && !isDeepStrictEqual(wish, known)) {
      throw new SwitchError('unauthorized_change', {
        message: `${field} cannot be changed with a publishable key`,
      });
    }
  }
}

export const handler = lambda(confirm, liveTellingServices);
