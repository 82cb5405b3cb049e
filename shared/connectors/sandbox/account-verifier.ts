import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type {
  AccountsOutcome,
  AccountVerifier,
  VerifiedAccount,
} from '../interface/account-verifier.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import { putRequest, sandboxUrlOf } from './requests.ts';
import { declinedOutcome, readJson } from './responses.ts';

const Link = v.object({ link_token: v.string() });
const Access = v.object({ access_token: v.string() });

const common = { id: v.string(), name: v.string(), account_type: v.string() };
const Account = v.variant('type', [
  v.object({
    ...common,
    type: v.literal('ach'),
    account_number: v.string(),
    routing_number: v.string(),
  }),
  v.object({
    ...common,
    type: v.literal('bacs'),
    account_number: v.string(),
    sort_code: v.string(),
  }),
  v.object({ ...common, type: v.literal('sepa'), iban: v.string() }),
]);
const Accounts = v.object({ accounts: v.array(Account) });

/** Plaid's credentials are a client id and a secret; the simulated one knows the client id only. */
function put(account: ExchangeAccount, path: readonly string[], body: object) {
  const { credentials } = account;
  if (credentials.auth_type !== 'BodyKey') throw new Error('The verifier takes BodyKey.');
  const { api_key } = credentials;
  const byKey = { ...account, credentials: { auth_type: 'HeaderKey' as const, api_key } };
  return putRequest(sandboxUrlOf(account, ...path), byKey, body);
}

const askForAccounts = (accessToken: string, account: ExchangeAccount) =>
  put(account, ['bank-accounts'], { access_token: accessToken });

function accountsIn(response: HttpResponse, accessToken: string): AccountsOutcome {
  if (response.status !== 200) return declinedOutcome(response);
  const { accounts } = readJson(Accounts, response);
  return { result: 'verified', accessToken, accounts: accounts.map(verifiedAccount) };
}

function verifiedAccount(account: v.InferOutput<typeof Account>): VerifiedAccount {
  const { id: accountId, name, account_type: accountType } = account;
  const facts = { accountId, name, accountType };
  switch (account.type) {
    case 'ach': {
      const { type, account_number: accountNumber, routing_number: routingNumber } = account;
      return { ...facts, type, accountNumber, routingNumber };
    }
    case 'bacs': {
      const { type, account_number: accountNumber, sort_code: sortCode } = account;
      return { ...facts, type, accountNumber, sortCode };
    }
    case 'sepa':
      return { ...facts, type: account.type, iban: account.iban };
  }
}

/** The sandbox processor as a verifier of bank accounts, under the name that it simulates. */
export const sandboxAccountVerifiers: readonly AccountVerifier[] = [
  {
    name: 'plaid',
    openLink: {
      request: ({ reference, country, language }, account) =>
        put(account, ['link-tokens', reference], { country, language }),
      outcome: (response) =>
        response.status === 200
          ? { result: 'opened', linkToken: readJson(Link, response).link_token }
          : declinedOutcome(response),
    },
    exchangeToken: {
      request: ({ publicToken }, account) => ({
        ...put(account, ['access-tokens'], { public_token: publicToken }),
        step: 'token',
      }),
      outcome(response, _, account) {
        if (response.status !== 200) return declinedOutcome(response);
        const { access_token } = readJson(Access, response);
        return {
          next: askForAccounts(access_token, account),
          outcome: (answer) => accountsIn(answer, access_token),
        };
      },
    },
    listAccounts: {
      request: ({ accessToken }, account) => askForAccounts(accessToken, account),
      outcome: (response, { accessToken }) => accountsIn(response, accessToken),
    },
  },
];
