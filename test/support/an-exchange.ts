import type { ProcessorAddresses } from '#connectors/base-urls.ts';
import type { Credentials, ExchangeAccount, NextStep } from '#connectors/interface/exchange.ts';
import type { Order } from '#connectors/interface/order.ts';

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

/** The outcome that an exchange read. Throws when it wants another step. */
export function settled<Outcome extends object>(reading: Outcome | NextStep<Outcome>): Outcome {
  if ('next' in reading) throw new Error('The exchange goes on.');
  return reading;
}
