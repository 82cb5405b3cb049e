import * as v from 'valibot';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { ownMember } from '#platform/own-member.ts';
import { basic, credentialsOf, jsonRequest } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { Reference } from '../interface/payments.ts';

/**
 * A request to Braintree: a query or a mutation, with its variable `input` and others where it has
 * some. Throws for credentials of another shape.
 */
export const apiRequest = (
  account: ExchangeAccount,
  query: string,
  input?: object | string,
  others: object = {},
): HttpRequest => {
  const keys = credentialsOf('Braintree', account, 'SignatureKey');
  return jsonRequest(
    'POST',
    `${account.urls.api}graphql`,
    {
      authorization: basic(keys.api_key, keys.api_secret),
      'braintree-version': '2019-01-01',
      'content-type': 'application/json',
    },
    { query, variables: { input, ...others } },
  );
};

const MerchantAccounts = v.object({
  merchant_account_id: v.optional(v.string()),
  merchant_config_currency: v.optional(v.string()),
  merchant_accounts: v.optional(v.record(v.string(), v.string())),
});

/**
 * The merchant account for a currency, from the account's metadata: in `merchant_accounts` by
 * currency, or as the only one. Braintree always charges in the currency of the merchant account,
 * so this throws where the metadata names none, or one for another currency.
 */
export function merchantAccountFor({ metadata = {} }: ExchangeAccount, currency: string): string {
  const stated = v.parse(MerchantAccounts, metadata);
  const byCurrency = stated.merchant_accounts ?? {};
  const own = ownMember(byCurrency, currency);
  if (own) return own;
  const isForIt = (stated.merchant_config_currency ?? currency) === currency;
  if (!stated.merchant_account_id || !isForIt) {
    throw new Error('The account names no merchant account for the currency.');
  }
  return stated.merchant_account_id;
}

/** Throws where Braintree's id of the payment is not known. */
export function transactionId({ connectorTransactionId }: Reference): string {
  if (connectorTransactionId === undefined) throw new Error('The transaction is not known.');
  return connectorTransactionId;
}

/** The GraphQL API's id of an object, from the short id in webhooks and the Control Panel. */
export const globalId = (kind: 'transaction' | 'refund', legacyId: string): string =>
  Buffer.from(`${kind}_${legacyId}`, 'utf8').toString('base64url');
