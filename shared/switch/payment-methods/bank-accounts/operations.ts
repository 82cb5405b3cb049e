import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, text } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

const common = {
  client_secret: given(text(255)),
  payment_id: Identifier,
  payment_method: PaymentMethod,
  payment_method_type: PaymentMethodType,
};

/** The members for apps are accepted, and only real services need them. */
export const LinkBankAccountRequest = v.object({
  ...common,
  /** ISO 639-1. */
  language: given(text(35, 1)),
  client_platform: given(v.picklist(['web', 'ios', 'android', 'unknown'])),
  android_package_name: given(text(255)),
  redirect_uri: given(text(2_048)),
});

export const ExchangeBankAccountsRequest = v.object({ ...common, public_token: text(255, 1) });

const errors = [
  'payment_not_found',
  'account_verifier_not_found',
  'client_secret_mismatch',
  'client_secret_expired',
  'temporarily_unavailable',
  'account_verifier_refused',
] as const;

const exampleOfBoth = {
  payment_id: 'pay_debited',
  payment_method: 'bank_debit',
  payment_method_type: 'ach',
} as const;

export const linkBankAccount = defineOperation({
  name: 'payment-methods.link-bank-account',
  method: 'POST',
  path: '/payment_methods/auth/link',
  summary: 'Open a session in which the customer chooses bank accounts',
  about: {
    description:
      'Opens a session at the service that verifies bank accounts: the page shows it by the `link_token`, and the customer signs in to the bank and chooses accounts.',
  },
  auth: 'secret key or client secret',
  body: LinkBankAccountRequest,
  response: v.object({ link_token: v.string(), connector: v.string() }),
  errors: [...errors, 'missing_param'],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Customers cannot verify bank accounts; payments continue.',
  example: { body: exampleOfBoth },
});

export const exchangeBankAccounts = defineOperation({
  name: 'payment-methods.exchange-bank-accounts',
  method: 'POST',
  path: '/payment_methods/auth/exchange',
  summary: 'Save the bank accounts that the customer chose',
  about: {
    description:
      "Saves the accounts that the customer chose as payment methods of the payment's customer, who pays from them by a `payment_token`. An account is saved once. Their numbers are stored nowhere: the service is asked for them when they are charged.",
  },
  auth: 'secret key or client secret',
  body: ExchangeBankAccountsRequest,
  response: v.string(),
  errors: [...errors, 'customer_not_found', 'customer_redacted', 'concurrent_update'],
  notFound: 'payment_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Verified bank accounts are not saved; payments continue.',
  example: { body: { ...exampleOfBoth, public_token: 'public-sandbox-ach' } },
});
