import * as v from 'valibot';
import type { Exchange } from '../interface/exchange.ts';
import type { WalletSessionOutcome, WalletSessionRequest } from '../interface/wallet-session.ts';
import { putRequest, sandboxUrlOf } from './requests.ts';
import { declinedOutcome, readJson } from './responses.ts';

const Answer = v.object({ order_id: v.string() });

export const openWalletSession: Exchange<WalletSessionRequest, WalletSessionOutcome> = {
  request: ({ reference, wallet, amountMinor, currency }, account) =>
    putRequest(sandboxUrlOf(account, 'wallet-sessions', reference), account, {
      wallet,
      amount: amountMinor,
      currency,
    }),

  outcome(response) {
    if (response.status !== 200) return declinedOutcome(response);
    const { order_id: id } = readJson(Answer, response);
    return { result: 'opened', sessionToken: id, connectorTransactionId: id };
  },
};
