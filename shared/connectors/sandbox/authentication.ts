import * as v from 'valibot';
import type { Addresses, Exchange, HttpResponse } from '../interface/exchange.ts';
import type {
  AuthenticationOutcome,
  AuthenticationReference,
  AuthenticationRequest,
  Authenticator,
} from '../interface/three-ds.ts';
import { readJson, refused } from './answers.ts';
import { addressOf, keyHeader, put } from './asking.ts';
import { nameIn } from './mandates.ts';

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

const begin: Exchange<AuthenticationRequest, AuthenticationOutcome> = {
  request: (input, credentials, addresses) =>
    put(urlOf(input, addresses), credentials, {
      amount: input.amountMinor,
      currency: input.currency,
      card: {
        number: input.card.number,
        expiry_month: input.card.expiryMonth,
        expiry_year: input.card.expiryYear,
        holder_name: nameIn(input.card.holderName),
      },
      return_url: input.returnUrl,
    }),
  outcome,
};

const look: Exchange<AuthenticationReference, AuthenticationOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: urlOf(input, addresses),
    headers: keyHeader(credentials),
  }),
  outcome,
};

const urlOf = ({ reference }: AuthenticationReference, addresses: Addresses) =>
  addressOf(addresses, 'authentications', reference);

function outcome(response: HttpResponse): AuthenticationOutcome {
  if (response.status !== 200) return refused(response);
  const answer = readJson(Answer, response);
  const names = {
    version: answer.version,
    serverTransactionId: answer.server_transaction_id,
    acsTransactionId: answer.acs_transaction_id,
    dsTransactionId: answer.ds_transaction_id,
  };
  switch (answer.status) {
    case 'not_enrolled':
      return { result: 'not_enrolled' };
    case 'refused':
      return { result: 'refused', flow: answer.flow, names };
    case 'challenge':
      if (!answer.challenge_url) throw new Error('A challenge without an address.');
      return { result: 'challenge', url: answer.challenge_url, names };
    case 'authenticated': {
      const { cryptogram, electronic_commerce_indicator: indicator, flow } = answer;
      const proof = {
        version: names.version,
        dsTransactionId: names.dsTransactionId,
        ...(cryptogram !== null && { cryptogram }),
        ...(indicator !== null && { electronicCommerceIndicator: indicator }),
      };
      return { result: 'authenticated', flow, names, proof };
    }
  }
}

/** The sandbox processor as the authentication server whose name it plays. */
export const sandboxAuthenticators: readonly Authenticator[] = [
  { name: 'threedsecureio', begin, look },
];
