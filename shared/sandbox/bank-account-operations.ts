import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { ownMember } from '#platform/own-member.ts';
import { given, text } from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import { Reference } from './operations.ts';

export const SandboxBankAccount = v.object({
  id: v.string(),
  name: v.string(),
  account_type: v.string(),
  type: v.picklist(['ach', 'bacs', 'sepa']),
  account_number: v.optional(v.string()),
  routing_number: v.optional(v.string()),
  sort_code: v.optional(v.string()),
  iban: v.optional(v.string()),
});
type SandboxBankAccount = v.InferOutput<typeof SandboxBankAccount>;

export const openSandboxLink = defineOperation({
  name: 'sandbox.open-link',
  method: 'PUT',
  path: '/link-tokens/{reference}',
  summary: 'Open a session in which a test customer chooses bank accounts',
  auth: 'processor key',
  params: v.object({ reference: Reference }),
  body: v.strictObject({ country: Country, language: given(text(35, 1)) }),
  response: v.object({ link_token: v.string() }),
  errors: [],
  access: { sandbox: true },
  impact: 'Bank accounts of tests cannot be verified.',
  example: { params: { reference: 'pay_example' }, body: { country: 'US' } },
});

export const exchangeSandboxToken = defineOperation({
  name: 'sandbox.exchange-token',
  method: 'PUT',
  path: '/access-tokens',
  summary: 'Take the token of a finished session of a test customer',
  auth: 'processor key',
  body: v.strictObject({ public_token: text(255, 1) }),
  response: v.object({ access_token: v.string() }),
  errors: [],
  access: { sandbox: true },
  impact: 'Bank accounts of tests cannot be verified.',
  example: { body: { public_token: 'public-sandbox-ach' } },
});

export const listSandboxBankAccounts = defineOperation({
  name: 'sandbox.list-bank-accounts',
  method: 'PUT',
  path: '/bank-accounts',
  summary: 'List the bank accounts that a test customer chose',
  auth: 'processor key',
  body: v.strictObject({ access_token: text(255, 1) }),
  response: v.object({ accounts: v.array(SandboxBankAccount) }),
  errors: [],
  access: { sandbox: true },
  impact: 'Verified bank accounts of tests cannot be charged.',
  example: { body: { access_token: 'access-sandbox-ach' } },
});

/**
 * The accounts of each choice. The numbers are those that Stripe publishes for tests.
 *
 * @see https://docs.stripe.com/testing
 */
const accounts: Readonly<Record<SandboxBankAccount['type'], SandboxBankAccount>> = {
  ach: {
    id: 'account_ach',
    name: 'Checking',
    account_type: 'checking',
    type: 'ach',
    account_number: '000123456789',
    routing_number: '110000000',
  },
  bacs: {
    id: 'account_bacs',
    name: 'Current account',
    account_type: 'checking',
    type: 'bacs',
    account_number: '00012345',
    sort_code: '108800',
  },
  sepa: {
    id: 'account_sepa',
    name: 'Girokonto',
    account_type: 'checking',
    type: 'sepa',
    iban: 'DE89370400440532013000',
  },
};

/** The accounts that a test customer chose, by the end of the public token. */
const choices: Readonly<Record<string, readonly SandboxBankAccount[]>> = {
  ach: [accounts.ach],
  bacs: [accounts.bacs],
  sepa: [accounts.sepa],
  all: [accounts.ach, accounts.bacs, accounts.sepa],
  none: [],
};

/** The access token for a public token; undefined for one that the verifier did not issue. */
export function accessTokenFor(publicToken: string): string | undefined {
  const [, choice = ''] = /^public-sandbox-([a-z]+)$/.exec(publicToken) ?? [];
  return Object.hasOwn(choices, choice) ? `access-sandbox-${choice}` : undefined;
}

/** The accounts of an access token; undefined for a token that the verifier did not issue. */
export function accountsOf(accessToken: string): readonly SandboxBankAccount[] | undefined {
  const [, choice = ''] = /^access-sandbox-([a-z]+)$/.exec(accessToken) ?? [];
  return ownMember(choices, choice);
}
