import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type {
  AuthenticationOutcome,
  AuthenticationReference,
  AuthenticationRequest,
  Authenticator,
} from '../interface/three-ds.ts';
import { holderNameOf } from './mandates.ts';
import { keyHeader, putRequest, sandboxUrlOf } from './requests.ts';
import { declinedOutcome, readJson } from './responses.ts';

const Answer = v.object({
  status: v.picklist(['challenge', 'authenticated', 'refused', 'not_enrolled']),
  flow: v.picklist(['challenge', 'frictionless']),
  challenge_url: v.nullable(v.string()),
  version: v.string(),
  server_transaction_id: v.string(),
  acs_transaction_id: v.string(),
  ds_transaction_id: v.string(),
  electronic_commerce_indicator: v.nullable(v.string()),
  cryptogram: v.nullable(v.string()),
});

const start: Exchange<AuthenticationRequest, AuthenticationOutcome> = {
  request: (input, account) =>
    putRequest(urlOf(input, account), account, {
      amount: input.amountMinor,
      currency: input.currency,
      card: {
        number: input.card.number,
        expiry_month: input.card.expiryMonth,
        expiry_year: input.card.expiryYear,
        holder_name: holderNameOf(input.card.holderName),
      },
      return_url: input.returnUrl,
      ...(input.forceChallenge && { force_challenge: true }),
    }),
  outcome,
};

const sync: Exchange<AuthenticationReference, AuthenticationOutcome> = {
  request: (input, account) => ({
    method: 'GET',
    url: urlOf(input, account),
    headers: keyHeader(account),
  }),
  outcome,
};

const urlOf = ({ reference }: AuthenticationReference, account: ExchangeAccount) =>
  sandboxUrlOf(account, 'authentications', reference);

function outcome(response: HttpResponse): AuthenticationOutcome {
  if (response.status !== 200) return declinedOutcome(response);
  const answer = readJson(Answer, response);
  const ids = {
    version: answer.version,
    serverTransactionId: answer.server_transaction_id,
    acsTransactionId: answer.acs_transaction_id,
    dsTransactionId: answer.ds_transaction_id,
  };
  switch (answer.status) {
    case 'not_enrolled':
      return { result: 'not_enrolled' };
    case 'refused':
      return { result: 'refused', flow: answer.flow, ids };
    case 'challenge':
      if (!answer.challenge_url) throw new Error('A challenge without an address.');
      return { result: 'challenge', url: answer.challenge_url, ids };
    case 'authenticated': {
      const { cryptogram, electronic_commerce_indicator: indicator, flow } = answer;
      const authenticationData = {
        version: ids.version,
        dsTransactionId: ids.dsTransactionId,
        serverTransactionId: ids.serverTransactionId,
        transactionStatus: 'Y' as const,
        ...(cryptogram !== null && { cryptogram }),
        ...(indicator !== null && { electronicCommerceIndicator: indicator }),
      };
      return { result: 'authenticated', flow, ids, authenticationData };
    }
  }
}

/** The sandbox processor as an authentication server, under the name that it simulates. */
export const sandboxAuthenticators: readonly Authenticator[] = [
  { name: 'threedsecureio', start, sync },
];
