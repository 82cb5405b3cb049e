import { aboutNamed } from '#connectors/abouts.ts';
import { baseUrlsOf, type ProcessorAddresses } from '#connectors/base-urls.ts';
import type { Credentials, ExchangeAccount, NextStep } from '#connectors/interface/exchange.ts';
import type { Order } from '#connectors/interface/order.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { exampleCredentials } from './example-credentials.ts';

/** A laptop with a sandbox processor at this address, where `stripe` leads as well. */
export const addressesWith = (sandbox: string): ProcessorAddresses => ({
  isProduction: false,
  sandbox,
  overrides: { stripe: `${sandbox}/stripe/` },
});

/** An order of which nothing is known. */
export const bareOrder: Order = { initiator: { by: 'customer' } };

/** An account as the exchanges of an adapter get it. */
export const accountWith = (
  credentials: Credentials,
  url: string,
  connectorName = 'fauxpay',
): ExchangeAccount => ({ connectorName, credentials, urls: { api: url } });

/** An account of a connector at its processor's test host, with all that any adapter asks for. */
export function anAccountAt(
  connectorName: string,
  given: Partial<Pick<ExchangeAccount, 'credentials' | 'metadata'>> = {},
): ExchangeAccount {
  const about = aboutNamed(connectorName);
  const [form] = about?.credentials ?? [];
  if (!about || !form) throw new Error(`There is no connector ${connectorName}.`);
  const access = {
    connectorName,
    credentials: exampleCredentials(form),
    metadata: {
      endpoint_prefix: 'abc-123',
      merchant_account_id: 'account_1',
      merchant_name: 'Example Shop',
      source_balance_account: 'BA1',
      currency_accounts: { EUR: 'ca_1', USD: 'ca_2' },
    },
    ...given,
  };
  const addresses = { isProduction: false, overrides: {} };
  return { ...access, urls: baseUrlsOf(about, access, addresses), accessToken: 'token_1' };
}

/** The outcome that an exchange read. Throws when it wants another step. */
export function settled<Outcome extends object>(reading: Outcome | NextStep<Outcome>): Outcome {
  if ('next' in reading) throw new Error('The exchange goes on.');
  return reading;
}

/** A processor's answer in JSON. */
export const answer = (body: unknown, status = 200, headers = {}): HttpResponse => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** The JSON of a request's body. */
export const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);
